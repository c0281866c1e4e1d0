"""Simulations: descend, grow, play out, count; many of them in one call, without the GIL."""

import numpy as np

from tengen.kernels.board import play, play_pass
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import PASS, POINTS, STRIDE, U
from tengen.kernels.playouts.flat import owner_of
from tengen.kernels.playouts.last_good_reply import learn_replies
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score
from tengen.kernels.playouts.mogo import policy_playout
from tengen.kernels.tree.expand import expand
from tengen.kernels.tree.nodes import NO_NODE, ROOT
from tengen.kernels.tree.repetition import situation_key
from tengen.kernels.tree.select_rave import select_rave
from tengen.kernels.tree.select_ucb1 import select_ucb1
from tengen.kernels.tree.select_ucb1_tuned import select_ucb1_tuned
from tengen.kernels.tree.settings import RAVE, UCB1
from tengen.kernels.tree.territory import score_as_it_stands
from tengen.kernels.tree.update import result_of, update

MOST_DEPTH = 1000  # moves in the tree in one simulation
OWNERSHIP_EVERY = 8  # simulations: a sample says as much, and looking at every point costs time


@kernel
def select(nodes, node, settings):
    """The child to go to, by the policy of the settings."""
    if settings.policy == RAVE:
        return select_rave(nodes, node, settings)
    if settings.policy == UCB1:
        return select_ucb1(nodes, node, settings)
    return select_ucb1_tuned(nodes, node, settings)


@kernel
def descend(nodes, arena, board, settings, allowed, past, path, path_keys, trace):
    """Go down from the root to a leaf, playing the moves; returns the depth.

    A visit is counted on the way down and its result only afterwards: meanwhile it looks
    like a loss to other threads, which go elsewhere (virtual loss).
    """
    node = np.int64(ROOT)
    depth = 0
    passes = 0
    path[0] = node
    path_keys[0] = situation_key(board.hash, board.to_play, settings.situational)
    nodes[U(node)].visits += 1
    while passes < 2 and depth < MOST_DEPTH - 1:
        color = np.int64(board.to_play)
        if nodes[U(node)].first_child == NO_NODE:
            if nodes[U(node)].visits < settings.expand_after and node != ROOT:
                break
            if not expand(nodes, arena, board, node, color, settings, allowed, past, path_keys, depth):
                break
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
        path_keys[U(depth)] = situation_key(board.hash, board.to_play, settings.situational)
        nodes[U(node)].visits += 1
    return depth


@kernel
def _count_owners(board, side, owners):
    """Add who owns each point at the end of a simulation."""
    for row in range(side):
        for column in range(side):
            point = (row + 1) * STRIDE + column + 1
            owners[U(point)] += owner_of(board, point)
    owners[POINTS] += 1


@kernel
def search_slice(
    nodes, arenas, boards, scratch, generators, policies, patterns, replies, all_settings, allowed, past, owners, count
):
    """Run `count` simulations from `boards[0]`; `owners` (POINTS + 1) sums who owned each point.

    The last of `owners` counts the simulations in it. Arenas, scratch, generators, replies
    and owners are the thread's own; the nodes are everybody's.
    """
    settings = all_settings[0]
    candidates = np.empty(POINTS, np.int64)
    trace = np.zeros(TRACE_LENGTH + MOST_DEPTH, np.int16)
    path = np.zeros(MOST_DEPTH + 1, np.int64)
    path_keys = np.zeros(MOST_DEPTH + 1, np.uint64)
    first_player = np.zeros(POINTS, np.int8)
    side = np.int64(boards[0].side)
    for _ in range(count):
        scratch[0] = boards[0]
        board = scratch[0]
        depth = np.int64(descend(nodes, arenas[0], board, settings, allowed, past, path, path_keys, trace))
        length = depth
        if depth >= 2 and trace[U(depth - 1)] == PASS and trace[U(depth - 2)] == PASS:
            margin = score_as_it_stands(board) - settings.komi
        else:
            length += policy_playout(board, generators[0], policies[0], patterns, candidates, replies[0], trace[depth:])
            margin = area_score(board) - settings.komi
        if nodes[ROOT].visits % OWNERSHIP_EVERY == 0:
            _count_owners(board, side, owners)
        if policies[0].learns > 0:
            learn_replies(replies[0], boards[0], trace, length, margin, policies[0].learns)
        result = result_of(margin, settings)
        update(nodes, path, depth, trace, length, np.int64(boards[0].to_play), result, first_player)
