"""The tally of a match: wins, draws and losses, and what a report says of them.

The interval of the score is Wilson's (`intervals.py`), as everywhere. `paired_interval` is Wilson's of as
many games as the results are worth: a drawn game varies less than a decided one, and two games with colours
swapped less (or more) than two alone; if a game of this match varies half as much as one that is won or lost
by a throw of a coin with the same score, it is the interval of twice as many games. The variance seen is
mixed with that of one such throw, so that a few pairs that happen to end alike do not prove too much.
Without draws and pairs both are the same. (The scaling by an effective number of games is a survey taker's,
Leslie Kish's design effect, 1965; that by pairs follows Michel Van den Bergh's pentanomial statistics, 2019.)

>>> tally = MatchTally(wins=60, draws=0, losses=40)
>>> print(tally)
60 wins, 0 draws, 40 losses of 100: 60.0 % (50.2 % to 69.1 %), Elo +70 (+1 to +139), superior with 97.7 %
>>> MatchTally.of_scores([1, 0, 1, 1], paired=True)
MatchTally(wins=3, draws=0, losses=1, pairs=(0, 0, 1, 0, 1))
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tengen.errors import TengenError
from tengen.lab.statistics.elo import elo_from_score, elo_interval
from tengen.lab.statistics.intervals import CONFIDENCE, Interval, percent, wilson_interval
from tengen.lab.statistics.superiority import exact_superiority, likelihood_of_superiority

PairCounts = tuple[int, int, int, int, int]
_PAIR_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)


@dataclass(frozen=True)
class MatchTally:
    """How a match stands, seen from one side."""

    wins: int
    draws: int
    losses: int
    pairs: PairCounts | None = None  # pairs with colours swapped by points: 0, ½, 1, 1½ and 2

    def __post_init__(self) -> None:
        counts = (self.wins, self.draws, self.losses, *(self.pairs or ()))
        if any(count < 0 or count != int(count) for count in counts):
            raise TengenError(f"games are counted in whole numbers from 0, not {', '.join(map(str, counts))}")
        if self.pairs is None:
            return
        if len(self.pairs) != len(_PAIR_POINTS):
            raise TengenError(f"results of pairs are five counts (0, 0.5, 1, 1.5 and 2 points), not {len(self.pairs)}")
        alone = self.games - 2 * sum(self.pairs)
        points = self.points - sum(n * point for n, point in zip(self.pairs, _PAIR_POINTS, strict=True))
        if not (alone >= 0 and 0 <= points <= alone):
            raise TengenError(
                f"pairs {self.pairs} are not of {self.wins} wins, {self.draws} draws, {self.losses} losses"
            )

    @classmethod
    def of_scores(cls, scores: Iterable[float], *, paired: bool = False) -> "MatchTally":
        """The tally of games in the order played: 1 for a win, ½ for a draw, 0 for a loss.

        With `paired`, each two in a row were played with colours swapped; a last one may be alone.
        """
        games = list(scores)
        for score in games:
            if score not in (0, 0.5, 1):
                raise TengenError(f"the score of a game is 1, 0.5 or 0, not {score:g}")
        pairs = None
        if paired:
            points = [first + second for first, second in zip(games[::2], games[1::2], strict=False)]
            n0, n05, n1, n15, n2 = (points.count(each) for each in _PAIR_POINTS)
            pairs = (n0, n05, n1, n15, n2)
        return cls(games.count(1), games.count(0.5), games.count(0), pairs)

    def __add__(self, other: "MatchTally") -> "MatchTally":
        """Both tallies together; pairs are kept if both have them."""
        pairs = None
        if self.pairs is not None and other.pairs is not None:
            n0, n05, n1, n15, n2 = (mine + yours for mine, yours in zip(self.pairs, other.pairs, strict=True))
            pairs = (n0, n05, n1, n15, n2)
        return MatchTally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses, pairs)

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Wins, and half of the draws."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """The share of the points won.

        >>> MatchTally(1, 1, 0).score
        0.75
        """
        if not self.games:
            raise TengenError("a match without games has no score")
        return self.points / self.games

    @property
    def elo(self) -> float:
        """The Elo difference at which this score is expected; infinite if all was won or lost."""
        return elo_from_score(self.score)

    @property
    def los(self) -> float:
        """The likelihood of superiority, by the usual approximation (`superiority.py`)."""
        return likelihood_of_superiority(self.wins, self.losses)

    @property
    def exact_los(self) -> float:
        """The same as a Bayesian probability, for few games."""
        return exact_superiority(self.wins, self.losses)

    @property
    def effective_games(self) -> float:
        """How many games that are won or lost, and independent, would say as much as these.

        >>> MatchTally(50, 0, 50).effective_games
        100.0
        >>> round(MatchTally(50, 0, 50, pairs=(5, 0, 40, 0, 5)).effective_games)  # swapped colours: as good as
        243
        """
        coin = self.score * (1 - self.score)
        if not coin:
            return float(self.games)
        count = sum(self.pairs or ())
        if self.pairs is not None and count:
            # The variance of a pair's mean score is half of that of a game.
            seen = 2 * self._variance(tuple(points / 2 for points in _PAIR_POINTS), self.pairs)
        else:
            count = self.games
            seen = self._variance((0, 0.5, 1), (self.losses, self.draws, self.wins))
        return self.games * coin * (count + 1) / (count * seen + coin)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Where the true score lies, by Wilson's interval of the points."""
        return wilson_interval(self.points, self.games, confidence)

    def paired_interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The same, with what draws and pairs of swapped colours take away from chance."""
        effective = self.effective_games
        return wilson_interval(min(self.score * effective, effective), effective, confidence)

    def elo_interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Where the true Elo difference lies."""
        return elo_interval(self.interval(confidence))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values; what is infinite, or unknown without games, is None."""
        counts: dict[str, Any] = {"wins": self.wins, "draws": self.draws, "losses": self.losses, "pairs": self.pairs}
        if not self.games:
            return {**counts, "score": None, "interval": None, "elo": None, "elo_interval": None, "los": None}
        interval, elo = self.interval(), self.elo_interval()
        return {
            **counts,
            "score": self.score,
            "interval": [interval.low, interval.high],
            "elo": _finite(self.elo),
            "elo_interval": [_finite(elo.low), _finite(elo.high)],
            "los": self.los,
        }

    def __str__(self) -> str:
        counts = f"{self.wins} wins, {self.draws} draws, {self.losses} losses of {self.games}"
        if not self.games:
            return counts
        elo = f"Elo {self.elo:+.0f} ({self.elo_interval():+.0f})"
        score = f"{percent(self.score)} ({self.interval().in_percent})"
        return f"{counts}: {score}, {elo}, superior with {percent(self.los)}"

    @staticmethod
    def _variance(scores: tuple[float, ...], counts: tuple[int, ...]) -> float:
        total = sum(counts)
        mean = math.fsum(n * score for n, score in zip(counts, scores, strict=True)) / total
        return math.fsum(n * (score - mean) ** 2 for n, score in zip(counts, scores, strict=True)) / total


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
