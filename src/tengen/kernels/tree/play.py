"""Playing a simulation out from its leaf, and by how much it was won."""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.openings.clusters import play_opening
from tengen.kernels.playouts.last_good_reply import learn_replies
from tengen.kernels.playouts.light import area_score
from tengen.kernels.playouts.policy import policy_playout
from tengen.kernels.playouts.zone import zone_score
from tengen.kernels.tree.force_sequences import play_local_sequences
from tengen.kernels.tree.local_tree import learn_sequences
from tengen.kernels.tree.margin import extra_komi, margin_of
from tengen.kernels.tree.territory import score_as_it_stands


@kernel
def play_out(root, thread, tables, local_trees, local_works, simulation):
    """Play a simulation to its end, forcing what the local trees know; replies, maps and local trees learn from it.

    A game that was `ended` by two passes in the tree is counted as it stands; but not where territory counts: dead
    stones need not be taken there, so playing on is how they are found; and not where moves are held to groups, for
    there a pass says that the next move is elsewhere. (All in one function: each further one that calls the playouts
    would be compiled with all of them.)
    """
    board, settings, policy = simulation.board, root.settings, root.policy
    depth, to_play = np.int64(simulation.depth), np.int64(root.board.to_play)
    trace = simulation.moves[:]
    forced = np.int64(0)
    if settings.local_trees != 0:
        trees, local, work = local_trees[0], local_works[0], thread.work
        ended = simulation.ended != 0
        forced = play_local_sequences(
            trees, local, root.board, board, work.reading.board, trace, depth, ended, work, settings
        )
    length = depth + forced
    if simulation.ended != 0 and settings.territory == 0 and settings.in_groups == 0:
        score = np.float64(score_as_it_stands(board))
    else:
        if settings.smartstart != 0:
            length += play_opening(
                board,
                thread.generator,
                settings,
                tables.centres,
                tables.next_moves,
                thread.work.nearness[:],
                simulation.moves[length:],
            )
        length += policy_playout(
            board,
            thread.generator,
            policy,
            tables.patterns,
            thread.work,
            thread.replies,
            tables.liberty_map,
            tables.joseki,
            simulation.moves[length:],
        )
        score = np.float64(area_score(board)) if policy.has_zone == 0 else zone_score(board, policy)
    if settings.local_trees != 0:
        learn_sequences(local_trees[0], local_works[0], board)
    margin = margin_of(board, score, trace, depth, length, to_play, settings, root.open_points[:])
    even = margin - extra_komi(depth, settings, thread.tally) - settings.zone_komi
    simulation.length, simulation.margin, simulation.even = length, margin, even
    if policy.learns > 0:
        learn_replies(thread.replies, root.board, trace, length, even, policy.learns)
