"""Which stones and territory are safe whatever happens (Benson 1976), for a person."""

from typing import NamedTuple

import numpy as np

from tengen.game.move import ColorLike, to_color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import POINTS
from tengen.kernels.tactics import unconditional_life as kernel


class UnconditionalLife(NamedTuple):
    """Stones of a colour that cannot be killed, and the points that are surely its own."""

    stones: frozenset[Vertex]
    territory: frozenset[Vertex]


def unconditional_life(position: Position, color: ColorLike) -> UnconditionalLife:
    """Benson's unconditionally alive stones and territory of `color`.

    >>> two_eyes = Position.from_diagram('''. X . X O
    ...                                     X X X X O
    ...                                     O O O O O
    ...                                     . . . . .
    ...                                     . . . . .''')
    >>> life = unconditional_life(two_eyes, "black")
    >>> len(life.stones), sorted(map(str, life.territory))
    (6, ['A5', 'C5'])
    """
    status = np.zeros(POINTS, np.int8)
    kernel.unconditional_life(position.board, int(to_color(color)), status)
    found = [
        frozenset(Vertex.from_point(int(point)) for point in np.flatnonzero(status == kind))
        for kind in (kernel.ALIVE_STONE, kernel.TERRITORY)
    ]
    return UnconditionalLife(*found)
