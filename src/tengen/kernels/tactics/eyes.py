"""One-point eyes, and the moves that are worth a random player's while.

A point is an eye of a colour when its four neighbours are that colour (or border) and
the opponent does not hold the diagonals: at most one of four, none at the edge. This
is the customary test of Monte Carlo Go, right for nearly every eye and for its cost,
two look-ups, unbeatable.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.neighborhood import (
    ADJACENT_MASK,
    DIAGONAL_SHIFT,
    LEGAL_SHIFT,
    LOCAL,
    SOLID_DIAGONALS,
    SURROUNDED_SHIFT,
)


@kernel
def is_eye(board, point, color):
    """Whether the empty `point` is a one-point eye of `color`."""
    code = np.int64(board.code[U(point)])
    flags = np.int64(LOCAL[U(code & ADJACENT_MASK)]) >> (color - 1)
    if (flags >> SURROUNDED_SHIFT) & 1 == 0:
        return False
    return (SOLID_DIAGONALS[U(code >> DIAGONAL_SHIFT)] >> (color - 1)) & 1 != 0


@kernel
def is_false_eye(board, point, color):
    """Whether the empty `point` looks like a one-point eye of `color` but the opponent holds its corners."""
    code = np.int64(board.code[U(point)])
    flags = np.int64(LOCAL[U(code & ADJACENT_MASK)]) >> (color - 1)
    if (flags >> SURROUNDED_SHIFT) & 1 == 0:
        return False
    return (SOLID_DIAGONALS[U(code >> DIAGONAL_SHIFT)] >> (color - 1)) & 1 == 0


@kernel
def is_playable(board, point, color):
    """Whether the empty `point` is legal for `color` and not its own eye.

    The ko point is left out for both colours: in a game with alternating moves only the
    one who may not take back is ever asked.
    """
    code = np.int64(board.code[U(point)])
    flags = np.int64(LOCAL[U(code & ADJACENT_MASK)]) >> (color - 1)
    if (flags >> LEGAL_SHIFT) & 1 == 0 or point == board.ko:
        return False
    if (flags >> SURROUNDED_SHIFT) & 1 == 0:
        return True
    return (SOLID_DIAGONALS[U(code >> DIAGONAL_SHIFT)] >> (color - 1)) & 1 == 0
