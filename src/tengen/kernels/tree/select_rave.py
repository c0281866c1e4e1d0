"""RAVE: moves are judged by all games in which they were played, first of all while few are known.

Gelly and Silver 2007, in the form of the Pachi thesis (2.3.3, 3.3):

    β = n' / (n' + n + n'·n / E)        value = β · w'/n' + (1 - β) · w/n

n, w are the simulations and wins of the child with its prior, n', w' the same counted for all
moves as first (AMAF), and E the `rave_equivalence`. There is no exploration term, as in the
thesis (table 3.1); `select_ucb1_rave.py` has one. Over one denominator this is

    (w'·E + w·(E + n')) / (n'·E + n·(E + n'))
"""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U


@kernel
def mixed_value(child, amaf, amaf_wins, settings):
    """The value of a child with these AMAF statistics; where nothing is known, the first-play urgency."""
    equivalence = settings.rave_equivalence
    visits = child.visits + np.float64(child.prior_visits)
    wins = child.wins + np.float64(child.prior_wins)
    weight = equivalence + amaf
    known = amaf * equivalence + visits * weight
    value = (amaf_wins * equivalence + wins * weight) / known
    return value if known > 0.0 else settings.first_play_urgency


@kernel
def rave_value(child, settings):
    """The value of a child by its own statistics."""
    return mixed_value(child, np.float64(child.amaf_visits), child.amaf_wins, settings)


@kernel
def select_rave(nodes, node, count, settings):
    """The one of the first `count` children with the highest value."""
    first = np.int64(nodes[U(node)].first_child)
    best, best_value = first, -math.inf
    for index in range(first, first + count):
        value = rave_value(nodes[U(index)], settings)
        if value > best_value:
            best, best_value = index, value
    return best
