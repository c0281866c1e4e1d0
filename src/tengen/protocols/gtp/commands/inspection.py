"""Commands that look at the board."""

from tengen.game.color import Color
from tengen.game.life import unconditional_life
from tengen.kernels.entry_points import is_self_atari_move, is_sensible_move
from tengen.kernels.patterns import MOGO_SHIFT, place_in_table
from tengen.kernels.playouts.policies import default_patterns
from tengen.protocols.gtp.commands.registry import (
    Arguments,
    GtpRefusal,
    color_of,
    command,
    point_vertex_of,
    vertex_list,
    vertex_of,
)
from tengen.protocols.gtp.session import GtpSession


@command("showboard")
def showboard(session: GtpSession, arguments: Arguments) -> str:
    """The board as text."""
    position = session.position
    lines = position.diagram().split("\n")
    taken = {color: position.captures(color) for color in Color}
    lines.append(
        f"   Move {position.move_number}, {position.to_play} to play, {position.rules.name} rules, "
        f"komi {position.komi:g}, captures: black {taken[Color.BLACK]}, white {taken[Color.WHITE]}"
    )
    return "\n" + "\n".join(lines)


@command("list_stones", "COLOR")
def list_stones(session: GtpSession, arguments: Arguments) -> str:
    """All stones of a colour."""
    color = color_of(arguments[0])
    return vertex_list([vertex for vertex, stone in session.position.stones.items() if stone is color])


@command("captures", "COLOR")
def captures(session: GtpSession, arguments: Arguments) -> str:
    """How many stones a player has captured."""
    return str(session.position.captures(color_of(arguments[0])))


@command("is_legal", "COLOR VERTEX")
def is_legal(session: GtpSession, arguments: Arguments) -> str:
    """Whether a move is legal, 1 or 0."""
    color = color_of(arguments[0])
    return str(int(session.position.is_legal(vertex_of(arguments[1], session.position.size), color)))


@command("all_legal", "COLOR")
def all_legal(session: GtpSession, arguments: Arguments) -> str:
    """All legal moves of a player but pass."""
    return vertex_list(session.position.legal_moves(color_of(arguments[0])))


@command("tengen-why_illegal", "COLOR VERTEX")
def why_illegal(session: GtpSession, arguments: Arguments) -> str:
    """Why a move is illegal; nothing if it is legal."""
    color = color_of(arguments[0])
    reason = session.position.why_illegal(vertex_of(arguments[1], session.position.size), color)
    return reason.value if reason else ""


@command("color", "VERTEX")
def color(session: GtpSession, arguments: Arguments) -> str:
    """What is at a point: black, white or empty."""
    stone = session.position[point_vertex_of(arguments[0], session.position.size)]
    return str(stone) if stone else "empty"


@command("countlib", "VERTEX")
def countlib(session: GtpSession, arguments: Arguments) -> str:
    """How many liberties the group at a point has."""
    vertex = point_vertex_of(arguments[0], session.position.size)
    if session.position[vertex] is None:
        raise GtpRefusal(f"vertex must not be empty: there is no stone at {vertex}")
    return str(len(session.position.group(vertex).liberties))


@command("findlib", "VERTEX")
def findlib(session: GtpSession, arguments: Arguments) -> str:
    """The liberties of the group at a point."""
    vertex = point_vertex_of(arguments[0], session.position.size)
    if session.position[vertex] is None:
        raise GtpRefusal(f"vertex must not be empty: there is no stone at {vertex}")
    return vertex_list(sorted(session.position.group(vertex).liberties))


@command("last_move")
def last_move(session: GtpSession, arguments: Arguments) -> str:
    """The last move, colour and vertex."""
    move = session.position.last_move
    if move is None:
        raise GtpRefusal("no previous move known")
    return f"{move.color} {move.vertex}"


@command("move_history")
def move_history(session: GtpSession, arguments: Arguments) -> str:
    """All moves, the last one first."""
    return "\n".join(f"{move.color} {move.vertex}" for move in reversed(session.position.moves))


@command("tengen-unconditional", "COLOR")
def unconditional(session: GtpSession, arguments: Arguments) -> str:
    """Stones and territory of a player that nothing can take away (Benson)."""
    life = unconditional_life(session.position, color_of(arguments[0]))
    return vertex_list(sorted(life.stones | life.territory))


@command("uct_patterns")
def uct_patterns(session: GtpSession, arguments: Arguments) -> str:
    """Where a 3×3 shape of the playouts stands for the player to move (Fuego's command)."""
    position = session.position
    color, board = int(position.to_play), position.board
    codes, shapes = board["code"][0], default_patterns()
    return vertex_list(
        [
            vertex
            for vertex in position.legal_moves()
            if int(shapes[place_in_table(int(codes[vertex.point]))]) >> (MOGO_SHIFT + color - 1) & 1
            and is_sensible_move(board, vertex.point, color)
            and not is_self_atari_move(board, vertex.point, color)
        ]
    )
