"""Local trees from one move of a game to the next: what was learnt before counts for half.

A sequence is as good after a move elsewhere as before it, so the trees are kept for a whole game; but
the position they were learnt in goes by, and their room is limited.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import POINTS, U
from tengen.kernels.tree.local_sequences import mean_value
from tengen.kernels.tree.local_tree import FIRST_LOCAL, NO_SEQUENCE


@kernel
def age_local_trees(old, new, halvings):
    """Make `new`, which is empty, of `old` with all visits halved so often and nodes without any left out.

    Means stay; what was left alone is of the position before and is forgotten. Returns the end of the nodes.
    """
    source, target = old[0], new[0]
    origin = np.zeros(len(source.visits), np.int32)
    end = np.int64(FIRST_LOCAL)
    for place in range(2 * POINTS):
        node = np.int64(source.firsts[U(place)])
        if node != NO_SEQUENCE and source.visits[U(node)] >> halvings > 0:
            target.firsts[U(place)] = end
            origin[U(end)] = node
            end += 1
    done = np.int64(FIRST_LOCAL)
    while done < end:
        node = np.int64(origin[U(done)])
        visits = np.int64(source.visits[U(node)]) >> halvings
        target.visits[U(done)] = visits
        target.value_sum[U(done)] = mean_value(source, node) * visits
        target.move[U(done)] = source.move[U(node)]
        target.color[U(done)] = source.color[U(node)]
        child = np.int64(source.first_child[U(node)])
        while child != NO_SEQUENCE:
            if source.visits[U(child)] >> halvings > 0:
                target.next_sibling[U(end)] = target.first_child[U(done)]
                target.first_child[U(done)] = end
                origin[U(end)] = child
                end += 1
            child = np.int64(source.next_sibling[U(child)])
        done += 1
    return end
