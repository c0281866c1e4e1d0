"""Choosing a child where criticality has a say: in RAVE, in an upper bound, or in widening.

    rave      further games in the AMAF statistics (Baudiš: thesis 5.2), for the policies with RAVE
    ucb       + 2·C_Pell. in the value, which never fades (Pellegrino et al. 2009), for any policy
    widening  of the moves not tried yet, the most critical one is unpruned next (Coulom 2009)

The first two begin when the node has been visited `criticality_visits` times. Widening goes by the
priors until then. Children stay where they are, as other threads may be among them: a move is
unpruned by being tried, and the policy chooses among those that have been.
"""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import PASS, U
from tengen.kernels.tree.criticality import critical_rave_value, criticality
from tengen.kernels.tree.nodes import NO_NODE
from tengen.kernels.tree.select_ucb1 import ucb1_value
from tengen.kernels.tree.select_ucb1_rave import bound_above_rave
from tengen.kernels.tree.select_ucb1_tuned import ucb1_tuned_value
from tengen.kernels.tree.settings import IN_RAVE, UCB1, UCB1_RAVE, UCB1_TUNED


@kernel
def _value(child, critical, logarithm, settings):
    """The value of a child by the policy of the settings; `critical` goes into RAVE."""
    if settings.policy == UCB1:
        return ucb1_value(child, logarithm, settings)
    if settings.policy == UCB1_TUNED:
        return ucb1_tuned_value(child, logarithm, settings)
    value = critical_rave_value(child, critical, settings)
    if settings.policy == UCB1_RAVE:
        value += bound_above_rave(child, logarithm, settings)
    return value


@kernel
def select_critical(nodes, node, count, settings):
    """The one of the first `count` children with the highest value, criticality counted."""
    parent = nodes[U(node)]
    first = np.int64(parent.first_child)
    logarithm = math.log(max(1.0, np.float64(parent.visits)))
    best, best_value = first, -math.inf
    for index in range(first, first + count):
        child = nodes[U(index)]
        critical = criticality(parent, child)
        if settings.criticality == IN_RAVE:
            value = _value(child, critical, logarithm, settings)
        else:
            value = _value(child, 0.0, logarithm, settings) + critical  # 2·C_Pell.
        if value > best_value:
            best, best_value = index, value
    return best


@kernel
def select_widening(nodes, node, count, settings):
    """The most critical child not tried yet while fewer than `count` have been, else the best of these."""
    parent = nodes[U(node)]
    first = np.int64(parent.first_child)
    logarithm = math.log(max(1.0, np.float64(parent.visits)))
    weighs = parent.visits >= settings.criticality_visits
    best, best_value = first, -math.inf
    fresh, most = NO_NODE, -math.inf
    tried = 0
    for index in range(first, first + np.int64(parent.child_count)):
        child = nodes[U(index)]
        if child.visits > 0:
            tried += 1
            value = _value(child, 0.0, logarithm, settings)
            if value > best_value:
                best, best_value = index, value
            continue
        critical = 0.0  # then the first, which has the best prior
        if weighs:
            critical = criticality(parent, child) if child.move != PASS else -1.0
        if critical > most:
            fresh, most = index, critical
    return fresh if tried < count and fresh != NO_NODE else best
