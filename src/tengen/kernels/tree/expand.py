"""Growing the tree: a leaf visited often enough gets all its possible moves as children."""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import PASS, U
from tengen.kernels.rules import hash_after
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tree.nodes import ROOT, clear_node
from tengen.kernels.tree.repetition import has_occurred, situation_key


@kernel
def expand(nodes, arena, board, node, color, settings, allowed, past, path_keys, depth):
    """Give `node` its children; False if the arena has no room for them.

    Children are the points that are playable (no suicide, no own eye), not a repetition,
    and at the root not shut out by `allowed`; and a pass.
    """
    first = np.int64(arena.used)
    if first + board.empty_count + 1 > arena.limit:
        return False
    even = settings.even_prior
    count = 0
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        if not is_playable(board, point, color) or (node == ROOT and allowed[U(point)] == 0):
            continue
        if settings.check_superko != 0:
            key = situation_key(hash_after(board, point, color), 3 - color, settings.situational)
            if has_occurred(past, path_keys, depth, key):
                continue
        clear_node(nodes, first + count, node, point, 0.5 * even, even)
        count += 1
    # Passing is for the end of the game: it starts with a bad reputation.
    clear_node(nodes, first + count, node, PASS, 0.1 * even, even)
    count += 1
    arena.used = first + count
    nodes[U(node)].child_count = count
    nodes[U(node)].first_child = first  # last: other threads look at this
    return True
