"""The clocks of the two players of a game; without time, clocks that never run out.

Who can measure how long a player took says so (`timed`); where a clock runs on the wall meanwhile, it is started,
pressed and stopped. What is left afterwards, and what a new period is given, is `search/clock.py`'s.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from tengen.game.color import Color
from tengen.search.clock import Clock


class Clocks:
    """What each player has left.

    >>> now = [0.0]
    >>> clocks = Clocks(Clock(main=60, period=10, periods=3), lambda: now[0])
    >>> with clocks.timed(Color.BLACK):
    ...     now[0] = 15.0
    >>> clocks.shown(Color.BLACK).main, clocks.shown(Color.WHITE).main
    (45.0, 60.0)
    >>> clocks.move(Color.BLACK); clocks.start(Color.WHITE); now[0] = 90.0
    >>> shown = clocks.shown(Color.WHITE); shown.period, shown.periods, clocks.is_out(Color.WHITE)
    (5.0, 2, False)
    """

    def __init__(self, settings: Clock | None = None, now: Callable[[], float] | None = None) -> None:
        self._now = now or (lambda: time.monotonic())
        self.set_both(settings)

    def set_both(self, settings: Clock | None) -> None:
        """Both players get this clock, or none; neither runs."""
        self.settings = settings
        self._left = dict.fromkeys(Color, settings)  # at the beginning of the move under way
        self._spent = dict.fromkeys(Color, 0.0)  # on it so far
        self.running: Color | None = None  # whose clock runs
        self._since = 0.0

    def __bool__(self) -> bool:
        """Whether anybody's time is limited."""
        return any(clock is not None for clock in self._left.values())

    def of(self, color: Color) -> Clock | None:
        """The clock a player had at the beginning of his move, as engines want it; None without time."""
        return self._left[color]

    def put(self, color: Color, clock: Clock) -> None:
        """Give a player this clock."""
        self._left[color], self._spent[color] = clock, 0.0

    def set_time_left(self, color: Color, seconds: float, stones: int) -> None:
        """What GTP says is left on a player's clock; without settings it is taken at its word."""
        self.put(color, (self.settings or Clock()).with_time_left(seconds, stones))

    def shown(self, color: Color) -> Clock:
        """What a player's clock shows now."""
        clock = self._left[color] or Clock()
        return clock.during_move(self.spent(color), self.settings or clock)

    def spent(self, color: Color) -> float:
        """Seconds a player has spent on his move so far."""
        return self._spent[color] + (self._now() - self._since if color is self.running else 0.0)

    def is_out(self, color: Color) -> bool:
        """Whether a player has run out of time."""
        clock = self._left[color]
        return clock is not None and self.spent(color) > clock.left_for_move(self.settings or clock)

    @contextmanager
    def timed(self, color: Color) -> Iterator[None]:
        """What is done within is done on a player's time."""
        began = self._now()
        try:
            yield
        finally:
            self._spent[color] += self._now() - began

    def move(self, color: Color) -> None:
        """The player has made his move."""
        clock = self._left[color]
        if clock is not None:
            self._left[color] = clock.after_move(self.spent(color), self.settings or clock)
        self._spent[color] = 0.0

    def forget(self, color: Color) -> None:
        """What the player thought about is no move of the game, and costs no time."""
        self._spent[color] = 0.0

    # ---- on the wall -------------------------------------------------------------------

    def start(self, color: Color) -> None:
        """Let a player's clock run; what ran before is charged."""
        if self and self.running is not color:
            self.pause()
            self.running, self._since = color, self._now()

    def press(self) -> None:
        """The player whose clock runs has moved: the opponent's runs now."""
        if self.running is not None:
            self.move(self.running)
            self.running, self._since = self.running.other, self._now()

    def pause(self) -> None:
        """Stop the clock that runs; in main time what has run is charged, a period begins anew."""
        if self.running is not None:
            self._left[self.running] = self.stopped(self.running)
            self.running = None

    def stopped(self, color: Color) -> Clock:
        """A player's clock if it were stopped now."""
        clock = self._left[color] or Clock()
        return replace(clock, main=max(0.0, clock.main - self.spent(color)))
