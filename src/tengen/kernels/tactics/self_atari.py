"""Moves that leave their own group with one liberty.

The liberties a group would have are counted exactly as the union of the sets of the
groups that the move connects; only captures are estimated, generously: whoever takes two
stones or more has room.
"""

import numpy as np

from tengen.kernels.bits import count_bits
from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, EMPTY, NORTH, SOUTH, WEST, U


@kernel
def _own_group(board, neighbor, color):
    """The group of `neighbor` if it is of `color`, else 0."""
    return np.int64(board.group[U(neighbor)]) if board.color[U(neighbor)] == color else 0


@kernel
def _gain_by_capture(board, neighbor, other):
    """Stones that a move takes by filling the last liberty next to `neighbor`."""
    if board.color[U(neighbor)] == other:
        group = np.int64(board.group[U(neighbor)])
        if board.liberty_count[U(group)] == 1:
            return np.int64(board.group_stones[U(group)])
    return 0


@kernel
def liberties_after(board, point, color, enough):
    """The liberties of the group of a stone of `color` on the empty `point`, counted up to `enough`."""
    north, east, south, west = point + NORTH, point + EAST, point + SOUTH, point + WEST
    free = np.int64(board.color[U(north)] == EMPTY) + np.int64(board.color[U(east)] == EMPTY)
    free += np.int64(board.color[U(south)] == EMPTY) + np.int64(board.color[U(west)] == EMPTY)
    if free >= enough:
        return free
    other = 3 - color
    taken = _gain_by_capture(board, north, other) + _gain_by_capture(board, east, other)
    taken += _gain_by_capture(board, south, other) + _gain_by_capture(board, west, other)
    a, b = _own_group(board, north, color), _own_group(board, east, color)
    c, d = _own_group(board, south, color), _own_group(board, west, color)
    if a + b + c + d == 0:
        return free + taken
    total = taken
    for word in range(board.liberty_words):
        united = np.uint64(0)
        # Group 0 does not exist, and its words are never written: they add nothing.
        united |= board.liberties[U(a * LIBERTY_WORDS + word)] | board.liberties[U(b * LIBERTY_WORDS + word)]
        united |= board.liberties[U(c * LIBERTY_WORDS + word)] | board.liberties[U(d * LIBERTY_WORDS + word)]
        base = word * 64
        for neighbor in (north, east, south, west):
            if neighbor >> 6 == word and board.color[U(neighbor)] == EMPTY:
                united |= np.uint64(1) << U(neighbor - base)
        if point >> 6 == word:
            united &= ~(np.uint64(1) << U(point - base))
        total += count_bits(united)
        if total >= enough:
            break
    return total


@kernel
def is_self_atari(board, point, color):
    """Whether the stone would stand in atari."""
    return liberties_after(board, point, color, 2) < 2
