"""Playing by rules: which are asked, in which order and how often, is given at run time.

A `POLICY` is a list of rules (as in Orego): each is asked with its chance, and the first that
finds moves has one of them played; if none does, a random move is. The rules are in `rules.py`.

The random move is looked at too (`careful.py`), and may be drawn by weight (`weighted.py`), as may be the choice
among the moves that a rule finds (`by-weight`). With `seki`, moves that would break a seki to the mover's
loss (`tactics/seki.py`) are not played by any rule, last good replies, joseki and what liberty maps prefer excepted.
With `liberty_maps` the rules for groups with two and few liberties prefer what has worked (`liberty_map.py`).

`analyze-after` is no list of rules but another way to come to the end of a game (`analyze_after.py`).
"""

import numpy as np

from tengen.kernels.board import play, play_pass
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, PASS, POINTS, WHITE, U
from tengen.kernels.openings.joseki import ALL_CORNERS, joseki_reply
from tengen.kernels.playouts.analyze_after import analyze_after
from tengen.kernels.playouts.careful import CERTAIN, careful_move, happens
from tengen.kernels.playouts.last_good_reply import good_reply
from tengen.kernels.playouts.liberty_map import choose_by_ratings, learn_ratings
from tengen.kernels.playouts.light import light_playout
from tengen.kernels.playouts.rules import FEW_LIBERTIES, JOSEKI, LGRF1, LGRF2, RANDOM, TWO_LIBERTIES, moves_by
from tengen.kernels.playouts.weighted import STRENGTHS, choose_by_weight, weigh_after, weigh_board
from tengen.kernels.playouts.zone import is_inside, keep_inside
from tengen.kernels.random import random_below, random_bits
from tengen.kernels.record_type import record_type
from tengen.kernels.tactics.seki import breaks_seki

MOST_RULES = 24
_ROLLS = 3  # chances decided by one draw of 64 bits, the highest first
_ROLL_BITS, _ROLL_SHIFT = U(16), U(48)

POLICY = record_type(
    [
        ("rule_count", np.int32),
        (
            "analyze_after",
            np.int32,
        ),  # whether the board is filled instead (`analyze_after.py`); there are no rules then
        ("learns", np.int32),  # replies to how many moves, 0: none
        # How often a random move is looked at, of CERTAIN (`careful.py`):
        ("self_atari", np.int32),
        ("seki", np.int32),  # a rule's move too
        ("attack_instead", np.int32),
        ("eye_fix", np.int32),
        # Of moves by weight (`weighted.py`):
        ("weighted", np.int32),  # how often the random move is drawn so, of CERTAIN
        ("by_weight", np.int32),  # how often the choice among a rule's moves is made so
        ("near", np.int32),  # factors, of NEAR_ONE
        ("near_before", np.int32),
        ("strengths", np.int32, STRENGTHS),
        ("liberty_maps", np.int32),  # whether they are used
        ("patience", np.int32),  # moves that reading a ladder may cost in a playout, 0: as many as the work has
        ("map_free", np.int32),  # how often a choice does not heed them, of CERTAIN
        ("map_threshold", np.float64),  # the local value of a good move
        ("rules", np.int32, MOST_RULES),
        ("chances", np.int32, MOST_RULES),  # of CERTAIN
        # A zone that the moves are held to (`zone.py`); with `analyze_after` there is none:
        ("has_zone", np.int32),
        ("zone", np.uint8, POINTS),
        ("outside_score", np.float64),  # Black's points minus White's beyond it, as was estimated
    ]
)


@kernel
def policy_choice(board, color, generator, policy, patterns, work, replies, liberty_map, joseki):
    """The move of the first rule that finds one and the rule, else a random move and RANDOM.

    The move is PASS if there is none. Where moves are drawn by weight, `work.weights` are this board's.
    """
    last = np.int64(board.last_move)
    # A pass or the start is a border point, around which there is nothing to answer.
    on_board = board.color[U(last)] == BLACK or board.color[U(last)] == WHITE
    bits, rolls = U(0), 0
    for i in range(policy.rule_count):
        chance = np.int64(policy.chances[U(i)])
        if chance < CERTAIN:
            if rolls == 0:
                bits, rolls = random_bits(generator), _ROLLS
            roll = np.int64(bits >> _ROLL_SHIFT)
            bits, rolls = bits << _ROLL_BITS, rolls - 1
            if roll >= chance:
                continue
        rule = np.int64(policy.rules[U(i)])
        if rule == LGRF1 or rule == LGRF2:
            level = 2 if rule == LGRF2 else 1
            reply = good_reply(replies, board, color, last, np.int64(board.previous_move), level)
            if reply != PASS and is_inside(policy, reply):
                return reply, rule
            continue
        if rule == JOSEKI:
            reply = np.int64(joseki_reply(board, color, generator, joseki, work))
            if reply != PASS and is_inside(policy, reply):
                return reply, rule
            continue
        count = moves_by(rule, board, color, last, on_board, patterns, work)
        if policy.has_zone != 0:
            count = keep_inside(policy, work, count)
        if count > 0 and policy.liberty_maps and (rule == TWO_LIBERTIES or rule == FEW_LIBERTIES):
            free = happens(generator, np.int64(policy.map_free))
            move = choose_by_ratings(board, color, generator, free, policy.map_threshold, liberty_map, work, count)
            return move, rule
        if count > 0:
            if count > 1 and happens(generator, np.int64(policy.by_weight)):
                move = choose_by_weight(board, color, generator, policy, patterns, work, count)
            else:
                move = np.int64(work.moves[U(random_below(generator, count))])
            if not (happens(generator, np.int64(policy.seki)) and breaks_seki(board, move, color)):
                return move, rule
    return np.int64(careful_move(board, color, generator, policy, patterns, work.weights)), np.int64(RANDOM)


@kernel
def policy_move(board, color, generator, policy, patterns, work, replies, liberty_map, joseki):
    """The move of `policy_choice` alone."""
    move, _ = policy_choice(board, color, generator, policy, patterns, work, replies, liberty_map, joseki)
    return move


@kernel
def policy_playout(board, generator, policy, patterns, work, replies, liberty_map, joseki, trace):
    """Play `board` out by `policy`, writing the moves to `trace`; returns how many they were.

    The `replies` are played by, not learnt: who won is the caller's to know. The `liberty_map`, where it is
    used, learns at once.
    """
    if policy.analyze_after != 0:
        return analyze_after(board, generator, work.after, trace)
    looks = policy.rule_count + policy.self_atari + policy.seki + policy.eye_fix + policy.weighted
    if looks + policy.has_zone == 0:
        return light_playout(board, generator, trace)
    work.note_count = 0
    work.joseki_corners = ALL_CORNERS
    patience = work.reading.patience
    if policy.patience > 0:
        work.reading.patience = min(patience, np.int64(policy.patience))
    if policy.weighted > 0:
        weigh_board(work.weights, board, policy, patterns)
    limit = 3 * board.side * board.side
    color = np.int64(board.to_play)
    passes = 0
    moves = 0
    while passes < 2 and moves < limit:
        point = policy_move(board, color, generator, policy, patterns, work, replies, liberty_map, joseki)
        trace[U(moves)] = point
        if point == PASS:
            play_pass(board, color)
            passes += 1
        else:
            captured = play(board, point, color)
            if policy.weighted > 0:
                weigh_after(work.weights, board, point, captured, policy, patterns)
            passes = 0
        color = 3 - color
        moves += 1
    work.reading.patience = patience
    if policy.liberty_maps:
        learn_ratings(liberty_map, board, work)
    return moves
