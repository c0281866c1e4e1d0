"""Leaf parallelisation: one thread walks the tree, all threads play out the leaves it found.

Cazenave and Jouandeau 2007; Chaslot, Winands, van den Herik 2008; thesis 3.3.4. A round is some
leaves, found one after the other (a visit without a result looks like a loss, so they
differ); every thread plays each of them out once, and then all the results are counted.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import POINTS, U
from tengen.kernels.playouts.last_good_reply import learn_replies
from tengen.kernels.playouts.light import TRACE_LENGTH
from tengen.kernels.tree.criticality import update_owners
from tengen.kernels.tree.margin import extra_komi, margin_of
from tengen.kernels.tree.update import result_of, update
from tengen.kernels.tree.walk import MOST_DEPTH, count_margin, count_owners, descend, finish

MOST_LEAVES = 8  # in a round

# The leaves of a round, and how each was reached.
LEAVES = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("path", np.int64, MOST_DEPTH + 1),
                ("moves", np.int16, MOST_DEPTH + 1),
                ("depth", np.int64),
                ("ended", np.int8),  # by two passes
            ],
            align=True,
        ),
    )
)

# One thread's playout of one leaf.
ENDING = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("moves", np.int16, TRACE_LENGTH + MOST_DEPTH),
                ("length", np.int64),
                ("margin", np.float64),  # Black's
                ("even", np.float64),  # the same with the dynamic komi
                ("owner", np.int8, POINTS),
            ],
            align=True,
        ),
    )
)


@kernel
def find_leaves(nodes, arenas, boards, scratch, works, leaf_boards, leaves, all_settings, patterns, shut, past, count):
    """Go down the tree `count` times; `leaf_boards` and `leaves` (MOST_LEAVES) are where that led."""
    trace = np.zeros(MOST_DEPTH + 1, np.int16)
    path = np.zeros(MOST_DEPTH + 1, np.int64)
    path_keys = np.zeros(MOST_DEPTH + 1, np.uint64)
    for i in range(count):
        leaf_boards[i] = boards[0]
        board, leaf = leaf_boards[i], leaves[i]
        depth, ended = descend(
            nodes,
            arenas[0],
            board,
            all_settings[0],
            patterns,
            shut,
            past,
            path,
            path_keys,
            trace,
            works[0],
        )
        for k in range(depth):
            leaf.moves[U(k)] = trace[U(k)]
        for k in range(depth + 1):
            leaf.path[U(k)] = path[U(k)]
        leaf.depth = depth
        leaf.ended = ended


@kernel
def play_leaves(
    boards,
    leaf_boards,
    leaves,
    endings,
    scratch,
    works,
    generators,
    policies,
    patterns,
    replies,
    liberty_map,
    all_settings,
    open_points,
    tallies,
    count,
):
    """Play the first `count` leaves out once each; all but the leaves and the liberty map are the thread's own."""
    settings = all_settings[0]
    for i in range(count):
        scratch[0] = leaf_boards[i]
        board, leaf, ending = scratch[0], leaves[i], endings[i]
        trace, owner = ending.moves[:], ending.owner[:]  # arrays as in walk.py: one code for both
        depth = np.int64(leaf.depth)
        for k in range(depth):
            trace[U(k)] = leaf.moves[U(k)]
        length, score = finish(
            board,
            generators[0],
            policies[0],
            patterns,
            works[0],
            replies[0],
            liberty_map,
            trace,
            depth,
            leaf.ended != 0,
            settings.territory,
        )
        margin = margin_of(board, score, trace, depth, length, np.int64(boards[0].to_play), settings, open_points)
        even = margin - extra_komi(depth, settings, tallies[0])
        ending.length = length
        ending.margin = margin
        ending.even = even
        if policies[0].learns > 0:
            learn_replies(replies[0], boards[0], trace, length, even, policies[0].learns)
        if i % settings.ownership_every == 0:
            count_owners(board, even, tallies[0], owner)


@kernel
def count_leaves(nodes, boards, leaves, endings, all_settings, tallies, count, first):
    """Count one thread's playouts of `count` leaves; the first thread's visits were counted on the way down."""
    settings, tally = all_settings[0], tallies[0]
    first_player = np.zeros(POINTS, np.int8)
    to_play = np.int64(boards[0].to_play)
    for i in range(count):
        leaf, ending = leaves[i], endings[i]
        path, trace = leaf.path[:], ending.moves[:]
        depth, length = np.int64(leaf.depth), np.int64(ending.length)
        if not first:
            for k in range(depth + 1):
                nodes[U(path[U(k)])].visits += 1
        update(nodes, path, depth, trace, length, to_play, result_of(ending.even, settings), first_player)
        if i % settings.ownership_every == 0:
            update_owners(nodes, path, depth, to_play, ending.even, ending.owner[:])
        count_margin(ending.margin, ending.even, np.int64(trace[0]), settings, tally)
        tally.deepest = max(tally.deepest, depth)
