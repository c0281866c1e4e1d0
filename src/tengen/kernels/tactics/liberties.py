"""The liberties of a group one by one, and the groups that stand against it."""

import numpy as np

from tengen.kernels.bits import lowest_bit
from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.code_folder import CHECKED
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BORDER, EAST, NORTH, PASS, SOUTH, WEST, U
from tengen.kernels.neighborhood import ADJACENT_MASK, LOCAL, TOUCHES_SHIFT

_MOST_AROUND = 24  # groups around a group that are looked at


@kernel
def next_liberty(board, group, after):
    """The liberty of `group` with the lowest point above `after`, PASS if there is none.

    Begin with `after` = 0. The word of the point behind it is in use wherever `after` is on the board.
    """
    if CHECKED and (board.group[group] != group or (board.color[after] == BORDER and after != PASS)):
        raise AssertionError("the next liberty of no group, or after no point")
    word = (after + 1) >> 6
    bits = board.liberties[U(group * LIBERTY_WORDS + word)] >> (U(after + 1) & U(63))
    if bits != 0:
        return after + 1 + lowest_bit(bits)
    for later in range(word + 1, board.liberty_words):
        bits = board.liberties[U(group * LIBERTY_WORDS + later)]
        if bits != 0:
            return later * 64 + lowest_bit(bits)
    return np.int64(PASS)


@kernel
def is_liberty_of(board, point, group):
    """Whether `point` is a liberty of `group`."""
    return board.liberties[U(group * LIBERTY_WORDS + (point >> 6))] >> (U(point) & U(63)) & U(1) != 0


@kernel
def touches(board, point, color):
    """Whether a stone of `color` stands beside `point`."""
    return (np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)]) >> (TOUCHES_SHIFT + color - 1)) & 1 != 0


@kernel
def _note(board, neighbor, other, most, work, count):
    if board.color[U(neighbor)] != other:
        return count
    group = np.int64(board.group[U(neighbor)])
    if board.liberty_count[U(group)] > most:
        return count
    for i in range(count):
        if work.groups[U(i)] == group:
            return count
    work.groups[U(count)] = group
    return count + 1


@kernel
def opponents_around(board, group, most, work):
    """List the groups against `group` with at most `most` liberties in `work.groups`; how many they are."""
    other = 3 - np.int64(board.color[U(group)])
    count = 0
    stone = group
    while True:
        if touches(board, stone, other):
            count = _note(board, stone + NORTH, other, most, work, count)
            count = _note(board, stone + EAST, other, most, work, count)
            count = _note(board, stone + SOUTH, other, most, work, count)
            count = _note(board, stone + WEST, other, most, work, count)
        stone = np.int64(board.next_stone[U(stone)])
        if stone == group or count >= _MOST_AROUND:
            return count
