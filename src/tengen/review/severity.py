"""What a bad move is called: the one place that says how much must be lost for which name.

A move is judged by the win rate its player lost with it: what he had before it, less what he has after it. A
*mistake* loses the threshold, an *inaccuracy* half of it, a *blunder* twice of it.
If a number of points is given too, whoever loses so many has made a mistake as well. Nothing is said by points unless
they are asked for: the search plays for the win, and who is far ahead gives points away for safety.
"""

from dataclasses import dataclass
from enum import IntEnum

from tengen.errors import TengenError

INACCURACY_SHARE = 0.5  # of the threshold
BLUNDER_SHARE = 2.0


class Severity(IntEnum):
    """How bad a move is; the worse the greater."""

    GOOD = 0
    INACCURACY = 1
    MISTAKE = 2
    BLUNDER = 3

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Thresholds:
    """What a mistake loses.

    >>> Thresholds().judge(0.12, 3.0)
    <Severity.MISTAKE: 2>
    >>> Thresholds(points=1.0).judge(0.01, 2.5)
    <Severity.BLUNDER: 3>
    """

    winrate: float = 0.10  # from 0 to 1
    points: float | None = None  # None: points are told, but make no mistakes

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if not 0.0 < self.winrate <= 1.0:
            raise TengenError(f"a win rate of {self.winrate:g} cannot be lost: give a threshold from 0.01 to 1")
        if self.points is not None and not 0.0 < self.points <= 1000.0:
            raise TengenError(f"{self.points:g} points are no threshold: give a number from 0.1 to 1000")

    def judge(self, winrate: float, points: float | None) -> Severity:
        """What a move is called that loses so much."""
        share = winrate / self.winrate
        if self.points is not None and points is not None:
            share = max(share, points / self.points)
        if share >= BLUNDER_SHARE:
            return Severity.BLUNDER
        if share >= 1.0:
            return Severity.MISTAKE
        return Severity.INACCURACY if share >= INACCURACY_SHARE else Severity.GOOD
