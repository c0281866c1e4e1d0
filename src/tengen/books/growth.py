"""A tree book in the making: a tree whose leaves are searches (thesis 3.3.1 saves the tree of one search).

Each step of growing goes down the moves known so far to a position that is not in the book, has it searched, and adds
it: the moves that the search visited, with their games and wins. What the search found the position worth is counted
for every move on the way, as so many games. Where to go is decided by PUCT (Rosin 2011; Silver et al. 2017):

    wins / games + width · P · sqrt(1 + N) / (1 + n)

P is the part of the position's own search that went into the move, n how often growing went this way, and N how often
it came to the position. So the book gets deep where play is good, and has an answer to what else is likely.

Positions are known by their canonical hash: whatever leads to the same one, turned or not, shares what is known of it.
All counts are whole numbers, so a book that was written and read again grows on exactly as it would have.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from tengen.books.book import Book, Kind, places_of
from tengen.books.lines import canonical_move
from tengen.books.table import Rows, empty_columns, gather
from tengen.game.canonical import Canonical
from tengen.game.position import Position
from tengen.game.vertex import Vertex

_COUNTS = ("games", "wins", "searched", "steps")
_MOST = (1 << 31) - 1  # games of a move


class FoundMove(NamedTuple):
    """A move of a search."""

    vertex: Vertex
    games: int
    wins: int


@dataclass(frozen=True)
class Growth:
    """A step: the line from the empty board to a position, what it is worth to whoever is to move, and its moves.

    Where a line ends without a position to search there are no games and no moves.
    """

    step: int
    line: tuple[Vertex, ...]
    games: int
    wins: int
    moves: tuple[FoundMove, ...]


@dataclass
class _Known:
    """What is known of a move."""

    games: int
    wins: int
    searched: int
    steps: int


class GrowingBook:
    """Positions that were searched, and where to search next."""

    def __init__(self, size: int, komi: float, rules: str, book: Book | None = None) -> None:
        """An empty book for games on a board of `size`, or one that was grown before."""
        self.start = Position(size, rules=rules, komi=komi)
        self.steps = 0 if book is None else int(book.about["steps"])
        self._nodes: dict[int, dict[int, _Known]] = {}
        if book is not None:
            self._read(book)

    def _read(self, book: Book) -> None:
        table = book.table
        counts = zip(*(table.columns[name].astype(np.int64).tolist() for name in _COUNTS), strict=True)
        moves = [(point, _Known(*of)) for point, of in zip(table.moves.tolist(), counts, strict=True)]
        for key, (begin, end) in zip(table.keys.tolist(), pairwise(table.starts.tolist()), strict=True):
            self._nodes[key] = dict(moves[begin:end])

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self._nodes)

    def next_line(self, width: float, longest: int) -> tuple[Position, bool]:
        """The position to look at next, and whether it is to be searched: not where the line ends."""
        position = self.start.copy()
        while True:
            known = position.canonical
            if known.hash not in self._nodes:
                return position, not position.is_over
            if position.move_number >= longest or position.is_over:
                return position, False
            vertex = self._choose(position, known, width)
            if vertex is None:
                return position, False
            position.play(vertex)

    def _choose(self, position: Position, known: Canonical, width: float) -> Vertex | None:
        moves = self._nodes[known.hash]
        total = max(1, sum(move.searched for move in moves.values()))
        root = math.sqrt(1 + sum(move.steps for move in moves.values()))

        def bound(item: tuple[int, _Known]) -> tuple[float, int]:
            point, move = item
            value = move.wins / move.games if move.games else 0.5
            return value + width * move.searched / total * root / (1 + move.steps), -point

        for point, _ in sorted(moves.items(), key=bound, reverse=True):
            vertex = places_of(Vertex.from_point(point), known, position.size)[0]
            if position.is_legal(vertex):
                return vertex
        return None

    def add(self, growth: Growth) -> None:
        """Count a step."""
        position = self.start.copy()
        way = []
        for vertex in growth.line:
            way.append(canonical_move(position, vertex))
            position.play(vertex)
        if growth.moves:
            self._nodes.setdefault(position.canonical_hash, self._family(position, growth.moves))
        wins = growth.wins
        for key, point in reversed(way):
            wins = growth.games - wins  # of the other player
            move = self._nodes[key].setdefault(point, _Known(0, 0, 0, 0))
            if move.games + growth.games <= _MOST:
                move.games += growth.games
                move.wins += wins
            move.steps += 1
        self.steps = growth.step + 1

    @staticmethod
    def _family(position: Position, moves: Sequence[FoundMove]) -> dict[int, _Known]:
        family: dict[int, _Known] = {}
        for vertex, games, wins in moves:
            _, point = canonical_move(position, vertex)
            known = family.setdefault(point, _Known(0, 0, 0, 0))
            known.games, known.wins, known.searched = known.games + games, known.wins + wins, known.searched + games
        return family

    def book(self, **about: Any) -> Book:
        """What has been grown, as a book; `about` is what else to say of it."""
        rows = [(key, point, move) for key, moves in self._nodes.items() for point, move in moves.items()]
        columns = empty_columns(len(rows))
        for name in _COUNTS:
            columns[name] = np.array([getattr(move, name) for _, _, move in rows]).astype(columns[name].dtype)
        columns["decided"] = columns["games"]
        keys, points = np.array([row[0] for row in rows], np.uint64), np.array([row[1] for row in rows], np.int16)
        start = self.start
        facts = {"size": start.size, "komi": start.komi, "rules": start.rules.name, "steps": self.steps, **about}
        return Book(Kind.TREE, gather(Rows(keys, points, columns)), about=MappingProxyType(facts))
