"""Two kinds of seki that a careless move destroys.

In the first a group lives by a false eye: the opponent's stones inside leave it two
liberties that neither side may fill, and filling the false eye loses what kept it alive.

In the second a dead shape of the opponent's stands in the group's only eye, with two
liberties. Playing on one begins to take a dead shape, which leaves one eye; the opponent
playing there makes a shape that lives when taken. So nobody plays. Baudiš's Pachi avoids
both in its playouts; the positions of its unit tests are ours too (`tests/kernels`).
"""

import numpy as np

from tengen.kernels.bits import lowest_bit
from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, EMPTY, NORTH, PASS, SOUTH, STRIDE, WEST, U
from tengen.kernels.tactics.eyes import is_false_eye
from tengen.kernels.tactics.joining import (
    group_at,
    groups_around,
    has_liberty,
    joined_liberties,
    liberties_of,
    neighbors_of_color,
)
from tengen.kernels.tactics.nakade import LARGEST, enclosed_region, is_dead_shape, leaves_dead_shape

_ONE = np.uint64(1)
# Of a corner's nine points, numbered row by row from the corner: itself, its two neighbours, and one point farther on.
_BENT_ALONG_ROW, _BENT_ALONG_COLUMN = 0b000_001_111, 0b001_001_011


@kernel
def _has_only(board, group, first, second):
    """Whether `group` has the liberties `first` and `second` and no other."""
    return liberties_of(board, group) == 2 and has_liberty(board, group, first) and has_liberty(board, group, second)


@kernel
def is_false_eye_seki(board, point, color):
    """Whether `point` is a false eye of `color` that a seki needs: filled, two shared liberties are all it has."""
    if not is_false_eye(board, point, color):
        return False
    a, b, c, d = groups_around(board, point, color)
    if max(liberties_of(board, a), liberties_of(board, b), liberties_of(board, c), liberties_of(board, d)) > 3:
        return False
    count, first, second = joined_liberties(board, point, a, b, c, d, PASS, PASS)
    if count != 2:
        return False
    a, b, c, d = groups_around(board, first, 3 - color)
    return (
        _has_only(board, a, first, second)
        or _has_only(board, b, first, second)
        or _has_only(board, c, first, second)
        or _has_only(board, d, first, second)
    )


@kernel
def _is_inside(board, point, other_point, group, color):
    """Whether a liberty of `group`, which stands in an eye of `color`, leads nowhere and touches the eye's wall."""
    wall = False
    for direction in range(4):
        neighbor = point + (NORTH, EAST, SOUTH, WEST)[direction]
        neighbor_color = np.int64(board.color[U(neighbor)])
        if neighbor_color == EMPTY and neighbor != other_point:
            return False
        if neighbor_color == 3 - color and np.int64(board.group[U(neighbor)]) != group:
            return False
        wall = wall or neighbor_color == color
    return wall


@kernel
def _joins_wall(board, at, wall, first, second, color):
    """The one group that encloses, `at` taken into account: 0 when none is known yet, -1 when there are several.

    Stones whose only liberties are `first` and `second` stand inside and do not count.
    """
    a, b, c, d = groups_around(board, at, color)
    for i in range(4):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d
        if group == 0 or group == wall:
            continue
        outside = liberties_of(board, group)
        outside -= np.int64(has_liberty(board, group, first)) + np.int64(has_liberty(board, group, second))
        if outside > 0 and wall == 0:
            wall = group
        elif outside > 0:
            return -1
    return wall


@kernel
def _wall_around(board, group, first, second, color):
    """The one group of `color` around the stones of `group` and its two liberties; 0 or -1 if there is no such."""
    wall = _joins_wall(board, first, 0, first, second, color)
    wall = _joins_wall(board, second, wall, first, second, color)
    stone = group
    while wall != -1:
        wall = _joins_wall(board, stone, wall, first, second, color)
        stone = np.int64(board.next_stone[U(stone)])
        if stone == group:
            break
    return wall


@kernel
def _has_eye_besides(board, group, color, first, second):
    """Whether a liberty of `group` other than the two lies in a small region enclosed by `color`."""
    for word in range(board.liberty_words):
        liberties = board.liberties[U(group * LIBERTY_WORDS + word)]
        while liberties != 0:
            point = word * 64 + lowest_bit(liberties)
            liberties &= liberties - _ONE
            if point != first and point != second:
                _, count = enclosed_region(board, point, color)
                if count <= LARGEST:
                    return True
    return False


@kernel
def _has_dead_shape(board, group, color):
    """Whether the stones of `group` themselves have a dead shape."""
    contacts, most = 0, 0
    stone = group
    while True:
        inside = neighbors_of_color(board, stone, color)
        contacts += inside
        most = max(most, inside)
        stone = np.int64(board.next_stone[U(stone)])
        if stone == group:
            break
    return is_dead_shape(np.int64(board.group_stones[U(group)]), contacts, most)


@kernel
def _other_liberty(board, group, point):
    """The liberty of `group`, which has two, that is not `point`."""
    _, first, _ = joined_liberties(board, point, group, 0, 0, 0, PASS, PASS)
    return first


@kernel
def _corner_bit(board, point, far_row, far_column):
    """Which of the nine points of a corner `point` is, as a bit, counted row by row from the corner; 0 for none."""
    row, column = point // STRIDE - 1, point % STRIDE - 1
    if far_row:
        row = np.int64(board.side) - 1 - row
    if far_column:
        column = np.int64(board.side) - 1 - column
    return 1 << (3 * row + column) if row <= 2 and column <= 2 else 0


@kernel
def makes_bent_four(board, group, point):
    """Whether the three stones of `group` and one on `point` are the bent four in the corner.

    That is no seki: who is inside can kill at any time, once there are no ko threats left.
    """
    if board.group_stones[U(group)] != 3:
        return False
    middle = (np.int64(board.side) + 1) // 2
    far_row, far_column = point // STRIDE > middle, point % STRIDE > middle
    shape = _corner_bit(board, point, far_row, far_column)
    stone = group
    while True:
        shape |= _corner_bit(board, stone, far_row, far_column)
        stone = np.int64(board.next_stone[U(stone)])
        if stone == group:
            break
    return shape == _BENT_ALONG_ROW or shape == _BENT_ALONG_COLUMN


@kernel
def breaks_nakade_seki(board, point, color):
    """Whether `color`, playing `point`, would begin to take a dead shape in its only eye."""
    other = 3 - color
    group = 0
    for direction in range(4):
        group = max(group, group_at(board, point + (NORTH, EAST, SOUTH, WEST)[direction], other))
    if group == 0 or liberties_of(board, group) != 2:
        return False
    stones = np.int64(board.group_stones[U(group)])
    if stones < 3 or stones > LARGEST:
        return False
    second = _other_liberty(board, group, point)
    if not (_is_inside(board, point, second, group, color) and _is_inside(board, second, point, group, color)):
        return False
    if not _has_dead_shape(board, group, other):
        return False
    if leaves_dead_shape(board, point, other, group, 0, 0, 0):
        return False
    if leaves_dead_shape(board, second, other, group, 0, 0, 0):
        return False
    if makes_bent_four(board, group, point) or makes_bent_four(board, group, second):
        return False
    wall = _wall_around(board, group, point, second, color)
    return wall > 0 and not _has_eye_besides(board, wall, color, point, second)


@kernel
def breaks_seki(board, point, color):
    """Whether `color`, playing `point`, would destroy a seki of one of the two kinds to its own loss."""
    return breaks_nakade_seki(board, point, color) or is_false_eye_seki(board, point, color)
