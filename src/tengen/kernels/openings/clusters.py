"""SmartStart: which cluster of openings a board is nearest to, and what was played there.

From Steinmetz and Gini, the SmartStart paper (2014), sections 8 and 9: a board after m moves is a vector of 2·361
ones and zeroes, one for each colour at each point; the positions of many games after m moves, in all eight
orientations, were clustered by the cosine of their vectors (`learning/openings.py`). Of each cluster there is the
centre, of length one, and how often each next move was played. Here the cluster whose centre has the largest cosine
with the board is found, in the tree for every new node and in playouts for every move, through the move that was set.
"""

import math
from typing import NamedTuple

import numpy as np

from tengen.kernels.board import play
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EMPTY, PASS, POINTS, STRIDE, U
from tengen.kernels.random import random_below
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tree.settings import FILTER

NO_CLUSTER = -1


class Openings(NamedTuple):
    """Clusters of the openings of one board size, by the number of moves that have been played."""

    centres: np.ndarray  # float32 (moves, POINTS, 2 colours, clusters)
    next_moves: np.ndarray  # int32 (moves, clusters, POINTS): how often each was played


def no_openings() -> Openings:
    """None at all."""
    return Openings(np.zeros((0, POINTS, 2, 1), np.float32), np.zeros((0, 1, POINTS), np.int32))


@kernel
def nearest_cluster(board, settings, centres, nearness):
    """The cluster nearest to a board, or NO_CLUSTER if it is no opening: too late, or like none that is known.

    `nearness` is room for a number a cluster.
    """
    moves = np.int64(board.move_number)
    if moves >= settings.smartstart_moves or moves >= len(centres) or (moves % 2 == 0) != (board.to_play == BLACK):
        return NO_CLUSTER
    clusters = centres.shape[3]
    for i in range(clusters):
        nearness[U(i)] = np.float32(0.0)
    stones = 0
    for row in range(board.side):
        for point in range((row + 1) * STRIDE + 1, (row + 1) * STRIDE + 1 + board.side):
            color = np.int64(board.color[U(point)])
            if color != EMPTY:
                stones += 1
                part = centres[moves, point, color - 1]
                for i in range(clusters):
                    nearness[U(i)] += part[U(i)]
    best = 0
    for i in range(1, clusters):
        if nearness[U(i)] > nearness[U(best)]:
            best = i
    if stones > 0 and nearness[U(best)] < settings.smartstart_nearness * math.sqrt(stones):
        return NO_CLUSTER
    return best


@kernel
def find_cluster(boards, settings, centres, nearness):
    """The same, for Python."""
    return nearest_cluster(boards[0], settings[0], centres, nearness)


@kernel
def _drawn(board, color, generator, played):
    """A move that was `played` so often, drawn by that, or PASS if none of them can be played."""
    total = 0
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        if played[U(point)] > 0 and is_playable(board, point, color):
            total += played[U(point)]
    if total == 0:
        return np.int64(PASS)
    left = random_below(generator, total)
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        if played[U(point)] > 0 and is_playable(board, point, color):
            left -= played[U(point)]
            if left < 0:
                return point
    return np.int64(PASS)


@kernel
def play_opening(board, generator, settings, centres, next_moves, nearness, trace):
    """Play as professionals did as long as the board is an opening, writing to `trace`; how many moves that were."""
    if settings.smartstart != FILTER:
        return 0
    count = 0
    while True:
        cluster = nearest_cluster(board, settings, centres, nearness)
        if cluster == NO_CLUSTER:
            return count
        color = np.int64(board.to_play)
        point = _drawn(board, color, generator, next_moves[np.int64(board.move_number), cluster])
        if point == PASS:
            return count
        play(board, point, color)
        trace[U(count)] = point
        count += 1
