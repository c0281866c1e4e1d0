"""UCB1: explore what has been tried seldom (Auer, Cesa-Bianchi, Fischer 2002; MoGo 2.2).

    mean + c · sqrt(2 · ln N / n)

N are the visits of the node, n those of the child, c the `exploration` setting. A child not
visited yet has the value `first_play_urgency` (MoGo 3.4).
"""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U


@kernel
def ucb1_value(child, logarithm, settings):
    """The upper bound of a child; `logarithm` is ln N."""
    visits = child.visits + np.float64(child.prior_visits)
    if visits <= 0.0:
        return settings.first_play_urgency
    mean = (child.wins + np.float64(child.prior_wins)) / visits
    return mean + settings.exploration * math.sqrt(2.0 * logarithm / visits)


@kernel
def select_ucb1(nodes, node, count, settings):
    """The one of the first `count` children with the highest upper bound."""
    first = np.int64(nodes[U(node)].first_child)
    logarithm = math.log(max(1.0, np.float64(nodes[U(node)].visits)))
    best, best_value = first, -math.inf
    for index in range(first, first + count):
        value = ucb1_value(nodes[U(index)], logarithm, settings)
        if value > best_value:
            best, best_value = index, value
    return best
