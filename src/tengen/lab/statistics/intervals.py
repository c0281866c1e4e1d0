"""What a win rate may really be: intervals around the share of games won.

Three of them, all at 95 % unless told otherwise:

- `normal_interval`, p ± z·sqrt(p(1-p)/n), is the one of the papers: SmartStart (Steinmetz
  and Gini, 2014, section 5) gives this formula with z = 1.96; MoGo's tables (Gelly, Wang, Munos
  and Teytaud, 2006) print it with z = 2. It is too narrow for few games and rates near 0 or 1;
- `wilson_interval` (E. B. Wilson, 1927) is used everywhere else here: Newcombe (Statistics in
  Medicine 17, 1998, 857-872) compares seven and finds it close to what it promises;
- `exact_interval` (Clopper and Pearson, 1934) never promises too much, and is wider for it.

Wins may be halves: a jigo is half a win for either side. A jigo varies less than a win and a
loss, so for games with many of them these intervals are too wide; `MatchTally` counts them right.

>>> wilson_interval(510, 1000)
Interval(low=0.4790..., high=0.5408...)
>>> print(f"{normal_interval(10, 50):.1%}")
8.9% to 31.1%
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

from tengen.errors import TengenError
from tengen.lab.statistics.incomplete_beta import beta_quantile

CONFIDENCE = 0.95  # of an interval, where nothing else is said
_NORMAL = NormalDist()


@dataclass(frozen=True)
class Interval:
    """From `low` to `high`, both included."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise TengenError(f"an interval runs upwards, not from {self.low:g} to {self.high:g}")

    @property
    def half_width(self) -> float:
        """What stands behind the ± where the interval is symmetric.

        >>> Interval(0.4, 0.5).half_width
        0.04999...
        """
        return (self.high - self.low) / 2

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def in_percent(self) -> str:
        """An interval of shares, for people.

        >>> Interval(0.4, 0.5).in_percent
        '40.0 % to 50.0 %'
        """
        return f"{percent(self.low)} to {percent(self.high)}"

    def __format__(self, specification: str) -> str:
        return f"{self.low:{specification}} to {self.high:{specification}}"


@dataclass(frozen=True)
class Estimate:
    """An estimated value with its standard error, for what is nearly normally distributed."""

    value: float
    standard_error: float

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Where the true value lies, with this confidence.

        >>> Estimate(100, 10).interval()
        Interval(low=80.40..., high=119.59...)
        """
        reach = two_sided_z(confidence) * self.standard_error
        return Interval(self.value - reach, self.value + reach)


def percent(share: float) -> str:
    """A share of something.

    >>> percent(0.5)
    '50.0 %'
    """
    return f"{100 * share:.1f} %"


def two_sided_z(confidence: float = CONFIDENCE) -> float:
    """How many standard deviations to either side hold this share of a normal distribution.

    >>> round(two_sided_z(0.95), 2)
    1.96
    """
    if not 0 < confidence < 1:
        raise TengenError(f"a confidence lies between 0 and 1 (95 % is 0.95), not at {confidence:g}")
    return _NORMAL.inv_cdf((1 + confidence) / 2)


def check_games(wins: float, games: float) -> None:
    """Refuse what cannot be so many wins of so many games."""
    if not 0 < games < math.inf:
        raise TengenError(f"a rate needs at least one game, not {games:g}")
    if not 0 <= wins <= games:
        raise TengenError(f"{wins:g} wins of {games:g} games cannot be")


def normal_interval(wins: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """The normal approximation, as the papers give it; not cut off at 0 and 1.

    >>> round(normal_interval(5000, 10_000).half_width, 4)  # SmartStart: 10,000 games for "2 %"
    0.0098
    """
    check_games(wins, games)
    rate = wins / games
    reach = two_sided_z(confidence) * math.sqrt(rate * (1 - rate) / games)
    return Interval(rate - reach, rate + reach)


def wilson_interval(wins: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval: the rates that a z-test would not reject. `games` may be fractional.

    >>> wilson_interval(0, 20)
    Interval(low=0.0, high=0.1611...)
    """
    check_games(wins, games)
    z = two_sided_z(confidence)
    rate = wins / games
    scale = 1 + z * z / games
    centre = (rate + z * z / (2 * games)) / scale
    reach = z / scale * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    # At 0 and 1 the bound is exact; elsewhere rounding must not push it beyond the rate itself.
    low = 0.0 if wins == 0 else min(max(0.0, centre - reach), rate)
    high = 1.0 if wins == games else max(min(1.0, centre + reach), rate)
    return Interval(low, high)


def exact_interval(wins: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Clopper and Pearson's interval: it holds the true rate at least as often as it promises.

    >>> exact_interval(0, 20)
    Interval(low=0.0, high=0.1684...)
    """
    check_games(wins, games)
    two_sided_z(confidence)  # refuses what is no confidence
    tail = (1 - confidence) / 2
    low = 0.0 if wins == 0 else beta_quantile(tail, wins, games - wins + 1)
    high = 1.0 if wins == games else beta_quantile(1 - tail, wins + 1, games - wins)
    return Interval(low, high)


def games_for_half_width(half_width: float, rate: float = 0.5, confidence: float = CONFIDENCE) -> int:
    """The games after which the normal interval is so narrow: rate ± half_width.

    >>> games_for_half_width(0.01)  # SmartStart says about 10,000
    9604
    """
    if not 0 < half_width < 1:
        raise TengenError(f"the half-width of a win rate's interval lies between 0 and 1, not at {half_width:g}")
    if not 0 <= rate <= 1:
        raise TengenError(f"a win rate lies from 0 to 1, not at {rate:g}")
    return max(1, math.ceil(rate * (1 - rate) * (two_sided_z(confidence) / half_width) ** 2))
