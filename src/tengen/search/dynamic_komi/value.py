"""VALUESITUATIONAL: keep the win rate between red and green by a point at a time, with a ratchet.

Baudiš 2011, algorithm 3; red = 0.45 and green = 0.5 were best, and a ratchet that never expires. The ratchet is the
lowest komi we gave that turned out too much: it is never given again, which keeps the komi from flapping at the end
of the game, where one point decides. Komi that we take has none, so as not to be content with losing.

The same with *extremes* is ours: where the win rate is neither, the game is left alone. Our playouts are so noisy
that two to four stones of handicap look far from decided to them; the paper's numbers then turn a game that can be
won into one about losing by little, which cost more than it gained (docs/experiments.md, docs/strength.md). Points
that were given come back once the win rate is a little below the upper bound, and points that were taken above the
lower one by as much, as the narrow zone of the paper's numbers sees to by itself.
"""

import math
from dataclasses import dataclass

_WIDTH = 0.05  # win rate; that of the zone between red and green in the paper
_EVEN = 0.5


@dataclass
class Ratchet:
    """The least komi that was too much to give, and when that was seen."""

    at: float = math.inf
    since: int = 0  # moves played

    def expire(self, move_number: int, after: int) -> None:
        """Forget it once it is older than `after` moves; 0 is never."""
        if after and self.at < math.inf and move_number - self.since > after:
            self.at = math.inf


@dataclass(frozen=True)
class Zone:
    """What win rates are left alone."""

    red: float  # below it we take points
    green: float  # above it we give some
    width: float  # below green by so much we take back what we gave, above red by so much we give back what we took
    too_much: float  # a komi at which the win rate is lower must not be given again

    @classmethod
    def of_paper(cls, red: float, green: float) -> "Zone":
        """The win rate is to be between red and green."""
        return cls(red, green, green - red, red)

    @classmethod
    def of_extremes(cls, lost: float, won: float) -> "Zone":
        """The win rate is to be nothing but extreme."""
        return cls(lost, won, _WIDTH, _EVEN)


def follow_value(given: float, value: float, ratchet: Ratchet, move_number: int, zone: Zone, step: float) -> float:
    """The komi given, after simulations of which we won this part with the present one; may set the ratchet.

    >>> ratchet, paper = Ratchet(), Zone.of_paper(0.45, 0.5)
    >>> follow_value(5.0, 0.62, ratchet, 30, paper, 1.0)
    6.0
    >>> follow_value(6.0, 0.41, ratchet, 30, paper, 1.0), ratchet.at
    (5.0, 6.0)
    >>> follow_value(5.0, 0.47, ratchet, 30, paper, 1.0), follow_value(-5.0, 0.52, ratchet, 30, paper, 1.0)
    (5.0, -4.0)
    """
    low, high = zone.red, zone.green
    if given > 0:
        low = zone.green - zone.width
    elif given < 0:
        high = zone.red + zone.width
    if value < low:
        if given > 0 and value < zone.too_much and given < ratchet.at:
            ratchet.at, ratchet.since = given, move_number
        return given - step
    if value > high and given + step < ratchet.at:
        return given + step
    return given
