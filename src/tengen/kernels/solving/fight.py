"""A fight on words of bits: up to 64 points, the stones of both sides, and what a move does to them.

The points of a fight are numbered from 0; a set of them is one word of 64 bits. What lies beyond is folded into sets:
a chain with a stone in `rooted` has liberties that nobody in this fight can take, one with a stone in `beyond` has
reached the outside. So a position is two words and a ko, and to take a move back is to forget it.
"""

import numpy as np

from tengen.kernels.bits import count_bits, lowest_bit
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.record_type import record_type

MOST_POINTS = 64
ATTACKER, DEFENDER = 0, 1
NO_KO = -1
ILLEGAL = -2
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_CHAINS = 64

FIGHT = record_type(
    [
        ("adjacent", np.uint64, MOST_POINTS),
        ("playable", np.uint64),  # where stones may be put while it is empty
        ("rooted", np.uint64),  # stones of chains that breathe outside, and empty points with two liberties there
        ("beyond", np.uint64),  # those, and the empty points with one
        ("target", np.uint64),  # the stones that are fought for
        ("every", np.int64),  # 1: the attacker must take all of them; 0: it is enough to take any
        # What counts for whom: each is ATTACKER or DEFENDER.
        ("takes_ko", np.int64),  # who may take a ko back at once, and whom a repetition serves
        ("gets_out", np.int64),  # who has won when the target has a liberty beyond
        ("breathes_out", np.int64),  # whose stones breathe by one liberty outside; the other's need two
        ("narrow", np.int64),  # who plays only near the target, which spares the other nothing
        ("no_move", np.int64),  # who has won when the attacker has no move left, and the target stands
        ("zones", np.int64),  # of whose wins zones are kept (`relevance.py`)
        # Room for the question whether the target lives.
        ("chain", np.uint64, _CHAINS),
        ("breath", np.uint64, _CHAINS),
        ("region", np.uint64, _CHAINS),
        ("border", np.uint64, _CHAINS),  # the defender's stones around a region
        ("sound", np.int8, _CHAINS),
        ("alive", np.int8, _CHAINS),
    ]
)


@kernel
def chain_at(fight, point, stones):
    """The chain of `stones` that `point` belongs to, and all points next to it, as sets."""
    chain = _ONE << U(point)
    front = chain
    around = _NONE
    while front != 0:
        one = lowest_bit(front)
        front &= front - _ONE
        near = fight.adjacent[U(one)]
        around |= near
        fresh = near & stones & ~chain
        chain |= fresh
        front |= fresh
    return chain, around


@kernel
def play_in_fight(fight, own, other, point, side):
    """Put a stone of `side`, who has `own`, on the empty `point`.

    Both sets afterwards, and the ko, NO_KO or ILLEGAL (a suicide).
    """
    own |= _ONE << U(point)
    own_roots = fight.beyond if fight.breathes_out == side else fight.rooted
    other_roots = fight.rooted if fight.breathes_out == side else fight.beyond
    near = fight.adjacent[U(point)] & other
    taken = _NONE
    while near != 0:
        chain, around = chain_at(fight, lowest_bit(near), other)
        near &= ~chain
        if chain & other_roots == 0 and around & ~(own | other) == 0:
            taken |= chain
    other &= ~taken
    chain, around = chain_at(fight, point, own)
    ko = NO_KO
    if chain & own_roots == 0:
        liberties = around & ~(own | other)
        if liberties == 0:
            return own, other, ILLEGAL
        if count_bits(taken) == 1 and liberties == taken and chain == _ONE << U(point):
            ko = lowest_bit(taken)
    return own, other, ko


@kernel
def fills_own_eye(fight, own, point):
    """Whether all around `point` is one chain of `own` already: such a move gains nothing."""
    near = fight.adjacent[U(point)]
    if near == 0 or near & ~own != 0 or (_ONE << U(point)) & fight.beyond != 0:
        return False
    chain, _ = chain_at(fight, lowest_bit(near), own)
    return near & ~chain == 0


@kernel
def near_target(fight, attackers, defenders):
    """Empty points up to two steps from defenders, and those where stones beside them can be taken or saved."""
    stones = attackers | defenders
    left = defenders & ~fight.rooted
    near = _NONE
    while left != 0:
        chain, around = chain_at(fight, lowest_bit(left), defenders)
        left &= ~chain
        near |= around & ~stones
        beside = around & attackers
        while beside != 0:
            other, breath = chain_at(fight, lowest_bit(beside), attackers)
            beside &= ~other
            if other & fight.rooted == 0 and count_bits(breath & ~stones) <= 2:
                near |= breath & ~stones
    wide = near
    while near != 0:
        wide |= fight.adjacent[U(lowest_bit(near))] & ~stones
        near &= near - _ONE
    return wide


@kernel
def _find_chains(fight, attackers, defenders):
    """Write the defender's chains and their liberties; how many."""
    empty = ~(attackers | defenders)
    left = defenders
    count = 0
    while left != 0 and count < _CHAINS:
        chain, around = chain_at(fight, lowest_bit(left), defenders)
        fight.chain[U(count)] = chain
        fight.breath[U(count)] = around & empty
        fight.alive[U(count)] = 1
        left &= ~chain
        count += 1
    return count


@kernel
def _find_regions(fight, points, defenders):
    """Write what is enclosed by defenders; how many regions, those that reach beyond left out."""
    left = points & ~defenders
    count = 0
    while left != 0 and count < _CHAINS:
        region, around = chain_at(fight, lowest_bit(left), points & ~defenders)
        left &= ~region
        if region & fight.beyond == 0:
            fight.region[U(count)] = region
            fight.border[U(count)] = around & defenders
            fight.sound[U(count)] = 1
            count += 1
    return count


@kernel
def _eyes_of(fight, i, regions, attackers):
    """How many sound regions are vital to a chain: all that is empty in them is a liberty of it."""
    eyes = 0
    for k in range(regions):
        if fight.sound[U(k)] != 0 and fight.border[U(k)] & fight.chain[U(i)] != 0:
            if fight.region[U(k)] & ~attackers & ~fight.breath[U(i)] == 0:
                eyes += 1
    return eyes


@kernel
def living_stones(fight, points, attackers, defenders):
    """The defender's stones that live whatever happens, after Benson (1976; `tactics/unconditional_life.py`).

    And these with their eyes, on which that hangs. `points` are all points of the fight.
    """
    regions = _find_regions(fight, points, defenders)
    if regions < 2:
        return _NONE, _NONE
    chains = _find_chains(fight, attackers, defenders)
    changed = True
    while changed:
        changed = False
        for i in range(chains):
            if fight.alive[U(i)] != 0 and _eyes_of(fight, i, regions, attackers) < 2:
                fight.alive[U(i)] = 0
                changed = True
                for k in range(regions):
                    if fight.border[U(k)] & fight.chain[U(i)] != 0:
                        fight.sound[U(k)] = 0
    living = _NONE
    for i in range(chains):
        if fight.alive[U(i)] != 0:
            living |= fight.chain[U(i)]
    zone = living
    for k in range(regions):
        if fight.sound[U(k)] != 0 and fight.border[U(k)] & living != 0:
            zone |= fight.region[U(k)]
    return living, zone


@kernel
def play_move_in_fight(fights, attackers, defenders, mover, point, after):
    """`play_in_fight` as an entry point: writes attackers and defenders into `after`, and returns the ko."""
    if mover == ATTACKER:
        own, other, ko = play_in_fight(fights[0], attackers, defenders, point, mover)
        after[0], after[1] = own, other
    else:
        own, other, ko = play_in_fight(fights[0], defenders, attackers, point, mover)
        after[0], after[1] = other, own
    return ko


@kernel
def places_outside(fights, defenders):
    """Where chains of the target have come out of the fight: a set of points, none if they have not."""
    fight = fights[0]
    left = fight.target & defenders
    out = _NONE
    while left != 0:
        chain, _ = chain_at(fight, lowest_bit(left), defenders)
        left &= ~chain
        out |= chain & fight.beyond
    return out
