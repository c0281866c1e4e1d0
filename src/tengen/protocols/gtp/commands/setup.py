"""Commands that prepare a game: board, komi, handicap."""

from collections.abc import Callable

from tengen.errors import TengenError
from tengen.game.handicap import fixed_handicap, free_handicap, is_valid_free_handicap
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import MAX_SIZE, MIN_SIZE
from tengen.protocols.gtp.commands.registry import (
    Arguments,
    GtpRefusal,
    command,
    integer_of,
    number_of,
    point_vertex_of,
    vertex_list,
)
from tengen.protocols.gtp.session import GtpSession


@command("boardsize", "SIZE")
def boardsize(session: GtpSession, arguments: Arguments) -> None:
    """Change the board size and clear the board."""
    size = integer_of(arguments[0], "the board size")
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise GtpRefusal(f"unacceptable size: {size} (Tengen plays {MIN_SIZE} to {MAX_SIZE})")
    session.new_game(size)


@command("rectangular_boardsize", "COLUMNS ROWS")
def rectangular_boardsize(session: GtpSession, arguments: Arguments) -> None:
    """Change the board size; only square boards are played."""
    if arguments[0] != arguments[1]:
        raise GtpRefusal(f"unacceptable size: {arguments[0]}x{arguments[1]} (only square boards are played)")
    boardsize(session, arguments[:1])


@command("query_boardsize")
def query_boardsize(session: GtpSession, arguments: Arguments) -> str:
    """The board size."""
    return str(session.position.size)


@command("clear_board")
def clear_board(session: GtpSession, arguments: Arguments) -> None:
    """Start a new game on an empty board."""
    session.new_game(session.position.size)


@command("komi", "KOMI")
def komi(session: GtpSession, arguments: Arguments) -> None:
    """Change the komi."""
    value = number_of(arguments[0], "the komi")
    try:
        session.position.komi = value
    except TengenError as error:
        raise GtpRefusal(f"unacceptable komi: {error}") from None


@command("get_komi")
def get_komi(session: GtpSession, arguments: Arguments) -> str:
    """The komi."""
    return f"{session.position.komi:g}"


@command("get_handicap")
def get_handicap(session: GtpSession, arguments: Arguments) -> str:
    """The number of handicap stones."""
    return str(session.position.handicap)


def _give(session: GtpSession, text: str, places_for: Callable[[int, int], list[Vertex]]) -> str:
    stones = integer_of(text, "the number of stones")
    if not session.is_board_empty:
        raise GtpRefusal("board not empty")
    try:
        places = places_for(session.position.size, stones)
    except TengenError as error:
        raise GtpRefusal(f"invalid handicap: {error}") from None
    session.position.give_handicap(places)
    return vertex_list(places)


@command("fixed_handicap", "STONES")
def fixed(session: GtpSession, arguments: Arguments) -> str:
    """Give Black handicap stones on the customary points."""
    return _give(session, arguments[0], fixed_handicap)


@command("place_free_handicap", "STONES")
def place_free(session: GtpSession, arguments: Arguments) -> str:
    """Let the engine place Black's handicap stones."""
    return _give(session, arguments[0], free_handicap)


@command("set_free_handicap", "VERTEX…")
def set_free(session: GtpSession, arguments: Arguments) -> None:
    """Give Black handicap stones on the named points."""
    if not session.is_board_empty:
        raise GtpRefusal("board not empty")
    size = session.position.size
    try:
        places = [point_vertex_of(text, size) for text in arguments]
    except GtpRefusal as error:
        raise GtpRefusal(f"bad vertex list: {error}") from None
    repeated = {str(place) for place in places if places.count(place) > 1}
    if repeated:
        raise GtpRefusal(f"bad vertex list: {' '.join(sorted(repeated))} named more than once")
    if not is_valid_free_handicap(size, places):
        raise GtpRefusal(f"bad vertex list: {len(places)} points named, 2 to {size * size - 1} are possible")
    session.position.give_handicap(places)
