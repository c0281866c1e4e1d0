"""Light playouts: uniformly random moves that do not fill eyes, area-scored.

The rawest Monte Carlo player (Brügmann 1993): both sides play any legal move with the
same probability, except into their own one-point eyes, until both pass. The choice is
exactly uniform: an unplayable point is swapped out of the drawn range and another one is
drawn, where probing onwards from it would favour the points behind eyes.
"""

import numpy as np

from tengen.kernels.board import play, play_pass
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EMPTY, MAX_SIZE, PASS, WHITE, U
from tengen.kernels.neighborhood import ADJACENT_MASK, LOCAL, TOUCHES_SHIFT
from tengen.kernels.random import random_below
from tengen.kernels.tactics.eyes import is_playable

# Moves of the longest playout; the record of a playout's moves has this length.
TRACE_LENGTH = 3 * MAX_SIZE * MAX_SIZE


@kernel
def random_move(board, color, generator):
    """A uniformly random playable move of `color`, PASS if there is none."""
    remaining = np.int64(board.empty_count)
    while remaining > 0:
        index = random_below(generator, remaining)
        point = np.int64(board.empty[U(index)])
        if is_playable(board, point, color):
            return point
        remaining -= 1
        last = board.empty[U(remaining)]
        board.empty[U(index)] = last
        board.empty_index[U(last)] = index
        board.empty[U(remaining)] = point
        board.empty_index[U(point)] = remaining
    return PASS


@kernel
def area_score(board):
    """Black's points minus White's on a played-out board: stones and one-colour eyes."""
    score = np.int64(board.stones[1]) - np.int64(board.stones[2])
    for i in range(board.empty_count):
        point = board.empty[U(i)]
        flags = np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)]) >> TOUCHES_SHIFT
        score += np.int64(flags == 1) - np.int64(flags == 2)
    return score


@kernel
def owner_of(board, point):
    """1 for a point of Black's at the end of a playout, -1 for White's, 0 for nobody's."""
    color = board.color[U(point)]
    if color == EMPTY:
        touches = np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)]) >> TOUCHES_SHIFT
        return np.int64(touches == 1) - np.int64(touches == 2)
    return np.int64(color == BLACK) - np.int64(color == WHITE)


@kernel
def light_playout(board, generator, trace):
    """Play `board` out to the end, writing the moves to `trace` (TRACE_LENGTH); their number."""
    limit = 3 * board.side * board.side
    color = np.int64(board.to_play)
    passes = 0
    moves = 0
    while passes < 2 and moves < limit:
        point = random_move(board, color, generator)
        trace[U(moves)] = point
        if point == PASS:
            play_pass(board, color)
            passes += 1
        else:
            play(board, point, color)
            passes = 0
        color = 3 - color
        moves += 1
    return moves


@kernel
def light_playouts(boards, scratch, generators, trace, count):
    """Play `count` games from `boards[0]`; returns Black's wins and the moves played."""
    generator = generators[0]
    wins = 0
    moves = 0
    for _ in range(count):
        scratch[0] = boards[0]
        board = scratch[0]
        moves += light_playout(board, generator, trace)
        wins += area_score(board) > 0
    return wins, moves
