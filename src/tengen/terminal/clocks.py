"""The two clocks of a game in the terminal; each runs while it is its player's turn."""

from dataclasses import replace

from tengen.game.color import Color
from tengen.search.clock import Clock
from tengen.search.clock_text import format_clock, format_seconds


class GameClocks:
    """What each player has left.

    >>> clocks = GameClocks(Clock(main=60))
    >>> clocks.think(Color.BLACK, 12), clocks.told(Color.BLACK), clocks.told(Color.WHITE)
    (True, '0:48', '1:00')
    >>> clocks.think(Color.BLACK, 50)
    False
    """

    def __init__(self, settings: Clock) -> None:
        self._settings = settings
        self._clocks = dict.fromkeys(Color, settings)
        self._spent = dict.fromkeys(Color, 0.0)  # on the move under way

    def of(self, color: Color) -> Clock:
        """The clock a player has at the beginning of the move, as engines want it."""
        return self._clocks[color]

    def think(self, color: Color, seconds: float) -> bool:
        """A player has thought so much longer about his move; whether he has time left."""
        self._spent[color] += seconds
        return self._spent[color] <= self._clocks[color].left_for_move(self._settings)

    def move(self, color: Color) -> None:
        """The player has made his move."""
        self._clocks[color] = self._clocks[color].after_move(self._spent[color], self._settings)
        self._spent[color] = 0.0

    def told(self, color: Color, *, briefly: bool = False) -> str:
        """What is left, for reading; `briefly` without the overtime, as long as it has not begun."""
        clock = self._clocks[color]
        left = max(0.0, clock.main - self._spent[color])
        if briefly and (left > 0 or clock.increment):
            return format_seconds(left)
        return format_clock(replace(clock, main=left))
