"""Statistics of games: how often each move was played in a position, by whom the game was won, and in which years.

The games are read once; hashing and counting is done for thousands of them together, and what is counted is sorted at
the end. So memory is some 20 bytes a move, and the same games give the same book in any order.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from tengen.books.book import Book, Kind, Progress
from tengen.books.lines import steps_of
from tengen.books.table import COLUMNS, BookTable, Rows, gather
from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.records.collections import CollectedGame, Tally, collected_game, read_games
from tengen.records.record import GameRecord

Array = np.ndarray[Any, Any]
MOST_MOVES = 400
_TOGETHER = 8192  # games
_UNKNOWN, _LOST, _WON = 0, 1, 2  # by whoever played the move


class GameStatistics:
    """Counts games one after the other; `book` is what has been counted."""

    def __init__(self, moves: int = 20) -> None:
        if not 1 <= moves <= MOST_MOVES:
            raise TengenError(f"{moves} moves of a game are not possible: choose 1 to {MOST_MOVES}")
        self._moves = moves
        self._waiting: dict[int, list[CollectedGame]] = {}
        self._counted: list[tuple[Array, Array, Array, Array]] = []  # hashes, moves, results, years
        self.games: Counter[int] = Counter()  # by size of the board
        self.broken: list[str] = []  # games with a move that is not legal, which count until there

    def add(self, game: CollectedGame) -> None:
        """Count a game."""
        waiting = self._waiting.setdefault(game.size, [])
        waiting.append(game)
        self.games[game.size] += 1
        if len(waiting) >= _TOGETHER:
            self._count(game.size)

    def _count(self, size: int) -> None:
        games = self._waiting.pop(size, [])
        steps, broken = steps_of(size, [game.moves[: self._moves] for game in games])
        self.broken += [games[index].name for index in broken]
        winners = np.array([0 if game.winner is None else int(game.winner) for game in games], np.int8)[steps.lines]
        years = np.array([game.year or 0 for game in games], np.uint16)[steps.lines]
        movers = int(BLACK) + steps.numbers % 2
        results = np.where(winners == 0, _UNKNOWN, np.where(winners == movers, _WON, _LOST)).astype(np.int8)
        self._counted.append((steps.keys, steps.moves, results, years))

    def table(self, least: int = 1) -> BookTable:
        """What was counted, as far as it has so many games."""
        for size in list(self._waiting):
            self._count(size)
        if not self._counted:
            raise TengenError("there are no games to learn from: give collections of games on an empty board")
        self._counted = [tuple(np.concatenate(part) for part in zip(*self._counted, strict=True))]  # type: ignore[list-item]
        keys, moves, results, years = self._counted[0]
        nothing = np.zeros(len(keys), np.uint8)
        columns = {name: nothing.astype(kind) for name, kind in COLUMNS.items()}
        columns |= {
            "games": np.ones(len(keys), np.uint32),
            "decided": (results != _UNKNOWN).astype(np.uint32),
            "wins": (results == _WON).astype(np.float64),
            "first_year": years,
            "last_year": years,
        }
        return gather(Rows(keys, moves, columns), least)

    def book(self, least: int, learnt_from: Iterable[str] = ()) -> Book:
        """The book of what was counted."""
        about = {
            "games": {str(size): games for size, games in sorted(self.games.items())},
            "learnt_from": list(learnt_from),
            "moves": self._moves,
            "least": least,
        }
        return Book(Kind.STATISTICS, self.table(least), about=MappingProxyType(about))


def learn_book(
    games: str | os.PathLike[str] | Iterable[CollectedGame | GameRecord], moves: int, least: int, progress: Progress
) -> Book:
    """The book of one collection, or of games that somebody else reads."""
    if isinstance(games, str | os.PathLike):
        return learn_collections([Path(games)], moves, least, progress)[0]
    statistics = GameStatistics(moves)
    for number, given in enumerate(games, 1):
        game = given if isinstance(given, CollectedGame) else collected_game(given)
        if game is not None:
            statistics.add(game)
        if number % _TOGETHER == 0:
            progress("counting games", number, number)
    return statistics.book(least)


def learn_collections(
    paths: Iterable[Path], moves: int, least: int, progress: Progress, most_games: int = 0
) -> tuple[Book, Tally, list[str]]:
    """The book of all these collections (of each at most so many games; 0: all), and what was wrong with games."""
    statistics, tally, names = GameStatistics(moves), Tally(), []
    for path in paths:
        names.append(path.name)
        for game in games_in(path, tally, progress, most_games):
            statistics.add(game)
    progress("counting", 0, 0)
    return statistics.book(least, names), tally, statistics.broken


def games_in(path: Path, tally: Tally, progress: Progress, most_games: int = 0) -> Iterator[CollectedGame]:
    """The games of a collection, at most so many (0: all), and how many they are, told as they come."""
    progress(f"reading {path.name}: games", 0, 0)
    for number, game in enumerate(read_games(path, tally), 1):
        yield game
        if number % 1000 == 0:
            progress(f"reading {path.name}: games", number, 0)
        if number == most_games:
            return
