"""Leaves that wait for an evaluator: a program in Python that says what it thinks of a batch of positions.

A simulation that comes to a ripe leaf stops there (`find.py`). Its children are written, with the priors of
`priors.py`, but nobody sees them: the leaf is marked as waiting. Between two slices the evaluator is asked; what it
says of the moves is added to their priors, the family is published, and the simulation is played out and counted.
"""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, U
from tengen.kernels.tree.expand import opening_share, publish_family
from tengen.kernels.tree.find import take_back
from tengen.kernels.tree.nodes import NO_NODE, ROOT
from tengen.kernels.tree.settings import BIAS, PUCT

_OUTSIDE_SHARE = 0.5  # what others know of the moves at the root, beside what the evaluator thinks of all


@kernel
def _write_chances(nodes, first, size, chances, root, is_root):
    """Make the priors of a family how likely its moves are, as parts of one.

    Moves that have been marked already, with games, are those that are known in openings (`expand.py`).
    """
    total, outside, biased, most = 0.0, 0.0, 0.0, 0.0
    for index in range(first, first + size):
        move = U(nodes[U(index)].move)
        total += chances[move]
        outside += root.prior_wins[move]
        biased += nodes[U(index)].prior_wins
        most = max(most, np.float64(nodes[U(index)].prior_wins))
    share = opening_share(most)
    for index in range(first, first + size):
        child = nodes[U(index)]
        move = U(child.move)
        chance = chances[move] / total if total > 0.0 else 1.0 / size
        if is_root and outside > 0.0:
            chance = (chance + _OUTSIDE_SHARE * root.prior_wins[move] / outside) / (1.0 + _OUTSIDE_SHARE)
        if biased > 0.0 and (root.settings.smartstart == BIAS or root.settings.joseki != 0):
            chance = (1.0 - share) * chance + share * child.prior_wins / biased
        child.prior_wins = np.float32(chance)
        child.prior_visits = np.float32(0.0)


@kernel
def publish_leaves(nodes, roots, waiting, count, wins, visits, chances, values, margins, deviations):
    """Write what the evaluator says of the first `count` leaves that wait, and let everybody see their families.

    `wins` and `visits` (leaves, POINTS) are of their moves, in simulations, and `chances` how likely they are, for
    PUCT. `values` are the win rates of whoever is to move there, `margins` by how much he wins: NaN where it does not
    say.
    """
    settings = roots[0].settings
    for i in range(count):
        simulation = waiting[i]
        if not math.isnan(values[i]):
            simulation.value_weight = settings.value_weight
            simulation.value = values[i] if simulation.board.to_play == BLACK else 1.0 - values[i]
            simulation.value_margin = margins[i] if simulation.board.to_play == BLACK else -margins[i]
            simulation.value_deviation = deviations[i]
        leaf, first, size = np.int64(simulation.path[U(simulation.depth)]), simulation.family, simulation.family_size
        if nodes[U(leaf)].first_child != NO_NODE:
            continue  # two threads had found it at once
        if settings.policy == PUCT:
            _write_chances(nodes, first, size, chances[i], roots[0], leaf == ROOT)
        else:
            for index in range(first, first + size):
                child = nodes[U(index)]
                child.prior_wins += np.float32(wins[i, U(child.move)])
                child.prior_visits += np.float32(visits[i, U(child.move)])
        publish_family(nodes, leaf, first, size, settings)


@kernel
def withdraw_leaves(nodes, waiting, count):
    """Forget the first `count` of the simulations that waited: their leaves are as they were before."""
    for i in range(count):
        simulation = waiting[i]
        leaf = np.int64(simulation.path[U(simulation.depth)])
        if nodes[U(leaf)].first_child == NO_NODE:
            nodes[U(leaf)].child_count = 0
        take_back(nodes, simulation)
