"""A player's clock, and a cautious share of it for one move.

Settings as GTP, KGS and KataGo give them. The share here is the plain one of a program
without a search tree: an equal part of the main time, a full part of the overtime, less
a reserve for the network.
"""

import math
from dataclasses import dataclass, replace

from tengen.errors import TengenError

LAG_RESERVE = 0.3  # seconds kept back from every deadline
SUDDEN_DEATH_RESERVE = 1.0  # seconds for the many quick moves of a long game's end
_LONGEST = 1e9


@dataclass(frozen=True)
class Clock:
    """Time left for one player.

    main: seconds of main time left. Overtime, when main time is used up, is either
    Canadian (`period` seconds for `stones` moves), Japanese (`periods` periods of
    `period` seconds for one move each) or Fischer (`increment` seconds added a move).
    """

    main: float = 0.0
    period: float = 0.0
    stones: int = 0  # moves in a Canadian period; 0: not Canadian
    periods: int = 0  # Japanese periods left; 0: not Japanese
    increment: float = 0.0
    longest_move: float = math.inf  # seconds one move may take, whatever the clock shows

    def __post_init__(self) -> None:
        """Refuse what is no time."""
        for name, value in (("main time", self.main), ("overtime", self.period), ("increment", self.increment)):
            if not 0 <= value <= _LONGEST:
                raise TengenError(f"{name} of {value:g} seconds is not possible")
        if self.stones < 0 or self.periods < 0:
            raise TengenError("stones and periods of overtime cannot be negative")

    def with_time_left(self, seconds: float, stones: int) -> "Clock":
        """This clock after GTP's ``time_left``: 0 stones means main time is still running.

        Under Japanese overtime the number of stones is that of the periods left (KGS).
        """
        seconds = max(0.0, seconds)
        if stones == 0:
            return replace(self, main=seconds)
        if self.periods:
            return replace(self, main=0.0, period=min(self.period, seconds), periods=stones)
        return replace(self, main=0.0, period=seconds, stones=stones)

    def seconds_for_move(self, empty_points: int) -> float:
        """A share of the time for the next move of a game with so many empty points left.

        >>> Clock(main=60).seconds_for_move(81) < 3
        True
        >>> Clock(period=10, periods=5).seconds_for_move(81)
        9.7
        """
        # Each player has about two fifths of the empty points to fill, and never few moves left.
        moves_left = max(30.0, 0.4 * empty_points)
        usable = self.main
        if not self.periods and not self.stones:
            usable = max(0.05 * self.main, self.main - SUDDEN_DEATH_RESERVE)
        share = usable / moves_left + 0.9 * self.increment
        if self.periods:
            deadline = self.main + self.period
            share = max(share, self.period)
        elif self.stones:
            deadline = self.main + self.period
            share = max(share, 0.9 * self.period / self.stones)
        else:
            deadline = self.main
            share = min(share, self.main / 2)
        # In the last second there is no room for a reserve: move at once, but do move.
        share = min(share, max(deadline - LAG_RESERVE, 0.02 * deadline), self.longest_move)
        return max(0.001, share)
