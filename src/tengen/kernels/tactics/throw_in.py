"""Throw-ins: a stone, or two, given away so that an eye becomes false.

The stone goes into the mouth of what would become an eye, between two stones of its own
that stand on the eye's far corners (one at the edge of the board): when it is taken, the
eye has lost both corners. That is all shape, so the eight points around decide. Baudiš,
"MCTS with Information Sharing" (2011), 3.4.1 names the throw-in along the edge as the move
that a detector of bad self-ataris must let pass.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BORDER, EAST, NORTH, U
from tengen.kernels.tactics.joining import group_at, neighbors_of_color


@kernel
def _falsifies(board, point, inward, side, color):
    """Whether on this side of `point` the corner is `color`'s and the wall the opponent's.

    `inward` leads from the point to where the opponent takes; at the border there is no corner.
    """
    wall = np.int64(board.color[U(point + side)])
    if wall == BORDER:
        return True
    return wall == 3 - color and board.color[U(point - inward + side)] == color


@kernel
def _throws_in_one(board, point, color, last):
    """A lone stone: the opponent takes on `last`, between two stones of his own."""
    inward = last - point
    other = 3 - color
    if board.color[U(point - inward)] != other:
        return False
    side = EAST if inward == NORTH or inward == -NORTH else NORTH
    if not (_falsifies(board, point, inward, side, color) and _falsifies(board, point, inward, -side, color)):
        return False
    left, right = np.int64(board.color[U(last + side)]), np.int64(board.color[U(last - side)])
    return (left == other or left == BORDER) and (right == other or right == BORDER)


@kernel
def _holds_second(board, second, inward, side, color, last):
    """Whether the second stone is held on this side, or can only be taken there without a way out."""
    beside = second + side
    if beside == last:
        beyond = np.int64(board.color[U(last + inward)])
        return beyond == 3 - color or beyond == BORDER
    return board.color[U(beside)] != color


@kernel
def _throws_in_two(board, point, color, last, second):
    """The stone on `second` is given away with the one on `point`."""
    inward = second - point
    if board.color[U(point - inward)] != 3 - color:
        return False
    side = EAST if inward == NORTH or inward == -NORTH else NORTH
    if not (_falsifies(board, point, inward, side, color) and _falsifies(board, point, inward, -side, color)):
        return False
    if second + inward == last:
        return board.color[U(last + side)] != color and board.color[U(last - side)] != color
    return _holds_second(board, second, inward, side, color, last) and _holds_second(
        board, second, inward, -side, color, last
    )


@kernel
def is_throw_in(board, point, color, last):
    """Whether a self-atari on `point`, to be taken on `last`, makes an eye false."""
    friends = neighbors_of_color(board, point, color)
    if friends == 0:
        return _throws_in_one(board, point, color, last)
    if friends > 1:
        return False
    second = point + NORTH
    if board.color[U(second)] != color:
        second = point - NORTH
    if board.color[U(second)] != color:
        second = point + EAST
    if board.color[U(second)] != color:
        second = point - EAST
    return board.group_stones[U(group_at(board, second, color))] == 1 and _throws_in_two(
        board, point, color, last, second
    )
