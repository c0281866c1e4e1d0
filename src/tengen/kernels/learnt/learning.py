"""Learning from a game, move by move: which patterns there are, and what the features are worth.

The model is Coulom's (2007): each move competes with all other sensible ones of the position, with the product of the
strengths of its features, and the chance that it is played is its part of the sum (a generalised Bradley–Terry model).
The likelihood of what was played is raised by stochastic gradients with Adagrad (Duchi, Hazan, Singer 2011), which one
pass over many games suffices for, rather than by minorisation and maximisation, which needs all of them at once.
"""

import math

import numpy as np

from tengen.kernels.board import is_legal, play, play_pass
from tengen.kernels.board_record import clear_board
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EMPTY, PASS, U
from tengen.kernels.learnt.features import PLAIN, add_patterns, features_of
from tengen.kernels.learnt.strengths import look_at_board
from tengen.kernels.learnt.table import add_key
from tengen.kernels.record_type import record_type
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.workspace import MOST_FEATURES

_MOST_MOVES = 400  # of a position
_LEAST_SLOPE = 2e-3  # of a move's part in the gradient; less is made this or nothing, by chance: so much saves time
_MOST_COUNT = 60_000
_ODD, _FACTOR = np.uint64(0x9E3779B97F4A7C15), np.uint64(6364136223846793005)

# What a learner needs at hand.
LESSON = record_type(
    [
        ("features", np.int32, (_MOST_MOVES, MOST_FEATURES)),  # of each move of a position
        ("feature_count", np.int32, _MOST_MOVES),
        ("strength", np.float64, _MOST_MOVES),
        ("chance", np.uint64),  # what draws are made of
        # How well what was played was foretold:
        ("positions", np.int64),
        ("first", np.float64),  # it was thought the best move, or one of several: then a part of one
        ("among_five", np.float64),
        ("likelihood", np.float64),  # sum of logarithms, of those foretold at all
        ("foretold", np.int64),
    ]
)


@kernel
def count_patterns(boards, works, moves, side, keys, counts):
    """Count the patterns of the moves of a game in `counts`, one for each slot of `keys`.

    A pattern is counted only when the next smaller one has been seen before: large ones that never come again would
    fill the table. Returns how many keys are new, below 0 if the game is not legal: -1 - the number of the move.
    """
    board, work = boards[0], works[0]
    clear_board(board, side)
    new = 0
    for number in range(len(moves)):
        point, color = np.int64(moves[U(number)]), np.int64(board.to_play)
        if point == PASS:
            play_pass(board, color)
            continue
        if board.color[U(point)] != EMPTY or not is_legal(board, point, color):
            return -1 - number
        if is_playable(board, point, color):
            look_at_board(board, color, work)
            known = add_patterns(board, point, work, keys, 0)
            for i in range(known):
                slot = np.int64(work.features[U(i)]) - PLAIN
                counts[U(slot)] = min(np.int64(counts[U(slot)]) + 1, _MOST_COUNT)
            for i in range(work.key_count):
                counts[U(add_key(keys, work.keys[U(i)]))] = 1
            new += work.key_count
        play(board, point, color)
    return new


@kernel
def _list_moves(board, color, work, keys, weights, lesson, played):
    """Write features and strengths of all sensible moves into the lesson; how many, and which is the one played."""
    count, chosen = 0, -1
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        if not is_playable(board, point, color):
            continue
        if point == played:
            chosen = count
        features = features_of(board, point, color, work, keys)
        strength = 0.0
        for k in range(features):
            feature = np.int64(work.features[U(k)])
            lesson.features[U(count), U(k)] = feature
            strength += np.float64(weights[U(feature)])
        lesson.feature_count[U(count)] = features
        lesson.strength[U(count)] = strength
        count += 1
    return count, chosen


@kernel
def _mark(lesson, count, chosen):
    """Take down how well the move played was foretold; the logarithm of the sum of all strengths."""
    top, better, alike = -math.inf, 0, 0
    for i in range(count):
        top = max(top, lesson.strength[U(i)])
        if lesson.strength[U(i)] > lesson.strength[U(chosen)]:
            better += 1
        elif lesson.strength[U(i)] == lesson.strength[U(chosen)]:
            alike += 1  # itself too
    total = 0.0
    for i in range(count):
        total += math.exp(lesson.strength[U(i)] - top)
    total = top + math.log(total)
    lesson.first += min(max(1 - better, 0) / alike, 1.0)
    lesson.among_five += min(max(5 - better, 0) / alike, 1.0)
    lesson.foretold += 1
    lesson.likelihood += lesson.strength[U(chosen)] - total
    return total


@kernel
def _draw(lesson):
    """A number from 0 to 1 by chance (Knuth's linear congruences, the upper bits)."""
    lesson.chance = lesson.chance * _FACTOR + _ODD
    return np.float64(lesson.chance >> U(40)) / (1 << 24)


@kernel
def _follow_gradient(lesson, count, chosen, total, weights, squares, rate):
    """Raise the weights of the move played and lower those of the others, as likely as they were thought to be."""
    for i in range(count):
        slope = (1.0 if i == chosen else 0.0) - math.exp(lesson.strength[U(i)] - total)
        if abs(slope) < _LEAST_SLOPE:
            slope = math.copysign(_LEAST_SLOPE, slope) if _draw(lesson) * _LEAST_SLOPE < abs(slope) else 0.0
        if slope != 0.0:
            for k in range(lesson.feature_count[U(i)]):
                feature = U(lesson.features[U(i), U(k)])
                square = np.float64(squares[feature]) + slope * slope
                squares[feature] = square
                weights[feature] = np.float64(weights[feature]) + rate * slope / math.sqrt(square)


@kernel
def learn_game(boards, works, lessons, moves, side, keys, weights, squares, share, rate, seed):
    """Learn from a `share` of the positions of a game; with a rate of 0 only see how well they are foretold.

    Returns the moves that were replayed: fewer than there are where one is not legal.
    """
    board, work, lesson = boards[0], works[0], lessons[0]
    clear_board(board, side)
    lesson.chance = U(seed) * _ODD
    for number in range(len(moves)):
        point, color = np.int64(moves[U(number)]), np.int64(board.to_play)
        if point == PASS:
            play_pass(board, color)
            continue
        if board.color[U(point)] != EMPTY or not is_legal(board, point, color):
            return number
        if share >= 1.0 or _draw(lesson) < share:
            look_at_board(board, color, work)
            count, chosen = _list_moves(board, color, work, keys, weights, lesson, point)
            lesson.positions += 1
            if chosen >= 0:
                total = _mark(lesson, count, chosen)
                if rate > 0.0:
                    _follow_gradient(lesson, count, chosen, total, weights, squares, rate)
        play(board, point, color)
    return len(moves)
