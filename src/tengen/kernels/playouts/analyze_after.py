"""Analyze-after simulations: fill the board without looking, and find out afterwards what was captured.

From the McGnuGo paper ("Combining old-fashioned Computer Go with Monte Carlo Go", section 2). Stones of alternating
colours are placed on the empty points in random order. There is one rule: a point that is an eye of the player whose
turn it is stays empty, and he takes the next one. Then the *worms* are found, the connected stones of one colour. The
*lateness* of a worm is the time of its latest stone. Worms are gone through from the oldest to the newest (theorem 1):
one without a liberty is removed, which gives every worm beside it one. With |B| points and |W| worms that
costs O(|B| + |W| log |W|) (theorem 2).

What the paper leaves open:

- An eye is the house's (`tactics/eyes.py`): the mover's stones or the border on all four sides, and the opponent at no
  more than one corner, at none at the edge; as the board is when the point's turn comes. No point is offered
  twice: if the opponent were offered what one leaves, nothing would stay empty, and every old group would die. He
  may fill an eye whose turn it is when it is his. So a group can lose two eyes where the rules would see two suicides.
- The stones that are there from the start all have time 0. Of worms of such stones alone the one that lost its last
  liberty first is the oldest.

Worms are found in one pass, by union-find. To sort them a bit is set for every worm at its lateness, for no two have
the same, and the bits are read in order: O(|B| / 64 + |W|).

A removed worm has only stones of the opponent around it, and all these stay, for they have a liberty now. So every
point has an owner in the end. The board is left as the count needs it: colours, numbers of stones, the list of empty
points, eyes first and then worms in the order of their removal, and in their codes who owns them. Nothing else of it is
true: groups, liberties and hash are those of the start.
"""

import numpy as np

from tengen.kernels.bits import lowest_bit
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EAST, EMPTY, NORTH, POINTS, SOUTH, STRIDE, WEST, WHITE, U
from tengen.kernels.neighborhood import SOLID_DIAGONALS
from tengen.kernels.playouts.light import area_score
from tengen.kernels.random import random_bits
from tengen.kernels.record_type import record_type

_TIME_WORDS = POINTS // 64 + 1  # bits for all times

# Work space. Worms are numbered from 1; 0 stands for the border and for empty points.
AFTER = record_type(
    [
        ("worm", np.uint16, POINTS),  # of the stone on a point, as first numbered: its worm is that one's `parent`
        ("next_stone", np.uint16, POINTS),  # of the same worm: a ring
        ("joints", np.uint16, POINTS),  # stones that join what is to the west with what is to the south
        ("eyes", np.uint16, POINTS),  # points that were left empty
        ("eye_count", np.int64),
        # By worm:
        ("parent", np.uint16, POINTS),  # itself, or one with a smaller number that it is a part of
        ("late", np.uint16, POINTS),  # the time of its latest stone
        ("choked", np.uint16, POINTS),  # if its stones were all there from the start: when its last liberty was taken
        ("free", np.uint8, POINTS),  # whether it has a liberty
        ("numbers", np.int64),  # how many were given
        ("worms", np.int64),  # how many there are
        # Times as bits, and of points:
        ("old", np.uint64, _TIME_WORDS),  # when a worm of `choked` was choked
        ("latest", np.uint64, _TIME_WORDS),  # of the latest stones of other worms without a liberty
        ("time", np.uint16, POINTS),  # when the stone on a point was placed, 0 if it was there; written if needed
    ]
)

_LOW_HALF, _32, _ONE = U(0xFFFFFFFF), U(32), U(1)
_ALL_AROUND = 0b01010101  # times a colour: the 3×3 code of a point with that colour on all four sides


@kernel
def _fill(board, generator, after, trace):
    """Place stones on all points but eyes, in random order, and write them to `trace`; how many they are."""
    color = np.int64(board.to_play)
    left = np.int64(board.empty_count)
    bits, half = U(0), 1
    eyes = 0
    stones = 0
    while left > 0:
        half = 1 - half  # one draw of 64 bits is enough for two points
        if half == 0:
            bits = random_bits(generator)
            index = ((bits >> _32) * U(left)) >> _32
        else:
            index = ((bits & _LOW_HALF) * U(left)) >> _32
        point = np.int64(board.empty[index])
        left -= 1
        board.empty[index] = board.empty[U(left)]
        around = board.color[U(point + NORTH)] & board.color[U(point + EAST)]
        around &= board.color[U(point + SOUTH)] & board.color[U(point + WEST)]
        if around == color and _is_solid(board, point, color):
            after.eyes[U(eyes)] = point
            eyes += 1
            continue
        board.color[U(point)] = color
        trace[U(stones)] = point
        stones += 1
        color = 3 - color
    after.eye_count = eyes
    first = np.int64(board.to_play)
    board.stones[U(first)] += (stones + 1) // 2
    board.stones[U(3 - first)] += stones // 2
    return stones


@kernel
def _is_solid(board, point, color):
    """Whether the corners of a point with `color` on all sides let it be an eye."""
    corners = np.int64(board.color[U(point + NORTH + EAST)])
    corners |= np.int64(board.color[U(point + SOUTH + EAST)]) << 2
    corners |= np.int64(board.color[U(point + SOUTH + WEST)]) << 4
    corners |= np.int64(board.color[U(point + NORTH + WEST)]) << 6
    return (SOLID_DIAGONALS[U(corners)] >> (color - 1)) & 1 != 0


@kernel
def _find_worms(board, after):
    """Number the worms, row by row.

    Which neighbours have the same colour is as good as random, so arithmetic decides and not branches; and what the
    point to the west has is at hand, for waiting until it is in memory takes longer than all the rest.
    """
    side = np.int64(board.side)
    _clear_worms(after, side)
    numbers, worm, following = 0, 0, 0
    joints = 0
    for row in range(STRIDE + 1, (side + 1) * STRIDE + 1, STRIDE):
        for point in range(row, row + side):
            color = board.color[U(point)]
            if color == EMPTY:
                continue
            beside = np.int64(board.color[U(point + WEST)] == color)
            below = np.int64(board.color[U(point + SOUTH)] == color)
            numbers += (1 - beside) & (1 - below)
            worm = _either(beside, worm, _either(below, np.int64(after.worm[U(point + SOUTH)]), numbers))
            following = _either(beside, following, _either(below, np.int64(after.next_stone[U(point + SOUTH)]), point))
            after.worm[U(point)] = worm
            after.next_stone[U(point)] = following
            friend = point + beside * WEST + (below & (1 - beside)) * SOUTH  # the point itself if it has none
            after.next_stone[U(friend)] = point
            # With the same colour between them, to the south-west, the two are one already.
            after.joints[U(joints)] = point
            joints += beside & below & np.int64(board.color[U(point + SOUTH + WEST)] != color)
    after.numbers = numbers
    for i in range(joints):
        point = np.int64(after.joints[U(i)])
        _unite(after, point, point + SOUTH)


@kernel
def _either(condition, one, other):
    """`one` if `condition` is 1, `other` if it is 0, without a branch."""
    return other ^ ((one ^ other) & -condition)


@kernel
def _clear_worms(after, side):
    """Forget the worms of the last board, as far as this one could come across them."""
    for point in range((side + 2) * STRIDE):
        after.worm[U(point)] = 0
    for worm in range(side * side + 1):
        after.parent[U(worm)] = worm
    for worm in range(side * side + 1):
        after.late[U(worm)] = 0
    for worm in range(side * side + 1):
        after.free[U(worm)] = 0


@kernel
def _unite(after, stone, other):
    """Make the worms of two stones one: the smaller number stays, and of two rings one is made."""
    first, second = _number_of(after, stone), _number_of(after, other)
    if first == second:
        return
    after.parent[U(max(first, second))] = min(first, second)
    following = after.next_stone[U(stone)]
    after.next_stone[U(stone)] = after.next_stone[U(other)]
    after.next_stone[U(other)] = following


@kernel
def _number_of(after, stone):
    """The number that the worm of a stone goes by so far; the way there is halved for the next who asks."""
    worm = np.int64(after.worm[U(stone)])
    while after.parent[U(worm)] != worm:
        after.parent[U(worm)] = after.parent[U(after.parent[U(worm)])]
        worm = np.int64(after.parent[U(worm)])
    return worm


@kernel
def _settle_worms(after, trace, stones):
    """From here on the `parent` of any number is a worm, whose latest stone is known.

    Parents have smaller numbers, so one step is enough.
    """
    worms = 0
    for number in range(1, after.numbers + 1):
        worm = after.parent[U(after.parent[U(number)])]
        after.parent[U(number)] = worm
        worms += worm == number
    after.worms = worms
    for i in range(stones):
        after.late[U(after.parent[U(after.worm[U(trace[U(i)])])])] = i + 1


@kernel
def _free_neighbors(after, point):
    """`point` is empty: the worms beside it have a liberty. (The border is worm 0, of which nobody asks.)"""
    after.free[U(after.parent[U(after.worm[U(point + NORTH)])])] = 1
    after.free[U(after.parent[U(after.worm[U(point + EAST)])])] = 1
    after.free[U(after.parent[U(after.worm[U(point + SOUTH)])])] = 1
    after.free[U(after.parent[U(after.worm[U(point + WEST)])])] = 1


@kernel
def _leave_eyes(board, after):
    """The eyes are empty points of the board, of whoever is around."""
    for i in range(after.eye_count):
        point = np.int64(after.eyes[U(i)])
        owner = board.color[U(point + NORTH)] & board.color[U(point + EAST)]
        owner &= board.color[U(point + SOUTH)] & board.color[U(point + WEST)]
        board.empty[U(i)] = point
        board.code[U(point)] = np.int64(owner) * _ALL_AROUND
        _free_neighbors(after, point)
    board.empty_count = after.eye_count


@kernel
def _sort_worms(after):
    """Set the bits of the lateness of worms without a liberty; whether some of them were there from the start."""
    for word in range(_TIME_WORDS):
        after.old[U(word)] = 0
        after.latest[U(word)] = 0
    for worm in range(1, after.numbers + 1):
        late = np.int64(after.late[U(worm)])
        waits = np.int64(after.parent[U(worm)] == worm) & np.int64(after.free[U(worm)] == 0)
        after.latest[U(late >> 6)] |= U(waits) << U(late & 63)
    some_old = after.latest[0] & _ONE != 0
    after.latest[0] &= ~_ONE
    return some_old


@kernel
def _sort_old_worms(board, after, trace, stones):
    """Of worms that have been there from the start, and have no liberty, set the bits of when they lost the last."""
    for point in range(POINTS):
        after.time[U(point)] = 0
    for i in range(stones):
        after.time[U(trace[U(i)])] = i + 1
    for worm in range(after.numbers + 1):
        after.choked[U(worm)] = 0
    side = np.int64(board.side)
    for row in range(STRIDE + 1, (side + 1) * STRIDE + 1, STRIDE):
        for point in range(row, row + side):
            worm = U(after.parent[U(after.worm[U(point)])])
            if after.late[worm] == 0:
                vertical = max(after.time[U(point + NORTH)], after.time[U(point + SOUTH)])
                horizontal = max(after.time[U(point + EAST)], after.time[U(point + WEST)])
                after.choked[worm] = max(after.choked[worm], vertical, horizontal)
    for worm in range(1, after.numbers + 1):
        if after.parent[U(worm)] == worm and after.free[U(worm)] == 0 and after.late[U(worm)] == 0:
            choked = np.int64(after.choked[U(worm)])
            after.old[U(choked >> 6)] |= _ONE << U(choked & 63)


@kernel
def _remove(board, after, start):
    """Take the worm of the stone at `start` off the board; its points are the opponent's."""
    color = np.int64(board.color[U(start)])
    count = np.int64(board.empty_count)
    before = count
    point = start
    while True:
        board.color[U(point)] = EMPTY
        board.code[U(point)] = (3 - color) * _ALL_AROUND
        board.empty[U(count)] = point
        count += 1
        _free_neighbors(after, point)
        point = np.int64(after.next_stone[U(point)])
        if point == start:
            break
    board.empty_count = count
    board.stones[U(color)] -= count - before


@kernel
def _remove_if_choked(board, after, stone, time):
    """Remove the worm of `stone` if it was there from the start, has no liberty and lost its last one at `time`."""
    worm = U(after.parent[U(after.worm[U(stone)])])
    if worm != 0 and after.free[worm] == 0 and after.late[worm] == 0 and after.choked[worm] == time:
        _remove(board, after, stone)


@kernel
def _remove_old(board, after, trace):
    """Go through the worms that have been there from the start: who lost the last liberty first is the oldest."""
    for word in range(_TIME_WORDS):
        bits = after.old[U(word)]
        while bits != 0:
            time = word * 64 + lowest_bit(bits)
            bits &= bits - _ONE
            point = np.int64(trace[U(time - 1)])
            _remove_if_choked(board, after, point + NORTH, time)
            _remove_if_choked(board, after, point + EAST, time)
            _remove_if_choked(board, after, point + SOUTH, time)
            _remove_if_choked(board, after, point + WEST, time)


@kernel
def _remove_others(board, after, trace):
    """Go through the other worms by their latest stones, from the oldest to the newest."""
    for word in range(_TIME_WORDS):
        bits = after.latest[U(word)]
        while bits != 0:
            point = np.int64(trace[U(word * 64 + lowest_bit(bits) - 1)])
            bits &= bits - _ONE
            if after.free[U(after.parent[U(after.worm[U(point)])])] == 0:
                _remove(board, after, point)


@kernel
def analyze_after(board, generator, after, trace):
    """Play `board` out, writing the stones to `trace` in their order; how many there were. `after` is work space."""
    stones = _fill(board, generator, after, trace)
    _find_worms(board, after)
    _settle_worms(after, trace, stones)
    _leave_eyes(board, after)
    if _sort_worms(after):
        _sort_old_worms(board, after, trace, stones)
        _remove_old(board, after, trace)
    _remove_others(board, after, trace)
    return stones


@kernel
def _begin(board, root):
    """Make `board` all that a simulation looks at of `root`."""
    board.side = root.side
    board.to_play = root.to_play
    board.empty_count = root.empty_count
    board.stones[BLACK] = root.stones[BLACK]
    board.stones[WHITE] = root.stones[WHITE]
    for point in range(POINTS):
        board.color[U(point)] = root.color[U(point)]
    for i in range(root.empty_count):
        board.empty[U(i)] = root.empty[U(i)]


@kernel
def analyze_after_playouts(boards, threads, count):
    """Play `count` games from `boards[0]`; returns Black's wins, the stones placed, and the worms they made."""
    thread = threads[0]
    board, after, trace = thread.simulation.board, thread.work.after, thread.simulation.moves[:]
    wins = 0
    stones = 0
    worms = 0
    for _ in range(count):
        _begin(board, boards[0])
        stones += analyze_after(board, thread.generator, after, trace)
        worms += np.int64(after.worms)
        wins += area_score(board) > 0
    return wins, stones, worms
