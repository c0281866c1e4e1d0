"""Is one win rate higher than another? The two-proportion z-test and what belongs to it.

Steinmetz and Gini (SmartStart, 2014, section 5) recommend this test: that two intervals do not overlap is too
much to ask. The figures there (0.3437 for 510 against 500 of 1,000, 0.08074, 0.04831, and those of
its table 3) are one-sided and come out with Yates's continuity correction, as R's `prop.test`
applies it; so the test corrects unless told not to.

The interval of the difference is Newcombe's (Statistics in Medicine 17, 1998, 873-890, method 10),
made of two Wilson intervals. How many games a difference needs is the usual normal approximation
(Fleiss, Statistical Methods for Rates and Proportions, 1981; R's `power.prop.test`).

>>> test = proportion_test(510, 1000, 500, 1000)
>>> round(test.one_sided, 4), round(test.two_sided, 4)
(0.3437, 0.6873)
>>> round(proportion_test(510, 1000, 500, 1000, corrected=False).one_sided, 4)
0.3274
>>> games_needed(0.51, 0.50)
30909
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

from tengen.errors import TengenError
from tengen.lab.statistics.intervals import CONFIDENCE, Interval, check_games, wilson_interval

LEVEL = 0.05  # of significance, "by convention" (SmartStart)
POWER = 0.8  # the chance to see a difference that is there
_NORMAL = NormalDist()


@dataclass(frozen=True)
class ProportionTest:
    """The outcome of a two-proportion z-test of a first rate against a second."""

    z: float
    one_sided: float  # p-value of "the first is no better than the second"
    two_sided: float  # p-value of "they are equal"


def proportion_test(
    a_wins: float, a_games: float, b_wins: float, b_games: float, *, corrected: bool = True
) -> ProportionTest:
    """Test the first rate against the second, with the variance of both pooled.

    With `corrected` the difference is taken smaller by half a game on either side, but never
    beyond zero. If all games were won, or all lost, nothing speaks against equality.

    >>> round(proportion_test(7140, 14_000, 7000, 14_000).one_sided, 5)
    0.04831
    >>> proportion_test(5, 5, 3, 3)
    ProportionTest(z=0.0, one_sided=0.5, two_sided=1.0)
    """
    check_games(a_wins, a_games)
    check_games(b_wins, b_games)
    difference = a_wins / a_games - b_wins / b_games
    pooled = (a_wins + b_wins) / (a_games + b_games)
    inverse = 1 / a_games + 1 / b_games
    deviation = math.sqrt(pooled * (1 - pooled) * inverse)
    correction = min(abs(difference), inverse / 2) if corrected else 0.0
    z = math.copysign(abs(difference) - correction, difference) / deviation if deviation else 0.0
    # erfc keeps its precision far out, where 1 - cdf would be 0.
    return ProportionTest(z + 0.0, math.erfc(z / math.sqrt(2)) / 2, math.erfc(abs(z) / math.sqrt(2)))


def difference_interval(
    a_wins: float, a_games: float, b_wins: float, b_games: float, confidence: float = CONFIDENCE
) -> Interval:
    """Newcombe's interval of the first rate less the second.

    >>> difference_interval(56, 70, 48, 80)  # an example of Newcombe's
    Interval(low=0.0524..., high=0.3338...)
    """
    a_interval = wilson_interval(a_wins, a_games, confidence)
    b_interval = wilson_interval(b_wins, b_games, confidence)
    a, b = a_wins / a_games, b_wins / b_games
    return Interval(
        a - b - math.hypot(a - a_interval.low, b_interval.high - b),
        a - b + math.hypot(a_interval.high - a, b - b_interval.low),
    )


def games_needed(
    a_rate: float, b_rate: float, *, power: float = POWER, level: float = LEVEL, sides: Literal[1, 2] = 1
) -> int:
    """The games *each* side has to play for a difference of rates to be seen.

    If these are the true rates, then after so many games the uncorrected test finds a p-value below
    `level` with the chance `power`. With a power of one half these are the games after which the
    rates, seen exactly so, become significant.

    >>> games_needed(0.51, 0.50, power=0.5)  # SmartStart: not with 10,000, but with 14,000
    13527
    >>> games_needed(0.55, 0.50, sides=2)
    1565
    """
    for name, value in (("power", power), ("level", level)):
        if not 0 < value < 1:
            raise TengenError(f"the {name} lies between 0 and 1, not at {value:g}")
    for rate in (a_rate, b_rate):
        if not 0 <= rate <= 1:
            raise TengenError(f"a win rate lies from 0 to 1, not at {rate:g}")
    if a_rate == b_rate:
        raise TengenError("no number of games separates equal rates")
    if sides not in (1, 2):
        raise TengenError(f"a test has one side or two, not {sides}")
    mean = (a_rate + b_rate) / 2
    if_equal = _NORMAL.inv_cdf(1 - level / sides) * math.sqrt(2 * mean * (1 - mean))
    if_different = _NORMAL.inv_cdf(power) * math.sqrt(a_rate * (1 - a_rate) + b_rate * (1 - b_rate))
    return max(1, math.ceil((max(0.0, if_equal + if_different) / (a_rate - b_rate)) ** 2))
