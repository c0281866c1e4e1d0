"""How good a network is: figures of games that it did not learn from."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tengen.game.color import BLACK
from tengen.learning.network.lessons import Array, Games, Replayer, some_rows
from tengen.records.collections import Part

MOMENTS = (60, 120, -20)  # moves after which the winner is guessed; below 0: so many before the end
BINS = 10  # of the reliability curve
_LEAST_GUESSED = 20  # games, for the winner


@dataclass(frozen=True)
class Judgements:
    """What a network says of positions."""

    rank: Array  # of the move played: 0 the best
    win_rate: Array  # of whoever is to move
    margin: Array  # points


Judge = Callable[[Array], Judgements]  # of rows


@dataclass(frozen=True)
class Guess:
    """How well the winner is known at one moment of the games."""

    move: int  # below 0: so many before the end
    games: int
    auc: float  # how often the winner of one game has a better win rate than the loser of another
    brier: float  # mean square of how far the win rate is from the result


@dataclass(frozen=True)
class Figures:
    """Figures of the games of one board size of a collection."""

    collection: str
    size: int
    games: int
    positions: int
    top1: float
    top5: float
    brier: float | None  # of all these positions; None where no results are known
    guesses: tuple[Guess, ...]
    reliability: tuple[tuple[float, float, int], ...]  # of each bin: mean win rate, part won, positions

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def area_under_curve(scores: Array, won: Array) -> float:
    """How often one that won scores higher than one that did not; NaN unless there are both.

    >>> area_under_curve(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    0.75
    """
    good, bad = scores[won], scores[~won]
    if not len(good) or not len(bad):
        return float("nan")
    sorted_bad = np.sort(bad)
    below = np.searchsorted(sorted_bad, good, "left") + np.searchsorted(sorted_bad, good, "right")
    return float(below.mean() / 2 / len(bad))


def reliability(win_rates: Array, won: Array) -> tuple[tuple[float, float, int], ...]:
    """Of each tenth of all win rates: what was said on average, what was won, and how many there were."""
    where = np.minimum((win_rates * BINS).astype(int), BINS - 1)
    rows = []
    for i in range(BINS):
        its = where == i
        if its.any():
            rows.append((float(win_rates[its].mean()), float(won[its].mean()), int(its.sum())))
    return tuple(rows)


def figures_of(games: Games, judge: Judge, most_games: int, each: int, part: Part = "test") -> list[Figures]:
    """Figures of `each` random positions of so many games of each collection and board size."""
    found = []
    tested = games.of_part(part)
    for name, numbers in games.collections.items():
        own = [number for number in tested if number in numbers]
        for size in sorted({games.games[number].size for number in own}, reverse=True):
            some = [number for number in own if games.games[number].size == size][:most_games]
            rows = some_rows(games, some, each)
            if len(rows):
                found.append(_figures(games, judge, (name, size), some, rows))
    return found


def _won(games: Games, rows: Array) -> tuple[Array, Array]:
    """Whether whoever is to move won, and of which rows that is known."""
    winners = [games.games[number].winner for number in rows["game"]]
    known = np.array([winner is not None for winner in winners], np.bool_)
    return np.array([winner is BLACK for winner in winners], np.bool_) == (rows["color"] > 0), known


def _figures(games: Games, judge: Judge, what: tuple[str, int], numbers: Sequence[int], rows: Array) -> Figures:
    said = judge(rows)
    won, known = _won(games, rows)
    brier = float(((said.win_rate - won)[known] ** 2).mean()) if known.any() else None
    return Figures(
        *what,
        games=len(numbers),
        positions=len(rows),
        top1=float((said.rank == 0).mean()),
        top5=float((said.rank < 5).mean()),
        brier=brier,
        guesses=tuple(guess for move in MOMENTS if (guess := _guess(games, judge, numbers, move)) is not None),
        reliability=reliability(said.win_rate[known], won[known]),
    )


def _guess(games: Games, judge: Judge, numbers: Sequence[int], move: int) -> Guess | None:
    """How well the winner is known after so many moves; None where there are too few games as long as that."""
    replayer, parts = Replayer(), []
    for number in numbers:
        game = games.games[number]
        at = move if move > 0 else len(game.moves) + move
        if game.winner is not None and 0 < at < len(game.moves):
            parts.append(replayer.rows_of(game, number, np.arange(len(game.moves)) == at))
    if len(parts) < _LEAST_GUESSED:
        return None
    rows = np.concatenate(parts)
    won, _ = _won(games, rows)
    said = judge(rows).win_rate
    return Guess(move, len(rows), area_under_curve(said, won), float(((said - won) ** 2).mean()))
