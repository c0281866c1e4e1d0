"""Finding the leaf of a simulation: down the tree by its policy, growing it where it has been often enough.

A visit is counted on the way down and its result only afterwards: meanwhile it looks like a loss to other threads,
which go elsewhere (virtual loss).
"""

import numpy as np

from tengen.kernels.board import play, play_pass
from tengen.kernels.board_copy import copy_board
from tengen.kernels.compile import kernel
from tengen.kernels.fences import observe_published
from tengen.kernels.geometry import PASS, U
from tengen.kernels.thread_record import MOST_DEPTH
from tengen.kernels.tree.expand import publish_family, write_family
from tengen.kernels.tree.nodes import NO_NODE, ROOT, WAITING
from tengen.kernels.tree.repetition import situation_key
from tengen.kernels.tree.select import select

# What was found: a leaf to play out, one handed to an evaluator, or one that somebody else has handed over.
LEAF, HANDED_OVER, WAITED_FOR = 0, 1, 2


@kernel
def _grow(nodes, arena, root, tables, work, simulation, depth, hands_over):
    """Give the leaf at `depth` its children; LEAF if there was no room, or what became of it."""
    node = np.int64(simulation.path[U(depth)])
    family = np.int64(arena.used)
    count = write_family(nodes, arena, root, tables, work, simulation, depth)
    if count > 0 and nodes[U(node)].first_child == NO_NODE:  # else another thread was quicker, and its family stays
        arena.used = family + count
        if hands_over:
            simulation.family = family
            simulation.family_size = count
            nodes[U(node)].child_count = WAITING
        else:
            publish_family(nodes, node, family, count, root.settings)
    return count


@kernel
def find(nodes, arena, root, tables, work, simulation, hands_over):
    """Go down from the root to a leaf, playing the moves; LEAF, HANDED_OVER or WAITED_FOR.

    A leaf that is ripe gets its children and the priors of `priors.py` at once and the simulation goes on to one of
    them; if it `hands_over`, an evaluator has a say before anybody sees them (`waiting.py`), and it ends there.
    """
    board, settings = simulation.board, root.settings
    copy_board(board, root.board)
    node = np.int64(ROOT)
    depth = 0
    passes = 1 if board.last_move == PASS else 0
    situational = np.int64(settings.situational)
    found = LEAF
    simulation.path[0] = node
    simulation.path_keys[0] = situation_key(board.hash, np.int64(board.to_play), situational)
    nodes[U(node)].visits += 1
    while passes < 2 and depth < MOST_DEPTH - 1:
        color = np.int64(board.to_play)
        if nodes[U(node)].first_child == NO_NODE:
            if nodes[U(node)].visits <= settings.expand_after and node != ROOT:
                break
            if nodes[U(node)].child_count == WAITING:
                found = WAITED_FOR
                break
            if _grow(nodes, arena, root, tables, work, simulation, depth, hands_over) == 0:
                break
            if nodes[U(node)].first_child == NO_NODE:
                found = HANDED_OVER
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
        simulation.moves[U(depth)] = move
        depth += 1
        simulation.path[U(depth)] = node
        simulation.path_keys[U(depth)] = situation_key(board.hash, np.int64(board.to_play), situational)
        nodes[U(node)].visits += 1
    simulation.depth = depth
    simulation.ended = passes >= 2
    simulation.value_weight = 0.0
    return found


@kernel
def take_back(nodes, simulation):
    """Count a simulation that will have no result as if it had not been."""
    for i in range(simulation.depth + 1):
        nodes[U(simulation.path[U(i)])].visits -= 1
