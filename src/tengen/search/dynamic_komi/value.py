"""VALUESITUATIONAL: keep the win rate between red and green by a point at a time, with a ratchet.

Baudiš 2011, algorithm 3; red = 0.45 and green = 0.5 were best, and a ratchet that never expires. The ratchet is the
lowest komi we gave that turned out too much: it is never given again, which keeps the komi from flapping at the end
of the game, where one point decides. Komi that we take has none, so as not to be content with losing.

The same with *extremes* is ours: where the win rate is neither, the game is left alone. On small boards our playouts see
a chance of 0.2 to 0.4 in handicaps of two to four stones; the paper's numbers would turn such a game into one about
losing by little, which costs more than it gains (docs/experiments.md). Points that were given come back once the win
rate is `ZONE` below the upper bound, and points that were taken above the lower one by as much, as the
narrow zone of the paper's numbers sees to by itself.
"""

import math
from dataclasses import dataclass


ZONE = 0.05  # win rate: between red and green in the paper


@dataclass
class Ratchet:
    """The least komi that was too much to give, and when that was seen."""

    at: float = math.inf
    since: int = 0  # moves played

    def expire(self, move_number: int, after: int) -> None:
        """Forget it once it is older than `after` moves; 0 is never."""
        if after and self.at < math.inf and move_number - self.since > after:
            self.at = math.inf


def follow_value(
    given: float,
    value: float,
    ratchet: Ratchet,
    move_number: int,
    *,
    red: float,
    green: float,
    zone: float,
    step: float,
) -> float:
    """The komi given, after simulations of which we won this part with the present one; may set the ratchet.

    >>> ratchet = Ratchet()
    >>> paper = {"red": 0.45, "green": 0.5, "step": 1.0}
    >>> follow_value(5.0, 0.62, ratchet, 30, **paper)
    6.0
    >>> follow_value(6.0, 0.41, ratchet, 30, **paper), ratchet.at
    (5.0, 6.0)
    >>> follow_value(5.0, 0.47, ratchet, 30, **paper), follow_value(-5.0, 0.52, ratchet, 30, **paper)
    (5.0, -4.0)
    """
    low, high = (green - ZONE, green) if given > 0 else (red, red + ZONE) if given < 0 else (red, green)
    if value < low:
        if given > 0 and given < ratchet.at:
            ratchet.at, ratchet.since = given, move_number
        return given - step
    if value > high and given + step < ratchet.at:
        return given + step
    return given
