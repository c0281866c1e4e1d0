"""PUCT: what a network thinks likely is tried first, and what has proved good is tried again.

Rosin 2011; Silver et al., "Mastering the game of Go without human knowledge", 2017:

    mean + c(N) · P · sqrt(N) / (1 + n)        c(N) = c + g · ln(1 + N / 500)

P is how likely the move is (`prior_wins` here; `prior_visits` is 0), n are its visits, N those of all moves together,
c the setting `puct_exploration`, and g grows it slowly (Silver et al. 2018). A move not tried yet has the mean of the
others, less `puct_reduction` times the root of how likely all that was tried is (Wu 2019): the more of what is
likely was tried, the less is expected of the rest.
"""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U

_GROWTH = 0.2
_GROWS_FROM = 500.0  # visits


@kernel
def select_puct(nodes, node, count, settings):
    """The one of the first `count` children with the highest upper bound."""
    first = np.int64(nodes[U(node)].first_child)
    visits, wins, tried = 0.0, 0.0, 0.0
    for index in range(first, first + count):
        child = nodes[U(index)]
        if child.visits > 0:
            visits += np.float64(child.visits)
            wins += child.wins
            tried += np.float64(child.prior_wins)
    urgency = 0.5
    if visits > 0.0:
        urgency = max(0.0, wins / visits - settings.puct_reduction * math.sqrt(tried))
    bonus = settings.puct_exploration + _GROWTH * math.log(1.0 + visits / _GROWS_FROM)
    bonus *= math.sqrt(visits + 1.0)
    best, best_value = first, -math.inf
    for index in range(first, first + count):
        child = nodes[U(index)]
        value = child.wins / child.visits if child.visits > 0 else urgency
        value += bonus * np.float64(child.prior_wins) / (1.0 + child.visits)
        if value > best_value:
            best, best_value = index, value
    return best
