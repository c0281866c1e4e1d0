"""Unconditional life: groups that stay alive however often their owner passes.

Benson, "Life in the game of Go" (1976). A region is a connected part of the board
without stones of the colour; it is vital to a group when each of its empty points is a
liberty of the group. Groups with fewer than two vital regions are struck out, then the
regions that touch a group struck out, until nothing changes; what remains is alive.
Liberties being sets of bits, "vital" is one comparison of sets.
"""

import numpy as np

from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BORDER, EAST, EMPTY, NORTH, POINTS, SOUTH, WEST, U

ALIVE_STONE = 1
TERRITORY = 2


@kernel
def _spread(board, color, point, label, region, stack, top):
    """Put `point` into the region if it belongs there; returns the new stack height."""
    point_color = board.color[U(point)]
    if point_color != BORDER and point_color != color and region[U(point)] == 0:
        region[U(point)] = label
        stack[U(top)] = point
        return top + 1
    return top


@kernel
def _label_regions(board, color, region, empties, stack):
    """Number the regions from 1; `empties` gets the set of empty points of each."""
    count = 0
    for start in range(POINTS):
        top = _spread(board, color, start, count + 1, region, stack, 0)
        if top == 0:
            continue
        count += 1
        for word in range(LIBERTY_WORDS):
            empties[U(count), U(word)] = 0
        while top > 0:
            top -= 1
            point = np.int64(stack[U(top)])
            if board.color[U(point)] == EMPTY:
                empties[U(count), U(point >> 6)] |= np.uint64(1) << U(point & 63)
            top = _spread(board, color, point + NORTH, count, region, stack, top)
            top = _spread(board, color, point + EAST, count, region, stack, top)
            top = _spread(board, color, point + SOUTH, count, region, stack, top)
            top = _spread(board, color, point + WEST, count, region, stack, top)
    return count


@kernel
def _is_vital(board, group, empties, label):
    """Whether all empty points of a region are liberties of `group`."""
    for word in range(board.liberty_words):
        if empties[U(label), U(word)] & ~board.liberties[U(group * LIBERTY_WORDS + word)] != 0:
            return False
    return True


@kernel
def _touches_struck(board, color, point, alive):
    """Whether a stone of `color` adjacent to `point` belongs to a group struck out."""
    struck = False
    for direction in range(4):
        neighbor = point + (NORTH, EAST, SOUTH, WEST)[direction]
        if board.color[U(neighbor)] == color and alive[U(board.group[U(neighbor)])] == 0:
            struck = True
    return struck


@kernel
def unconditional_life(boards, color, status):
    """Write ALIVE_STONE and TERRITORY for `color` into `status` (POINTS), 0 elsewhere."""
    board = boards[0]
    region = np.zeros(POINTS, np.int64)
    empties = np.zeros((POINTS, LIBERTY_WORDS), np.uint64)
    count = _label_regions(board, color, region, empties, np.zeros(POINTS, np.int64))
    healthy = np.ones(count + 1, np.uint8)
    alive = np.zeros(POINTS, np.uint8)
    for point in range(POINTS):
        if board.color[U(point)] == color:
            alive[U(board.group[U(point)])] = 1

    changed = True
    while changed:
        changed = False
        for group in range(POINTS):
            if alive[U(group)] != 0:
                vital = 0
                for label in range(1, count + 1):
                    if healthy[U(label)] != 0 and _is_vital(board, group, empties, label):
                        vital += 1
                if vital < 2:
                    alive[U(group)] = 0
                    changed = True
        for point in range(POINTS):
            if region[U(point)] != 0 and _touches_struck(board, color, point, alive):
                healthy[U(region[U(point)])] = 0

    territory = np.zeros(count + 1, np.uint8)
    for group in range(POINTS):
        if alive[U(group)] != 0:
            for label in range(1, count + 1):
                if healthy[U(label)] != 0 and _is_vital(board, group, empties, label):
                    territory[U(label)] = 1
    for point in range(POINTS):
        status[U(point)] = 0
        if board.color[U(point)] == color:
            if alive[U(board.group[U(point)])] != 0:
                status[U(point)] = ALIVE_STONE
        elif territory[U(region[U(point)])] != 0:
            status[U(point)] = TERRITORY
