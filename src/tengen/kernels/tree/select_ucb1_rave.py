"""UCB1 and RAVE mixed: the value of RAVE with an upper bound on top.

    RAVE value + c · sqrt(2 · ln N / n)

as MoGo and others use it (Gelly and Silver 2007; thesis 2.3.3 and table 3.1, which finds c = 0
best for Pachi). N are the visits of the node, n those of the child with its prior, at least 1.
"""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.tree.select_rave import rave_value


@kernel
def bound_above_rave(child, logarithm, settings):
    """What is added to the value of a child; `logarithm` is ln N."""
    visits = child.visits + np.float64(child.prior_visits)
    if visits + child.amaf_visits <= 0.0:
        return 0.0
    return settings.exploration * math.sqrt(2.0 * logarithm / max(1.0, visits))


@kernel
def select_ucb1_rave(nodes, node, count, settings):
    """The one of the first `count` children with the highest upper bound."""
    first = np.int64(nodes[U(node)].first_child)
    logarithm = math.log(max(1.0, np.float64(nodes[U(node)].visits)))
    best, best_value = first, -math.inf
    for index in range(first, first + count):
        child = nodes[U(index)]
        value = rave_value(child, settings) + bound_above_rave(child, logarithm, settings)
        if value > best_value:
            best, best_value = index, value
    return best
