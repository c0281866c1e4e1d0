"""Taking the result of a simulation back up the tree, for the path and for its siblings.

A simulation counts for the nodes on its path. For AMAF it counts, at each node of the path,
also for every child whose move the same player was the first to play at that point
later on, in the tree or in the playout (Gelly and Silver 2007). Going through the moves
backwards, `first_player[point]` is always the first from there on.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.fences import observe_published
from tengen.kernels.geometry import BLACK, PASS, U
from tengen.kernels.tree.nodes import NO_NODE


@kernel
def result_of(margin, settings):
    """What a margin is worth to Black, 0 to 1: mostly the win, a little its size (thesis 3.3)."""
    won = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    share = settings.score_share
    scaled = max(-1.0, min(1.0, margin / settings.score_range))
    return won * (1.0 - 2.0 * share) + share + share * scaled


@kernel
def _update_amaf(nodes, node, player, value, first_player):
    first = np.int64(nodes[U(node)].first_child)
    if first == NO_NODE:
        return
    observe_published()
    for index in range(first, first + np.int64(nodes[U(node)].child_count)):
        child = nodes[U(index)]
        # Which points a player was first at is as good as random: arithmetic beats a branch here.
        counts = np.int32(first_player[U(child.move)] == player)
        child.amaf_visits += counts
        child.amaf_wins += value * np.float64(counts)


@kernel
def update(nodes, path, depth, trace, length, first_to_move, black_result, first_player):
    """Count a simulation: `trace[:length]` are its moves, the first `depth` of them in the tree.

    `first_player` (POINTS) is work space.
    """
    first_player[:] = 0
    second_to_move = 3 - first_to_move
    for i in range(length - 1, depth, -1):
        first_player[U(trace[U(i)])] = first_to_move if i % 2 == 0 else second_to_move
    for i in range(min(depth, length - 1), -1, -1):
        player = first_to_move if i % 2 == 0 else second_to_move
        first_player[U(trace[U(i)])] = player
        value = black_result if player == BLACK else 1.0 - black_result
        if i < depth:
            nodes[U(path[U(i + 1)])].wins += value
        first_player[U(PASS)] = 0  # a pass later on says nothing about passing now
        _update_amaf(nodes, path[U(i)], player, value, first_player)
