"""Commands that move: play, genmove, undo."""

from tengen.game.legality import IllegalMove
from tengen.game.vertex import RESIGN, Vertex
from tengen.protocols.gtp.commands.registry import (
    Arguments,
    GtpRefusal,
    color_of,
    command,
    integer_of,
    vertex_of,
)
from tengen.protocols.gtp.session import GtpSession


@command("play", "COLOR VERTEX")
def play(session: GtpSession, arguments: Arguments) -> None:
    """Play a move."""
    color = color_of(arguments[0])
    vertex = vertex_of(arguments[1], session.position.size)
    try:
        session.position.play(vertex, color)
    except IllegalMove as error:
        raise GtpRefusal(f"illegal move: {error}") from None


def _generate(session: GtpSession, color_text: str, *, keep: bool, cleanup: bool = False) -> str:
    color = color_of(color_text)
    report = session.think(color, cleanup=cleanup, on_the_clock=keep)
    if keep and report.vertex != RESIGN:
        session.position.play(report.vertex, color)
        session.has_moved()
    return str(report.vertex)


@command("genmove", "COLOR")
def genmove(session: GtpSession, arguments: Arguments) -> str:
    """Choose a move and play it."""
    return _generate(session, arguments[0], keep=True)


@command("reg_genmove", "COLOR")
def reg_genmove(session: GtpSession, arguments: Arguments) -> str:
    """Choose a move without playing it."""
    return _generate(session, arguments[0], keep=False)


@command("kgs-genmove_cleanup", "COLOR")
def genmove_cleanup(session: GtpSession, arguments: Arguments) -> str:
    """Choose a move that captures dead stones, and play it; pass when none are left."""
    return _generate(session, arguments[0], keep=True, cleanup=True)


@command("undo")
def undo(session: GtpSession, arguments: Arguments) -> None:
    """Take the last move back."""
    if not session.position.moves:
        raise GtpRefusal("cannot undo")
    session.position.undo()


@command("gg-undo", "[MOVES]")
def gg_undo(session: GtpSession, arguments: Arguments) -> None:
    """Take several moves back."""
    moves = integer_of(arguments[0], "the number of moves") if arguments else 1
    if not 0 <= moves <= len(session.position.moves):
        raise GtpRefusal(f"cannot undo: {len(session.position.moves)} moves have been played")
    if moves:
        session.position.undo(moves)


def _pairs(session: GtpSession, arguments: Arguments) -> list[tuple[str, Vertex]]:
    if len(arguments) % 2:
        raise GtpRefusal("syntax error: colours and vertices come in pairs")
    size = session.position.size
    return [(arguments[i], vertex_of(arguments[i + 1], size)) for i in range(0, len(arguments), 2)]


@command("gogui-play_sequence", "COLOR-VERTEX…")
def play_sequence(session: GtpSession, arguments: Arguments) -> None:
    """Play several moves: B C3 W D4 …; all of them or, if one is illegal, none."""
    trial = session.position.copy()
    for text, vertex in _pairs(session, arguments):
        try:
            trial.play(vertex, color_of(text))
        except IllegalMove as error:
            raise GtpRefusal(f"illegal move: {error}") from None
    session.go_to(trial)


@command("gogui-setup", "COLOR-VERTEX…")
def setup(session: GtpSession, arguments: Arguments) -> None:
    """Put stones on the board: B C3 W D4 …; the game begins from there."""
    stones = session.position.stones
    for text, vertex in _pairs(session, arguments):
        if vertex.is_pass:
            raise GtpRefusal("invalid vertex: a point of the board is wanted, not pass")
        if text.lower() in {"e", "empty"}:
            stones.pop(vertex, None)
        else:
            stones[vertex] = color_of(text)
    changed = session.position.copy()
    changed.set_up(stones, changed.to_play)
    session.go_to(changed)


@command("gogui-setup_player", "COLOR")
def setup_player(session: GtpSession, arguments: Arguments) -> None:
    """Say whose turn it is."""
    session.position.to_play = color_of(arguments[0])
