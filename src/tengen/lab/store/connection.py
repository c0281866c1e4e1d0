"""A connection to a store whose errors are sentences that name the file and say what to do.

SQLite finds a damaged file when it comes to the page that is damaged, in whatever is being read or written at the time;
so every statement is watched here, and nobody above needs to know of SQLite's errors.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tengen.errors import TengenError

_MISSING = ("no such table", "no such column", "has no column")  # a part of it is lost


def _watched(method: Callable[..., Any]) -> Any:
    """A method of a cursor whose errors are sentences."""

    def watched(self: "Cursor", *arguments: Any) -> Any:
        with self.connection.sentences():
            return method(self, *arguments)

    return watched


class Cursor(sqlite3.Cursor):
    """A cursor of such a connection."""

    connection: "Connection"
    execute = _watched(sqlite3.Cursor.execute)
    executemany = _watched(sqlite3.Cursor.executemany)
    fetchone = _watched(sqlite3.Cursor.fetchone)
    fetchall = _watched(sqlite3.Cursor.fetchall)
    __next__ = _watched(sqlite3.Cursor.__next__)


class Connection(sqlite3.Connection):
    """A connection that, once it is given the `path` of its store, speaks of it in its errors."""

    path: Path | None = None

    def execute(self, *arguments: Any) -> Any:
        """Run a statement."""
        return self.cursor(Cursor).execute(*arguments)

    def executemany(self, *arguments: Any) -> Any:
        """Run a statement for each of some rows."""
        return self.cursor(Cursor).executemany(*arguments)

    @contextmanager
    def sentences(self) -> Iterator[None]:
        """Turn an error about the file into one that a person can mend."""
        if self.path is None:
            yield
            return
        try:
            yield
        except sqlite3.OperationalError as error:
            if any(words in str(error) for words in _MISSING):
                raise damaged_file(self.path, error) from None
            raise TengenError(f"cannot use the store {self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            if type(error) is sqlite3.DatabaseError:
                raise damaged_file(self.path, error) from None
            raise


def damaged_file(path: Path, why: object) -> TengenError:
    """What there is to say about a file of which SQLite cannot make sense."""
    return TengenError(
        f"the store {path} is damaged ({why}): put a copy of it in its place, or save what can still be read with "
        f"sqlite3 {path} .recover | sqlite3 NEW.db"
    )
