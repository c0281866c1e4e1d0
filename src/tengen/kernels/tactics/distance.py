"""How far points are from the last move when a group is one place: distance in the common fate graph.

Graepel, Goutrié, Krüger, Herbrich, "Learning on graphs in the game of Go" (2001); thesis 3.3.2: a
step between stones of the same group costs nothing, every other step one, so that moves at two
ends of the same group are near each other.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BORDER, EAST, EMPTY, NORTH, SOUTH, STRIDE, WEST, U

FARTHEST = 3  # steps that are looked at
FAR = FARTHEST + 1  # the distance of all other points


@kernel
def _reach(board, work, point, steps, count):
    """Note that `point`, and with it its whole group, is `steps` away; how many points are noted now."""
    if board.color[U(point)] == BORDER or work.distance[U(point)] <= steps:
        return count
    work.distance[U(point)] = steps
    work.queue[U(count)] = point
    count += 1
    if board.color[U(point)] != EMPTY:
        stone = np.int64(board.next_stone[U(point)])
        while stone != point:
            work.distance[U(stone)] = steps
            work.queue[U(count)] = stone
            count += 1
            stone = np.int64(board.next_stone[U(stone)])
    return count


@kernel
def measure_distance(board, start, work):
    """Write the distance of every point from `start` to `work.distance`, FAR if it is more than FARTHEST."""
    for point in range(len(work.distance)):
        work.distance[U(point)] = FAR
    count = _reach(board, work, start, 0, 0)
    done = 0
    while done < count:
        point = np.int64(work.queue[U(done)])
        done += 1
        steps = np.int64(work.distance[U(point)]) + 1
        if steps > FARTHEST:
            break
        count = _reach(board, work, point + NORTH, steps, count)
        count = _reach(board, work, point + EAST, steps, count)
        count = _reach(board, work, point + SOUTH, steps, count)
        count = _reach(board, work, point + WEST, steps, count)


@kernel
def is_near(board, start, point, most, work):
    """Whether `point` is at most `most` steps (up to FARTHEST) from `start`."""
    rows = abs(start // STRIDE - point // STRIDE)
    if rows + abs(start % STRIDE - point % STRIDE) <= most:
        return True  # groups only make the way shorter
    measure_distance(board, start, work)
    return work.distance[U(point)] <= most
