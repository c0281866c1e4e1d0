"""Self-ataris that fill an eye space: good ones leave a dead shape and meet no other eye.

Whoever kills a group with one large eye fills the eye and gives the stones away (Baudiš
2011, 3.4.1). What is given must be a dead shape (`nakade.py`) without a way out, and alone:
two groups taken by one move are two eyes. Stones in atari already, or two groups joined
into one, are then lost for something. Stones that still have liberties are only worth it
when the groups around are short of liberties themselves and have no eye elsewhere.
"""

import numpy as np

from tengen.kernels.bits import lowest_bit
from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, EMPTY, NORTH, PASS, SOUTH, WEST, U
from tengen.kernels.neighborhood import ADJACENT_MASK, LOCAL, SURROUNDED_SHIFT
from tengen.kernels.tactics.joining import has_liberty, liberties_of
from tengen.kernels.tactics.nakade import leaves_dead_shape

FEW_LIBERTIES = 3  # with so many a group is worth a self-atari inside it
_ONE = np.uint64(1)


@kernel
def _is_closed(board, neighbor, point, color, a, b, c, d):
    """Whether a neighbour of the last liberty leads nowhere: a wall, or a stone that is given away too."""
    if neighbor == point:
        return True
    neighbor_color = board.color[U(neighbor)]
    if neighbor_color == color:
        group = np.int64(board.group[U(neighbor)])
        return group == a or group == b or group == c or group == d
    return neighbor_color != EMPTY


@kernel
def _is_enclosed(board, point, color, last, a, b, c, d):
    """Whether the group joined on `point` has no way on from its last liberty, nor company there."""
    return (
        _is_closed(board, last + NORTH, point, color, a, b, c, d)
        and _is_closed(board, last + EAST, point, color, a, b, c, d)
        and _is_closed(board, last + SOUTH, point, color, a, b, c, d)
        and _is_closed(board, last + WEST, point, color, a, b, c, d)
    )


@kernel
def _has_eye(board, group, color):
    """Whether a liberty of `group`, of `color`, has that colour all around."""
    for word in range(board.liberty_words):
        liberties = board.liberties[U(group * LIBERTY_WORDS + word)]
        while liberties != 0:
            point = word * 64 + lowest_bit(liberties)
            flags = np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)])
            if (flags >> (SURROUNDED_SHIFT + color - 1)) & 1 != 0:
                return True
            liberties &= liberties - _ONE
    return False


@kernel
def _meet(board, stone, point, color, wall, most, fewest):
    """Look at the opponent around `stone`: the wall's group (-1 if they are several), most and fewest liberties."""
    for direction in range(4):
        neighbor = stone + (NORTH, EAST, SOUTH, WEST)[direction]
        if board.color[U(neighbor)] == 3 - color:
            group = np.int64(board.group[U(neighbor)])
            if group == wall:
                continue
            liberties = liberties_of(board, group) - np.int64(has_liberty(board, group, point))
            if liberties > FEW_LIBERTIES or _has_eye(board, group, 3 - color):
                return wall, FEW_LIBERTIES + 1, fewest
            most, fewest = max(most, liberties), min(fewest, liberties)
            wall = group if wall == 0 else -1
    return wall, most, fewest


@kernel
def is_wall_weak(board, point, color, last, a, b, c, d):
    """Whether the opponent's groups around the stones given away are short of liberties, without an eye.

    If they are several, one of them must stand in atari: else taking the stones connects them.
    """
    wall, most, fewest = _meet(board, point, point, color, 0, 0, FEW_LIBERTIES)
    if last != PASS:
        wall, most, fewest = _meet(board, last, point, color, wall, most, fewest)
    for i in range(4):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d
        stone = group
        while group != 0 and most <= FEW_LIBERTIES:
            wall, most, fewest = _meet(board, stone, point, color, wall, most, fewest)
            stone = np.int64(board.next_stone[U(stone)])
            if stone == group:
                break
    return most <= FEW_LIBERTIES and (wall > 0 or fewest <= 1)


@kernel
def fills_eye(board, point, color, last, a, b, c, d):
    """Whether a self-atari on `point`, to be taken on `last`, fills an eye space to some purpose.

    `a` to `d` are the groups it joins, each once, 0 for none.
    """
    if not _is_enclosed(board, point, color, last, a, b, c, d):
        return False
    if not leaves_dead_shape(board, point, color, a, b, c, d):
        return False
    joined = np.int64(a != 0) + np.int64(b != 0) + np.int64(c != 0) + np.int64(d != 0)
    if joined > 1 or (joined == 1 and liberties_of(board, a + b + c + d) == 1):
        return True
    return is_wall_weak(board, point, color, last, a, b, c, d)
