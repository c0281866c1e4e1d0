"""A player's clock, with settings as GTP, KGS and KataGo give them.

How much of it a move is given is said in `tengen.search.time_control`.
"""

import math
from dataclasses import dataclass, replace

from tengen.errors import TengenError

_LONGEST = 1e9  # seconds
_MOST_MOVES = 1_000_000  # of overtime


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
        if not (0 <= self.stones <= _MOST_MOVES and 0 <= self.periods <= _MOST_MOVES):
            raise TengenError(f"stones and periods of overtime cannot be negative, nor more than {_MOST_MOVES:,}")

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

    def left_for_move(self, settings: "Clock") -> float:
        """Seconds the next move may take before the game is lost on time.

        >>> Clock(main=1, period=5, periods=3).left_for_move(Clock(main=60, period=5, periods=3))
        16
        """
        if self.periods:
            return self.main + self.period + (self.periods - 1) * settings.period
        return self.main + (self.period if self.stones else 0.0)

    def during_move(self, seconds: float, settings: "Clock") -> "Clock":
        """What this clock shows while its player has been thinking for so long; the last period may be over.

        >>> Clock(main=1, period=5, periods=3).during_move(8, Clock(main=60, period=5, periods=3)).period
        3
        """
        over = seconds - self.main
        if over < 0 or not (self.stones or self.periods):
            return replace(self, main=max(0.0, -over))
        if self.stones or over < self.period:
            return replace(self, main=0.0, period=max(0.0, self.period - over))
        lost, into = divmod(over - self.period, settings.period) if settings.period else (self.periods, 0.0)
        periods = max(0, self.periods - 1 - int(lost))
        return replace(self, main=0.0, period=settings.period - into, periods=periods)

    def after_move(self, seconds: float, settings: "Clock") -> "Clock":
        """This clock after a move that took so long; `settings` says what a new period is given.

        For controllers that do not tell what is left.

        >>> Clock(main=1, period=5, stones=10).after_move(3, Clock(main=60, period=5, stones=10))
        Clock(main=0.0, period=3, stones=9, periods=0, increment=0.0, longest_move=inf)
        """
        main = self.main - seconds
        if self.periods:
            if main >= 0:
                return replace(self, main=main)
            over = -main - self.period  # beyond the period under way, of which a part may be gone
            lost = 1 + int(over // settings.period) if over >= 0 and settings.period > 0 else 0
            return replace(self, main=0.0, period=settings.period, periods=max(1, self.periods - lost))
        if self.stones:
            if main > 0:
                return replace(self, main=main)
            if self.stones == 1:
                return replace(self, main=0.0, period=settings.period, stones=settings.stones)
            return replace(self, main=0.0, period=max(0.0, self.period + main), stones=self.stones - 1)
        return replace(self, main=min(_LONGEST, max(0.0, main) + self.increment))
