"""The file of a tree book while it grows: whatever ends the process, no step that was taken is lost.

Every step is written as a line of a journal beside the file (FILE.growing), with a digest, and is on the disk before
the next begins. Now and then the whole book is written in one piece, and the journal begins anew. Whoever goes on reads
both: steps of the journal that the book has already are passed over, and a last line that is cut off was never taken.
"""

import contextlib
import hashlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tengen.books.book import Book, Kind
from tengen.books.growth import FoundMove, GrowingBook, Growth
from tengen.errors import TengenError, reason_of
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import Vertex

try:
    import fcntl
except ImportError:  # a system without it
    fcntl = None  # type: ignore[assignment]

_DIGEST = 16  # characters


class GrowingFile:
    """A tree book on the disk, and its journal; a `with` block holds it."""

    def __init__(self, path: Path, size: int, komi: float | None, rules: str) -> None:
        """Go on with a file, or begin one for such games; komi is the rules' own if not given."""
        named = Ruleset.named(rules)
        self.path, self._size, self._rules = path, size, named.name
        self._komi = named.komi if komi is None else komi
        self._journal_path = path.with_name(path.name + ".growing")

    def __enter__(self) -> Self:
        try:
            self._journal = open(self._journal_path, "a+b")
        except OSError as error:
            raise TengenError(f"{self.path} cannot be grown: {reason_of(error)}") from None
        try:
            self._lock()
            self.growing = self._read()
            if not self.path.exists():
                self.save()
        except BaseException:
            self._journal.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        is_done = self._journal.seek(0, os.SEEK_END) == 0
        self._journal.close()
        if is_done:
            with contextlib.suppress(OSError):
                self._journal_path.unlink()

    def _lock(self) -> None:
        """Refuse where another process grows it; the lock goes with the process, however that ends."""
        if fcntl is not None:
            try:
                fcntl.flock(self._journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise TengenError(f"{self.path} is being grown by another process: wait for it to end") from None
            except OSError:
                return  # a file system without locks

    def _read(self) -> GrowingBook:
        book = Book.open(self.path) if self.path.exists() else None
        if book is not None:
            self._check(book)
        growing = GrowingBook(self._size, self._komi, self._rules, book)
        self._journal.seek(0)
        whole = 0  # bytes
        for line in self._journal.readlines():
            growth = _growth(line)
            if growth is None or growth.step > growing.steps:
                break  # the last line of a process that was ended
            if growth.step == growing.steps:
                growing.add(growth)
            whole += len(line)
        self._journal.truncate(whole)
        return growing

    def _check(self, book: Book) -> None:
        if book.kind is not Kind.TREE:
            raise TengenError(f"{self.path} is no tree book and cannot grow: give another name for a new one")
        has = (book.about["size"], book.about["komi"], book.about["rules"])
        if has != (self._size, self._komi, self._rules):
            size, komi, rules = has
            raise TengenError(
                f"{self.path} is a book for {size}x{size}, komi {komi:g} and {rules} rules: "
                "ask for the same, or give another name for a new one"
            )

    def add(self, growth: Growth) -> None:
        """Take a step; it is on the disk when this returns."""
        self._journal.write(_line(growth))
        self._journal.flush()
        os.fsync(self._journal.fileno())
        self.growing.add(growth)

    def save(self, **about: Any) -> Book:
        """Write the whole book, and begin the journal anew."""
        book = self.growing.book(**about)
        book.save(self.path)
        self._journal.truncate(0)
        return book


def _line(growth: Growth) -> bytes:
    moves = [[str(move.vertex), move.games, move.wins] for move in growth.moves]
    plain = [growth.step, [str(vertex) for vertex in growth.line], growth.games, growth.wins, moves]
    text = json.dumps(plain).encode()
    return hashlib.sha256(text).hexdigest()[:_DIGEST].encode() + b" " + text + b"\n"


def _growth(line: bytes) -> Growth | None:
    """The step of a line; None if it is not whole."""
    digest, _, text = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or hashlib.sha256(text).hexdigest()[:_DIGEST].encode() != digest:
        return None
    step, played, games, wins, moves = json.loads(text)
    found = tuple(FoundMove(Vertex.parse(name), count, won) for name, count, won in moves)
    return Growth(step, tuple(map(Vertex.parse, played)), games, wins, found)
