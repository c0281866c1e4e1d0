"""Forced books in Fuego's format (Enzenberger, Müller and others; thesis 3.3.1): what to reply after which moves.

A line is a board size, the moves so far, ``|`` and one reply or several, the first the best:

    19 Q4 Q16 | C4
    9 E5 | C3 G4

Black begins on the empty board. A line holds in all orientations, and however its position comes about. Empty lines and
those that begin with ``#`` are left out.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from tengen.books.book import Book, Kind
from tengen.books.lines import steps_of
from tengen.books.table import Rows, empty_columns, gather
from tengen.errors import TengenError
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import MAX_SIZE, MIN_SIZE

_SHOWN = 60  # characters of a line that is wrong


_vertex = lru_cache(4096)(Vertex.parse)  # the same few hundred, thousands of times


class ForcedLine(NamedTuple):
    """A position by the moves that lead there, and what to reply.

    >>> line = ForcedLine.parse("9 E5 C3 | G4 D7")
    >>> [str(reply) for reply in line.replies], str(line)
    (['G4', 'D7'], '9 E5 C3 | G4 D7')
    >>> ForcedLine.parse("9 E5 K10 | G4")
    Traceback (most recent call last):
    ...
    tengen.errors.TengenError: '9 E5 K10 | G4' is no line of a book (K10 is not on the 9x9 board ...): write it ...
    """

    size: int
    moves: tuple[Vertex, ...]
    replies: tuple[Vertex, ...]

    @classmethod
    def parse(cls, text: str) -> "ForcedLine":
        """The line that a person wrote."""
        before, bar, after = text.partition("|")
        words = before.split()
        try:
            if not bar or not words or not words[0].isdecimal():
                raise TengenError("it has a board size, moves, | and a reply")
            size = int(words[0][:4])
            if not MIN_SIZE <= size <= MAX_SIZE:
                raise TengenError(f"board size {size} is not possible")
            moves, replies = (tuple(_vertex(word, size) for word in part) for part in (words[1:], after.split()))
            if not replies or any(vertex.is_resign for vertex in (*moves, *replies)):
                raise TengenError("there is no move to reply with")
        except TengenError as error:
            shown = text.strip()[:_SHOWN]
            raise TengenError(f"{shown!r} is no line of a book ({error}): write it as in 9 E5 C3 | G4") from None
        return cls(size, moves, replies)

    def __str__(self) -> str:
        return " ".join(map(str, (self.size, *self.moves, "|", *self.replies)))


def book_of_lines(lines: Sequence[ForcedLine], name: str = "") -> Book:
    """The book of these lines; a `TengenError` names the first with a move that is not legal."""
    keys: list[np.ndarray] = []
    moves: list[np.ndarray] = []
    numbers: list[np.ndarray] = []  # for the order in which they were named
    for size in sorted({line.size for line in lines}):
        own = [number for number, line in enumerate(lines) if line.size == size]
        # Each reply is the last move of a line of its own.
        played = [(number, reply) for number in own for reply in lines[number].replies]
        points = [
            np.array([vertex.point for vertex in (*lines[number].moves, reply)], np.int16) for number, reply in played
        ]
        steps, broken = steps_of(size, points)
        if broken:
            raise TengenError(f"a move is not legal in the line {str(lines[played[broken[0]][0]])[:_SHOWN]!r}")
        is_last = steps.numbers == np.array([len(line) - 1 for line in points])[steps.lines]
        keys.append(steps.keys[is_last])
        moves.append(steps.moves[is_last])
        numbers.append(np.array([number for number, _ in played])[steps.lines[is_last]])
    none = np.zeros(0, np.int64)
    order = np.argsort(np.concatenate([none, *numbers]), kind="stable")
    found = Rows(
        np.concatenate([none.astype(np.uint64), *keys])[order],
        np.concatenate([none.astype(np.int16), *moves])[order],
        empty_columns(len(order)),
    )
    about = {"lines": len(lines)}
    return Book(Kind.FORCED, gather(found, as_they_came=True), name, MappingProxyType(about), tuple(lines))


def read_lines(text: str, path: Path) -> list[ForcedLine]:
    """The lines of a file; a `TengenError` says which cannot be read."""
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                lines.append(ForcedLine.parse(line))
            except TengenError as error:
                raise TengenError(f"the book {path} cannot be used: line {number}, {error}") from None
    return lines


def write_lines(lines: Iterable[ForcedLine]) -> str:
    """Lines as a file has them."""
    return "".join(f"{line}\n" for line in lines)


def looks_forced(data: bytes) -> bool:
    """Whether the first line that says something could be one of such a file.

    >>> looks_forced(b"# mine\\n19 Q4 | D4\\n"), looks_forced(b"(;FF[4])")
    (True, False)
    """
    for line in data[:10_000].splitlines():
        text = line.strip()
        if text and not text.startswith(b"#"):
            return text[:1].isdigit() and (b"|" in text)
    return False
