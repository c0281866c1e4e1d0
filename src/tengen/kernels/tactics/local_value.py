"""Local value: whether a move did locally what it was for, seen from the end of the game.

Baudiš, "MCTS with information sharing" (thesis, 2011), section 2.4.3: a third for the move's own point
if it ends as the mover's, and a sixth for each of its four neighbours that does. The neighbours make
moves from outside count that took the stones they were played against. Liberty maps (`liberty_map.py`)
and local trees learn from it.

A point is a player's if his stone stands there, or if it is empty and touches stones of his alone (an eye).
The thesis does not say what a neighbour beyond the edge is: here it is the mover's, so that a move on the edge
that lives is worth as much as any other. So the values of the two players of a point add up to at most 1
inside the board, and to more at its edge.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BORDER, EAST, EMPTY, NORTH, SOUTH, WEST, U
from tengen.kernels.neighborhood import ADJACENT_MASK, LOCAL, TOUCHES_SHIFT


@kernel
def _counts_for(board, point, color):
    """1 if `point` is `color`'s or beyond the edge, 0 if not."""
    there = board.color[U(point)]
    if there == EMPTY:
        return np.int64(np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)]) >> TOUCHES_SHIFT == color)
    return np.int64(there == color or there == BORDER)


@kernel
def local_value(board, point, color):
    """What a move of `color` at `point` was worth locally in the final position `board`, 0 to 1."""
    sixths = 2 * _counts_for(board, point, color)
    sixths += _counts_for(board, point + NORTH, color) + _counts_for(board, point + EAST, color)
    sixths += _counts_for(board, point + SOUTH, color) + _counts_for(board, point + WEST, color)
    return sixths / 6.0
