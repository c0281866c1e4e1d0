"""The random move of a playout, looked at before it is played.

It is drawn from all playable points alike, or, as often as `weighted` says, by weight (`weighted.py`).

Thesis 3.4.1: a bad self-atari is given up, for the other liberty of the group where that is safe
(`self-atari`), or else for another random move. What else can be asked for, each with a chance of its own:

    seki            a move that would break a seki to the mover's loss (`tactics/seki.py`) is not played
    attack-instead  for a self-atari given up: atari from the other side on the group it would have attacked
    random-eye-fix  beside a corner that an own eye hangs on, the corner (`tactics/eye_repair.py`)
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import PASS, U
from tengen.kernels.playouts.light import random_move
from tengen.kernels.playouts.weighted import draw_move, give_up, take_up
from tengen.kernels.playouts.zone import is_inside
from tengen.kernels.random import random_below
from tengen.kernels.tactics.bad_self_atari import atari_from_behind, is_bad_self_atari, safer_liberty
from tengen.kernels.tactics.eye_repair import repair_beside
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tactics.seki import breaks_seki

CERTAIN = 1 << 16  # a probability of 1


@kernel
def happens(generator, chance):
    """Whether something with this chance, of CERTAIN, happens; what is certain needs no draw."""
    return chance >= CERTAIN or (chance > 0 and random_below(generator, CERTAIN) < chance)


@kernel
def _better(board, point, color, self_atari, attack, eye_fix):
    """What is played in place of the playable `point`: itself, a move that it suggests, or PASS: nothing."""
    if eye_fix:
        corner = np.int64(repair_beside(board, point, color))
        if corner != PASS:
            return corner
    if not self_atari or not is_bad_self_atari(board, point, color):
        return point
    instead = np.int64(safer_liberty(board, point, color))
    if instead != PASS and is_playable(board, instead, color):
        return instead
    return np.int64(atari_from_behind(board, point, color)) if attack else np.int64(PASS)


@kernel
def _shut_out(board, index, remaining):
    """Move the `index`-th of the first `remaining` empty points behind them, out of the range of draws."""
    point, last = board.empty[U(index)], board.empty[U(remaining - 1)]
    board.empty[U(index)] = last
    board.empty_index[U(last)] = index
    board.empty[U(remaining - 1)] = point
    board.empty_index[U(point)] = remaining - 1


@kernel
def careful_move(board, color, generator, policy, patterns, weights):
    """A random move that the policy does not forbid, PASS if there is none."""
    weighted = happens(generator, np.int64(policy.weighted))
    self_atari = happens(generator, np.int64(policy.self_atari))
    seki = happens(generator, np.int64(policy.seki))
    eye_fix = happens(generator, np.int64(policy.eye_fix))
    if not (weighted or self_atari or seki or eye_fix or policy.has_zone != 0):
        return np.int64(random_move(board, color, generator))
    attack = happens(generator, np.int64(policy.attack_instead))
    move, tried, index = np.int64(PASS), 0, 0
    empty = np.int64(board.empty_count)
    while tried < empty:
        if weighted:
            point = draw_move(weights, board, color, generator, policy)
            if point == PASS:
                break
        else:
            index = random_below(generator, empty - tried)
            point = np.int64(board.empty[U(index)])
        if is_inside(policy, point) and is_playable(board, point, color):
            better = _better(board, point, color, self_atari, attack, eye_fix)
            if better != PASS and is_inside(policy, better) and not (seki and breaks_seki(board, better, color)):
                move = better
                break
        if weighted:
            give_up(weights, point, color, tried)
        else:
            _shut_out(board, index, empty - tried)
        tried += 1
    if weighted:
        take_up(weights, board, tried, policy, patterns)
    return move
