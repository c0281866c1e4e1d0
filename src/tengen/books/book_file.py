"""Files of books: what is written is read again, and what is damaged is found out and told in one sentence.

A forced book is text (`forced.py`). The others begin with a line that says what they are and one of JSON: the kind,
where the book comes from, how the columns are packed, and digests. Then the columns follow, packed together: the hashes
of the positions, how many moves each has, and what is known of the moves, each number in as few bytes as the largest
needs.
"""

import zlib
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from tengen.books.book import Book, Kind
from tengen.books.forced import book_of_lines, looks_forced, read_lines, write_lines
from tengen.books.table import COLUMNS, BookTable
from tengen.errors import TengenError
from tengen.files import replace_file
from tengen.game.canonical import HASH_VERSION
from tengen.kernels.geometry import POINTS
from tengen.kernels.openings.joseki import WIDEST
from tengen.sealed_files import SealedKind, by_bytes

Array = np.ndarray[Any, Any]
MAGIC = b"Tengen opening book\n"
_LARGEST = 500_000_000  # bytes, unpacked
_AGAIN = "copy it or make it again"
_KIND = SealedKind(
    MAGIC,
    {"format": 1, "hash": HASH_VERSION},
    "the book",
    "is",
    foreign="is no opening book: make one with tengen book learn, or give one in Fuego's format",
    again=_AGAIN,
    anew="make it again",
    largest=_LARGEST,
)
_KINDS = ("<u1", "<u2", "<u4", "<u8", "<f4", "<f8")


def write_book(path: Path, book: Book) -> None:
    """Write a file, whole or not at all."""
    if book.kind is Kind.FORCED:
        replace_file(path, write_lines(book.lines).encode())
        return
    table = book.table
    counts = np.diff(table.starts)
    columns = {"keys": table.keys, "counts": counts, "moves": table.moves}
    columns |= {name: column for name, column in table.columns.items() if column.any()}
    packed = {name: _packed(column) for name, column in columns.items()}
    body = zlib.compress(b"".join(by_bytes(column) for column in packed.values()), 9)
    about = {
        "kind": book.kind.value,
        "positions": len(table.keys),
        "entries": len(table.moves),
        "columns": {name: column.dtype.str.replace("|", "<") for name, column in packed.items()},
        "about": dict(book.about),
    }
    _KIND.write(path, about, body)


def read_book(path: Path) -> Book:
    """Read a file; a `TengenError` says what is wrong with it."""
    path = _at_home(path)
    data = _KIND.load(path)
    if data and MAGIC.startswith(data[: len(MAGIC)]):
        return _KIND.read(path, lambda about, body: _unpacked(about, body, path.name), data)
    if looks_forced(data):
        try:
            return book_of_lines(read_lines(data.decode("utf-8"), path), path.name)
        except UnicodeDecodeError:
            raise TengenError(f"the book {path} is damaged: {_AGAIN}") from None
        except TengenError as error:
            if str(path) in str(error):
                raise
            raise TengenError(f"the book {path} cannot be used: {error}") from None
    raise TengenError(f"{path} {_KIND.foreign}")


def _at_home(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:  # nobody's home
        return path


def _unpacked(about: dict[str, Any], body: bytes, name: str) -> Book:
    table = _table(zlib.decompressobj().decompress(body, _LARGEST), about)
    kind = Kind(about["kind"])
    if kind is Kind.JOSEKI and (np.any(table.moves > WIDEST * WIDEST) or not np.all(table.columns["games"])):
        raise ValueError("no place of a corner")
    return Book(kind, table, name, MappingProxyType(dict(about["about"])))


def _table(data: bytes, about: dict[str, Any]) -> BookTable:
    positions, entries = int(about["positions"]), int(about["entries"])
    found: dict[str, Array] = {}
    at = 0
    for name, kind in about["columns"].items():
        if kind not in _KINDS or min(positions, entries) < 0:
            raise ValueError("no such numbers")
        count = positions if name in ("keys", "counts") else entries
        width = np.dtype(kind).itemsize
        rows = np.frombuffer(data, np.uint8, width * count, at).reshape(width, count)
        found[name] = np.ascontiguousarray(rows.T).view(kind).reshape(-1)
        at += width * count
    keys, counts, moves = (found.pop(name) for name in ("keys", "counts", "moves"))
    starts = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
    if at != len(data) or starts[-1] != entries or np.any(keys[1:] <= keys[:-1]) or np.any(moves >= POINTS):
        raise ValueError("what does not fit together")
    columns = {name: found.get(name, np.zeros(entries, kind)).astype(kind) for name, kind in COLUMNS.items()}
    if not np.all(np.isfinite(columns["wins"])):
        raise ValueError("no numbers")
    return BookTable(keys.astype(np.uint64), starts, moves.astype(np.int16), columns)


def _packed(column: Array) -> Array:
    """A column in as few bytes as it needs."""
    if column.dtype.kind == "f" and not np.all(column == np.round(column)):
        return column.astype("<f4")
    largest = int(column.max()) if len(column) else 0
    return column.astype(
        next(kind for kind, bits in (("<u1", 8), ("<u2", 16), ("<u4", 32), ("<u8", 64)) if largest < 1 << bits)
    )
