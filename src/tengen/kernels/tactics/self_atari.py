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
from tengen.kernels.neighborhood import ADJACENT_MASK, CAPTURES_SHIFT, COLORS_MASK, LOCAL, NEIGHBOR_COUNTS


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
def _stones_taken(board, point, color):
    """Stones that a move takes; a group that it touches twice counts twice."""
    flags = np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)])
    if (flags >> (CAPTURES_SHIFT + color - 1)) & 1 == 0:
        return 0
    other = 3 - color
    taken = _gain_by_capture(board, point + NORTH, other) + _gain_by_capture(board, point + EAST, other)
    return taken + _gain_by_capture(board, point + SOUTH, other) + _gain_by_capture(board, point + WEST, other)


@kernel
def _is_new(board, neighbor, a, b, c, d):
    """1 if `neighbor` is empty and not yet a liberty of one of the groups `a` to `d`."""
    if board.color[U(neighbor)] != EMPTY:
        return 0
    word = neighbor >> 6
    # Group 0 does not exist, and its words are never written: they add nothing.
    united = board.liberties[U(a * LIBERTY_WORDS + word)] | board.liberties[U(b * LIBERTY_WORDS + word)]
    united |= board.liberties[U(c * LIBERTY_WORDS + word)] | board.liberties[U(d * LIBERTY_WORDS + word)]
    return np.int64((united >> (U(neighbor) & U(63))) & U(1) == 0)


@kernel
def _united_liberties(board, a, b, c, d):
    """How many liberties the groups `a` to `d` have together."""
    total = 0
    for word in range(board.liberty_words):
        united = board.liberties[U(a * LIBERTY_WORDS + word)] | board.liberties[U(b * LIBERTY_WORDS + word)]
        united |= board.liberties[U(c * LIBERTY_WORDS + word)] | board.liberties[U(d * LIBERTY_WORDS + word)]
        total += count_bits(united)
    return total


@kernel
def liberties_after(board, point, color, enough):
    """The liberties of the group of a stone of `color` on the empty `point`, counted up to `enough`."""
    counts = np.int64(NEIGHBOR_COUNTS[U(board.code[U(point)] & COLORS_MASK)])
    free = counts & 7
    if free >= enough:
        return enough
    taken = _stones_taken(board, point, color)
    if (counts >> (3 * color)) & 7 == 0:
        return min(free + taken, enough)
    north, east, south, west = point + NORTH, point + EAST, point + SOUTH, point + WEST
    a, b = _own_group(board, north, color), _own_group(board, east, color)
    c, d = _own_group(board, south, color), _own_group(board, west, color)
    most = max(
        max(np.int64(board.liberty_count[U(a)]), np.int64(board.liberty_count[U(b)])),
        max(np.int64(board.liberty_count[U(c)]), np.int64(board.liberty_count[U(d)])),
    )
    total = taken + most - 1  # `point` is a liberty of each
    if total >= enough:
        return enough
    one = max(max(a, b), max(c, d))
    if a + b + c + d != one and not (
        (a == 0 or a == one) and (b == 0 or b == one) and (c == 0 or c == one) and (d == 0 or d == one)
    ):
        total = taken + _united_liberties(board, a, b, c, d) - 1
    if free > 0:
        total += _is_new(board, north, a, b, c, d) + _is_new(board, east, a, b, c, d)
        total += _is_new(board, south, a, b, c, d) + _is_new(board, west, a, b, c, d)
    return min(total, enough)


@kernel
def is_self_atari(board, point, color):
    """Whether the stone would stand in atari."""
    return liberties_after(board, point, color, 2) < 2
