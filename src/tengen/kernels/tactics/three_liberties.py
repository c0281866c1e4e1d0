"""Stepping from three liberties to two, and dying of it.

The thesis (Baudiš 2011, 3.4.1) has its detector of bad self-ataris find "some dangerous moves
extending three-liberty groups": with two liberties left, the opponent fills one, and the
other is no way out. Two moves are read, nothing more; a group that takes something, or puts
something in atari, is left alone, and so is one that fills an eye of a weak group.
"""

import numpy as np

from tengen.kernels.board import first_liberty
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, EMPTY, NORTH, PASS, SOUTH, WEST, U
from tengen.kernels.tactics.eye_filling import is_wall_weak
from tengen.kernels.tactics.joining import groups_around, has_liberty, liberties_of
from tengen.kernels.tactics.nakade import leaves_dead_shape


@kernel
def _gives_atari(board, point, color):
    """Whether a move of `color` on `point` leaves a group of the opponent's one liberty."""
    a, b, c, d = groups_around(board, point, 3 - color)
    return (
        liberties_of(board, a) == 2
        or liberties_of(board, b) == 2
        or liberties_of(board, c) == 2
        or liberties_of(board, d) == 2
    )


@kernel
def _can_take_around(board, group, color, first, second):
    """Whether a group of the opponent's next to `group` can be taken elsewhere than on its two liberties."""
    stone = group
    while True:
        for direction in range(4):
            neighbor = stone + (NORTH, EAST, SOUTH, WEST)[direction]
            if board.color[U(neighbor)] == 3 - color:
                other = np.int64(board.group[U(neighbor)])
                if liberties_of(board, other) == 1:
                    where = first_liberty(board, other)
                    if where != first and where != second:
                        return True
        stone = np.int64(board.next_stone[U(stone)])
        if stone == group:
            return False


@kernel
def _other_liberties(board, group, one, two, three):
    """How many liberties `group` has besides three points."""
    liberties = liberties_of(board, group)
    if liberties != 0:
        liberties -= np.int64(has_liberty(board, group, one)) + np.int64(has_liberty(board, group, two))
        liberties -= np.int64(has_liberty(board, group, three))
    return liberties


@kernel
def _breath(board, at, color, point, filled):
    """Liberties, generously counted, of a stone of `color` on `at` when `point` and `filled` are occupied."""
    breath = 0
    for direction in range(4):
        neighbor = at + (NORTH, EAST, SOUTH, WEST)[direction]
        if board.color[U(neighbor)] == EMPTY and neighbor != point and neighbor != filled:
            breath += 1
    a, b, c, d = groups_around(board, at, color)
    for i in range(4):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d
        breath += _other_liberties(board, group, at, point, filled)
    return breath


@kernel
def _takes(board, at, color):
    """Whether a move of `color` takes something."""
    a, b, c, d = groups_around(board, at, 3 - color)
    return (
        liberties_of(board, a) == 1
        or liberties_of(board, b) == 1
        or liberties_of(board, c) == 1
        or liberties_of(board, d) == 1
    )


@kernel
def _dies(board, point, color, attack, escape, enough):
    """Whether the opponent on `attack` catches the group, whose answer is on `escape`."""
    if _takes(board, escape, color):
        return False
    if _breath(board, attack, 3 - color, point, escape) == 0 and not _takes(board, attack, 3 - color):
        return False  # suicide, or a stone that the escape takes
    return _breath(board, escape, color, point, attack) < enough


@kernel
def is_suicidal_step(board, point, color, first, second, a, b, c, d):
    """Whether a move that leaves the liberties `first` and `second` steps from three liberties to death.

    `a` to `d` are the groups that the move joins, each once, 0 for none. Where it joins several, only a
    group without any hope, and too large to be a good gift, is called dead.
    """
    joined = np.int64(a != 0) + np.int64(b != 0) + np.int64(c != 0) + np.int64(d != 0)
    most = max(liberties_of(board, a), liberties_of(board, b), liberties_of(board, c), liberties_of(board, d))
    if joined == 0 or most != 3 or _gives_atari(board, point, color):
        return False
    if leaves_dead_shape(board, point, color, a, b, c, d):
        if joined > 1 or is_wall_weak(board, point, color, PASS, a, b, c, d):
            return False
    for i in range(4):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d
        if group != 0 and _can_take_around(board, group, color, first, second):
            return False
    enough = 2 if joined == 1 else 1
    return _dies(board, point, color, first, second, enough) or _dies(board, point, color, second, first, enough)
