"""Simulations: find a leaf, evaluate it, play it out, count; many of them in one call, without the GIL.

The leaf is evaluated by `priors.py` as it is found, or by Python between two slices (`waiting.py`).
"""

from typing import NamedTuple

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.tree.count import count
from tengen.kernels.tree.find import HANDED_OVER, WAITED_FOR, find, take_back
from tengen.kernels.tree.nodes import FULL, ROOT
from tengen.kernels.tree.play import play_out


class TreeArrays(NamedTuple):
    """A tree as a thread grows it: nodes and local trees are everybody's, the rest the thread's own."""

    nodes: np.ndarray
    arenas: np.ndarray
    local_trees: np.ndarray
    local_works: np.ndarray


@kernel
def search_slice(tree, tables, roots, threads, waiting, judged, most):
    """Run `most` simulations from the root; returns how many, fewer if the arena is full, or `waiting`.

    Leaves are handed to an evaluator as long as there is room for them in `waiting`, an array of simulations; where
    it has none at all there is no evaluator. Whoever comes to a leaf that waits plays it out like one that is not ripe
    yet; but where nothing is played out the visit is taken back and the slice ends: only the evaluator can tell more.
    Before all that, the first `judged` of the simulations in `waiting` go on, whose leaves it has judged.
    """
    nodes, root, thread = tree.nodes, roots[0], threads[0]
    evaluated = len(waiting) > 0
    for turn in range(judged + most):
        if turn < judged:
            simulation = waiting[U(turn)]
        else:
            if tree.arenas[0].full == FULL or (evaluated and thread.waits == len(waiting)):
                return turn - judged
            simulation = waiting[U(thread.waits)] if evaluated else thread.simulation
            found = find(nodes, tree.arenas[0], root, tables, thread.work, simulation, evaluated)
            if found == HANDED_OVER:
                thread.waits += 1
                continue
            if found == WAITED_FOR and root.settings.value_weight >= 1.0:
                take_back(nodes, simulation)
                return turn - judged
        if simulation.value_weight < 1.0:
            play_out(root, thread, tables, tree.local_trees, tree.local_works, simulation)
        else:
            simulation.length = simulation.depth
        sampled = nodes[ROOT].visits % root.settings.ownership_every == 0 or thread.tally.samples == 0
        count(nodes, root, thread, simulation, sampled)
    return most
