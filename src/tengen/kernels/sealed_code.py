"""Files of compiled code that show whether they are whole.

Numba writes machine code to files and later runs whatever it finds there. A file that a power cut left cut off,
or full of zeros, would make every start fail, or crash. So each is written with its SHA-256 in front, under
another name until it is whole, and what does not fit its digest is removed, said, and compiled again.
A disk that is full, or may only be read, costs the next start its time and nothing else.
"""

import contextlib
import hashlib
import logging
import os
import pickle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from tengen.files import replace_file

log = logging.getLogger(__name__)
SUFFIXES = (".nbi", ".nbc")  # an index of a function's signatures; the code of one of them
_DIGEST_BYTES = hashlib.sha256().digest_size
_told: set[str] = set()  # troubles with writing that were said


class Damaged(Exception):
    """A file is not what was written."""


def read_sealed(path: str | Path) -> bytes:
    """What was written to a file; `Damaged` if it is not what is there now."""
    content = Path(path).read_bytes()
    digest, data = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    if hashlib.sha256(data).digest() != digest:
        raise Damaged
    return data


def write_sealed(path: str | Path, data: bytes) -> None:
    """Write a file with its digest. Trouble is told once, and no reason to stop."""
    path = Path(path)
    try:
        replace_file(path, hashlib.sha256(data).digest() + data, lasting=False)  # what is damaged is found
    except OSError as error:
        why = error.strerror or str(error)
        if why not in _told:
            _told.add(why)
            log.warning(
                "compiled code cannot be written to %s (%s): the next start compiles it again", path.parent, why
            )


def is_whole(path: str | Path) -> bool:
    """Whether a file is there and as it was written."""
    try:
        read_sealed(path)
    except (Damaged, OSError):
        return False
    return True


class _SealedCacheFile(IndexDataCacheFile):  # type: ignore[misc]
    """Numba's files of one function, sealed."""

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp, names = pickle.loads(read_sealed(self._index_path))
        except FileNotFoundError:
            return {}
        except OSError as error:
            log.warning("%s cannot be read (%s): its code is compiled again", self._index_path, error.strerror)
            return {}
        except Exception:  # whatever is in there
            self._drop(self._index_path)
            return {}
        return names if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        write_sealed(self._index_path, self._dump((self._version, self._source_stamp, overloads)))

    def _load_data(self, name: str) -> Any:
        path = self._data_path(name)
        try:
            return pickle.loads(read_sealed(path))
        except OSError:
            raise  # no file is no code
        except Exception:  # whatever is in there
            self._drop(path)
            return None

    def _save_data(self, name: str, data: Any) -> None:
        write_sealed(self._data_path(name), self._dump(data))

    def _drop(self, path: str) -> None:
        log.warning("a file of compiled code is damaged, so it is compiled again: %s", path)
        with contextlib.suppress(OSError):
            os.unlink(path)


class _SealedImplementation(CompileResultCacheImpl):  # type: ignore[misc]
    """What Numba asks about the function whose code is kept."""

    def __init__(self, function: Any) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._filename_base = f"{function.__module__}.{function.__qualname__}"
        # The file is for Numba's warnings; the folder is there.
        self._locator = SimpleNamespace(_py_file=function.__code__.co_filename, ensure_cache_path=lambda: None)


class _SealedCache(FunctionCache):  # type: ignore[misc]
    """The code of one function, in files of a given folder."""

    def __init__(self, function: Any, folder: Path, stamp: object) -> None:
        self._name = repr(function)
        self._py_func = function
        self._impl = _SealedImplementation(function)
        self._cache_path = str(folder)
        self._cache_file = _SealedCacheFile(self._cache_path, self._impl.filename_base, stamp)
        self.enable()

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The code for a signature, None if there is none that can be used."""
        try:
            return super().load_overload(signature, target)
        except Exception as error:  # whole, and yet of no use: written by something else
            log.warning("%s cannot be loaded (%s): it is compiled again", self._impl.filename_base, error)
            return None


def keep_sealed(dispatcher: Any, folder: Path, stamp: object) -> None:
    """Have a compiled function keep its code in `folder`; under another `stamp` it is compiled again."""
    dispatcher._cache = _SealedCache(dispatcher.py_func, folder, stamp)
