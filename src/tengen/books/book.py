"""A book: what is known of the moves in a position, asked in the orientation one looks at.

The way of asking follows python-chess's reader of polyglot books (Niklas Fiekas): `moves`, `find` the best, `choice` of
one at random. A book is read whole when it is opened; nothing is held open, and nothing has to be closed.
"""

import os
import random as random_module
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tengen.books.corners import corner_moves, is_known, place_as_vertex
from tengen.books.table import BookTable
from tengen.game.canonical import Canonical
from tengen.game.position import Position
from tengen.game.vertex import Vertex

if TYPE_CHECKING:
    from tengen.books.forced import ForcedLine
    from tengen.records.collections import CollectedGame
    from tengen.records.record import GameRecord

Progress = Callable[[str, int, int], object]  # what is done, how much of it, of how much


class Kind(Enum):
    """What a book was made from."""

    STATISTICS = "statistics"  # games: how often a move was played, and who won
    FORCED = "forced"  # a person's choice: the moves to play
    TREE = "tree"  # searches: how often they visited a move, and what they found
    JOSEKI = "joseki"  # corners of games: how often a move was played there; see `corners.py`


@dataclass(frozen=True)
class BookMove:
    """A move that a book knows; wins are those of whoever plays it.

    >>> print(BookMove(Vertex(15, 3), games=312, wins=162, decided=300, years=(1998, 2019)))
    Q4: 312 games, 54 %, 1998–2019
    """

    vertex: Vertex
    games: int = 0  # in which it was played, or visits of a search; 0 where a person named it
    wins: float = 0.0
    decided: int = 0  # games of which the winner is known
    years: tuple[int, int] | None = None  # of the first and the last game, where that is known
    source: str = ""  # the book's name
    twins: tuple[Vertex, ...] = ()  # moves that are the same, where the position is symmetric
    of: int = 0  # of a joseki: games that came to this corner, moves elsewhere included; 0: of a whole board
    origin: str = "book"  # what it is known from, in a word

    @property
    def winrate(self) -> float | None:
        """How often the mover won, 0 to 1; None where nobody knows."""
        return self.wins / self.decided if self.decided else None

    @property
    def facts(self) -> str:
        """What is known of it, in words; empty where a person named it."""
        facts = [f"{self.games:,} {'game' if self.games == 1 else 'games'}"] if self.games else []
        if self.winrate is not None:
            facts.append(f"{100 * self.winrate:.0f} %")
        return ", ".join(facts)

    @property
    def explanation(self) -> str:
        """Where a move came from, for a report: ``book, 312 games, 54 %``."""
        return ", ".join(filter(None, (self.origin, self.facts)))

    def cells(self, total: int) -> tuple[str, str, str, str]:
        """Games, share of the position's `total` games, won by the mover, years: for a table.

        >>> BookMove(Vertex(15, 3), games=312, wins=162, decided=300, years=(1998, 2019)).cells(624)
        ('312', '50%', '54%', '1998–2019')
        """
        total = self.of or total
        return (
            f"{self.games:,}" if self.games else "–",
            f"{self.games / total:.0%}" if total else "–",
            "–" if self.winrate is None else f"{self.winrate:.0%}",
            "–" if self.years is None else f"{self.years[0]}–{self.years[1]}",
        )

    def __str__(self) -> str:
        years = "" if self.years is None else f"{self.years[0]}–{self.years[1]}"
        facts = ", ".join(filter(None, (self.facts, years)))
        return f"{self.vertex}: {facts}" if facts else str(self.vertex)


@dataclass(frozen=True)
class BookPosition:
    """A position of a book as it stands there: its canonical hash, and its moves in that orientation.

    Of a joseki dictionary it is a corner, with its moves as if it were the lower left one; a pass is a move elsewhere.
    """

    hash: int
    moves: tuple[BookMove, ...]


@dataclass(frozen=True, eq=False)
class Book:
    """Positions, and what is known of the moves there.

    >>> book = Book.from_lines(["9 | E5", "9 E5 | C3 G3"])
    >>> str(book.find(Position(9)).vertex), len(book)
    ('E5', 2)
    >>> position = Position(9)
    >>> _ = position.play("E5")
    >>> [str(move) for move in book.moves(position)]  # both are the same by symmetry
    ['G7']
    """

    kind: Kind
    table: BookTable = field(repr=False)
    name: str = ""
    about: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))  # where it comes from
    lines: tuple["ForcedLine", ...] = field(default=(), repr=False)  # of a forced book, as they were written

    # ---- making ----------------------------------------------------------------------

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Book":
        """Read a file, whichever kind it is; a `TengenError` says what is wrong with it."""
        from tengen.books.book_file import read_book

        return read_book(Path(path))

    @classmethod
    def learn(
        cls,
        games: "str | os.PathLike[str] | Iterable[CollectedGame | GameRecord]",
        *,
        moves: int = 20,
        least: int = 5,
        progress: Progress = lambda *_: None,
    ) -> "Book":
        """The statistics of the first `moves` moves of games; a move must have been played in `least` of them.

        `games` are a collection's file or folder (`tengen.records.collections.read_games`), or games that were read:
        of those with handicap, or in which the players do not alternate, nothing is learnt.
        """
        from tengen.books.from_games import learn_book

        return learn_book(games, moves, least, progress)

    @classmethod
    def from_lines(cls, lines: "Iterable[str | ForcedLine]", name: str = "") -> "Book":
        """A forced book of lines in Fuego's format: a board size, moves, ``|`` and what to reply."""
        from tengen.books.forced import ForcedLine, book_of_lines

        return book_of_lines([ForcedLine.parse(line) if isinstance(line, str) else line for line in lines], name)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all: a forced book in Fuego's format, others packed."""
        from tengen.books.book_file import write_book

        write_book(Path(path), self)

    # ---- asking ----------------------------------------------------------------------

    def moves(self, position: Position) -> list[BookMove]:
        """The moves known in a position, the best first; none where it is not in the book.

        Of moves that are the same by symmetry there is one, the one nearest to the upper right corner. What is not
        legal, as superko may have it, is left out. A joseki dictionary tells of all four corners, that of the last move
        first.
        """
        if self.kind is Kind.JOSEKI:
            return corner_moves(self, position)
        known = position.canonical
        found = [self._turned(move, known, position.size) for move in self.moves_of(known.hash)]
        return [move for move in found if position.is_legal(move.vertex)]

    def find(self, position: Position) -> BookMove | None:
        """The best move: the one played or visited most, or named first; None where the book knows none."""
        return next(iter(self.moves(position)), None)

    def choice(self, position: Position, random: random_module.Random | None = None) -> BookMove | None:
        """One of the moves, each as likely as it was played often, or as any other where a person named them."""
        moves = self.moves(position)
        if not moves:
            return None
        draw = random or random_module.Random()
        return draw.choices(moves, [move.games or 1 for move in moves])[0]

    def __len__(self) -> int:
        """How many positions there are."""
        return self.table.positions

    def __contains__(self, position: object) -> bool:
        if not isinstance(position, Position):
            return False
        if self.kind is Kind.JOSEKI:
            return is_known(self, position)
        return self.table.place(position.canonical_hash) is not None

    def __iter__(self) -> Iterator[BookPosition]:
        for key in self.table.keys.tolist():
            yield BookPosition(key, tuple(self.moves_of(key)))

    # ---- inside ----------------------------------------------------------------------

    def moves_of(self, key: int) -> Iterator[BookMove]:
        """The moves of a position by its hash, in its canonical orientation; none where it is not in the book."""
        place = self.table.place(key)
        if place is None:
            return
        vertex_of = place_as_vertex if self.kind is Kind.JOSEKI else Vertex.from_point
        names = ("games", "wins", "decided", "first_year", "last_year")
        columns = [self.table.columns[name][place].tolist() for name in names]
        for point, games, wins, decided, first, last in zip(self.table.moves[place].tolist(), *columns, strict=True):
            years = (first, last) if first else None
            yield BookMove(vertex_of(point), games, wins, decided, years, self.name)

    @staticmethod
    def _turned(move: BookMove, known: Canonical, size: int) -> BookMove:
        """A move as it is on the board of whoever asks."""
        vertex, *twins = places_of(move.vertex, known, size)
        return BookMove(vertex, move.games, move.wins, move.decided, move.years, move.source, tuple(twins))


def places_of(vertex: Vertex, known: Canonical, size: int) -> list[Vertex]:
    """Where a move of the canonical orientation is on the board of whoever asks.

    Where the position is symmetric there are several such places, that nearest to the upper right corner first.
    """
    places = {symmetry.inverse.apply(vertex, size) for symmetry in known.symmetries}
    return sorted(places, key=lambda place: (place.column + place.row, place.row), reverse=True)
