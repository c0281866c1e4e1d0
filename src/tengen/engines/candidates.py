"""The moves worth trying: legal, and not into an own eye."""

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.entry_points import is_sensible_move


def sensible_moves(position: Position) -> list[Vertex]:
    """Legal moves of the player to move that are not suicide and do not fill an own eye.

    >>> position = Position.from_diagram('''. X O
    ...                                     X X O
    ...                                     . . O''')
    >>> [str(vertex) for vertex in sensible_moves(position)]
    ['A1', 'B1']
    """
    color = int(position.to_play)
    return [v for v in position.legal_moves() if is_sensible_move(position.board, v.point, color)]
