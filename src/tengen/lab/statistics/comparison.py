"""Two win rates side by side, in words: what `tengen lab compare 510/1000 500/1000` says.

The test is that of Steinmetz and Gini (SmartStart, 2014, section 5; see `proportions.py`). The verdict
tells apart what they do not: whether only "is the first better?" was asked before the games (one-sided, as
they ask), or "is there a difference?" (two-sided). Who decides after the games which side to ask for is
wrong twice as often as he thinks.

>>> for line in describe(compare(510, 1000, 500, 1000)):
...     print(line)
first       510/1000  51.0 %  (47.9 % to 54.1 %)
second      500/1000  50.0 %  (46.9 % to 53.1 %)
difference  +1.0 points  (-3.4 to +5.4)
p           0.3437 one-sided (the first is better), 0.6873 two-sided (they differ)
not separable: a difference of 1.0 points takes about 31,000 games each to be seen with 80 % power at 5 %, one-sided
>>> parse_rate("510-490")
Rate(wins=510.0, games=1000)
"""

import re
from dataclasses import dataclass

from tengen.errors import TengenError
from tengen.lab.statistics.intervals import CONFIDENCE, Interval, check_games, percent, wilson_interval
from tengen.lab.statistics.proportions import (
    LEVEL,
    POWER,
    ProportionTest,
    difference_interval,
    games_needed,
    proportion_test,
)


@dataclass(frozen=True)
class Rate:
    """So many games won of so many; a jigo is half a win."""

    wins: float
    games: int

    def __post_init__(self) -> None:
        check_games(self.wins, self.games)

    @property
    def value(self) -> float:
        """The share won."""
        return self.wins / self.games

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Wilson's interval."""
        return wilson_interval(self.wins, self.games, confidence)

    def __str__(self) -> str:
        return f"{self.wins:.12g}/{self.games}"


@dataclass(frozen=True)
class Comparison:
    """Two rates and what can be said of their difference."""

    first: Rate
    second: Rate
    test: ProportionTest
    difference_interval: Interval
    confidence: float
    level: float

    @property
    def difference(self) -> float:
        """The first rate less the second."""
        return self.first.value - self.second.value

    @property
    def separable(self) -> bool:
        """Whether the rates differ, asked both ways."""
        return self.test.two_sided <= self.level

    @property
    def games_needed(self) -> int | None:
        """Games each to see a difference as this with 80 % power, one-sided; None: there is none."""
        if not self.difference:
            return None
        return games_needed(self.first.value, self.second.value, power=POWER, level=self.level)


def compare(
    a_wins: float,
    a_games: int,
    b_wins: float,
    b_games: int,
    *,
    confidence: float = CONFIDENCE,
    level: float = LEVEL,
    corrected: bool = True,
) -> Comparison:
    """Compare two rates, as a first and a second.

    >>> compare(7140, 14_000, 7000, 14_000).separable  # one-sided they are
    False
    """
    if not 0 < level < 1:
        raise TengenError(f"the level lies between 0 and 1 (5 % is 0.05), not at {level:g}")
    return Comparison(
        Rate(a_wins, a_games),
        Rate(b_wins, b_games),
        proportion_test(a_wins, a_games, b_wins, b_games, corrected=corrected),
        difference_interval(a_wins, a_games, b_wins, b_games, confidence),
        confidence,
        level,
    )


def describe(comparison: Comparison) -> list[str]:
    """The lines a person reads."""
    rates = (("first", comparison.first), ("second", comparison.second))
    width = max(len(str(rate)) for _, rate in rates)
    lines = []
    for name, rate in rates:
        bounds = rate.interval(comparison.confidence)
        lines.append(f"{name:<10}  {rate!s:>{width}}  {percent(rate.value)}  ({bounds.in_percent})")
    bounds = comparison.difference_interval
    lines.append(
        f"difference  {100 * comparison.difference:+.1f} points  ({100 * bounds.low:+.1f} to {100 * bounds.high:+.1f})"
    )
    test = comparison.test
    lines.append(
        f"{'p':<10}  {test.one_sided:.4g} one-sided (the first is better), {test.two_sided:.4g} two-sided (they differ)"
    )
    lines.append(verdict(comparison))
    return lines


def verdict(comparison: Comparison) -> str:
    """What follows, in one sentence.

    >>> verdict(compare(600, 1000, 500, 1000))
    'separable: the first is better, by 5.6 to 14.3 points'
    >>> verdict(compare(7140, 14_000, 7000, 14_000))
    'the first is better at 5 % if nothing else was asked beforehand; that they differ at all is not shown at 5 %'
    """
    difference, bounds = comparison.difference, comparison.difference_interval
    if comparison.separable:
        better = "first" if difference > 0 else "second"
        low, high = sorted((abs(bounds.low), abs(bounds.high)))
        low = 0.0 if 0 in bounds else low  # test and interval are not the same calculation
        return f"separable: the {better} is better, by {100 * low:.1f} to {100 * high:.1f} points"
    level = f"{100 * comparison.level:g} %"
    if comparison.test.one_sided <= comparison.level:
        return (
            f"the first is better at {level} if nothing else was asked beforehand; "
            f"that they differ at all is not shown at {level}"
        )
    games = comparison.games_needed
    if games is None:
        return "not separable: the rates are the same"
    return (
        f"not separable: a difference of {100 * abs(difference):.1f} points takes about "
        f"{rounded(games):,} games each to be seen with {100 * POWER:g} % power at {level}, one-sided"
    )


_FRACTION = re.compile(r"(\d+(?:\.\d*)?)\s*(%?)\s*(?:/|of)\s*(\d+)")
_WINS_AND_LOSSES = re.compile(r"(\d+(?:\.\d*)?)\s*[-–:]\s*(\d+(?:\.\d*)?)")


def parse_rate(text: str) -> Rate:
    """Read "510/1000", "510.5/1000" (a jigo among them), "51%/1000" or "510-490" (wins and losses).

    >>> parse_rate("51%/1000"), parse_rate("510.5/1000")
    (Rate(wins=510.0, games=1000), Rate(wins=510.5, games=1000))
    """
    stripped = text.strip()
    if match := _FRACTION.fullmatch(stripped):
        wins, games = float(match[1]), int(match[3])
        if match[2]:
            if wins > 100:
                raise TengenError(f"'{text}': no more than 100 % of the games can be won")
            wins = float(round(wins / 100 * games))
    elif match := _WINS_AND_LOSSES.fullmatch(stripped):
        wins, total = float(match[1]), float(match[1]) + float(match[2])
        if total != int(total):
            raise TengenError(f"'{text}': wins and losses together have to be a whole number of games")
        games = int(total)
    else:
        raise TengenError(f"'{text}' is no result; write 510/1000 (won of played), 51%/1000 or 510-490 (won-lost)")
    if 2 * wins != int(2 * wins):
        raise TengenError(f"'{text}': wins are whole or half (for a jigo), not {wins:g}")
    if not games:
        raise TengenError(f"'{text}': there has to be at least one game")
    if wins > games:
        raise TengenError(f"'{text}': more games were won than played")
    return Rate(wins, games)


def rounded(games: int) -> int:
    """A number of games to two figures, since more would be pretended."""
    return round(games, min(0, 2 - len(str(games))))
