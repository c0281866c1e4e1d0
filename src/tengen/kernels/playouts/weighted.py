"""Moves drawn by weight: playouts by a probability distribution, not by rules alone.

Coulom, "Computing Elo ratings of move patterns in the game of Go" (2007); the thesis (2.3.1) calls it a prominent
feature of the strongest programs of its time, and did not get it to work. The weight of a move is the product of the
strengths of its features, and a move is drawn with a probability in proportion to it:

    shape     the learnt strength of the 3×3 shape with its ataris (`shape_weights.py`), to the power of `exponent`;
              captures and stones that run out of atari are such shapes; 0 for suicide and for own eyes
    near      beside the last move: times this
    before    beside the move before it: times that

What is bad about a drawn move costs more to find out, so that is asked of this move alone (`careful.py`).

The weight of a shape hangs on the 3×3 code of a point and on nothing else, so both colours' weights are kept from
move to move. What a move changes is the codes around it, and those of the last liberties of groups in atari; after a
capture all codes are compared with the ones that were weighed. Sums of rows are kept too: a draw finds the row, then
the point. Weights are whole numbers, so that sums stay exact.
"""

import numpy as np

from tengen.kernels.board import first_liberty
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EMPTY, PASS, POINTS, STRIDE, WHITE, U
from tengen.kernels.neighborhood import (
    ADJACENT_MASK,
    DIAGONAL_SHIFT,
    LEGAL_SHIFT,
    LOCAL,
    SOLID_DIAGONALS,
    SURROUNDED_SHIFT,
)
from tengen.kernels.patterns import WEIGHT_STEPS, WEIGHT_ZERO, shape_index
from tengen.kernels.playouts.zone import is_inside
from tengen.kernels.random import random_bits
from tengen.kernels.record_type import record_type
from tengen.kernels.tactics.joining import groups_around

_ROWS = POINTS // STRIDE + 1
_NONE = -1  # in place of the code of a point that is not empty
STRENGTHS = 2 * WEIGHT_ZERO  # steps of a learnt weight
STRENGTH_ONE = 1 << 12  # the strength of an average shape
_MOST_STRENGTH = 1 << 28
NEAR_ONE = 1 << 4  # a factor of 1
_S11, _PART = U(11), 2.0**-53

WEIGHTS = record_type(
    [
        ("at", np.int32, 2 * POINTS),  # at (colour - 1, point)
        ("in_row", np.int64, 2 * _ROWS),  # their sums, at (colour - 1, row)
        ("in_all", np.int64, 2),
        ("weighed", np.int32, POINTS),  # the codes that they are of, _NONE where there is a stone
        ("given_up", np.int16, POINTS),  # points that were drawn and not played
    ]
)


def strengths(exponent: float) -> np.ndarray:
    """The strength of every step of a learnt weight, to the power of `exponent`."""
    weights = (np.arange(STRENGTHS) - WEIGHT_ZERO) / WEIGHT_STEPS
    return np.clip(np.round(np.exp(exponent * weights) * STRENGTH_ONE), 1, _MOST_STRENGTH).astype(np.int32)


@kernel
def _strength(code, color, policy, patterns):
    """The strength of the shape for `color`: 0 for suicide and for its eyes."""
    flags = np.int64(LOCAL[U(code & ADJACENT_MASK)]) >> (color - 1)
    if (flags >> LEGAL_SHIFT) & 1 == 0:
        return 0
    if (flags >> SURROUNDED_SHIFT) & 1 != 0 and (SOLID_DIAGONALS[U(code >> DIAGONAL_SHIFT)] >> (color - 1)) & 1 != 0:
        return 0
    step = (np.int64(patterns[U(shape_index(code))]) >> (8 * color)) & 0xFF
    return np.int64(policy.strengths[U(step)])


@kernel
def _set_weight(weights, point, color, weight):
    place = U((color - 1) * POINTS + point)
    change = weight - np.int64(weights.at[place])
    if change != 0:
        weights.at[place] = weight
        weights.in_row[U((color - 1) * _ROWS + point // STRIDE)] += change
        weights.in_all[U(color - 1)] += change


@kernel
def _code_to_weigh(board, point):
    """The code of an empty point, _NONE of another."""
    return board.code[U(point)] | -np.int32(board.color[U(point)] != EMPTY)


@kernel
def _weigh(weights, board, point, policy, patterns):
    """Give a point of the board, or of its border, the weights it has now."""
    weights.weighed[U(point)] = _code_to_weigh(board, point)
    black, white = 0, 0
    if board.color[U(point)] == EMPTY and is_inside(policy, point):
        code = np.int64(board.code[U(point)])
        black = _strength(code, BLACK, policy, patterns)
        white = _strength(code, WHITE, policy, patterns)
    _set_weight(weights, point, BLACK, black)
    _set_weight(weights, point, WHITE, white)


@kernel
def _weigh_changed(weights, board, policy, patterns):
    """Weigh the points anew whose code is not the one that was weighed."""
    side = np.int64(board.side)
    for row in range(1, side + 1):
        first = row * STRIDE + 1
        changed = np.int32(0)
        for point in range(first, first + side):  # without branches: many points at a time
            changed |= _code_to_weigh(board, point) ^ weights.weighed[U(point)]
        if changed != 0:
            for point in range(first, first + side):
                if _code_to_weigh(board, point) != weights.weighed[U(point)]:
                    _weigh(weights, board, point, policy, patterns)


@kernel
def weigh_board(weights, board, policy, patterns):
    """Weigh all points anew."""
    for place in range(2 * POINTS):
        weights.at[U(place)] = 0
    for point in range(POINTS):
        weights.weighed[U(point)] = _NONE
    for row in range(2 * _ROWS):
        weights.in_row[U(row)] = 0
    weights.in_all[0] = 0
    weights.in_all[1] = 0
    _weigh_changed(weights, board, policy, patterns)


@kernel
def weigh_after(weights, board, point, captured, policy, patterns):
    """Bring the weights up to date after a stone was played on `point` that took so many stones."""
    if captured > 0:
        _weigh_changed(weights, board, policy, patterns)
        return
    for row in range(point - STRIDE, point + STRIDE + 1, STRIDE):
        _weigh(weights, board, row - 1, policy, patterns)
        _weigh(weights, board, row, policy, patterns)
        _weigh(weights, board, row + 1, policy, patterns)
    a, b, c, d = groups_around(board, point, 3 - np.int64(board.color[U(point)]))
    own = np.int64(board.group[U(point)])
    for i in range(5):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d if i == 3 else own
        if group != 0 and board.liberty_count[U(group)] == 1:
            _weigh(weights, board, first_liberty(board, group), policy, patterns)


@kernel
def _is_beside(point, center):
    """Whether `point` is one of the eight around `center`, or it."""
    apart = abs(point - center)
    return apart <= 1 or abs(apart - STRIDE) <= 1


@kernel
def _more_around(weights, color, center, factor, other, other_factor, wanted):
    """What the points around `center` weigh more for being there: the sum, and the point at `wanted` of it.

    Those that are around `other` too weigh as much more as that has given them. A center of PASS has nothing around.
    """
    total, found = 0, PASS
    if center == PASS or factor <= NEAR_ONE:
        return total, found
    for row in range(center - STRIDE, center + STRIDE + 1, STRIDE):
        for point in range(row - 1, row + 2):
            weight = np.int64(weights.at[U((color - 1) * POINTS + point)])
            if weight != 0:
                if other != PASS and _is_beside(point, other):
                    weight = weight * other_factor // NEAR_ONE
                total += weight * (factor - NEAR_ONE) // NEAR_ONE
                if wanted < total:
                    return total, point
    return total, found


@kernel
def _stone_or_pass(board, point):
    """`point` if there is a stone on it, else PASS."""
    return point if board.color[U(point)] == BLACK or board.color[U(point)] == WHITE else np.int64(PASS)


@kernel
def _number_below(generator, limit):
    """A random integer in [0, limit), for limits below 2**53."""
    return min(np.int64(np.float64(random_bits(generator) >> _S11) * _PART * limit), limit - 1)


@kernel
def draw_move(weights, board, color, generator, policy):
    """A point drawn by its weight for `color`, PASS if no point has any."""
    last = _stone_or_pass(board, np.int64(board.last_move))
    before = _stone_or_pass(board, np.int64(board.previous_move))
    near, near_before = np.int64(policy.near), np.int64(policy.near_before)
    everything = 1 << 60
    at_last, _ = _more_around(weights, color, last, near, np.int64(PASS), near, everything)
    at_before, _ = _more_around(weights, color, before, near_before, last, near, everything)
    limit = at_last + at_before + np.int64(weights.in_all[U(color - 1)])
    if limit == 0:
        return np.int64(PASS)
    drawn = _number_below(generator, limit)
    if drawn < at_last:
        _, point = _more_around(weights, color, last, near, np.int64(PASS), near, drawn)
        return np.int64(point)
    drawn -= at_last
    if drawn < at_before:
        _, point = _more_around(weights, color, before, near_before, last, near, drawn)
        return np.int64(point)
    drawn -= at_before
    row = 1
    while drawn >= weights.in_row[U((color - 1) * _ROWS + row)]:
        drawn -= np.int64(weights.in_row[U((color - 1) * _ROWS + row)])
        row += 1
    point = row * STRIDE + 1
    while drawn >= weights.at[U((color - 1) * POINTS + point)]:
        drawn -= np.int64(weights.at[U((color - 1) * POINTS + point)])
        point += 1
    return np.int64(point)


@kernel
def give_up(weights, point, color, count):
    """Leave a drawn point out of the draws that follow: the `count`-th of them."""
    weights.given_up[U(count)] = point
    weights.weighed[U(point)] = _NONE
    _set_weight(weights, point, color, 0)


@kernel
def take_up(weights, board, count, policy, patterns):
    """Bring back the points that were left out."""
    for i in range(count):
        _weigh(weights, board, np.int64(weights.given_up[U(i)]), policy, patterns)


@kernel
def choose_by_weight(board, color, generator, policy, patterns, work, count):
    """One of the `count` moves in `work.moves`, drawn by the strength of its shape."""
    limit = 0
    for i in range(count):
        limit += 1 + _strength(np.int64(board.code[U(work.moves[U(i)])]), color, policy, patterns)
    drawn = _number_below(generator, limit)
    for i in range(count):
        drawn -= 1 + _strength(np.int64(board.code[U(work.moves[U(i)])]), color, policy, patterns)
        if drawn < 0:
            return np.int64(work.moves[U(i)])
    return np.int64(work.moves[U(count - 1)])
