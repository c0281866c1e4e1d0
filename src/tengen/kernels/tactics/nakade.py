"""Nakade: eye spaces that one stone in the right place keeps from becoming two eyes.

An eye space is dead when its owner cannot divide it: three points in any shape, the
pyramid and the square of four, the bulky and the crossed five, the rabbity six. All but
the square have one vital point. Among the shapes of up to six points these are known by
three numbers: how many points, how many neighbours each has inside, all together and at
most. The vital point is the one with the most.

A player who fills such a space has to give his stones away in the end; that is a good
self-atari when the stones have a dead shape themselves (Baudiš 2011, 3.4.1).
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BORDER, EAST, EMPTY, NORTH, PASS, SOUTH, WEST, U
from tengen.kernels.neighborhood import DIAGONAL_SHIFT, NEIGHBOR_COUNTS
from tengen.kernels.tactics.few_points import add_point, nth_point
from tengen.kernels.tactics.joining import neighbors_of_color

LARGEST = 6  # points of a dead shape, one less than a list of few points holds


@kernel
def is_dead_shape(points, contacts, most):
    """Whether an eye space of so many points cannot be made two eyes if the opponent moves first.

    `contacts` is the sum over all points of their neighbours inside, `most` the largest of these.
    """
    if points <= 3:
        return True
    if points == 4:
        return most == 3 or contacts == 8  # pyramid, square
    if points == 5:
        return most == 4 or contacts == 10  # crossed, bulky
    return points == LARGEST and most == 4 and contacts == 12  # rabbity


@kernel
def _touch(one, two):
    """Whether two points are neighbours."""
    distance = one - two
    return distance == NORTH or distance == SOUTH or distance == EAST or distance == WEST


@kernel
def leaves_dead_shape(board, point, color, a, b, c, d):
    """Whether the groups `a` to `d` of `color` (0 for none), joined on `point`, have a dead shape."""
    most = neighbors_of_color(board, point, color)
    contacts = 2 * most
    stones = 1
    for i in range(4):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d
        if group == 0:
            continue
        stones += np.int64(board.group_stones[U(group)])
        if stones > LARGEST:
            return False
        stone = group
        while True:
            inside = neighbors_of_color(board, stone, color)
            contacts += inside
            most = max(most, inside + np.int64(_touch(stone, point)))
            stone = np.int64(board.next_stone[U(stone)])
            if stone == group:
                break
    return is_dead_shape(stones, contacts, most)


@kernel
def _grow(board, region, count, point, wall):
    """The region with `point` added if it belongs there."""
    color = board.color[U(point)]
    if color == BORDER or color == wall:
        return region, count
    return add_point(region, count, point)


@kernel
def enclosed_region(board, point, wall):
    """The connected points around `point` that hold no stone of `wall`, and how many they are.

    More than LARGEST of them means: a large region, of which some points are told.
    """
    region, count = np.int64(point), 1
    done = 0
    while done < count and count <= LARGEST:
        here = nth_point(region, done)
        region, count = _grow(board, region, count, here + NORTH, wall)
        region, count = _grow(board, region, count, here + EAST, wall)
        region, count = _grow(board, region, count, here + SOUTH, wall)
        region, count = _grow(board, region, count, here + WEST, wall)
        done += 1
    return region, count


@kernel
def _inside(board, point, wall):
    """How many neighbours of `point` hold no stone of `wall`."""
    return 4 - neighbors_of_color(board, point, wall) - neighbors_of_color(board, point, BORDER)


@kernel
def _reaches(board, neighbor, wall):
    """How many points a region has behind `neighbor` of the point it is seen from, if that is part of it."""
    color = board.color[U(neighbor)]
    return 0 if color == BORDER or color == wall else _inside(board, neighbor, wall) - 1


@kernel
def _is_open(board, point, wall):
    """Whether the region around `point` is seen to be too large for a dead shape by looking two steps far."""
    # Steps of one and of two lead to different points.
    room = LARGEST - 1 - _inside(board, point, wall)
    return (
        _reaches(board, point + NORTH, wall) > room
        or _reaches(board, point + EAST, wall) > room
        or _reaches(board, point + SOUTH, wall) > room
        or _reaches(board, point + WEST, wall) > room
    )


@kernel
def nakade_point(board, point, color):
    """Where `color` kills the eye space of the opponent's around the empty `point`; PASS if nowhere.

    Stones of `color` in it are part of it. The square needs no move, other shapes of four none.
    """
    wall = 3 - color
    if _is_open(board, point, wall):
        return PASS
    region, count = enclosed_region(board, point, wall)
    if count < 3 or count > LARGEST:
        return PASS
    vital, most, contacts = PASS, 0, 0
    for i in range(count):
        here = nth_point(region, i)
        inside = _inside(board, here, wall)
        contacts += inside
        if inside > most:
            vital, most = here, inside
    if not is_dead_shape(count, contacts, most) or (count == 4 and contacts == 8):
        return PASS
    return vital if board.color[U(vital)] == EMPTY else PASS


@kernel
def is_vital_point(board, point, color):
    """Whether the empty `point` is where `color` kills an eye space of the opponent's.

    Most points are told by what stands around them: a vital point has two neighbours inside the space at least,
    and at most one of its corners is neither wall nor border.
    """
    wall = 3 - color
    if neighbors_of_color(board, point, wall) + neighbors_of_color(board, point, BORDER) > 2:
        return False
    corners = np.int64(NEIGHBOR_COUNTS[U(board.code[U(point)] >> DIAGONAL_SHIFT)])
    if ((corners >> (3 * wall)) & 7) + ((corners >> (3 * BORDER)) & 7) < 3:
        return False
    return nakade_point(board, point, color) == point
