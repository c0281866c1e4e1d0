"""What is known of a move before it has been tried, counted in simulations won and lost.

Each heuristic adds so many games, all won or all lost, to those a new node starts with
(progressive bias: Chaslot et al. 2007; thesis 3.3.2 and 3.4). They are the rules of the playouts
asked of the whole board, distance from the last move, and the lines of the board; or, where there are learnt
weights, the chance of the move by these (`learnt/strengths.py`), which know all that; then the rules add only a part.

    learnt         won: more for a likelier move (to the power of `learnt_power`)
    even           half won: keeps RAVE from believing its first results
    capture        takes stones; more for more: n · max(min(stones, 15), 2) / 2 (thesis 3.4), but little for
                   stones that are caught anyway
    rescue         saves own stones in atari, weighted by their number likewise
    two-liberties  catches a group with two liberties, or saves one that would be caught
    few-liberties  a move in a race of groups with three or four liberties
    nakade         the vital point of an eye space, the opponent's or an own one
    ko             retakes a ko not older than ten moves
    pattern        a 3×3 shape, and no bad self-atari
    shape          the learnt weight of a 3×3 shape (`shape_weights.py`), won if positive, lost if negative
    self-atari     lost, where it is a bad one, or breaks a seki
    eye            lost: fills an own eye
    near           close to the last move, less with each step, up to 3
    line           the learnt weight of the place: its line and how far around it there is no stone, in the opening
                   and later (`place_weights.py`); on boards below 13x13, where no stone is near, lost on the first two
                   lines, won in the middle
"""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EMPTY, PASS, STRIDE, WHITE, U
from tengen.kernels.learnt.strengths import measure_strengths
from tengen.kernels.neighborhood import ATARI_MASK
from tengen.kernels.patterns import MOGGY_SHIFT, learnt_weight, matches_shape
from tengen.kernels.place_weights import PLACE_WEIGHTS
from tengen.kernels.tactics import few_liberties, one_liberty, two_liberties
from tengen.kernels.tactics.bad_self_atari import is_bad_self_atari
from tengen.kernels.tactics.distance import FARTHEST, measure_distance
from tengen.kernels.tactics.eyes import is_eye
from tengen.kernels.tactics.nakade import is_vital_point
from tengen.kernels.tactics.place import FARTHEST_STONE, clearance, line_of, place_of
from tengen.kernels.tactics.seki import breaks_seki
from tengen.kernels.tree.settings import PUCT

_LARGE = 13  # points a side
_SMALL_BOARD = 6.0  # the weight of the middle of a small board, lost on its edge
_KO_AGE = 10  # moves
_DEAD_CAPTURE = 0.25  # the weight of taking stones that cannot get away, however many


@kernel
def _by_size(stones):
    return max(min(stones, 15), 2) / 2.0


@kernel
def _win(work, point, weight):
    work.prior_wins[U(point)] += weight
    work.prior_visits[U(point)] += weight


@kernel
def _weigh(work, point, weight):
    """Give a move games that are won if `weight` is above zero, and lost if it is below."""
    work.prior_wins[U(point)] += max(0.0, weight)
    work.prior_visits[U(point)] += abs(weight)


@kernel
def _win_all(work, count, weight):
    """Give the first `count` of the moves listed the weight, a move that is listed twice once."""
    for i in range(count):
        point = np.int64(work.moves[U(i)])
        first = True
        for k in range(i):
            if work.moves[U(k)] == point:
                first = False
        if first:
            _win(work, point, weight)


@kernel
def _assess_group(board, group, color, work, settings):
    """Give the moves that the fate of a group asks for what they are worth."""
    liberties = np.int64(board.liberty_count[U(group)])
    own = board.color[U(group)] == color
    if liberties == 1:
        weight = _by_size(np.int64(board.group_stones[U(group)]))
        if own:
            if settings.rescue_prior > 0.0:
                count = one_liberty.save(board, group, color, work, 0)
                _win_all(work, count, settings.rescue_prior * weight)
        elif settings.capture_prior > 0.0:
            if not one_liberty.is_urgent_to_take(board, group, work):
                weight = _DEAD_CAPTURE
            count = one_liberty.take(board, group, color, work, 0)
            _win_all(work, count, settings.capture_prior * weight)
    elif liberties == 2:
        if settings.two_liberties_prior > 0.0:
            if own:
                count = two_liberties.defend(board, group, color, work, 0, 0, 0)
            else:
                count = two_liberties.attack(board, group, color, work, 0)
            _win_all(work, count, settings.two_liberties_prior)
    elif liberties <= few_liberties.MOST and settings.few_liberties_prior > 0.0:
        count = few_liberties.race(board, group, color, work, 0)
        _win_all(work, count, settings.few_liberties_prior)


@kernel
def _assess_place(board, point, work, games):
    """Give a point what its place on the board is worth: by what was learnt, on a small board by rule of thumb."""
    if board.side >= _LARGE:
        weight = PLACE_WEIGHTS[place_of(board, point)]
    elif clearance(board, point) < FARTHEST_STONE:
        weight = 0.0
    else:
        line = line_of(board, point)
        weight = -_SMALL_BOARD if line <= 2 else _SMALL_BOARD if line >= 4 else 0.0
    _weigh(work, point, games * weight)


@kernel
def _assess_point(board, point, color, patterns, work, settings):
    """Give an empty point what its shape and its place are worth."""
    if is_eye(board, point, color):
        work.prior_visits[U(point)] += settings.eye_prior
        return
    if is_bad_self_atari(board, point, color) or breaks_seki(board, point, color):
        work.prior_visits[U(point)] += settings.self_atari_prior
    else:
        if settings.pattern_prior > 0.0 and matches_shape(board, point, color, patterns, MOGGY_SHIFT):
            _win(work, point, settings.pattern_prior)
        if settings.nakade_prior > 0.0:
            if is_vital_point(board, point, color) or is_vital_point(board, point, 3 - color):
                _win(work, point, settings.nakade_prior)
    if settings.shape_prior > 0.0:
        _weigh(work, point, settings.shape_prior * learnt_weight(board, point, color, patterns))
    if settings.near_prior > 0.0:
        steps = np.int64(work.distance[U(point)])
        if steps <= FARTHEST:
            _win(work, point, settings.near_prior * (FARTHEST + 2 - steps) / (FARTHEST + 1))
    if settings.line_prior > 0.0:
        _assess_place(board, point, work, settings.line_prior)


@kernel
def _assess_chances(board, color, tables, work, settings):
    """Give every move games by its chance to be played by a strong player: more won the likelier it is."""
    total = measure_strengths(board, color, tables.keys, tables.weights, work)
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        if work.strength[U(point)] == -math.inf:  # an own eye, or not legal
            if settings.rule_priors == 0.0:  # else the rules say so
                work.prior_visits[U(point)] += settings.eye_prior
            continue
        share = math.exp(settings.learnt_power * (work.strength[U(point)] - total))
        _win(work, point, settings.learnt_prior * share)


@kernel
def _assess_by_rules(board, color, patterns, work, settings):
    """Give all moves what the rules say of them."""
    last = np.int64(board.last_move)
    for point in range(len(work.distance)):
        work.distance[U(point)] = FARTHEST + 1
    if settings.near_prior > 0.0 and (board.color[U(last)] == BLACK or board.color[U(last)] == WHITE):
        measure_distance(board, last, work)
    side = np.int64(board.side)
    for row in range(1, side + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + side + 1):
            if board.color[U(point)] == EMPTY:
                _assess_point(board, point, color, patterns, work, settings)
            elif board.group[U(point)] == point:
                _assess_group(board, point, color, work, settings)
    ko = np.int64(board.last_ko)
    if settings.ko_prior > 0.0 and ko != PASS and board.move_number - board.last_ko_move <= _KO_AGE:
        if board.color[U(ko)] == EMPTY and board.code[U(ko)] & ATARI_MASK != 0:
            _win(work, ko, settings.ko_prior)


@kernel
def _assess_likelihood(board, color, tables, work, settings):
    """Say for PUCT how likely moves are: by learnt weights, all the same without; nothing if an evaluator will."""
    for point in range(len(work.prior_wins)):
        work.prior_wins[U(point)] = 0.0
        work.prior_visits[U(point)] = 0.0
    if settings.evaluated != 0:
        return
    if settings.learnt_prior > 0.0:
        total = measure_strengths(board, color, tables.keys, tables.weights, work)
        for i in range(board.empty_count):
            point = np.int64(board.empty[U(i)])
            work.prior_wins[U(point)] = math.exp(work.strength[U(point)] - total)
    else:
        for i in range(board.empty_count):
            work.prior_wins[U(board.empty[U(i)])] = 1.0 / board.empty_count


@kernel
def assess(board, tables, work, settings):
    """Work out `work.prior_wins` and `work.prior_visits` of every empty point, and a pass, for the player to move."""
    color = np.int64(board.to_play)
    if settings.policy == PUCT:
        _assess_likelihood(board, color, tables, work, settings)
        return
    for point in range(len(work.prior_wins)):
        work.prior_wins[U(point)] = 0.5 * settings.even_prior
        work.prior_visits[U(point)] = settings.even_prior
    work.prior_wins[U(PASS)] = 0.1 * settings.even_prior  # passing is for the end of the game
    if settings.learnt_prior > 0.0:
        _assess_chances(board, color, tables, work, settings)
    if settings.learnt_prior == 0.0 or settings.rule_priors > 0.0:
        _assess_by_rules(board, color, tables.patterns, work, settings)
