"""Many playouts from one position: the statistics of flat Monte Carlo.

Single-level Monte Carlo Go as Brügmann describes it ("Monte Carlo Go", 1993): every
candidate move is tried in turn and the rest is played at random. A game says something
about all the moves the player made in it, not the first alone ("all moves as first"), so
each slice keeps both counts; and those of the opponent's moves, which the paper on McGnuGo (3.2) lets count with the
opposite result.
"""

import numpy as np

from tengen.kernels.board import play, play_pass
from tengen.kernels.board_copy import copy_board
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import PASS, POINTS, STRIDE, WHITE, U
from tengen.kernels.playouts.last_good_reply import learn_replies
from tengen.kernels.playouts.light import area_score, owner_of
from tengen.kernels.playouts.policy import policy_playout
from tengen.kernels.record_type import record_type

# One record for each point; the statistics of a slice are an array of POINTS of them.
STATISTICS = record_type(
    [
        ("visits", np.int64),  # playouts that began with this move
        ("wins", np.float64),  # of them won by the mover; a draw is half
        ("score", np.float64),  # sum of the mover's margins
        ("amaf_visits", np.int64),  # playouts in which the mover was first to play here
        ("amaf_wins", np.float64),
        ("other_visits", np.int64),  # playouts in which the opponent was first to play here
        ("other_wins", np.float64),  # of them won by the mover
        ("owner", np.int64),  # playouts ending as Black's point minus as White's
    ]
)


@kernel
def flat_playouts(tables, roots, threads, moves, first, count, statistics):
    """Run `count` playouts that begin with `moves[first]`, `moves[first + 1]` … in turn.

    The mover is who is `to_play` at the root; a move may be PASS. `threads` and `statistics` are the thread's own.
    """
    root, thread = roots[0], threads[0]
    policy, board, trace = root.policy, thread.simulation.board, thread.simulation.moves[:]
    seen = np.zeros(POINTS, np.int64)  # the number of the playout a point was last played in
    mover = np.int64(root.board.to_play)
    size = np.int64(root.board.side)
    for playout in range(count):
        copy_board(board, root.board)
        move = np.int64(moves[U((first + playout) % len(moves))])
        if move != PASS:
            play(board, move, mover)
        else:
            play_pass(board, mover)
        color = np.int64(board.to_play)
        trace[0] = move
        length = 1 + policy_playout(
            board,
            thread.generator,
            policy,
            tables.patterns,
            thread.work,
            thread.replies,
            tables.liberty_map,
            tables.joseki,
            trace[1:],
        )
        margin = area_score(board) - root.settings.komi
        if policy.learns > 0:
            learn_replies(thread.replies, root.board, trace, length, margin, policy.learns)
        if mover == WHITE:
            margin = -margin
        won = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0

        statistics[U(move)].visits += 1
        statistics[U(move)].wins += won
        statistics[U(move)].score += margin
        seen[U(move)] = playout + 1
        statistics[U(move)].amaf_visits += 1
        statistics[U(move)].amaf_wins += won
        for i in range(1, length):
            point = np.int64(trace[U(i)])
            if point != PASS and seen[U(point)] != playout + 1:
                seen[U(point)] = playout + 1
                if color == mover:
                    statistics[U(point)].amaf_visits += 1
                    statistics[U(point)].amaf_wins += won
                else:
                    statistics[U(point)].other_visits += 1
                    statistics[U(point)].other_wins += won
            color = 3 - color
        for row in range(size):
            for column in range(size):
                point = (row + 1) * STRIDE + column + 1
                statistics[U(point)].owner += owner_of(board, point)
