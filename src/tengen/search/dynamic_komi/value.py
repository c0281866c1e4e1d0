"""VALUESITUATIONAL: keep the win rate between red and green by a point at a time, with a ratchet.

Baudiš 2011, algorithm 3; red = 0.45 and green = 0.5 were best, and a ratchet that never expires. The ratchet is the
lowest komi we gave that turned out too much: it is never given again, which keeps the komi from flapping at the end
of the game, where one point decides. Komi that we take has none, so as not to be content with losing.
"""

import math
from dataclasses import dataclass


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
    given: float, value: float, ratchet: Ratchet, move_number: int, *, red: float, green: float, step: float
) -> float:
    """The komi given, after simulations of which we won this part with the present one; may set the ratchet.

    >>> ratchet = Ratchet()
    >>> follow_value(5.0, 0.62, ratchet, 30, red=0.45, green=0.5, step=1.0)
    6.0
    >>> follow_value(6.0, 0.41, ratchet, 30, red=0.45, green=0.5, step=1.0), ratchet.at
    (5.0, 6.0)
    >>> follow_value(5.0, 0.47, ratchet, 30, red=0.45, green=0.5, step=1.0)
    5.0
    """
    if value < red:
        if given > 0 and given < ratchet.at:
            ratchet.at, ratchet.since = given, move_number
        return given - step
    if value > green and given + step < ratchet.at:
        return given + step
    return given
