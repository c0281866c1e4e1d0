"""Leaf parallelisation: one thread walks the tree, all threads play out the leaves it found.

Cazenave and Jouandeau 2007; Chaslot, Winands, van den Herik 2008; thesis 3.3.4. A round is some
leaves, found one after the other (a visit without a result looks like a loss, so they
differ); every thread plays each of them out once, and then all the results are counted.
"""

from tengen.kernels.board_copy import copy_board
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.tree.count import count
from tengen.kernels.tree.find import find
from tengen.kernels.tree.play import play_out

MOST_LEAVES = 8  # in a round


@kernel
def find_leaves(tree, tables, roots, threads, leaves, many):
    """Go down the tree `many` times; `leaves` (MOST_LEAVES simulations) are where that led."""
    for i in range(many):
        find(tree.nodes, tree.arenas[0], roots[0], tables, threads[0].work, leaves[i], False)


@kernel
def play_leaves(tree, tables, roots, threads, leaves, played, many):
    """Play the first `many` leaves out once each, into the thread's own `played` (MOST_LEAVES simulations)."""
    for i in range(many):
        leaf, simulation = leaves[i], played[i]
        copy_board(simulation.board, leaf.board)
        simulation.depth, simulation.ended, simulation.value_weight = leaf.depth, leaf.ended, leaf.value_weight
        for k in range(leaf.depth):
            simulation.moves[U(k)] = leaf.moves[U(k)]
        for k in range(leaf.depth + 1):
            simulation.path[U(k)] = leaf.path[U(k)]
        play_out(roots[0], threads[0], tables, tree.local_trees, tree.local_works, simulation)


@kernel
def count_leaves(nodes, roots, threads, played, many, first):
    """Count one thread's playouts of `many` leaves; the first thread's visits were counted on the way down."""
    for i in range(many):
        simulation = played[i]
        if not first:
            for k in range(simulation.depth + 1):
                nodes[U(simulation.path[U(k)])].visits += 1
        count(nodes, roots[0], threads[0], simulation, i % roots[0].settings.ownership_every == 0)
