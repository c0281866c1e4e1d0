"""Choosing a child: by the policy of the settings, among as many moves as have been unpruned.

With progressive widening (Coulom 2007; thesis 2.3.2) the children stand in the order of their
priors and only the first k are looked at, one more each time the visits reach the next step:

    k = 1 + floor( ln(1 + visits · (g - 1) / v) / ln g )

v are the visits that unprune the second move (`widening_visits`) and g the growth of each
step over the one before (`widening_growth`), 40 and 1.4 in Coulom's Crazy Stone. Where
criticality has a say, `select_critical.py` chooses.
"""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.tree.select_critical import select_critical, select_widening
from tengen.kernels.tree.select_puct import select_puct
from tengen.kernels.tree.select_rave import select_rave
from tengen.kernels.tree.select_ucb1 import select_ucb1
from tengen.kernels.tree.select_ucb1_rave import select_ucb1_rave
from tengen.kernels.tree.select_ucb1_tuned import select_ucb1_tuned
from tengen.kernels.tree.settings import IN_WIDENING, NO_CRITICALITY, PUCT, RAVE, UCB1, UCB1_TUNED, WIDENING


@kernel
def widened(visits, settings):
    """How many moves a node with so many visits may choose from."""
    growth = settings.widening_growth
    return 1 + np.int64(math.log(1.0 + visits * (growth - 1.0) / settings.widening_visits) / math.log(growth))


@kernel
def select(nodes, node, settings):
    """The child to go to."""
    count = np.int64(nodes[U(node)].child_count)
    if settings.policy == PUCT:
        return select_puct(nodes, node, count, settings)
    if settings.priors == WIDENING:
        count = min(count, widened(np.float64(nodes[U(node)].visits), settings))
        if settings.criticality == IN_WIDENING:
            return select_widening(nodes, node, count, settings)
    if settings.criticality != NO_CRITICALITY and nodes[U(node)].visits >= settings.criticality_visits:
        return select_critical(nodes, node, count, settings)
    if settings.policy == RAVE:
        return select_rave(nodes, node, count, settings)
    if settings.policy == UCB1:
        return select_ucb1(nodes, node, count, settings)
    if settings.policy == UCB1_TUNED:
        return select_ucb1_tuned(nodes, node, count, settings)
    return select_ucb1_rave(nodes, node, count, settings)
