"""Criticality: how much owning a point has to do with winning the game.

Rémi Coulom ("Criticality: a Monte-Carlo heuristic for Go programs", 2009) and Pellegrino et al.
("Localizing search in Monte-Carlo Go using statistical covariance", 2009) found it independently;
Petr Baudiš put it into RAVE (thesis 5). For a point x, with μ the share of the simulations in which

    μ_win(x)  the winner owned x            μ_b(x)  Black owned it            μ_b  Black won

it is, if every game has a winner and every point an owner,

    C_Pachi(x) = μ_win(x) - (2·μ_b(x)·μ_b - μ_b(x) - μ_b + 1) = 2·Cov(Black owns x, Black wins),

and the same from White's side, so that it need not be known whose move it is: where C is high, owning
the point goes along with winning, for either player. C_Coulom is the same and C_Pell. is the covariance
itself, so that 2·C_Pell. = C_Pachi.

We count o = 1 for a point of the mover's, -1 for one of the opponent's, 0 for nobody's, and w = 1, -1, 0
for a game won, lost, drawn. Then, with sums over n simulations,

    C(x) = ½ · ( Σow / n - Σo / n · Σw / n ),

which is C_Coulom also where points are nobody's: those, and a pass, add nothing, while C_Pachi would take
them for the loser's. All sums are over the same simulations, so a settled point has C = 0, not some noise.

The moves of a node share Σw and n, which lie in the node; each has its own Σo and Σow. Sums are halved
when n reaches a bound, which lets them fit into 16 bits and forget the oldest games.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.fences import observe_published
from tengen.kernels.geometry import BLACK, U
from tengen.kernels.tree.nodes import NO_NODE
from tengen.kernels.tree.select_rave import mixed_value

MOST_SAMPLES = 30_000  # some less than 16 bits hold: threads may overshoot


@kernel
def winner_of(margin):
    """1 if Black has won by a margin, -1 if White has, 0 if nobody."""
    return 1 if margin > 0 else -1 if margin < 0 else 0


@kernel
def _halve(nodes, node, first, count):
    """Let what was counted so far weigh half as much."""
    nodes[U(node)].owner_samples >>= 1
    nodes[U(node)].owner_wins >>= 1
    for index in range(first, first + count):
        nodes[U(index)].owned >>= 1
        nodes[U(index)].owned_by_winner >>= 1


@kernel
def update_owners(nodes, path, depth, first_to_move, margin, owner):
    """Count who owned the points of the children along the path; `owner` is 1 Black's, -1 White's."""
    winner = winner_of(margin)
    for i in range(depth + 1):
        node = np.int64(path[U(i)])
        first = np.int64(nodes[U(node)].first_child)
        if first == NO_NODE:
            continue
        observe_published()
        count = np.int64(nodes[U(node)].child_count)
        if nodes[U(node)].owner_samples >= MOST_SAMPLES:
            _halve(nodes, node, first, count)
        player = first_to_move if i % 2 == 0 else 3 - first_to_move
        mover = 1 if player == BLACK else -1
        nodes[U(node)].owner_samples += 1
        nodes[U(node)].owner_wins += winner * mover
        for index in range(first, first + count):
            child = nodes[U(index)]
            own = np.int64(owner[U(child.move)])
            child.owned += own * mover
            child.owned_by_winner += own * winner


@kernel
def criticality(node, child):
    """C of a child's point, -½ to ½; 0 while nothing is known."""
    samples = max(1.0, np.float64(node.owner_samples))
    return 0.5 * (child.owned_by_winner - child.owned * (node.owner_wins / samples)) / samples


@kernel
def critical_rave_value(child, critical, settings):
    """RAVE with |C| · n' further games in the AMAF statistics, won if C > 0 and else lost (thesis 5.2)."""
    amaf = np.float64(child.amaf_visits)
    return mixed_value(child, amaf + abs(critical) * amaf, child.amaf_wins + max(0.0, critical) * amaf, settings)
