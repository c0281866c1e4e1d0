"""Clocks as players write and read them: ten minutes and then five times thirty seconds is 10:00+5x0:30.

    10:00          main time alone (sudden death)
    10:00+5x0:30   Japanese overtime: five periods of thirty seconds for a move each
    10:00+2:00/15  Canadian: fifteen moves in two minutes, again and again
    10:00+0:10     Fischer's: ten seconds added after each move

So KGS writes them; a time may also be a number of seconds.
"""

import math
import re

from tengen.errors import TengenError
from tengen.search.clock import Clock

_TIME = r"(?:\d{1,4}:[0-5]\d:[0-5]\d|\d{1,5}:[0-5]\d|\d{1,7})"
_CLOCK = re.compile(rf"({_TIME})(?:\+(?:(\d{{1,3}})x)?({_TIME})(?:/(\d{{1,3}}))?)?")


def parse_clock(text: str) -> Clock:
    """The clock a game begins with.

    >>> parse_clock("10:00+5x0:30")
    Clock(main=600.0, period=30.0, stones=0, periods=5, increment=0.0, longest_move=inf)
    >>> parse_clock("90+10").increment, parse_clock("5:00+2:00/15").stones
    (10.0, 15)
    >>> parse_clock("soon")
    Traceback (most recent call last):
    ...
    tengen.errors.TengenError: 'soon' is no clock: write 10:00, 10:00+5x0:30, 10:00+2:00/15 or 10:00+0:10
    """
    found = _CLOCK.fullmatch("".join(text.split()))
    if found is None or (found[2] and found[4]):
        raise TengenError(f"{text[:40]!r} is no clock: write 10:00, 10:00+5x0:30, 10:00+2:00/15 or 10:00+0:10")
    main, over = _seconds(found[1]), _seconds(found[3] or "0")
    if found[2]:
        clock = Clock(main=main, period=over, periods=int(found[2]))
    elif found[4]:
        clock = Clock(main=main, period=over, stones=int(found[4]))
    else:
        clock = Clock(main=main, increment=over)
    if clock.left_for_move(clock) <= 0:
        raise TengenError(f"{text[:40]!r} leaves no time for a move: give more, such as 10:00")
    return clock


def format_clock(clock: Clock, *, briefly: bool = False) -> str:
    """What a player has left, as one reads it off a clock; `briefly` without the overtime, if it has not begun.

    >>> format_clock(Clock(main=61.2, period=30, periods=3)), format_clock(Clock(period=29.5, periods=3))
    ('1:02 +3x0:30', '3x0:30')
    >>> format_clock(Clock(period=100, stones=12)), format_clock(Clock(main=65, increment=10))
    ('1:40/12', '1:05 +0:10')
    """
    main = format_seconds(clock.main)
    if briefly and (clock.main > 0 or clock.increment):
        return main
    if clock.periods:
        overtime = f"{clock.periods}x{format_seconds(clock.period)}"
    elif clock.stones:
        overtime = f"{format_seconds(clock.period)}/{clock.stones}"
    else:
        return main + (f" +{format_seconds(clock.increment)}" if clock.increment else "")
    return f"{main} +{overtime}" if clock.main > 0 else overtime


def format_seconds(seconds: float) -> str:
    """Minutes and seconds, begun ones counted.

    >>> format_seconds(59.1), format_seconds(3661)
    ('1:00', '1:01:01')
    """
    whole = math.ceil(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def _seconds(text: str) -> float:
    """A time in seconds.

    >>> _seconds("1:30"), _seconds("1:00:00"), _seconds("45")
    (90.0, 3600.0, 45.0)
    """
    total = 0
    for part in text.split(":"):
        total = 60 * total + int(part)
    return float(total)
