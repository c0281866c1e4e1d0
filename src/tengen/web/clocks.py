"""The clocks of a game on the page, and in its file."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.play import Clocks
from tengen.search.clock import Clock
from tengen.search.clock_text import format_seconds

_KEPT = {field.name for field in fields(Clock)} - {"longest_move"}
_SOON = 10  # seconds of main time after which periods are of interest


def face(clock: Clock) -> str:
    """What a clock shows: begun seconds do not count, and the period under way is one of those left.

    >>> face(Clock(main=45.9)), face(Clock(main=9, periods=3)), face(Clock(period=5, periods=2))
    ('0:45', '0:09 (+3)', '0:05 (2)')
    """
    if clock.main > 0 or not (clock.periods or clock.stones):
        soon = f" (+{clock.periods})" if clock.periods and clock.main < _SOON else ""
        return format_seconds(int(clock.main)) + soon
    return f"{format_seconds(int(clock.period))} ({clock.periods or clock.stones})"


def clocks_to_dict(clocks: Clocks) -> dict[str, Any] | None:
    """Plain values, ready for JSON, as if both were stopped; None without time."""
    if not clocks:
        return None
    stopped = {str(color): asdict(clocks.stopped(color)) for color in Color}
    return {color: {name: values[name] for name in _KEPT} for color, values in stopped.items()}


def restore_clocks(clocks: Clocks, plain: Mapping[str, Any]) -> None:
    """What `clocks_to_dict` told."""
    try:
        for color in Color:
            values = plain[str(color)]
            clocks.put(color, Clock(**{name: values[name] for name in _KEPT}))
    except (KeyError, TypeError) as error:
        raise TengenError(f"these are no clocks: {error}") from None
