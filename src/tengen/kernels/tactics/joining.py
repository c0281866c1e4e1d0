"""What a stone would be part of: the groups it joins, what it takes, the liberties left.

A tactic that judges a move has to see the board after it without playing it. The groups
around the point are at most four and their liberties are sets of bits, so the group that
the move makes is a union of sets, and exact: a captured stone's point is put in by hand.
"""

import numpy as np

from tengen.kernels.bits import count_bits, lowest_bit
from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, EMPTY, NORTH, PASS, SOUTH, WEST, U
from tengen.kernels.neighborhood import COLORS_MASK, NEIGHBOR_COUNTS

_ONE = np.uint64(1)
_63 = np.uint64(63)


@kernel
def group_at(board, point, color):
    """The group on `point` if its stone is of `color`, else 0."""
    return np.int64(board.group[U(point)]) if board.color[U(point)] == color else 0


@kernel
def liberties_of(board, group):
    """How many liberties `group` has, as a number that may be subtracted from; none for group 0."""
    return np.int64(board.liberty_count[U(group)])


@kernel
def has_liberty(board, group, point):
    """Whether the empty `point` is a liberty of `group`."""
    return (board.liberties[U(group * LIBERTY_WORDS + (point >> 6))] >> (U(point) & _63)) & _ONE != 0


@kernel
def neighbors_of_color(board, point, color):
    """How many of the four neighbours of `point` are of `color`, which may be EMPTY."""
    return (np.int64(NEIGHBOR_COUNTS[U(board.code[U(point)] & COLORS_MASK)]) >> (3 * color)) & 7


@kernel
def groups_around(board, point, color):
    """The groups of `color` next to `point`, each once; 0 in place of the others."""
    a, b = group_at(board, point + NORTH, color), group_at(board, point + EAST, color)
    c, d = group_at(board, point + SOUTH, color), group_at(board, point + WEST, color)
    if b == a:
        b = 0
    if c == a or c == b:
        c = 0
    if d == a or d == b or d == c:
        d = 0
    return a, b, c, d


@kernel
def stones_of(board, group):
    """How many stones `group` has, none for group 0."""
    return np.int64(board.group_stones[U(group)]) if group != 0 else 0


@kernel
def stones_taken(board, point, color):
    """How many stones a move of `color` takes, and one of them (PASS if none)."""
    taken, victim = 0, PASS
    a, b, c, d = groups_around(board, point, 3 - color)
    for i in range(4):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d
        if liberties_of(board, group) == 1:
            taken += stones_of(board, group)
            victim = group
    return taken, victim


@kernel
def empty_neighbor(board, point):
    """An empty neighbour of `point`, PASS if there is none."""
    if board.color[U(point + NORTH)] == EMPTY:
        return point + NORTH
    if board.color[U(point + EAST)] == EMPTY:
        return point + EAST
    if board.color[U(point + SOUTH)] == EMPTY:
        return point + SOUTH
    if board.color[U(point + WEST)] == EMPTY:
        return point + WEST
    return PASS


@kernel
def _bit_in_word(point, word):
    """The bit of `point` if it lies in `word`, else nothing; PASS lies nowhere."""
    return _ONE << (U(point) & _63) if point != PASS and point >> 6 == word else np.uint64(0)


@kernel
def joined_liberties(board, point, a, b, c, d, more, and_more):
    """The liberties of the groups `a` to `d` joined on `point`, with two empty points more (PASS for none).

    Returns how many they are, counted up to three, and the first two of them.
    """
    count, first, second = 0, PASS, PASS
    for word in range(board.liberty_words):
        united = board.liberties[U(a * LIBERTY_WORDS + word)] | board.liberties[U(b * LIBERTY_WORDS + word)]
        united |= board.liberties[U(c * LIBERTY_WORDS + word)] | board.liberties[U(d * LIBERTY_WORDS + word)]
        united |= _bit_in_word(more, word) | _bit_in_word(and_more, word)
        united &= ~_bit_in_word(point, word)
        if united != 0:
            if count == 0:
                first = word * 64 + lowest_bit(united)
                count = 1
                united &= united - _ONE
            if united != 0 and count == 1:
                second = word * 64 + lowest_bit(united)
            count += count_bits(united)
            if count > 2:
                break
    return count, first, second
