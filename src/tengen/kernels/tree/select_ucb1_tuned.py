"""UCB1-TUNED: explore less where the results vary little (Auer et al. 2002; MoGo 2.2, 4).

    mean + p · sqrt(ln N / n · min(1/4, V)),   V = mean - mean² + sqrt(2 · ln N / n)

The variance of a result that is 0 or 1 is mean - mean². p is the `tuned_exploration`
setting, by which MoGo multiplies the whole term (MoGo 4, table 6); Auer's formula has none. A child not visited yet has
the value `first_play_urgency` (MoGo 3.4).
"""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U


@kernel
def ucb1_tuned_value(child, logarithm, settings):
    """The upper bound of a child; `logarithm` is ln N."""
    visits = child.visits + np.float64(child.prior_visits)
    if visits <= 0.0:
        return settings.first_play_urgency
    mean = (child.wins + np.float64(child.prior_wins)) / visits
    share = logarithm / visits
    variance = mean - mean * mean + math.sqrt(2.0 * share)
    return mean + settings.tuned_exploration * math.sqrt(share * min(0.25, variance))


@kernel
def select_ucb1_tuned(nodes, node, count, settings):
    """The one of the first `count` children with the highest upper bound."""
    first = np.int64(nodes[U(node)].first_child)
    logarithm = math.log(max(1.0, np.float64(nodes[U(node)].visits)))
    best, best_value = first, -math.inf
    for index in range(first, first + count):
        value = ucb1_tuned_value(nodes[U(index)], logarithm, settings)
        if value > best_value:
            best, best_value = index, value
    return best
