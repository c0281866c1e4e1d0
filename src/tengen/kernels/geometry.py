"""Where the points of a board are: one fixed stride for every board size.

A point is a small integer. Rows lie 20 apart, so the column to the left of a row is
also the column to the right of the row below it: one wall of border points serves
both sides, and the offset to a neighbour is the same constant on every board size.

    point = (row + 1) * 20 + (column + 1)      row 0 is the lowest, as in GTP ("A1")

Colours are two bits, so that a neighbourhood of them packs into one integer.
"""

import numpy as np

MIN_SIZE = 2
MAX_SIZE = 19
STRIDE = MAX_SIZE + 1
# One row of border below, one above, and one last corner: (19 + 2) * 20 + 1, rounded up.
POINTS = 424

NORTH = STRIDE
EAST = 1
SOUTH = -STRIDE
WEST = -1

# Both are border points, so that they may be used as an index by accident without harm.
PASS = 0
NO_POINT = 1

EMPTY = 0
BLACK = 1
WHITE = 2
BORDER = 3

# Casting an index to unsigned spares Numba the "is it negative?" of Python's indexing.
# Measured at 5 to 15 percent of a light playout, so it is worth its one letter.
U = np.uint64


def point_of(column: int, row: int) -> int:
    """The point of a column and a row, both counted from 0 at the lower left.

    >>> point_of(0, 0), point_of(18, 18)
    (21, 399)
    """
    return (row + 1) * STRIDE + column + 1


def column_row_of(point: int) -> tuple[int, int]:
    """The column and the row of a point, the reverse of `point_of`.

    >>> column_row_of(21), column_row_of(399)
    ((0, 0), (18, 18))
    """
    return point % STRIDE - 1, point // STRIDE - 1
