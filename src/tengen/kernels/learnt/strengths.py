"""How strong each move of a position is by what was learnt: the sum of the weights of its features."""

import math
from typing import NamedTuple

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, WHITE, U
from tengen.kernels.learnt.features import PLAIN, features_of, widen
from tengen.kernels.learnt.purposes import find_purposes
from tengen.kernels.tactics.distance import FAR, measure_distance
from tengen.kernels.tactics.eyes import is_playable


class Learnt(NamedTuple):
    """Known patterns and weights: of the plain features first, then of each slot of the table of keys."""

    keys: np.ndarray
    weights: np.ndarray


def nothing_learnt() -> Learnt:
    """Weights of 0 and no patterns."""
    return Learnt(np.zeros(2, np.uint32), np.zeros(PLAIN + 2, np.float32))


@kernel
def look_at_board(board, color, work):
    """Find out what the features of all moves of `color` need."""
    widen(board, color, work)
    find_purposes(board, color, work)
    last = np.int64(board.last_move)
    if board.color[U(last)] == BLACK or board.color[U(last)] == WHITE:
        measure_distance(board, last, work)
    else:
        for point in range(len(work.distance)):
            work.distance[U(point)] = FAR


@kernel
def measure_strengths(board, color, keys, weights, work):
    """Write the logarithm of the strength of every sensible move to `work.strength`, -inf elsewhere.

    Returns the logarithm of the sum of all strengths, so that exp(strength - sum) is the chance of a move.
    """
    look_at_board(board, color, work)
    for point in range(len(work.strength)):
        work.strength[U(point)] = -math.inf
    top = -math.inf
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        if is_playable(board, point, color):
            strength = 0.0
            for k in range(features_of(board, point, color, work, keys)):
                strength += np.float64(weights[U(work.features[U(k)])])
            work.strength[U(point)] = strength
            top = max(top, strength)
    total = 0.0
    for i in range(board.empty_count):
        total += math.exp(work.strength[U(board.empty[U(i)])] - top)
    return top + math.log(total)


@kernel
def measure_chances(boards, works, keys, weights, chances):
    """Write the chance of every point to be played next to `chances`, 0 where nobody would."""
    board, work = boards[0], works[0]
    total = measure_strengths(board, np.int64(board.to_play), keys, weights, work)
    for point in range(len(chances)):
        chances[U(point)] = math.exp(work.strength[U(point)] - total)
