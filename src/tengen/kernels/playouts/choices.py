"""What a playout policy would play in a position, and by which of its rules: for looking at policies."""

import numpy as np

from tengen.kernels.board_copy import copy_board
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.openings.joseki import ALL_CORNERS
from tengen.kernels.playouts.last_good_reply import learn_replies
from tengen.kernels.playouts.light import area_score
from tengen.kernels.playouts.policy import policy_choice, policy_playout
from tengen.kernels.playouts.weighted import weigh_board


@kernel
def policy_choices(tables, roots, threads, practice, points, rules):
    """Draw moves of the root's policy for its board, as many as `points` and `rules` have room for.

    A policy that learns replies is first given `practice` playouts of the position to learn from.
    """
    root, thread = roots[0], threads[0]
    policy, board, trace = root.policy, thread.simulation.board, thread.simulation.moves[:]
    generator, work, replies = thread.generator, thread.work, thread.replies
    if policy.learns > 0:
        for _ in range(practice):
            copy_board(board, root.board)
            length = policy_playout(
                board, generator, policy, tables.patterns, work, replies, tables.liberty_map, tables.joseki, trace
            )
            learn_replies(replies, root.board, trace, length, area_score(board) - root.settings.komi, policy.learns)
    copy_board(board, root.board)
    if policy.weighted > 0:
        weigh_board(work.weights, board, policy, tables.patterns)
    color = np.int64(board.to_play)
    work.joseki_corners = ALL_CORNERS
    for i in range(len(points)):
        point, rule = policy_choice(
            board, color, generator, policy, tables.patterns, work, replies, tables.liberty_map, tables.joseki
        )
        points[U(i)] = point
        rules[U(i)] = rule
