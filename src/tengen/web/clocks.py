"""The two clocks of a game: one of them runs, or none while nobody looks."""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.search.clock import Clock
from tengen.search.clock_text import format_seconds


class GameClocks:
    """What each player has left.

    >>> now = [0.0]
    >>> clocks = GameClocks(Clock(main=60, period=10, periods=3), lambda: now[0])
    >>> clocks.start(Color.BLACK); now[0] = 15.0
    >>> clocks.told(Color.BLACK), clocks.told(Color.WHITE)
    ('0:45', '1:00')
    >>> clocks.press(); now[0] = 90.0
    >>> clocks.told(Color.WHITE), clocks.is_out(Color.WHITE)
    ('0:05 (2)', False)
    """

    def __init__(self, settings: Clock, now: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        self._now = now
        self._left = dict.fromkeys(Color, settings)
        self._running: Color | None = None
        self._since = 0.0

    @property
    def running(self) -> Color | None:
        """Whose clock runs."""
        return self._running

    def start(self, color: Color) -> None:
        """Let a player's clock run; what ran before is charged."""
        if self._running is color:
            return
        self.pause()
        self._running, self._since = color, self._now()

    def press(self) -> None:
        """The player has moved: his time is charged as a move, and the opponent's clock runs."""
        if self._running is None:
            return
        mover = self._running
        self._left[mover] = self._left[mover].after_move(self._elapsed(), self.settings)
        self._running, self._since = mover.other, self._now()

    def pause(self) -> None:
        """Stop the clock that runs; in main time what has run is charged, a period begins anew."""
        if self._running is not None:
            self._left[self._running] = self._stopped(self._running)
            self._running = None

    def _stopped(self, color: Color) -> Clock:
        """A player's clock if it were stopped now."""
        elapsed = self._elapsed() if color is self._running else 0.0
        return replace(self._left[color], main=max(0.0, self._left[color].main - elapsed))

    def clock(self, color: Color) -> Clock:
        """A player's clock, for the engine's time control."""
        return self._left[color]

    def is_out(self, color: Color) -> bool:
        """Whether a player has run out of time."""
        return self._running is color and self._elapsed() > self._left[color].left_for_move(self.settings)

    def told(self, color: Color) -> str:
        """What a player's clock shows."""
        left, elapsed = self._left[color], self._elapsed() if self._running is color else 0.0
        if not left.periods:
            return _minutes(left.main - elapsed)
        if elapsed <= left.main:
            more = f" (+{left.periods})" if left.main - elapsed < 10 else ""
            return _minutes(left.main - elapsed) + more
        over = elapsed - left.main
        if over < left.period:
            return f"{_minutes(left.period - over)} ({left.periods})"
        lost, into = divmod(over - left.period, self.settings.period)
        return f"{_minutes(self.settings.period - into)} ({max(0, left.periods - 1 - int(lost))})"

    def _elapsed(self) -> float:
        return self._now() - self._since if self._running is not None else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON, as if both were stopped."""
        return {
            str(color): {name: value for name, value in asdict(self._stopped(color)).items() if name != "longest_move"}
            for color in Color
        }

    def restore(self, plain: Mapping[str, Any]) -> None:
        """What `to_dict` told."""
        known = {field.name for field in fields(Clock)} - {"longest_move"}
        try:
            for color in Color:
                values = plain[str(color)]
                self._left[color] = Clock(**{name: values[name] for name in known})
        except (KeyError, TypeError) as error:
            raise TengenError(f"these are no clocks: {error}") from None


def _minutes(seconds: float) -> str:
    return format_seconds(max(0, int(seconds)))
