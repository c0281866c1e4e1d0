"""Joseki dictionaries: from the corners of games, and from trees of variations that somebody has gathered.

A corner is what stands within half the board's lines of two edges. Of every move of a game that is played in one the
dictionary counts where it was played, and of every move that could have been an answer there and was played elsewhere
that too. A tree of variations (Kogo's, or one with numbers of games in its comments) is counted as the games it tells
of; moves that it marks as bad (BM) are left out, with all that follows.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from tengen.books.book import Book, Kind, Progress
from tengen.books.from_games import games_in
from tengen.books.table import COLUMNS, BookTable, Rows, gather
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.kernels import entry_points as kernel
from tengen.kernels.board_record import BOARD
from tengen.kernels.geometry import PASS, POINTS, column_row_of, point_of
from tengen.kernels.openings.joseki import CORNERS, ELSEWHERE, NARROW, corner_steps, widths_on
from tengen.records import load_all
from tengen.records.collections import CollectedGame, Tally
from tengen.records.node import GameNode
from tengen.records.record import GameRecord

Array = np.ndarray[Any, Any]
MOST_MOVES = 120  # of a game: corners are settled by then
MOST_STONES = 24  # in a corner
WIDTHS = widths_on(19)  # of corners, in lines
_TOGETHER = 4096  # games between two gatherings
_MOST_TOLD = (1 << 31) - 1  # games that a comment may tell of


class _Counted(NamedTuple):
    """Rows as they come."""

    keys: Array
    places: Array
    games: Array
    wins: Array
    decided: Array
    years: Array


class CornerStatistics:
    """Counts the corners of games and of trees; `book` is what has been counted."""

    def __init__(self) -> None:
        self._waiting: list[_Counted] = []
        self._gathered: Rows | None = None
        self._boards: dict[int, tuple[Array, Array]] = {}
        room = 4 * MOST_MOVES
        self._keys, self._places, self._numbers = (np.zeros(room, kind) for kind in (np.uint64, np.int16, np.int16))
        self.games = 0
        self.variations = 0
        self.broken: list[str] = []  # games with a move that is not legal, which count until there

    def add(self, game: CollectedGame) -> None:
        """Count the corners of a game, in every width that is smaller than half of its board."""
        self.games += 1
        start, board = self._board(game.size)
        moves = np.asarray(game.moves[:MOST_MOVES], np.int16)
        winner = 0 if game.winner is None else int(game.winner)
        for width in _widths_within(game.size):
            board[0] = start[0]
            count = int(corner_steps(board, moves, width, MOST_STONES, self._keys, self._places, self._numbers))
            if count < 0:
                count = -1 - count
                if width == NARROW:  # each is looked at so
                    self.broken.append(game.name)
            movers = int(BLACK) + self._numbers[:count] // CORNERS % 2
            ones = np.ones(count, np.uint32)
            self._waiting.append(
                _Counted(
                    self._keys[:count].copy(),
                    self._places[:count].copy(),
                    ones,
                    (movers == winner).astype(np.float64),
                    ones if winner else np.zeros(count, np.uint32),
                    np.full(count, game.year or 0, np.uint16),
                )
            )
        if self.games % _TOGETHER == 0:
            self._gather()

    def add_tree(self, record: GameRecord) -> None:
        """Count a tree of variations in one corner; a pass is a move elsewhere."""
        rows = list(_tree_rows(record, _widths_within(record.size), self._board(record.size)[0]))
        self.variations += sum(not node.children for node in _nodes(record.root))
        if rows:
            keys, places, games, wins, decided = zip(*rows, strict=True)
            self._waiting.append(
                _Counted(
                    np.array(keys, np.uint64),
                    np.array(places, np.int16),
                    np.array(games, np.uint32),
                    np.array(wins, np.float64),
                    np.array(decided, np.uint32),
                    np.zeros(len(rows), np.uint16),
                )
            )

    def book(self, least: int, learnt_from: Iterable[str] = ()) -> Book:
        """The dictionary of what was counted `least` times."""
        self._gather()
        if self._gathered is None:
            raise TengenError("there are no games to learn joseki from: give games on boards of 13x13 and larger")
        about = {
            "games": self.games,
            "variations": self.variations,
            "learnt_from": list(learnt_from),
            "least": least,
            "corners": [f"{width}x{width}" for width in WIDTHS],
        }
        return Book(Kind.JOSEKI, _frequent(self._gathered, least), about=MappingProxyType(about))

    def _board(self, size: int) -> tuple[Array, Array]:
        if size not in self._boards:
            start = np.zeros(1, BOARD)
            kernel.set_up(start, size, np.zeros(POINTS, np.int8))
            self._boards[size] = start, start.copy()
        return self._boards[size]

    def _gather(self) -> None:
        """Make one row of the same move in the same corner, so that memory is for what differs."""
        if not self._waiting:
            return
        joined = [np.concatenate(part) for part in zip(*self._waiting, strict=True)]
        self._waiting = []
        columns = {name: np.zeros(len(joined[0]), kind) for name, kind in COLUMNS.items()}
        columns |= {"games": joined[2], "wins": joined[3], "decided": joined[4]}
        columns |= {"first_year": joined[5], "last_year": joined[5]}
        new = Rows(joined[0], joined[1], columns)
        if self._gathered is not None:
            old = self._gathered
            new = Rows(
                np.concatenate((old.keys, new.keys)),
                np.concatenate((old.moves, new.moves)),
                {name: np.concatenate((old.columns[name], new.columns[name])) for name in COLUMNS},
            )
        table = gather(new)
        self._gathered = Rows(np.repeat(table.keys, np.diff(table.starts)), table.moves, table.columns)


def _frequent(rows: Rows, least: int) -> BookTable:
    """The corners where something was done `least` times; moves that were not are counted as one with those elsewhere.

    So a share is always of all who came to a corner.
    """
    is_frequent = rows.columns["games"] >= least
    kept = np.isin(rows.keys, rows.keys[is_frequent])
    moves = np.where(is_frequent, rows.moves, ELSEWHERE)[kept]
    return gather(Rows(rows.keys[kept], moves, {name: column[kept] for name, column in rows.columns.items()}))


def _widths_within(size: int) -> list[int]:
    """Which corners a board has."""
    return [width for width in WIDTHS if 2 * width <= size + 1]


def _nodes(node: GameNode) -> Iterator[GameNode]:
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += [child for child in found.children if not _is_left_out(child)]


class _Weight(NamedTuple):
    """In how many games a variation was played, and by whom they were won."""

    games: int
    black: int
    white: int


def _tree_rows(record: GameRecord, widths: Iterable[int], start: Array) -> Iterator[tuple[int, int, int, float, int]]:
    """Of every move of a tree: its corner and place, games, those won by the mover, and those with a winner."""
    weights = _weights(record)
    board = start.copy()
    keys, places, numbers = (np.zeros(4 * MOST_MOVES, kind) for kind in (np.uint64, np.int16, np.int16))
    waiting: list[tuple[GameNode, tuple[int, ...]]] = [(record.root, ())]
    while waiting:
        node, line = waiting.pop()
        for child in node.children:
            path = _line_to(child, line)
            if _is_left_out(child) or len(path) > MOST_MOVES:
                continue
            if child.move is None:  # a comment
                waiting.append((child, path))
                continue
            weight = weights[id(child)]
            won = weight.black if child.move.color is BLACK else weight.white
            corner = _corner_of(path, record.size)
            for width in widths:
                board[0] = start[0]
                count = int(corner_steps(board, np.array(path, np.int16), width, MOST_STONES, keys, places, numbers))
                of_move = np.flatnonzero(numbers[: max(0, count)] == (len(path) - 1) * CORNERS + corner)
                for row in of_move.tolist():
                    yield int(keys[row]), int(places[row]), weight.games, float(won), weight.black + weight.white
            waiting.append((child, path))


def _is_left_out(node: GameNode) -> bool:
    """Whether a node, and what follows, is no joseki: a bad move, or stones that were set up."""
    return node.get("BM") is not None or node.has_setup


def _line_to(node: GameNode, line: tuple[int, ...]) -> tuple[int, ...]:
    """The moves to a node as points, those of the two players in turn: who moves twice lets the other one pass."""
    if node.move is None:
        return line
    turn = BLACK if len(line) % 2 == 0 else WHITE
    return (*line, node.move.vertex.point) if node.move.color is turn else (*line, PASS, node.move.vertex.point)


def _corner_of(line: tuple[int, ...], size: int) -> int:
    """The corner that the first stone of a line is in."""
    column, row = column_row_of(next((point for point in line if point != PASS), point_of(0, 0)))
    return int(2 * column >= size) + 2 * int(2 * row >= size)


def _weights(record: GameRecord) -> dict[int, _Weight]:
    """How often each node was played: what its comment says, or else how many variations go through it."""
    nodes = list(_nodes(record.root))
    weights: dict[int, _Weight] = {}
    for node in reversed(nodes):  # children first
        below = sum(weights[id(child)].games for child in node.children if id(child) in weights)
        weights[id(node)] = _told(node.comment) or _Weight(min(max(1, below), _MOST_TOLD), 0, 0)
    return weights


def _told(comment: str) -> _Weight | None:
    """The numbers of a comment such as {"count": 954, "b_win": 239, "w_win": 647}."""
    if not comment.lstrip().startswith("{"):
        return None
    try:
        told = json.loads(comment)
        weight = _Weight(int(told["count"]), int(told["b_win"]), int(told["w_win"]))
    except (ValueError, LookupError, TypeError, RecursionError, OverflowError):
        return None
    return weight if 0 <= weight.black + weight.white <= weight.games <= _MOST_TOLD and min(weight) >= 0 else None


def learn_joseki(
    paths: Iterable[Path], least: int, progress: Progress, most_games: int = 0
) -> tuple[Book, Tally, list[str]]:
    """The dictionary of all these collections and trees (of each at most so many games), and what was wrong with games.

    A record with variations in an SGF file is a tree.
    """
    statistics, tally, names = CornerStatistics(), Tally(), []
    for path in paths:
        names.append(path.name)
        trees = _trees_in(path)
        if trees:
            progress(f"reading {path.name}: variations", 0, 0)
            for tree in trees:
                statistics.add_tree(tree)
            continue
        for game in games_in(path, tally, progress, most_games):
            statistics.add(game)
    progress("counting", 0, 0)
    return statistics.book(least, names), tally, statistics.broken


def _trees_in(path: Path) -> list[GameRecord]:
    """The records of an SGF file, if any of them has variations: then a record without is a tree of one line."""
    if path.suffix.lower() != ".sgf" or not path.is_file():
        return []
    records = [record for record in load_all(path) if not record.root.has_setup]
    return records if any(_branches(record) for record in records) else []


def _branches(record: GameRecord) -> bool:
    return any(len(node.children) > 1 for node in _nodes(record.root))
