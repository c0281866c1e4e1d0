"""Depth-first proof-number search (df-pn, Nagai 2002) of a fight: can the attacker take the target?

Every position has two numbers: how many positions would at least have to be decided to prove that the target is
taken, and how many to prove that it is not. The search always goes where the fewest are, and keeps what it found in a
table, so it needs little memory. Sums of numbers count what two lines share twice; here the largest of them counts,
and one for each further move (weak proof numbers; Ueda, Hashimoto, Hashimoto and Iida 2008).

A ko, and a position that comes back, go to the side that the fight names (`takes_ko`): a capture that is proved though
the defender may take every ko back is a capture without ko.
"""

import numpy as np

from tengen.kernels.bits import count_bits, lowest_bit
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.record_type import record_type
from tengen.kernels.solving.fight import (
    ATTACKER,
    ILLEGAL,
    MOST_POINTS,
    NO_KO,
    chain_at,
    fills_own_eye,
    living_stones,
    near_target,
    play_in_fight,
)
from tengen.kernels.solving.relevance import EVERYWHERE, has_zones, steady, zone_of_move, zone_of_replies

SURE = 1 << 30  # proof number of what cannot be proved any more
MOST_DEPTH = 120
PASSING = MOST_POINTS  # as a move
_BUCKET = 4
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_MOVES = MOST_POINTS + 8

FRAME = record_type(
    [
        ("attackers", np.uint64),
        ("defenders", np.uint64),
        ("mover", np.int64),
        ("ko", np.int64),
        ("proof_limit", np.int64),
        ("disproof_limit", np.int64),
        ("began", np.int64),  # positions looked at before
        ("count", np.int64),
        ("best", np.int64),
        ("moves", np.uint64),  # all that were written
        ("elsewhere", np.int64),  # whether a move outside of its own zone was refuted
        ("child_attackers", np.uint64, _MOVES),
        ("child_defenders", np.uint64, _MOVES),
        ("move", np.int64, _MOVES),
        ("child_ko", np.int64, _MOVES),
        ("proof", np.int64, _MOVES),
        ("disproof", np.int64, _MOVES),
        ("zone", np.uint64, _MOVES),  # of a move that is decided
        ("spared", np.int8, _MOVES),  # decided by the zone of another
    ]
)
ENTRY = record_type(
    [
        ("attackers", np.uint64),
        ("defenders", np.uint64),
        ("tag", np.int64),  # the question, the mover and the ko
        ("proof", np.int32),
        ("disproof", np.int32),
        ("effort", np.int64),
        ("zone", np.uint64),  # if it is decided
    ]
)
FOUND = record_type([("proof", np.int64), ("disproof", np.int64), ("positions", np.int64), ("move", np.int64)])


def new_frames() -> np.ndarray:
    """Room for the line that is being read."""
    return np.zeros(MOST_DEPTH, FRAME)


def new_table(bits: int = 18) -> np.ndarray:
    """A table of 2 to the power of `bits` positions."""
    return np.zeros(1 << bits, ENTRY)


@kernel
def _tag(question, mover, ko):
    return (question << 8) | ((ko + 1) << 1) | mover


@kernel
def _slot(table, attackers, defenders, tag):
    """Where a position's bucket begins."""
    mixed = attackers * np.uint64(0x9E3779B97F4A7C15) ^ (defenders + np.uint64(tag)) * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(len(table) - 1)) & ~(_BUCKET - 1)


@kernel
def _look_up(table, attackers, defenders, tag):
    """The entry of a position, -1 if there is none."""
    first = _slot(table, attackers, defenders, tag)
    for i in range(first, first + _BUCKET):
        entry = table[U(i)]
        if entry.attackers == attackers and entry.defenders == defenders and entry.tag == tag:
            return i
    return -1


@kernel
def _store(table, attackers, defenders, tag, proof, disproof, effort, zone):
    """Keep what was found, in the place of what cost least or belongs to another question."""
    first = _slot(table, attackers, defenders, tag)
    place, least = first, np.int64(1) << 62
    for i in range(first, first + _BUCKET):
        entry = table[U(i)]
        if entry.attackers == attackers and entry.defenders == defenders and entry.tag == tag:
            place = i
            break
        worth = entry.effort if entry.tag >> 8 == tag >> 8 else np.int64(-1)
        if worth < least:
            place, least = i, worth
    entry = table[U(place)]
    entry.attackers, entry.defenders, entry.tag = attackers, defenders, tag
    entry.proof, entry.disproof, entry.effort, entry.zone = proof, disproof, effort, zone


@kernel
def _verdict(fight, points, attackers, defenders, mover, ko):
    """Proof and disproof number of a position that nobody has looked at, `mover` to play; if decided, its zone."""
    left = fight.target & defenders
    if left == 0 or (fight.every == 0 and left != fight.target):
        return 0, SURE, fight.target & ~defenders
    living, zone = _NONE, fight.target
    if mover == ATTACKER:
        living, eyes = living_stones(fight, points, attackers, defenders)
        zone |= eyes
    alone = True  # whether the chain looked at is the whole target that is left
    safe, out, fewest, most = True, False, np.int64(64), np.int64(0)
    while left != 0:
        chain, around = chain_at(fight, lowest_bit(left), defenders)
        left &= ~chain
        alone = alone and left == 0
        if chain & living != 0:
            if fight.every != 0:
                return SURE, 0, zone
        elif chain & fight.beyond != 0:
            out = True
            zone |= chain
        else:
            safe = False
            liberties = around & ~(attackers | defenders)
            count = count_bits(liberties)
            fewest, most = min(fewest, count), max(most, count)
            if mover == ATTACKER and count == 1 and (fight.every == 0 or alone) and lowest_bit(liberties) != ko:
                last = lowest_bit(liberties)
                _, rest, kind = play_in_fight(fight, attackers, defenders, last, ATTACKER)
                if kind != ILLEGAL and rest & chain == 0:
                    return 0, SURE, zone_of_move(fight, attackers, defenders, last, fight.target | chain)
    if out and (safe or fight.every != 0):
        return (0, SURE, EVERYWHERE) if fight.gets_out == ATTACKER else (SURE, 0, zone)
    if safe:
        return SURE, 0, zone
    count = fewest if fight.every == 0 else most
    return (count, 1, EVERYWHERE) if mover == ATTACKER else (count + 1, 1, EVERYWHERE)


@kernel
def _comes_back(frames, depth, attackers, defenders, mover):
    """Whether this position was on the line already."""
    for i in range(depth + 1):
        frame = frames[U(i)]
        if frame.mover == mover and frame.attackers == attackers and frame.defenders == defenders:
            return True
    return False


@kernel
def _add_child(fight, points, frames, depth, table, question, move, attackers, defenders, ko):
    """Write one move of the frame at `depth`, with what is known of it; whether it decides the frame."""
    frame = frames[U(depth)]
    mover = 1 - frame.mover
    if ko != NO_KO and mover == fight.takes_ko:
        ko = NO_KO
    zone = EVERYWHERE
    if _comes_back(frames, depth, attackers, defenders, mover):
        proof, disproof = (0, SURE) if fight.takes_ko == ATTACKER else (SURE, 0)
    else:
        place = _look_up(table, attackers, defenders, _tag(question, mover, ko))
        if place >= 0:
            proof, disproof = np.int64(table[U(place)].proof), np.int64(table[U(place)].disproof)
            zone = table[U(place)].zone
        else:
            proof, disproof, zone = _verdict(fight, points, attackers, defenders, mover, ko)
    i = frame.count
    frame.child_attackers[U(i)] = attackers
    frame.child_defenders[U(i)] = defenders
    frame.child_ko[U(i)] = ko
    frame.move[U(i)] = move
    frame.proof[U(i)] = proof
    frame.disproof[U(i)] = disproof
    frame.zone[U(i)] = zone
    frame.spared[U(i)] = 0
    frame.count = i + 1
    if move != PASSING:
        frame.moves |= _ONE << U(move)
    return (proof == 0) if frame.mover == ATTACKER else (disproof == 0)


@kernel
def _find_children(fight, points, frames, depth, table, question):
    """Write all moves of the frame at `depth`, up to the first that decides it."""
    frame = frames[U(depth)]
    frame.count = frame.elsewhere = 0
    frame.moves = _NONE
    attackers, defenders = frame.attackers, frame.defenders
    attacking = frame.mover == ATTACKER
    own, other = (attackers, defenders) if attacking else (defenders, attackers)
    if not attacking:  # first: the zone of what takes the target in spite of it says which moves there are to try
        if _add_child(fight, points, frames, depth, table, question, PASSING, attackers, defenders, NO_KO):
            return
    left = fight.playable & ~(attackers | defenders)
    if frame.mover == fight.narrow:
        left &= near_target(fight, attackers, defenders)
    while left != 0:
        point = lowest_bit(left)
        left &= left - _ONE
        if point == frame.ko or fills_own_eye(fight, own, point):
            continue
        mine, theirs, ko = play_in_fight(fight, own, other, point, frame.mover)
        if ko == ILLEGAL:
            continue
        stones = (mine, theirs) if attacking else (theirs, mine)
        if _add_child(fight, points, frames, depth, table, question, point, stones[0], stones[1], ko):
            return
    if has_zones(fight, 1 - frame.mover):
        for i in range(frame.count):
            _spare_others(fight, frame, i)


@kernel
def _fails(frame, i):
    """Whether a move of the frame is decided against who makes it."""
    return (frame.disproof[U(i)] if frame.mover == ATTACKER else frame.proof[U(i)]) == 0


@kernel
def _spare_others(fight, frame, i):
    """If a move fails that is outside of its own zone, so do all outside of it."""
    if not _fails(frame, i) or frame.spared[U(i)] != 0:
        return
    move, zone = frame.move[U(i)], frame.zone[U(i)]
    if zone == EVERYWHERE:
        return
    zone = steady(fight, frame.attackers, frame.defenders, zone)
    if move != PASSING and zone >> U(move) & _ONE != 0:
        return
    frame.elsewhere = 1
    for k in range(frame.count):
        other = frame.move[U(k)]
        if other != PASSING and zone >> U(other) & _ONE == 0 and not _fails(frame, k):
            frame.proof[U(k)], frame.disproof[U(k)] = (SURE, 0) if frame.mover == ATTACKER else (0, SURE)
            frame.spared[U(k)] = 1


@kernel
def _zone_of(fight, frame, proof):
    """The zone of a frame that is decided."""
    winner = ATTACKER if proof == 0 else 1 - ATTACKER
    if not has_zones(fight, winner) or frame.count == 0:
        return EVERYWHERE
    if winner == frame.mover:
        move, below = frame.move[U(frame.best)], frame.zone[U(frame.best)]
        if below == EVERYWHERE:
            return below
        if move == PASSING:
            return steady(fight, frame.attackers, frame.defenders, below)
        return zone_of_move(fight, frame.attackers, frame.defenders, move, below)
    if frame.elsewhere == 0:  # who may not pass may be short of moves: with more elsewhere he would not be
        return EVERYWHERE
    zone = _NONE
    for i in range(frame.count):
        if frame.spared[U(i)] == 0:
            zone |= frame.zone[U(i)]
            if frame.move[U(i)] != PASSING:
                zone |= _ONE << U(frame.move[U(i)])
    return zone if zone == EVERYWHERE else zone_of_replies(fight, frame.attackers, frame.defenders, frame.moves, zone)


@kernel
def _numbers(fight, frame):
    """Proof and disproof number of a frame from those of its moves; the best and the second best of these are kept."""
    if frame.count == 0:
        return (0, SURE, 0) if fight.no_move == ATTACKER else (SURE, 0, 0)
    attacking = frame.mover == ATTACKER
    best, least, second, most, open_moves = 0, np.int64(1) << 40, np.int64(1) << 40, np.int64(0), 0
    for i in range(frame.count):
        easy = frame.proof[U(i)] if attacking else frame.disproof[U(i)]
        hard = frame.disproof[U(i)] if attacking else frame.proof[U(i)]
        if easy < least:
            best, least, second = i, easy, least
        elif easy < second:
            second = easy
        if hard > 0:
            open_moves += 1
            most = max(most, hard)
    frame.best = best
    hard = min(most + open_moves - 1, SURE - 1) if 0 < most < SURE else most
    if least == 0:
        hard = SURE
    if least >= SURE:
        least, hard = SURE, 0
    return (least, hard, second) if attacking else (hard, least, second)


@kernel
def _descend(frames, depth, second):
    """Make the best move of the frame at `depth` the next frame, with the numbers up to which it stays the best."""
    frame, below = frames[U(depth)], frames[U(depth + 1)]
    best = frame.best
    below.attackers, below.defenders = frame.child_attackers[U(best)], frame.child_defenders[U(best)]
    below.ko, below.mover = frame.child_ko[U(best)], 1 - frame.mover
    slack = second + 1 + (second >> 2)
    if frame.mover == ATTACKER:
        rest = frame.disproof_limit - _others(frame.disproof, frame.count, best)
        below.proof_limit, below.disproof_limit = min(frame.proof_limit, slack), rest
    else:
        rest = frame.proof_limit - _others(frame.proof, frame.count, best)
        below.disproof_limit, below.proof_limit = min(frame.disproof_limit, slack), rest


@kernel
def _others(numbers, count, best):
    """How many moves beside the best are open: what they add to the number of the frame."""
    found = 0
    for i in range(count):
        if i != best and numbers[U(i)] > 0:
            found += 1
    return found


@kernel
def prove(fight_array, points, frames, table, question, attackers, defenders, mover, ko, patience, found):
    """Search until it is decided whether the target is taken, or `patience` positions were looked at.

    `found` gets the numbers of the first position, and its best move.
    """
    fight = fight_array[0]
    depth, looked_at = 0, np.int64(0)
    root = frames[0]
    root.attackers, root.defenders, root.mover = attackers, defenders, mover
    root.ko = NO_KO if mover == fight.takes_ko else ko
    root.proof_limit = root.disproof_limit = SURE
    root.began = 0
    _find_children(fight, points, frames, 0, table, question)
    while True:
        frame = frames[U(depth)]
        proof, disproof, second = _numbers(fight, frame)
        over = looked_at >= patience
        if proof >= frame.proof_limit or disproof >= frame.disproof_limit or over:
            tag = _tag(question, frame.mover, frame.ko)
            zone = _zone_of(fight, frame, proof) if proof == 0 or disproof == 0 else EVERYWHERE
            _store(table, frame.attackers, frame.defenders, tag, proof, disproof, looked_at - frame.began + 1, zone)
            if depth == 0:
                found[0].proof, found[0].disproof, found[0].positions = proof, disproof, looked_at
                found[0].move = frame.move[U(frame.best)] if frame.count > 0 else PASSING
                return
            depth -= 1
            above = frames[U(depth)]
            above.proof[U(above.best)], above.disproof[U(above.best)] = proof, disproof
            above.zone[U(above.best)] = zone
            if has_zones(fight, 1 - above.mover):
                _spare_others(fight, above, above.best)
        elif depth + 1 == MOST_DEPTH:
            serves = fight.takes_ko == ATTACKER
            frame.proof[U(frame.best)], frame.disproof[U(frame.best)] = (0, SURE) if serves else (SURE, 0)
            frame.zone[U(frame.best)] = EVERYWHERE
        else:
            _descend(frames, depth, second)
            depth += 1
            frames[U(depth)].began = looked_at
            looked_at += 1
            _find_children(fight, points, frames, depth, table, question)


@kernel
def best_reply(fight_array, points, frames, table, question, attackers, defenders, mover, ko, found):
    """The move that the table proves here, or of a lost side the one that cost most to refute; PASSING if unknown."""
    fight = fight_array[0]
    frame = frames[0]
    frame.attackers, frame.defenders, frame.mover = attackers, defenders, mover
    frame.ko = NO_KO if mover == fight.takes_ko else ko
    _find_children(fight, points, frames, 0, table, question)
    proof, disproof, _ = _numbers(fight, frame)
    found[0].proof, found[0].disproof = proof, disproof
    winning = proof == 0 if mover == ATTACKER else disproof == 0
    best, most = -1, np.int64(-1)
    for i in range(frame.count):
        decided = frame.proof[U(i)] == 0 if mover == ATTACKER else frame.disproof[U(i)] == 0
        if winning and not decided:
            continue
        tag = _tag(question, 1 - mover, frame.child_ko[U(i)])
        place = _look_up(table, frame.child_attackers[U(i)], frame.child_defenders[U(i)], tag)
        effort = np.int64(table[U(place)].effort) if place >= 0 else np.int64(0)
        worth = -effort if winning else effort
        if best < 0 or worth > most:
            best, most = i, worth
    found[0].move = frame.move[U(best)] if best >= 0 else PASSING
