"""One-point eyes that become false unless their owner takes one more corner.

An eye needs three of its four corners, at the edge all of them (`eyes.py`). Where it has all it needs but one, and
that one is empty, whoever plays there decides whether it is an eye. An eye inside one single group needs no corner.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BORDER, EAST, EMPTY, NORTH, PASS, SOUTH, WEST, U
from tengen.kernels.neighborhood import ADJACENT_MASK, DIAGONAL_SHIFT, LOCAL, NEIGHBOR_COUNTS, SURROUNDED_SHIFT
from tengen.kernels.tactics.bad_self_atari import is_bad_self_atari
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tactics.joining import groups_around, neighbors_of_color


@kernel
def _hangs_on_one_corner(code, color):
    """Whether a point with this 3×3 code is an eye of `color` that its one empty corner makes real or false."""
    flags = np.int64(LOCAL[U(code & ADJACENT_MASK)]) >> (color - 1)
    if (flags >> SURROUNDED_SHIFT) & 1 == 0:
        return False
    corners = np.int64(NEIGHBOR_COUNTS[U(code >> DIAGONAL_SHIFT)])
    lost = (corners >> (3 * (3 - color))) & 7
    at_edge = np.int64((corners >> (3 * BORDER)) & 7 != 0)
    return corners & 7 == 1 and lost + at_edge == 1


@kernel
def eye_repair(board, point, color):
    """Where `color` has to play to keep the eye on the empty `point`; PASS if nothing is to be done, or can be."""
    if not _hangs_on_one_corner(np.int64(board.code[U(point)]), color):
        return PASS
    a, b, c, d = groups_around(board, point, color)
    if max(max(a, b), max(c, d)) == a + b + c + d:
        return PASS  # one group, or none
    corner = PASS
    for i in range(4):
        place = point + (NORTH + EAST, SOUTH + EAST, SOUTH + WEST, NORTH + WEST)[i]
        if board.color[U(place)] == EMPTY:
            corner = place
    if not is_playable(board, corner, color) or is_bad_self_atari(board, corner, color):
        return PASS
    # A stone that would be taken there does no harm.
    return PASS if is_bad_self_atari(board, corner, 3 - color) else corner


@kernel
def is_repair(board, point, color):
    """Whether an eye of `color` hangs on the empty `point`, one of its corners."""
    if neighbors_of_color(board, point, color) < 2:  # two of the eye's own neighbours are the corner's
        return False
    for i in range(4):
        eye = point + (NORTH + EAST, SOUTH + EAST, SOUTH + WEST, NORTH + WEST)[i]
        if board.color[U(eye)] == EMPTY and eye_repair(board, eye, color) == point:
            return True
    return False


@kernel
def repair_beside(board, point, color):
    """A point beside `point`, or itself, that an eye of `color` hangs on; PASS if there is none."""
    for row in range(point + SOUTH, point + NORTH + 1, NORTH):
        for place in range(row + WEST, row + EAST + 1):
            if board.color[U(place)] == EMPTY and is_repair(board, place, color):
                return place
    return PASS
