"""Stones that may be taken because whoever takes them is taken in turn.

A snapback gives one stone; the group that takes it has no liberty but where that stone
stood. Two stones that run from atari into one's own tiger's mouth are alike: the single
stone that takes them is taken. A single stone for a single stone would be a ko.
"""

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, EMPTY, NORTH, PASS, SOUTH, WEST
from tengen.kernels.tactics.joining import (
    empty_neighbor,
    group_at,
    groups_around,
    joined_liberties,
    liberties_of,
    neighbors_of_color,
)


@kernel
def _lost_with_it(board, neighbor, color):
    """Whether a group of `color` at `neighbor` has only one liberty: it would be taken as well."""
    return liberties_of(board, group_at(board, neighbor, color)) == 1


@kernel
def _is_taken_alone(board, last, color):
    """Whether the opponent, taking on `last`, takes no other group of `color` that is in atari there."""
    return not (
        _lost_with_it(board, last + NORTH, color)
        or _lost_with_it(board, last + EAST, color)
        or _lost_with_it(board, last + SOUTH, color)
        or _lost_with_it(board, last + WEST, color)
    )


@kernel
def snaps_back(board, point, color, last):
    """Whether the group that takes the lone stone on `point`, by a move on `last`, can be taken back.

    The stone's point is the only empty neighbour of `last`, or the taker would breathe there.
    """
    if neighbors_of_color(board, last, EMPTY) != 1 or not _is_taken_alone(board, last, color):
        return False
    a, b, c, d = groups_around(board, last, 3 - color)
    if a + b + c + d == 0:
        return False
    # The captured stone's point counts as a liberty again: without it none may be left.
    count, first, _ = joined_liberties(board, last, a, b, c, d, PASS, PASS)
    return count == 0 or (count == 1 and first == point)


@kernel
def is_snapback(board, point, color):
    """Whether `color`, playing the empty `point`, gives a stone to take more back."""
    if neighbors_of_color(board, point, EMPTY) != 1 or neighbors_of_color(board, point, color) != 0:
        return False
    last = empty_neighbor(board, point)
    a, b, c, d = groups_around(board, point, 3 - color)
    if (
        liberties_of(board, a) == 1
        or liberties_of(board, b) == 1
        or liberties_of(board, c) == 1
        or liberties_of(board, d) == 1
    ):
        return False
    return snaps_back(board, point, color, last)


@kernel
def runs_into_tiger_mouth(board, point, color, last):
    """Whether the stone that takes, on `last`, stones run there from atari by `point` can be taken back.

    They touch `last` with the one on `point` only; around it there is nothing else but `color`.
    """
    if neighbors_of_color(board, last, 3 - color) != 0 or neighbors_of_color(board, last, EMPTY) != 1:
        return False
    return _is_taken_alone(board, last, color)
