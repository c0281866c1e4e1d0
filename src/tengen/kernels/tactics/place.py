"""Where on the board a point lies: its line, how far around it there is no stone, and if it is still the opening."""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EMPTY, STRIDE, U

FARTHEST_STONE = 3  # points that are looked at around a point
LINES = 6  # the last one stands for all inner ones
OPENING_SHARE = 9  # it is the opening while fewer than one point in so many has a stone
PLACES = 2 * (FARTHEST_STONE + 1) * LINES


@kernel
def line_of(board, point):
    """The line of a point, 1 at the edge."""
    side = np.int64(board.side)
    row, column = point // STRIDE, point % STRIDE
    return min(min(row, side + 1 - row), min(column, side + 1 - column))


@kernel
def clearance(board, point):
    """How far around a point there is no stone: 0 if there is one beside it or diagonally, up to FARTHEST_STONE."""
    side = np.int64(board.side)
    row, column = point // STRIDE, point % STRIDE
    for reach in range(1, FARTHEST_STONE + 1):
        left, right = max(1, column - reach), min(side, column + reach)
        for y in range(max(1, row - reach), min(side, row + reach) + 1):
            # All of the first and last row, of those between only the ends: the rest was looked at before.
            step = 1 if abs(y - row) == reach else max(1, right - left)
            for x in range(left, right + 1, step):
                if board.color[U(y * STRIDE + x)] != EMPTY:
                    return reach - 1
    return FARTHEST_STONE


@kernel
def place_of(board, point):
    """The number of the kind of place a point lies at, below PLACES: by phase, clearance and line."""
    points = np.int64(board.side) * np.int64(board.side)
    later = np.int64((points - np.int64(board.empty_count)) * OPENING_SHARE >= points)
    return (later * (FARTHEST_STONE + 1) + clearance(board, point)) * LINES + min(line_of(board, point), LINES) - 1
