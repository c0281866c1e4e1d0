"""The features of a move: numbers of weights, which say how likely a strong player is to play it.

A move has one feature of most kinds (its place, its distance from the last two moves, …), one for each tactical purpose
it serves, and the large patterns around it that are known: of each size in turn, as long as they are, and the same with
the last move in it. What they are worth together is the sum of their weights, the natural logarithm of the move's
strength (Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007).
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EAST, EMPTY, NORTH, SOUTH, STRIDE, WEST, WHITE, U
from tengen.kernels.learnt.purposes import BITS
from tengen.kernels.learnt.rings import (
    COLOR_KEYS,
    CONTENTS,
    LAST_KEYS,
    LIBERTY_CLASSES,
    LIBERTY_KEYS,
    MARGIN,
    OFFSETS,
    ORIENTATIONS,
    PLACE_AT,
    RING_ENDS,
    SIZE_KEYS,
    SIZES,
    WIDE_STRIDE,
)
from tengen.kernels.learnt.table import slot_of
from tengen.kernels.tactics.distance import FAR
from tengen.kernels.tactics.joining import groups_around, liberties_of
from tengen.kernels.tactics.place import PLACES, clearance, line_of
from tengen.kernels.tactics.self_atari import liberties_after

FEATURES_VERSION = 1  # to be raised whenever a feature changes: files of weights are of one version
FARTHEST = 17  # gridcular distance from the last moves; all beyond are one
_DISTANCES = FARTHEST + 1
_MOST_LINE = 10
_PHASES = 4
_MOST_LIBERTIES = 6

# Where the numbers of each kind begin.
NEAR = 0  # both distances
STEPS = NEAR + _DISTANCES * _DISTANCES  # in the common fate graph from the last move
CORNER = STEPS + FAR + 1  # both lines of the point, by phase
ROOM = CORNER + _PHASES * _MOST_LINE * _MOST_LINE  # line and how far there is no stone
GROUPS = ROOM + PLACES  # groups beside the point and liberties afterwards
PURPOSES = GROUPS + 5 * 5 * (_MOST_LIBERTIES + 1)
THREATS = PURPOSES + BITS  # liberties of the weakest group beside: own and opponent's
PLAIN = THREATS + 8 * 8  # how many features are numbered so; behind them come the slots of patterns

# Kinds of patterns, for SIZE_KEYS.
_WITH_LAST, _WITH_PURPOSES = 16, 32


@kernel
def widen(board, color, work):
    """Write the board with margins as `color` sees it to `work.wide`."""
    side = np.int64(board.side)
    for i in range(len(work.wide)):
        work.wide[U(i)] = 3
    for row in range(1, side + 1):
        start = (row - 1 + MARGIN) * WIDE_STRIDE + MARGIN - 1
        for column in range(1, side + 1):
            stone = np.int64(board.color[U(row * STRIDE + column)])
            work.wide[U(start + column)] = stone if stone == EMPTY else 1 if stone == color else 2


@kernel
def _distance(point, other):
    """The gridcular distance of two points, FARTHEST if it is more or there is no such other one."""
    if other <= 1:
        return FARTHEST
    x, y = abs(point % STRIDE - other % STRIDE), abs(point // STRIDE - other // STRIDE)
    return min(x + y + max(x, y), FARTHEST)


@kernel
def _place_from(point, other):
    """The number of the place of `other` in a pattern around `point`, -1 if it is outside of the largest."""
    if other <= 1:
        return -1
    x, y = other % STRIDE - point % STRIDE, other // STRIDE - point // STRIDE
    if abs(x) > MARGIN or abs(y) > MARGIN:
        return -1
    return np.int64(PLACE_AT[U((y + MARGIN) * (2 * MARGIN + 1) + x + MARGIN)])


@kernel
def _liberty_class(board, point):
    color = board.color[U(point)]
    if color != BLACK and color != WHITE:
        return 0
    return min(np.int64(board.liberty_count[U(board.group[U(point)])]), LIBERTY_CLASSES - 1)


@kernel
def _key(lanes, kind):
    """The key of a pattern of some kind: of 32 bits and not 0."""
    least = lanes[0]
    for i in range(1, ORIENTATIONS):
        least = min(least, lanes[U(i)])
    mixed = (least ^ SIZE_KEYS[U(kind)]) * U(0x9E3779B97F4A7C15)
    return np.uint32(mixed >> U(32) | U(1))


@kernel
def _key_with(work, keys, place, kind):
    """The key of the pattern in `work.lanes` when a move at some place of it is known too."""
    for i in range(ORIENTATIONS):
        work.turned[U(i)] = work.lanes[U(i)] ^ keys[U(place * ORIENTATIONS + i)]
    return _key(work.turned[:], kind)


@kernel
def _begin_pattern(board, point, work):
    """Make `work.lanes` the hashes of what is known of the stones beside the point but their colours: liberties."""
    for i in range(ORIENTATIONS):
        work.lanes[U(i)] = U(0)
    for direction in range(4):
        kind = _liberty_class(board, point + (NORTH, EAST, SOUTH, WEST)[direction])
        place = (2, 3, 1, 0)[direction]  # of (0, 1), (1, 0), (0, -1), (-1, 0) in PLACES
        for i in range(ORIENTATIONS):
            work.lanes[U(i)] ^= LIBERTY_KEYS[U((place * LIBERTY_CLASSES + kind) * ORIENTATIONS + i)]


@kernel
def _content_index(work, middle, place):
    """Where the keys of what stands at a place begin."""
    return (place * CONTENTS + np.int64(work.wide[U(middle + OFFSETS[U(place)])])) * ORIENTATIONS


@kernel
def _add_ring(work, middle, first, end):
    """Put the places from `first` on into `work.lanes`; `middle` is the point on the wide board.

    Rings have a multiple of four places; four at a time wait less for one another.
    """
    for place in range(first, end, 4):
        a = _content_index(work, middle, place)
        b = _content_index(work, middle, place + 1)
        c = _content_index(work, middle, place + 2)
        d = _content_index(work, middle, place + 3)
        for i in range(ORIENTATIONS):
            keys = COLOR_KEYS[U(a + i)] ^ COLOR_KEYS[U(b + i)] ^ COLOR_KEYS[U(c + i)] ^ COLOR_KEYS[U(d + i)]
            work.lanes[U(i)] ^= keys


@kernel
def _note(work, known, key, count):
    """Add the feature of a pattern if it is known; else its key to those that are not. How many features now."""
    slot = slot_of(known, key)
    if slot >= 0:
        work.features[U(count)] = PLAIN + slot
        return count + 1
    work.keys[U(work.key_count)] = key
    work.key_count += 1
    return count


@kernel
def add_patterns(board, point, work, known, count):
    """Add the patterns around `point` that are `known` to `work.features`; how many features there are now.

    They are looked up from small to large until one is not known: its key is left in `work.keys`, for a learner.
    """
    middle = (point // STRIDE - 1 + MARGIN) * WIDE_STRIDE + point % STRIDE - 1 + MARGIN
    _begin_pattern(board, point, work)
    last = _place_from(point, np.int64(board.last_move))
    work.key_count = 0
    plain = True
    ended = 0
    for size in range(len(SIZES)):
        end = np.int64(RING_ENDS[U(size)])
        _add_ring(work, middle, ended, end)
        ended = end
        if size == 0:
            mixed = U(work.purposes[U(point)]) * U(0x9E3779B2) & U(0xFFFFFFFF)
            count = _note(work, known, np.uint32(_key(work.lanes[:], _WITH_PURPOSES) ^ np.uint32(mixed)), count)
        if plain:
            before = count
            count = _note(work, known, _key(work.lanes[:], size), count)
            plain = count > before
        if last >= 0:
            before = count
            count = _note(work, known, _key_with(work, LAST_KEYS, last, _WITH_LAST + size), count)
            if count == before:
                last = -1
        if not plain and last < 0:
            break
    return count


@kernel
def _corner(board, point):
    """The number of both lines of a point and the phase of the game."""
    side = np.int64(board.side)
    row, column = point // STRIDE, point % STRIDE
    one = min(min(row, side + 1 - row), _MOST_LINE)
    two = min(min(column, side + 1 - column), _MOST_LINE)
    stones = side * side - np.int64(board.empty_count)
    phase = min(stones * 10 // (side * side), _PHASES - 1)  # each a tenth of the board full
    return (phase * _MOST_LINE + min(one, two) - 1) * _MOST_LINE + max(one, two) - 1


@kernel
def _around(board, point, color):
    """How many groups of `color` are beside the point, and the liberties of the weakest, up to 7."""
    a, b, c, d = groups_around(board, point, color)
    count, weakest = 0, 7
    for i in range(4):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d
        if group != 0:
            count += 1
            weakest = min(weakest, liberties_of(board, group))
    return count, weakest


@kernel
def plain_features(board, point, color, work):
    """List the features of a move that are no patterns in `work.features`; how many."""
    features = work.features[:]
    last, before = np.int64(board.last_move), np.int64(board.previous_move)
    features[0] = NEAR + _distance(point, last) * _DISTANCES + _distance(point, before)
    features[1] = STEPS + work.distance[U(point)]
    features[2] = CORNER + _corner(board, point)
    later = np.int64(board.empty_count) * 9 <= 8 * np.int64(board.side) * np.int64(board.side)
    features[3] = ROOM + (np.int64(later) * 4 + clearance(board, point)) * 6 + min(line_of(board, point), 6) - 1
    own, own_least = _around(board, point, color)
    others, others_least = _around(board, point, 3 - color)
    after = liberties_after(board, point, color, _MOST_LIBERTIES)
    features[4] = GROUPS + (own * 5 + others) * (_MOST_LIBERTIES + 1) + after
    features[5] = THREATS + own_least * 8 + others_least
    count = 6
    purposes = np.int64(work.purposes[U(point)])
    for bit in range(BITS):
        if purposes >> bit & 1:
            features[U(count)] = PURPOSES + bit
            count += 1
    return count


@kernel
def features_of(board, point, color, work, known):
    """List all features of a move in `work.features`; how many. `look_at_board` has been called."""
    return add_patterns(board, point, work, known, plain_features(board, point, color, work))
