"""What a playout policy would play in a position, and by which of its rules: for looking at policies."""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.playouts.last_good_reply import learn_replies
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score
from tengen.kernels.playouts.policy import policy_choice, policy_playout


@kernel
def policy_choices(
    boards, scratch, works, generators, policies, patterns, replies, liberty_map, komi, practice, points, rules
):
    """Draw moves of `policies[0]` for `boards[0]`, as many as `points` and `rules` have room for.

    A policy that learns replies is first given `practice` playouts of the position to learn from.
    """
    generator, policy = generators[0], policies[0]
    if policy.learns > 0:
        trace = np.empty(TRACE_LENGTH, np.int16)
        for _ in range(practice):
            scratch[0] = boards[0]
            board = scratch[0]
            length = policy_playout(board, generator, policy, patterns, works[0], replies[0], liberty_map, trace)
            learn_replies(replies[0], boards[0], trace, length, area_score(board) - komi, policy.learns)
    scratch[0] = boards[0]
    board = scratch[0]
    color = np.int64(board.to_play)
    for i in range(len(points)):
        point, rule = policy_choice(board, color, generator, policy, patterns, works[0], replies[0], liberty_map)
        points[U(i)] = point
        rules[U(i)] = rule
