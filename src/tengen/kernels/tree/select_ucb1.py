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
def select_ucb1(nodes, node, count, settings):
    """The one of the first `count` children with the highest upper bound."""
    first = np.int64(nodes[U(node)].first_child)
    logarithm = 2.0 * math.log(max(1.0, np.float64(nodes[U(node)].visits)))
    best, best_value = first, -math.inf
    for index in range(first, first + count):
        child = nodes[U(index)]
        visits = child.visits + np.float64(child.prior_visits)
        value = settings.first_play_urgency
        if visits > 0.0:
            mean = (child.wins + np.float64(child.prior_wins)) / visits
            value = mean + settings.exploration * math.sqrt(logarithm / visits)
        if value > best_value:
            best, best_value = index, value
    return best
