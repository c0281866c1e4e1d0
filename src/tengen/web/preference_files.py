"""Where preferences are kept: a small file for each browser that has any. No file can be written: they hold until the
server ends."""

import contextlib
import json
import os
from collections import UserDict
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from tengen.errors import TengenError
from tengen.web.keys import file_of
from tengen.web.writing import Writer


class _Store(UserDict[str, Any]):
    """Plain values; every change is written."""

    def __init__(self, values: dict[str, Any], on_change: Callable[[dict[str, Any]], None]) -> None:
        self._on_change: Callable[[dict[str, Any]], None] = lambda _: None
        super().__init__(values)
        self._on_change = on_change

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self._on_change(self.data)


class PreferenceFiles:
    """A folder with the preferences of browsers."""

    def __init__(self, folder: Path, writer: Writer) -> None:
        self.folder = folder
        self._writer = writer
        self._stores: WeakValueDictionary[str, _Store] = WeakValueDictionary()  # pages of one browser share one

    def store(self, browser: str) -> MutableMapping[str, Any]:
        """What a browser's preferences are, to be read and changed."""
        store = self._stores.get(browser)
        if store is None:
            path = file_of(self.folder, f"storage-user-{browser}")
            store = _Store(self._read(path), lambda values: self._writer.put(path, json.dumps(values).encode()))
            self._stores[browser] = store
        return store

    def _read(self, path: Path) -> dict[str, Any]:
        try:
            values = json.loads(self._writer.read(path))
        except (OSError, ValueError, TengenError):
            return {}
        with contextlib.suppress(OSError):
            os.utime(path)  # it is in use (`expiry.py`)
        return values if isinstance(values, dict) else {}
