"""How far a game has gone, by its board and its moves."""

from tengen.game.position import Position

FULL_BOARD = 0.75  # of the points, when a game is expected to end


def filled_part(position: Position) -> float:
    """The part of the points that have a stone.

    >>> filled_part(Position(9))
    0.0
    """
    points = position.size * position.size
    return (points - int(position.board[0]["empty_count"])) / points


def phase_of(position: Position) -> float:
    """The part of a game that lies behind a position, 0 to 1: stones or moves, whichever are more.

    >>> position = Position(9)
    >>> phase_of(position)
    0.0
    """
    points = position.size * position.size
    stones = points - int(position.board[0]["empty_count"])
    return min(1.0, max(stones, position.move_number) / (FULL_BOARD * points))
