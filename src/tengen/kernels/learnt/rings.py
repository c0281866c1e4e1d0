"""Large patterns: which points belong to each size, and keys that are the same in all eight orientations.

A pattern of size d has the points whose gridcular distance |x| + |y| + max(|x|, |y|) from the middle is at most d
(Stern, Herbrich, Graepel 2006; thesis 3.4): size 3 is the 3×3 square, each further one a ring more.

Every point and content has eight random keys, one for each orientation of the board, such that the key of a point
in one orientation is that of the turned point in another. A pattern has eight hashes, each the exclusive or of its
points' keys (Zobrist 1970), in an order that changes with the orientation; the least of them stands for all.
"""

import numpy as np

SIZES = (3, 4, 5, 6, 7, 8, 9, 10, 12)  # of the patterns that are looked up, each within the next
LARGEST = SIZES[-1]
MARGIN = 6  # points to each side that the largest pattern reaches
ORIENTATIONS = 8
WIDE_STRIDE = 32  # of a board with margins
WIDE_POINTS = WIDE_STRIDE * (19 + 2 * MARGIN + 1)
CONTENTS = 4  # of a point: empty, the mover's, the opponent's, border
LIBERTY_CLASSES = 4  # of a stone beside the middle: no stone, one, two, more liberties


def gridcular(x: int, y: int) -> int:
    """The distance by which patterns grow.

    >>> gridcular(1, 1), gridcular(2, 0), gridcular(2, 1)
    (3, 4, 5)
    """
    return abs(x) + abs(y) + max(abs(x), abs(y))


def _turns(x: int, y: int) -> list[tuple[int, int]]:
    """Where a point lies in each of the eight orientations."""
    return [(sx * a, sy * b) for a, b in ((x, y), (y, x)) for sx in (1, -1) for sy in (1, -1)]


PLACES = sorted(
    ((x, y) for x in range(-MARGIN, MARGIN + 1) for y in range(-MARGIN, MARGIN + 1) if 0 < gridcular(x, y) <= LARGEST),
    key=lambda place: (gridcular(*place), place),
)
_PLACE_NUMBER = {place: number for number, place in enumerate(PLACES)}
# Where in PLACES the points of each size of SIZES end.
RING_ENDS = np.array([sum(gridcular(*place) <= size for place in PLACES) for size in SIZES], np.int64)
OFFSETS = np.array([y * WIDE_STRIDE + x for x, y in PLACES], np.int64)

_random = np.random.Generator(np.random.PCG64(20070615))


def _keys(contents: int, nothing: int | None) -> np.ndarray:
    """For each place, content and orientation a key; the content `nothing` has none."""
    base = _random.integers(1, 2**63, (len(PLACES), contents), np.uint64)
    if nothing is not None:
        base[:, nothing] = 0
    keys = np.zeros((len(PLACES), contents, ORIENTATIONS), np.uint64)
    for number, place in enumerate(PLACES):
        for orientation, turned in enumerate(_turns(*place)):
            keys[number, :, orientation] = base[_PLACE_NUMBER[turned]]
    return keys.reshape(-1)


COLOR_KEYS = _keys(CONTENTS, 0)  # at (place * CONTENTS + content) * ORIENTATIONS + orientation
LIBERTY_KEYS = _keys(LIBERTY_CLASSES, 0)  # likewise, of the four places beside the middle
LAST_KEYS = _keys(1, None)  # of the place of the last move
BEFORE_KEYS = _keys(1, None)  # of the place of the move before it
SIZE_KEYS = _random.integers(1, 2**63, 64, np.uint64)  # tell patterns of different sizes and kinds apart
# The number of the place at (y + MARGIN) * (2 * MARGIN + 1) + x + MARGIN, -1 where it belongs to no pattern.
PLACE_AT = np.array(
    [_PLACE_NUMBER.get((x, y), -1) for y in range(-MARGIN, MARGIN + 1) for x in range(-MARGIN, MARGIN + 1)], np.int64
)
