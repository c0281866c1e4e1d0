"""The nodes of the search tree: an array of records that all threads share.

The children of a node lie side by side, so a node needs the first one's index and their
number. Statistics are those of the *mover*, the player whose move led to the node. Each
thread takes new nodes from an arena of its own, a part of the array, so growing the tree
needs no lock; counting needs none either, as a lost update now and then does no harm
(Enzenberger and Müller, "A lock-free multithreaded Monte-Carlo tree search algorithm", 2009).
A family is written before the node's `first_child` names it, and other threads see it in that
order (`fences.py`).
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.record_type import record_type

NO_NODE = 0  # the first record of the array is never used: a node without children says 0
ROOT = 1
FIRST_FREE = 2
WAITING = -1  # the number of children of a leaf that is with an evaluator

NODE = record_type(
    [
        ("wins", np.float64),  # sum of the results of its simulations, 0 to 1 each
        ("amaf_wins", np.float64),
        ("visits", np.int32),
        ("amaf_visits", np.int32),
        ("prior_wins", np.float32),  # prior knowledge, counted in simulations; with PUCT how likely the move is
        ("prior_visits", np.float32),
        ("first_child", np.int32),
        ("parent", np.int32),
        ("child_count", np.int16),
        ("move", np.int16),  # the point, or PASS
        # Who owned what at the end, of a sample of the simulations; see `criticality.py`.
        # Of the node's own since it has children, which share these two:
        ("owner_samples", np.int16),  # at most MOST_SAMPLES
        ("owner_wins", np.int16),  # by the player to move, less those by the other
        # Of its parent's, about the point of the move:
        ("owned", np.int16),  # by the mover, less those by the opponent
        ("owned_by_winner", np.int16),  # less those by the loser
    ]
)

# Whether an arena has room. A slice ends when it is full; frozen, it goes on without growing.
ROOM, FULL, FROZEN = 0, 1, 2

# The part of the array a thread may take nodes from.
ARENA = record_type([("used", np.int64), ("limit", np.int64), ("full", np.int64)])


@kernel
def clear_node(nodes, index, parent, move, prior_wins, prior_visits):
    """Make a record a fresh node without children."""
    node = nodes[U(index)]
    node.wins = 0.0
    node.amaf_wins = 0.0
    node.visits = 0
    node.amaf_visits = 0
    node.prior_wins = prior_wins
    node.prior_visits = prior_visits
    node.first_child = NO_NODE
    node.child_count = 0
    node.parent = parent
    node.move = move
    node.owner_samples = 0
    node.owner_wins = 0
    node.owned = 0
    node.owned_by_winner = 0


def new_nodes(megabytes: float) -> np.ndarray:
    """An array of nodes of so many megabytes."""
    return np.zeros(max(2048, int(megabytes * 1e6 / NODE.itemsize)), NODE)


def new_arenas(node_count: int, threads: int, used: int = FIRST_FREE) -> np.ndarray:
    """What lies behind the first `used` of the nodes, divided among threads."""
    arenas = np.zeros(threads, ARENA)
    share = (node_count - used) // threads
    for index in range(threads):
        arenas[index]["used"] = used + index * share
        arenas[index]["limit"] = used + (index + 1) * share
    return arenas
