"""Simulations: descend, grow, play out, count; many of them in one call, without the GIL."""

import numpy as np

from tengen.kernels.board import play, play_pass
from tengen.kernels.board_copy import copy_board
from tengen.kernels.compile import kernel
from tengen.kernels.fences import observe_published
from tengen.kernels.geometry import PASS, POINTS, STRIDE, U
from tengen.kernels.playouts.flat import owner_of
from tengen.kernels.playouts.last_good_reply import learn_replies
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score
from tengen.kernels.playouts.policy import policy_playout
from tengen.kernels.tree.criticality import update_owners, winner_of
from tengen.kernels.tree.expand import expand
from tengen.kernels.tree.force_sequences import play_local_sequences
from tengen.kernels.tree.local_tree import learn_sequences
from tengen.kernels.tree.margin import extra_komi, margin_of, observe
from tengen.kernels.tree.nodes import FULL, NO_NODE, ROOT
from tengen.kernels.tree.repetition import situation_key
from tengen.kernels.tree.select import select
from tengen.kernels.tree.territory import score_as_it_stands
from tengen.kernels.tree.update import result_of, update

MOST_DEPTH = 1000  # moves in the tree in one simulation

# What a thread counts besides the tree.
TALLY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("owner", np.int64, POINTS),  # sampled simulations ending as Black's point minus as White's
                ("owner_by_winner", np.int64, POINTS),  # the same as the winner's point minus as the loser's
                ("samples", np.int64),
                ("sample_wins", np.int64),  # of them by Black minus by White
                ("score", np.float64, POINTS),  # sum of Black's margins by the first move of the simulation
                ("score_squares", np.float64, POINTS),  # of their squares
                ("won", np.float64, POINTS),  # those won by Black under the real komi, a draw by half
                ("starts", np.int64, POINTS),  # simulations by their first move
                # For the dynamic komi, since Python looked last: see `margin.py`.
                ("observed", np.int64),  # simulations
                ("observed_wins", np.float64),  # Black's, with the dynamic komi
                ("observed_margin", np.float64),  # the sum of Black's, with the dynamic komi
                ("mean_margin", np.float64),  # Black's without it, of the latest simulations
                ("mean_of", np.int64),  # so many
                ("deepest", np.int64),  # moves in the tree
            ],
            align=True,
        ),
    )
)


@kernel
def descend(nodes, arena, board, settings, patterns, shut, past, path, path_keys, trace, work):
    """Go down from the root to a leaf, playing the moves; the depth, and whether the game ended there.

    A visit is counted on the way down and its result only afterwards: meanwhile it looks
    like a loss to other threads, which go elsewhere (virtual loss).
    """
    node = np.int64(ROOT)
    depth = 0
    passes = 1 if board.last_move == PASS else 0
    situational = np.int64(settings.situational)
    path[0] = node
    path_keys[0] = situation_key(board.hash, np.int64(board.to_play), situational)
    nodes[U(node)].visits += 1
    while passes < 2 and depth < MOST_DEPTH - 1:
        color = np.int64(board.to_play)
        if nodes[U(node)].first_child == NO_NODE:
            if nodes[U(node)].visits <= settings.expand_after and node != ROOT:
                break
            if not expand(nodes, arena, board, path, depth, settings, patterns, shut, past, path_keys, work):
                break
        observe_published()
        node = np.int64(select(nodes, node, settings))
        move = np.int64(nodes[U(node)].move)
        if move == PASS:
            play_pass(board, color)
            passes += 1
        else:
            play(board, move, color)
            passes = 0
        trace[U(depth)] = move
        depth += 1
        path[U(depth)] = node
        path_keys[U(depth)] = situation_key(board.hash, np.int64(board.to_play), situational)
        nodes[U(node)].visits += 1
    return depth, passes >= 2


@kernel
def finish(board, generator, policy, patterns, work, replies, liberty_map, trace, depth, ended, territory):
    """Play a simulation out from the leaf; its length and Black's margin on the board.

    A game that was `ended` by two passes in the tree is counted as it stands; but not where `territory` counts: dead
    stones need not be taken there, so playing on is how they are found.
    """
    if ended and territory == 0:
        return depth, score_as_it_stands(board)
    length = depth + policy_playout(board, generator, policy, patterns, work, replies, liberty_map, trace[depth:])
    return length, area_score(board)


@kernel
def count_owners(board, margin, tally, owner):
    """Write who owns each point at the end of a simulation to `owner` (POINTS), and add it up."""
    side = np.int64(board.side)
    winner = winner_of(margin)
    for row in range(side):
        for column in range(side):
            point = (row + 1) * STRIDE + column + 1
            whose = owner_of(board, point)
            owner[U(point)] = whose
            tally.owner[U(point)] += whose
            tally.owner_by_winner[U(point)] += whose * winner
    tally.samples += 1
    tally.sample_wins += winner


@kernel
def count_margin(margin, even, first_move, settings, tally):
    """Add up how a simulation that began with `first_move` ended: really, and with the dynamic komi."""
    tally.score[U(first_move)] += margin
    tally.score_squares[U(first_move)] += margin * margin
    tally.won[U(first_move)] += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    tally.starts[U(first_move)] += 1
    observe(margin, even, settings, tally)


@kernel
def search_slice(
    nodes,
    arenas,
    boards,
    scratch,
    works,
    generators,
    policies,
    patterns,
    replies,
    liberty_map,
    all_settings,
    shut,
    open_points,
    past,
    tallies,
    local_trees,
    local_works,
    count,
):
    """Run `count` simulations from `boards[0]`, fewer if the arena is full; returns how many.

    `shut` (3, POINTS) says for each colour how near to the root a move is not considered, `open_points` (POINTS)
    what is not settled there.
    Arenas, scratch, all works, generators, replies and tallies are the thread's own; nodes and local trees
    everybody's, and so may the liberty map be.
    """
    settings, tally, policy = all_settings[0], tallies[0], policies[0]
    trace = np.zeros(TRACE_LENGTH + MOST_DEPTH, np.int16)
    path = np.zeros(MOST_DEPTH + 1, np.int64)
    path_keys = np.zeros(MOST_DEPTH + 1, np.uint64)
    first_player = np.zeros(POINTS, np.int8)
    owner = np.zeros(POINTS, np.int8)
    to_play = np.int64(boards[0].to_play)
    for done in range(count):
        if arenas[0].full == FULL:
            return done
        board = scratch[0]
        copy_board(board, boards[0])
        depth, ended = descend(
            nodes, arenas[0], board, settings, patterns, shut, past, path, path_keys, trace, works[0]
        )
        forced = np.int64(0)
        if settings.local_trees != 0:
            reading = works[0].reading.board
            forced = play_local_sequences(
                local_trees[0], local_works[0], boards[0], board, reading, trace, depth, ended, works[0], settings
            )
        length, score = finish(
            board,
            generators[0],
            policy,
            patterns,
            works[0],
            replies[0],
            liberty_map,
            trace,
            depth + forced,
            ended,
            settings.territory,
        )
        if settings.local_trees != 0:
            learn_sequences(local_trees[0], local_works[0], board)
        margin = margin_of(board, score, trace, depth, length, to_play, settings, open_points)
        even = margin - extra_komi(depth, settings, tally)
        if policy.learns > 0:
            learn_replies(replies[0], boards[0], trace, length, even, policy.learns)
        update(nodes, path, depth, trace, length, to_play, result_of(even, settings), first_player)
        if nodes[ROOT].visits % settings.ownership_every == 0 or tally.samples == 0:
            count_owners(board, even, tally, owner)
            update_owners(nodes, path, depth, to_play, even, owner)
        count_margin(margin, even, np.int64(trace[0]), settings, tally)
        tally.deepest = max(tally.deepest, depth)
    return count
