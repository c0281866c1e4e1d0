"""Sequence-like playouts: local answers first, as MoGo plays them.

Gelly, Wang, Munos, Teytaud, "Modification of UCT with patterns in Monte-Carlo Go" (2006),
section 3.2. A move is looked for by rules, in this order by default:

    atari     the last move put stones in atari: save them by capturing or by running
    pattern   a 3×3 shape among the eight points around the last move
    capture   take something, anywhere
    random    any playable point

Two more rules can stand before, between or behind these: `lgrf1` and `lgrf2` play the last good
reply (`last_good_reply.py`). Which rules there are, their order and how often each is asked is
given at run time by a `POLICY` record (as in Orego); `pattern-global` looks for shapes everywhere,
MoGo's counter-example. Moves by pattern are never self-atari.
"""

import numpy as np

from tengen.kernels.board import first_liberty, play, play_pass
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EAST, EMPTY, NORTH, PASS, POINTS, SOUTH, WEST, WHITE, U
from tengen.kernels.neighborhood import ADJACENT_MASK, CAPTURES_SHIFT, LOCAL
from tengen.kernels.playouts.last_good_reply import good_reply
from tengen.kernels.playouts.light import light_playout, random_move
from tengen.kernels.random import random_below
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tactics.self_atari import is_self_atari, liberties_after

RANDOM, ATARI, PATTERN, CAPTURE, PATTERN_GLOBAL, LGRF1, LGRF2 = 0, 1, 2, 3, 4, 5, 6
MOST_RULES = 8
CERTAIN = 1 << 16  # a probability of 1

POLICY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rule_count", np.int32),
                ("learns", np.int32),  # replies to how many moves, 0: none
                ("rules", np.int32, MOST_RULES),
                ("chances", np.int32, MOST_RULES),  # of CERTAIN
            ],
            align=True,
        ),
    )
)


@kernel
def _add(board, candidates, count, point, color):
    """Add a playable point to the candidates; they may hold a point twice."""
    if is_playable(board, point, color):
        candidates[U(count)] = point
        return count + 1
    return count


@kernel
def _add_savers(board, neighbor, color, candidates, count):
    """If `neighbor` is an own stone in atari, the moves that save its group."""
    if board.color[U(neighbor)] != color:
        return count
    group = np.int64(board.group[U(neighbor)])
    if board.liberty_count[U(group)] != 1:
        return count
    liberty = first_liberty(board, group)
    if liberties_after(board, liberty, color, 2) >= 2:
        count = _add(board, candidates, count, liberty, color)
    other = 3 - color
    stone = group
    while True:
        for direction in range(4):
            beside = stone + (NORTH, EAST, SOUTH, WEST)[direction]
            if board.color[U(beside)] == other:
                attacker = np.int64(board.group[U(beside)])
                if board.liberty_count[U(attacker)] == 1 and count < POINTS - 1:
                    count = _add(board, candidates, count, first_liberty(board, attacker), color)
        stone = np.int64(board.next_stone[U(stone)])
        if stone == group:
            return count


@kernel
def _answer_atari(board, last, color, candidates):
    """Moves that save what the last move put in atari."""
    count = 0
    for direction in range(4):
        count = _add_savers(board, last + (NORTH, EAST, SOUTH, WEST)[direction], color, candidates, count)
    return count


@kernel
def _matches(board, point, color, patterns):
    """Whether a shape of the table stands around the empty `point` for `color`, and it is safe."""
    code = np.int64(board.code[U(point)])
    if (patterns[U((code & 0xFF) | ((code >> 4) & 0xFF00))] >> (color - 1)) & 1 == 0:
        return False
    return is_playable(board, point, color) and not is_self_atari(board, point, color)


@kernel
def _patterns_around(board, last, color, patterns, candidates):
    """Shapes at the eight points around the last move."""
    count = 0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            point = last + dy * NORTH + dx
            if board.color[U(point)] == EMPTY and _matches(board, point, color, patterns):
                candidates[U(count)] = point
                count += 1
    return count


@kernel
def _patterns_anywhere(board, color, patterns, candidates):
    """Shapes on the whole board."""
    count = 0
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        if _matches(board, point, color, patterns):
            candidates[U(count)] = point
            count += 1
    return count


@kernel
def _captures(board, color, candidates):
    """Moves that take something, anywhere."""
    count = 0
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        flags = np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)])
        if (flags >> (CAPTURES_SHIFT + color - 1)) & 1 != 0 and point != board.ko:
            candidates[U(count)] = point
            count += 1
    return count


@kernel
def policy_choice(board, color, generator, policy, patterns, candidates, replies):
    """The move of the first rule that finds one and the rule, else a random move and RANDOM.

    The move is PASS if there is none.
    """
    last = np.int64(board.last_move)
    # A pass or the start is a border point, around which there is nothing to answer.
    on_board = board.color[U(last)] == BLACK or board.color[U(last)] == WHITE
    for i in range(policy.rule_count):
        chance = np.int64(policy.chances[U(i)])
        if chance < CERTAIN and random_below(generator, CERTAIN) >= chance:
            continue
        rule = policy.rules[U(i)]
        count = 0
        if rule == ATARI:
            if on_board:
                count = _answer_atari(board, last, color, candidates)
        elif rule == PATTERN:
            if on_board:
                count = _patterns_around(board, last, color, patterns, candidates)
        elif rule == CAPTURE:
            count = _captures(board, color, candidates)
        elif rule == PATTERN_GLOBAL:
            count = _patterns_anywhere(board, color, patterns, candidates)
        elif rule == LGRF1 or rule == LGRF2:
            level = 2 if rule == LGRF2 else 1
            reply = good_reply(replies, board, color, last, np.int64(board.previous_move), level)
            if reply != PASS:
                return reply, np.int64(rule)
        if count > 0:
            return np.int64(candidates[U(random_below(generator, count))]), np.int64(rule)
    return np.int64(random_move(board, color, generator)), np.int64(RANDOM)


@kernel
def policy_move(board, color, generator, policy, patterns, candidates, replies):
    """The move of `policy_choice` alone."""
    move, _ = policy_choice(board, color, generator, policy, patterns, candidates, replies)
    return move


@kernel
def policy_playout(board, generator, policy, patterns, candidates, replies, trace):
    """Play `board` out by `policy`, writing the moves to `trace`; returns how many they were.

    The `replies` are played by, not learnt: who won is the caller's to know.
    """
    if policy.rule_count == 0:
        return light_playout(board, generator, trace)
    limit = 3 * board.side * board.side
    color = np.int64(board.to_play)
    passes = 0
    moves = 0
    while passes < 2 and moves < limit:
        point = policy_move(board, color, generator, policy, patterns, candidates, replies)
        trace[U(moves)] = point
        if point == PASS:
            play_pass(board, color)
            passes += 1
        else:
            play(board, point, color)
            passes = 0
        color = 3 - color
        moves += 1
    return moves
