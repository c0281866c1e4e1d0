"""The moves worth trying: legal, and not into an own eye."""

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.entry_points import is_legal_move, is_sensible_move


def sensible_moves(position: Position, own_eyes: bool = False) -> list[Vertex]:
    """Legal moves of the player to move that are not suicide and do not fill an own eye, unless that is wanted too.

    >>> position = Position.from_diagram('''. X O
    ...                                     X X O
    ...                                     . . O''')
    >>> [str(vertex) for vertex in sensible_moves(position)]
    ['A1', 'B1']
    >>> [str(vertex) for vertex in sensible_moves(position, own_eyes=True)]
    ['A1', 'B1', 'A3']
    """
    board, color = position.board, int(position.to_play)
    wanted = is_legal_move if own_eyes else is_sensible_move  # legal for the kernels: no suicide
    return [v for v in position.legal_moves() if wanted(board, v.point, color)]
