"""Commands about game records."""

from tengen.protocols.gtp.commands.registry import Arguments, GtpRefusal, command, integer_of
from tengen.protocols.gtp.session import GtpSession
from tengen.records import GameRecord, RecordError, load


@command("loadsgf", "FILE [MOVE]")
def loadsgf(session: GtpSession, arguments: Arguments) -> str:
    """Set up the position of an SGF file, at its end or before a given move."""
    number = integer_of(arguments[1], "the move number") if len(arguments) > 1 else None
    if number is not None and number < 0:
        raise GtpRefusal("syntax error: the move number cannot be negative")
    try:
        record = load(arguments[0])
        played = len(record.moves)
        before = None if number is None or number == 0 else min(number - 1, played)
        position = record.position(before)
    except RecordError as error:
        raise GtpRefusal(f"cannot load file: {error}") from None
    # What the file does not say stays as it was set, and so do rules that are meant to.
    if record.root.get("RU") is None or session.keeps_rules:
        position.rules = session.position.rules
    if record.root.get("KM") is None:
        position.komi = session.position.komi
    session.go_to(position)
    return str(position.to_play)


@command("printsgf", "[FILE]")
def printsgf(session: GtpSession, arguments: Arguments) -> str | None:
    """The game so far as SGF, on the wire or written to a file."""
    record = GameRecord.from_position(session.position)
    if not arguments:
        return record.to_sgf()
    try:
        record.save(arguments[0])
    except RecordError as error:
        raise GtpRefusal(f"cannot write file: {error}") from None
    return None
