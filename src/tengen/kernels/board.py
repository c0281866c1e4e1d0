"""Playing on the board: the rules of Go at full speed.

`board_record.py` says what a board is made of. A move puts a stone down, takes the liberty
it fills from the groups around, joins its friends, and captures what has no liberty left;
everything the board knows is kept up to date on the way. Legality is a look-up
(`neighborhood.py`).
"""

import numpy as np

from tengen.kernels.bits import count_bits, lowest_bit
from tengen.kernels.board_record import LIBERTY_WORDS, ZOBRIST
from tengen.kernels.code_folder import CHECKED
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import (
    BLACK,
    EAST,
    EMPTY,
    NORTH,
    PASS,
    SOUTH,
    WEST,
    WHITE,
    U,
)
from tengen.kernels.neighborhood import (
    ADJACENT_MASK,
    ATARI_MASK,
    ATARI_SHIFT,
    CAPTURES_SHIFT,
    EAST_SHIFT,
    LEGAL_SHIFT,
    LOCAL,
    NORTH_SHIFT,
    NORTHEAST_SHIFT,
    NORTHWEST_SHIFT,
    SOUTH_SHIFT,
    SOUTHEAST_SHIFT,
    SOUTHWEST_SHIFT,
    WEST_SHIFT,
)

_ONE = np.uint64(1)
_63 = np.uint64(63)


@kernel
def is_legal(board, point, color):
    """Whether `color` may play on the empty `point`: not the simple ko, not suicide."""
    flags = np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)])
    if point == board.ko and color == board.ko_color:
        return False
    return (flags >> (LEGAL_SHIFT + color - 1)) & 1 != 0


@kernel
def first_liberty(board, group):
    """The liberty of `group` with the lowest point; the group must have one."""
    if CHECKED and (board.group[group] != group or board.liberty_count[group] == 0):
        raise AssertionError("the first liberty of a group that has none")
    index = group * LIBERTY_WORDS
    while board.liberties[U(index)] == 0:
        index += 1
    return (index - group * LIBERTY_WORDS) * 64 + lowest_bit(board.liberties[U(index)])


@kernel
def _atari_bits(board, liberty, group):
    """The atari bits of the stones of `group` that are adjacent to `liberty`."""
    bits = np.int64(board.group[U(liberty + NORTH)] == group)
    bits |= np.int64(board.group[U(liberty + EAST)] == group) << 1
    bits |= np.int64(board.group[U(liberty + SOUTH)] == group) << 2
    bits |= np.int64(board.group[U(liberty + WEST)] == group) << 3
    return bits << ATARI_SHIFT


@kernel
def _enter_atari(board, group):
    liberty = first_liberty(board, group)
    board.code[U(liberty)] |= _atari_bits(board, liberty, group)


@kernel
def _recolor_codes(board, point, color):
    """Put `color` into the 3×3 codes around `point`, or take it out again."""
    board.code[U(point + NORTH)] ^= color << SOUTH_SHIFT
    board.code[U(point + EAST)] ^= color << WEST_SHIFT
    board.code[U(point + SOUTH)] ^= color << NORTH_SHIFT
    board.code[U(point + WEST)] ^= color << EAST_SHIFT
    board.code[U(point + NORTH + EAST)] ^= color << SOUTHWEST_SHIFT
    board.code[U(point + SOUTH + EAST)] ^= color << NORTHWEST_SHIFT
    board.code[U(point + SOUTH + WEST)] ^= color << NORTHEAST_SHIFT
    board.code[U(point + NORTH + WEST)] ^= color << SOUTHEAST_SHIFT


@kernel
def _gain_liberty(board, group, point):
    """`point` became empty next to `group`.

    Only the mover's own group can have been without liberties; `play` looks at it last.
    """
    index = U(group * LIBERTY_WORDS + (point >> 6))
    bit = _ONE << (U(point) & _63)
    if board.liberties[index] & bit == 0:
        count = np.int64(board.liberty_count[U(group)])
        if count == 1:
            old = first_liberty(board, group)
            board.code[U(old)] &= ~_atari_bits(board, old, group)
        board.liberties[index] |= bit
        board.liberty_count[U(group)] = count + 1


@kernel
def _return_liberty(board, neighbor, group, point):
    """`point`, a stone of `group` until now, is empty: tell the stone next to it."""
    color = board.color[U(neighbor)]
    if color == BLACK or color == WHITE:
        other = np.int64(board.group[U(neighbor)])
        if other != group:
            _gain_liberty(board, other, point)


@kernel
def _remove_group(board, group):
    """Take the stones of `group` off the board; returns how many they were."""
    color = np.int64(board.color[U(group)])
    removed = np.int64(board.group_stones[U(group)])
    point = group
    while True:
        board.color[U(point)] = EMPTY
        board.group[U(point)] = 0
        board.empty_index[U(point)] = board.empty_count
        board.empty[U(board.empty_count)] = point
        board.empty_count += 1
        board.hash ^= ZOBRIST[U(point * 4 + color)]
        _recolor_codes(board, point, color)
        _return_liberty(board, point + NORTH, group, point)
        _return_liberty(board, point + EAST, group, point)
        _return_liberty(board, point + SOUTH, group, point)
        _return_liberty(board, point + WEST, group, point)
        point = np.int64(board.next_stone[U(point)])
        if point == group:
            break
    board.stones[U(color)] -= removed
    board.captured[U(color)] += removed
    return removed


@kernel
def _merge(board, first, second):
    """Unite two groups; the larger one keeps its name, which is returned."""
    if board.group_stones[U(first)] < board.group_stones[U(second)]:
        first, second = second, first
    point = second
    while True:
        board.group[U(point)] = first
        point = np.int64(board.next_stone[U(point)])
        if point == second:
            break
    after_first = board.next_stone[U(first)]
    board.next_stone[U(first)] = board.next_stone[U(second)]
    board.next_stone[U(second)] = after_first
    board.group_stones[U(first)] += board.group_stones[U(second)]
    count = 0
    for word in range(board.liberty_words):
        united = board.liberties[U(first * LIBERTY_WORDS + word)] | board.liberties[U(second * LIBERTY_WORDS + word)]
        board.liberties[U(first * LIBERTY_WORDS + word)] = united
        count += count_bits(united)
    board.liberty_count[U(first)] = count
    return first


@kernel
def _take_liberty(board, neighbor, point, color):
    """A stone of `color` lands on `point`: the group of `neighbor` loses that liberty."""
    neighbor_color = np.int64(board.color[U(neighbor)])
    if neighbor_color == BLACK or neighbor_color == WHITE:
        group = np.int64(board.group[U(neighbor)])
        index = U(group * LIBERTY_WORDS + (point >> 6))
        bit = _ONE << (U(point) & _63)
        if board.liberties[index] & bit != 0:
            board.liberties[index] ^= bit
            count = np.int64(board.liberty_count[U(group)]) - 1
            board.liberty_count[U(group)] = count
            if count == 1 and neighbor_color != color:
                _enter_atari(board, group)


@kernel
def _join(board, neighbor, point, color, group):
    """Connect `point` (of `group`, or of none yet) with its own colour at `neighbor`."""
    if board.color[U(neighbor)] == color:
        other = np.int64(board.group[U(neighbor)])
        if group == 0:
            board.group[U(point)] = other
            board.next_stone[U(point)] = board.next_stone[U(other)]
            board.next_stone[U(other)] = point
            board.group_stones[U(other)] += 1
            return other
        if other != group:
            return _merge(board, group, other)
    return group


@kernel
def _found_group(board, point):
    """Make the lone stone on `point` a group without liberties yet."""
    board.group[U(point)] = point
    board.next_stone[U(point)] = point
    board.group_stones[U(point)] = 1
    board.liberty_count[U(point)] = 0
    for word in range(board.liberty_words):
        board.liberties[U(point * LIBERTY_WORDS + word)] = 0


@kernel
def _breathe(board, neighbor, group):
    """If `neighbor` is empty it is a liberty of `group`."""
    if board.color[U(neighbor)] == EMPTY:
        index = U(group * LIBERTY_WORDS + (neighbor >> 6))
        bit = _ONE << (U(neighbor) & _63)
        if board.liberties[index] & bit == 0:
            board.liberties[index] |= bit
            board.liberty_count[U(group)] += 1


@kernel
def _capture(board, neighbor, other):
    """Take the group of `neighbor` if it is of the colour `other` and out of liberties."""
    if board.color[U(neighbor)] == other:
        group = np.int64(board.group[U(neighbor)])
        if board.liberty_count[U(group)] == 0:
            return _remove_group(board, group)
    return 0


@kernel
def _place(board, point, color):
    board.color[U(point)] = color
    board.hash ^= ZOBRIST[U(point * 4 + color)]
    board.stones[U(color)] += 1
    board.empty_count -= 1
    last = board.empty[U(board.empty_count)]
    index = board.empty_index[U(point)]
    board.empty[U(index)] = last
    board.empty_index[U(last)] = index
    board.code[U(point)] &= ~ATARI_MASK
    _recolor_codes(board, point, color)


@kernel
def play(board, point, color):
    """Play a stone of `color` on the empty `point`; returns the stones it captured.

    Nothing is checked here but suicide, which is carried out: the stones of the mover
    come off the board (rulesets that forbid it ask `is_legal` first).
    """
    if CHECKED and board.color[point] != EMPTY:
        raise AssertionError("a stone where there is no empty point")
    other = 3 - color
    captures = (np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)]) >> (CAPTURES_SHIFT + color - 1)) & 1
    _place(board, point, color)

    north, east, south, west = point + NORTH, point + EAST, point + SOUTH, point + WEST
    _take_liberty(board, north, point, color)
    _take_liberty(board, east, point, color)
    _take_liberty(board, south, point, color)
    _take_liberty(board, west, point, color)

    group = _join(board, north, point, color, 0)
    group = _join(board, east, point, color, group)
    group = _join(board, south, point, color, group)
    group = _join(board, west, point, color, group)
    if group == 0:
        _found_group(board, point)
        group = point
    _breathe(board, north, group)
    _breathe(board, east, group)
    _breathe(board, south, group)
    _breathe(board, west, group)

    captured = 0
    ko = PASS
    if captures != 0:
        captured += _capture(board, north, other)
        captured += _capture(board, east, other)
        captured += _capture(board, south, other)
        captured += _capture(board, west, other)
    liberties = np.int64(board.liberty_count[U(group)])
    if liberties == 1:
        _enter_atari(board, group)
        if captured == 1 and board.group_stones[U(group)] == 1:
            ko = first_liberty(board, group)
            board.ko_color = other
            board.last_ko = ko
            board.last_ko_move = board.move_number
    elif liberties == 0:
        _remove_group(board, group)
    board.ko = ko
    board.to_play = other
    board.move_number += 1
    board.previous_move = board.last_move
    board.last_move = point
    return captured


@kernel
def play_pass(board, color):
    """`color` passes."""
    board.ko = PASS
    board.to_play = 3 - color
    board.move_number += 1
    board.previous_move = board.last_move
    board.last_move = PASS
