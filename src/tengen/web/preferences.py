"""How a person likes the board: the same for all games of a browser, and a small file for each that has any wishes.

No file can be written: they hold until the server ends.
"""

import contextlib
import json
import os
from collections import UserDict
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from tengen.errors import TengenError
from tengen.game.svg import PLAIN, WOOD, Theme
from tengen.web.writing import Writer, file_of

_NIGHT = Theme(("#3c3d44", "#2e2f35"), "#8f919c", "#b3b5bf")
THEMES = {"wood": WOOD, "plain": PLAIN, "night": _NIGHT}
KINDS = {"moves": "Moves", "ownership": "Ownership", "criticality": "Criticality", "policy": "Priors"}
_DARK: dict[str, bool | None] = {"auto": None, "light": False, "dark": True}


class Preferences:
    """Theme, coordinates and which marks are shown; what is stored wrongly counts as not stored."""

    def __init__(self, store: MutableMapping[str, Any]) -> None:
        self._store = store

    @property
    def theme(self) -> str:
        """Of the board."""
        theme = self._store.get("theme")
        return theme if theme in THEMES else "wood"

    @property
    def coordinates(self) -> bool:
        """Whether letters and numbers stand around the board."""
        return self._store.get("coordinates") is not False

    @property
    def graph(self) -> bool:
        """Whether the course of the game is shown."""
        return self._store.get("graph") is not False

    @property
    def shade(self) -> str:
        """Of the page: light, dark, or auto, as the system is."""
        shade = self._store.get("shade")
        return shade if shade in _DARK else "auto"

    @property
    def dark(self) -> bool | None:
        """Whether the page is dark; None: as the system is."""
        return _DARK[self.shade]

    @property
    def openings(self) -> bool:
        """Whether the moves that the opening book knows are shown."""
        return self._store.get("openings") is True

    @property
    def kinds(self) -> list[str]:
        """The marks to show of an analysis."""
        stored = self._store.get("kinds")
        return [kind for kind in KINDS if kind in stored] if isinstance(stored, list) else ["moves"]

    def set_theme(self, theme: str) -> None:
        """Choose a theme for the board."""
        self._store["theme"] = theme

    def turn_coordinates(self) -> None:
        """Show coordinates, or do not."""
        self._store["coordinates"] = not self.coordinates

    def turn_graph(self) -> None:
        """Show the course of the game, or do not."""
        self._store["graph"] = not self.graph

    def turn_openings(self) -> None:
        """Show the moves that the opening book knows, or do not."""
        self._store["openings"] = not self.openings

    def next_shade(self) -> None:
        """Automatic, light, dark, and around again."""
        shades = list(_DARK)
        self._store["shade"] = shades[(shades.index(self.shade) + 1) % len(shades)]

    def turn_kind(self, kind: str) -> None:
        """Show marks of a kind, or do not."""
        before = self.kinds
        self._store["kinds"] = [k for k in KINDS if (k in before) != (k == kind)]


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
