"""Elo: a scale of strength on which the difference of two players says the expected score.

A difference of d makes an expected score of 1 / (1 + 10^(-d/400)) (Arpad Elo, The Rating of
Chessplayers, 1978, in its logistic form): 100 points are 64 %, 200 are 76 %, 400 are 91 %.

>>> round(elo_from_score(0.64), 1), round(score_from_elo(200), 4)
(100.0, 0.7597)
"""

import math

from tengen.errors import TengenError
from tengen.lab.statistics.intervals import Interval

ELO_PER_UNIT = 400 / math.log(10)  # Elo points for one unit of a natural logarithm of odds


def score_from_elo(elo: float) -> float:
    """The expected score of a player who is so much stronger.

    >>> score_from_elo(0), score_from_elo(float("inf"))
    (0.5, 1.0)
    """
    if math.isnan(elo):
        raise TengenError("an Elo difference must be a number")
    odds = math.exp(-abs(elo) / ELO_PER_UNIT)  # of the weaker one: it cannot overflow
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)


def elo_from_score(score: float) -> float:
    """The Elo difference at which this score is expected; infinite for 0 and 1.

    >>> elo_from_score(0.5), elo_from_score(1)
    (0.0, inf)
    """
    if not 0 <= score <= 1:
        raise TengenError(f"a score is a share of the games from 0 to 1, not {score:g}")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return ELO_PER_UNIT * (math.log(score) - math.log1p(-score))


def elo_interval(scores: Interval) -> Interval:
    """The Elo differences that belong to an interval of scores.

    >>> elo_interval(Interval(0.5, 1))
    Interval(low=0.0, high=inf)
    """
    return Interval(elo_from_score(scores.low), elo_from_score(scores.high))
