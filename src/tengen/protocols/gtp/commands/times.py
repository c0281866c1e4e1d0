"""Commands about the clocks."""

import math

from tengen.protocols.gtp.commands.registry import (
    Arguments,
    GtpRefusal,
    color_of,
    command,
    integer_of,
    number_of,
)
from tengen.protocols.gtp.session import GtpSession
from tengen.search.clock import Clock

_KATA_KINDS = ("none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped")


@command("time_settings", "MAIN OVERTIME STONES")
def time_settings(session: GtpSession, arguments: Arguments) -> None:
    """Main time, and Canadian overtime of so many seconds for so many stones."""
    main, overtime = (number_of(text, "the time") for text in arguments[:2])
    stones = integer_of(arguments[2], "the number of stones")
    if (overtime > 0 and stones == 0) or (main == overtime == 0):
        session.set_clocks(None)  # the protocol's way to say "no limit"
    elif overtime == 0:
        session.set_clocks(Clock(main=main))
    else:
        session.set_clocks(Clock(main=main, period=overtime, stones=stones))


@command("time_left", "COLOR TIME STONES")
def time_left(session: GtpSession, arguments: Arguments) -> None:
    """What is left on a player's clock."""
    color = color_of(arguments[0])
    seconds = number_of(arguments[1], "the time")
    stones = integer_of(arguments[2], "the number of stones")
    if stones < 0:
        raise GtpRefusal("syntax error: the number of stones cannot be negative")
    session.game.clocks.set_time_left(color, seconds, stones)


def _timed(session: GtpSession, arguments: Arguments, wanted: int) -> list[float]:
    if len(arguments) != wanted + 1:
        raise GtpRefusal(f"syntax error: {arguments[0]} takes {wanted} numbers, not {len(arguments) - 1}")
    return [number_of(text, "the time") for text in arguments[1:]]


@command("kgs-time_settings", "KIND [NUMBER…]")
def kgs_time_settings(session: GtpSession, arguments: Arguments) -> None:
    """The clock as KGS gives it: none, absolute M, byoyomi M T PERIODS, canadian M T STONES."""
    match arguments[0]:
        case "none":
            session.set_clocks(None)
        case "absolute":
            (main,) = _timed(session, arguments, 1)
            session.set_clocks(Clock(main=main))
        case "byoyomi":
            main, period, _ = _timed(session, arguments, 3)
            periods = integer_of(arguments[3], "the number of periods")
            session.set_clocks(Clock(main=main, period=period, periods=periods))
        case "canadian":
            _timed(session, arguments, 3)
            time_settings(session, arguments[1:])
        case kind:
            raise GtpRefusal(f"no time system is called {kind[:40]!r}: none, absolute, byoyomi, canadian")


@command("kata-list_time_settings")
def kata_list_time_settings(session: GtpSession, arguments: Arguments) -> str:
    """The time systems `kata-time_settings` knows."""
    return " ".join(_KATA_KINDS)


@command("kata-time_settings", "KIND [NUMBER…]")
def kata_time_settings(session: GtpSession, arguments: Arguments) -> None:
    """The clock as KataGo takes it: those of KGS, fischer M INCREMENT, fischer-capped M I CAP MAX."""
    match arguments[0]:
        case "fischer":
            main, increment = _timed(session, arguments, 2)
            session.set_clocks(Clock(main=main, increment=increment))
        case "fischer-capped":
            # The first cap binds what the server grants, which comes with time_left; the
            # second one move. Negative means none.
            main, increment, _, longest = _timed(session, arguments, 4)
            session.set_clocks(Clock(main=main, increment=increment, longest_move=longest if longest > 0 else math.inf))
        case _:
            kgs_time_settings(session, arguments)
