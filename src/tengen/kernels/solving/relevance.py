"""Relevance zones: which points a won fight hangs on, so that a move elsewhere need not be read again.

Who wins a fight, wins it by moves in some part of the arena: with the same stones there, and whatever else lies
outside, the same moves win. If a move of the loser outside of that part is refuted, so are all others outside of it
(Shih, Wei, Wu and Wu, "A novel approach to solving goal-achieving problems for board games", 2022; the idea is
Thomsen's, "Lambda-search in game trees", 2000).

"Whatever else" is: the loser has played there, and captured. So a zone must hold enough that no move has other effects
in it: of every chain that reaches into it two liberties, or all that is around the chain.
"""

import numpy as np

from tengen.kernels.bits import count_bits, lowest_bit
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.solving.fight import ATTACKER, DEFENDER, chain_at

EVERYWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)
FOR_PROOFS, FOR_DISPROOFS = 1, 2  # bits of `zones` of a fight
_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def has_zones(fight, winner):
    """Whether zones are kept of what this side wins."""
    return fight.zones & (FOR_PROOFS if winner == ATTACKER else FOR_DISPROOFS) != 0


@kernel
def steady(fight, attackers, defenders, zone):
    """The zone with what keeps every chain that reaches into it from being taken by other moves than here."""
    stones = attackers | defenders
    seen = _NONE
    left = zone & stones
    while left != 0:
        point = lowest_bit(left)
        side = ATTACKER if attackers >> U(point) & _ONE != 0 else DEFENDER
        chain, around = chain_at(fight, point, attackers if side == ATTACKER else defenders)
        seen |= chain
        roots = fight.beyond if fight.breathes_out == side else fight.rooted
        if chain & roots == 0:
            liberties = around & ~stones
            if count_bits(liberties) < 2:
                zone |= chain | around
            else:
                inside = count_bits(liberties & zone)
                fresh = liberties & ~zone
                while inside < 2:
                    zone |= fresh & (~fresh + _ONE)
                    fresh &= fresh - _ONE
                    inside += 1
        left = zone & stones & ~seen
    return zone


@kernel
def zone_of_move(fight, attackers, defenders, point, below):
    """What hangs together with a winning move on `point`, of which `below` is the zone after it."""
    return steady(fight, attackers, defenders, below | _ONE << U(point) | fight.adjacent[U(point)])


@kernel
def zone_of_replies(fight, attackers, defenders, moves, zones):
    """What hangs together where every move fails: `zones` are all zones after them, `moves` what may be played."""
    empty = ~(attackers | defenders)
    while True:
        wider = zones
        barred = zones & empty & ~moves  # what makes a move impossible must stay as it is
        while barred != 0:
            wider |= fight.adjacent[U(lowest_bit(barred))]
            barred &= barred - _ONE
        wider = steady(fight, attackers, defenders, wider)
        if wider == zones:
            return zones
        zones = wider
