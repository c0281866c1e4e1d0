"""What is known of a move before it has been tried, counted in simulations won and lost.

Each heuristic adds so many games, all won or all lost, to those a new node starts with
(progressive bias: Chaslot et al. 2007; thesis 3.3.2). They are those of the playouts applied to
the whole board, distance from the last move, and the lines of the board.

    even        half won: keeps RAVE from believing its first results
    capture     takes stones; more for more: n · max(min(stones, 15), 2) / 2 (thesis 3.4)
    rescue      saves own stones in atari, weighted by their number likewise
    pattern     a 3×3 shape of the playouts, and no self-atari
    self-atari  lost
    near        close to the last move, less with each step, up to 3
    line        lost on the first two lines, won on the third and fourth, where no stone is near
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EAST, EMPTY, NORTH, SOUTH, STRIDE, WEST, WHITE, U
from tengen.kernels.neighborhood import ATARI_MASK
from tengen.kernels.tactics.self_atari import liberties_after

_FARTHEST = 3  # from the last move
_ALONE = 3  # points around a move without a stone
_LINE_FROM_SIZE = 13


@kernel
def _by_size(stones):
    return max(min(stones, 15), 2) / 2.0


@kernel
def in_atari_beside(board, point, color):
    """The stones of `color` next to a point whose last liberty it is, a group counted once."""
    stones = 0
    a, b, c = 0, 0, 0
    for direction in range(4):
        neighbor = point + (NORTH, EAST, SOUTH, WEST)[direction]
        if board.color[U(neighbor)] == color:
            group = np.int64(board.group[U(neighbor)])
            if board.liberty_count[U(group)] == 1 and group != a and group != b and group != c:
                stones += np.int64(board.group_stones[U(group)])
                a, b, c = group, a, b
    return stones


@kernel
def distance(point, other):
    """How far two points are apart, diagonal steps counting a little more than straight ones."""
    dy = abs(point // STRIDE - other // STRIDE)
    dx = abs(point % STRIDE - other % STRIDE)
    return max(dx, dy) + min(dx, dy) // 2


@kernel
def is_alone(board, point):
    """Whether no stone is within three points."""
    side = np.int64(board.side)
    row, column = point // STRIDE, point % STRIDE
    for y in range(max(1, row - _ALONE), min(side, row + _ALONE) + 1):
        for x in range(max(1, column - _ALONE), min(side, column + _ALONE) + 1):
            if board.color[U(y * STRIDE + x)] != EMPTY:
                return False
    return True


@kernel
def line_of(board, point):
    """The line of a point, 1 at the edge."""
    side = np.int64(board.side)
    row, column = point // STRIDE, point % STRIDE
    return min(min(row, side + 1 - row), min(column, side + 1 - column))


@kernel
def prior_of(board, point, color, last, patterns, settings):
    """Simulations won and simulations that a playable point starts with."""
    visits = settings.even_prior
    wins = 0.5 * settings.even_prior
    code = np.int64(board.code[U(point)])
    safe = liberties_after(board, point, color, 2) >= 2
    if code & ATARI_MASK != 0:
        taken = in_atari_beside(board, point, 3 - color)
        saved = in_atari_beside(board, point, color) if safe else 0
        weight = 0.0
        if taken > 0:
            weight += settings.capture_prior * _by_size(taken)
        if saved > 0:
            weight += settings.rescue_prior * _by_size(saved)
        wins += weight
        visits += weight
    if not safe:
        visits += settings.self_atari_prior
    elif (patterns[U((code & 0xFF) | ((code >> 4) & 0xFF00))] >> (color - 1)) & 1 != 0:
        wins += settings.pattern_prior
        visits += settings.pattern_prior
    if settings.near_prior > 0.0 and (board.color[U(last)] == BLACK or board.color[U(last)] == WHITE):
        away = distance(point, last)
        if away <= _FARTHEST:
            weight = settings.near_prior * (_FARTHEST + 1 - away) / _FARTHEST
            wins += weight
            visits += weight
    if settings.line_prior > 0.0 and board.side >= _LINE_FROM_SIZE:
        line = line_of(board, point)
        if line <= 4 and is_alone(board, point):
            visits += settings.line_prior
            if line >= 3:
                wins += settings.line_prior
    return wins, visits
