"""Groups that surely have two eyes, alone or with friends that cannot be cut off.

Benson's two vital regions (1976; `unconditional_life.py`) ask that the walls of an eye be one
chain. A Go player is content with less: groups are as good as connected when they share two
liberties (the diagonal, the bamboo joint) or a point where the opponent would only lose a
stone (the tiger's mouth). But what connects them must not be the eyes themselves, or the
opponent's play there makes the eyes false. So: two small regions, all of whose walls are
connected by points outside both.
"""

import numpy as np

from tengen.kernels.bits import count_bits, lowest_bit
from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EMPTY, PASS, U
from tengen.kernels.tactics.bad_self_atari import is_bad_self_atari
from tengen.kernels.tactics.few_points import add_point, holds_point, lowest_point, nth_point
from tengen.kernels.tactics.joining import groups_around, has_liberty, neighbors_of_color, stones_taken
from tengen.kernels.tactics.nakade import LARGEST, enclosed_region

_ONE = np.uint64(1)


@kernel
def _common_liberties_in(board, first, second, region, count):
    """How many points of a region are liberties of both groups."""
    common = 0
    for i in range(count):
        point = nth_point(region, i)
        if has_liberty(board, first, point) and has_liberty(board, second, point):
            common += 1
    return common


@kernel
def _are_connected(board, first, second, one, one_count, two, two_count):
    """Whether two groups share two liberties outside the regions `one` and `two`."""
    common = 0
    for word in range(board.liberty_words):
        both = board.liberties[U(first * LIBERTY_WORDS + word)] & board.liberties[U(second * LIBERTY_WORDS + word)]
        common += count_bits(both)
    if common < 2:
        return False
    common -= _common_liberties_in(board, first, second, one, one_count)
    return common - _common_liberties_in(board, first, second, two, two_count) >= 2


@kernel
def _is_tiger_mouth(board, point, color):
    """Whether the opponent would only lose a stone on `point`."""
    taken, _ = stones_taken(board, point, 3 - color)
    return taken == 0 and is_bad_self_atari(board, point, 3 - color)


@kernel
def _connect(board, member, point, members, known, one, one_count, two, two_count):
    """Add the groups around `point`, a liberty of `member`, that cannot be cut off from it."""
    color = np.int64(board.color[U(member)])
    a, b, c, d = groups_around(board, point, color)
    asked, safe = False, False
    for i in range(4):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d
        if group == 0 or holds_point(members, known, group):
            continue
        if not asked:
            asked, safe = True, _is_tiger_mouth(board, point, color)
        if safe or _are_connected(board, member, group, one, one_count, two, two_count):
            members, known = add_point(members, known, group)
    return members, known


@kernel
def connected_groups(board, group, one, one_count, two, two_count):
    """The groups that cannot be cut off from `group`, without the help of the points in two regions."""
    color = np.int64(board.color[U(group)])
    members, known, done = np.int64(group), 1, 0
    while done < known:
        member = nth_point(members, done)
        done += 1
        for word in range(board.liberty_words):
            liberties = board.liberties[U(member * LIBERTY_WORDS + word)]
            while liberties != 0:
                point = word * 64 + lowest_bit(liberties)
                liberties &= liberties - _ONE
                if neighbors_of_color(board, point, color) < 2:
                    continue
                if not holds_point(one, one_count, point) and not holds_point(two, two_count, point):
                    members, known = _connect(board, member, point, members, known, one, one_count, two, two_count)
    return members, known


@kernel
def _is_eye_space(board, region, count, color):
    """Whether a small region is an eye for its walls: they can play on every empty point of it.

    A single empty point they can play in any case, because that takes all prisoners there.
    """
    empty, out_of_reach = 0, 0
    for i in range(count):
        point = nth_point(region, i)
        if board.color[U(point)] == EMPTY:
            empty += 1
            out_of_reach += np.int64(neighbors_of_color(board, point, color) == 0)
    return out_of_reach == 0 or empty == 1


@kernel
def _reaches(board, group, region, count):
    """Whether every empty point of a region is a liberty of `group`."""
    for i in range(count):
        point = nth_point(region, i)
        if board.color[U(point)] == EMPTY and not has_liberty(board, group, point):
            return False
    return True


@kernel
def _has_sound_walls(board, members, known, color, region, count, other, other_count):
    """Whether a region is an eye of `members`, whose other eye is known.

    Each group of `color` around it is one of them, or lives by these two eyes itself; and they, not only the
    others, can play on each empty point that anybody of `color` touches.
    """
    touched = False
    for i in range(count):
        point = nth_point(region, i)
        a, b, c, d = groups_around(board, point, color)
        reached = False
        for j in range(4):
            group = a if j == 0 else b if j == 1 else c if j == 2 else d
            if group == 0:
                continue
            if holds_point(members, known, group):
                reached = True
            elif not _reaches(board, group, region, count) or not _reaches(board, group, other, other_count):
                return False
        if board.color[U(point)] == EMPTY and not reached and a + b + c + d != 0:
            return False
        touched = touched or reached
    return touched


@kernel
def _is_two_eyes(board, region, count, color):
    """Whether a region becomes two eyes by itself: its only empty point takes two groups of prisoners.

    The opponent cannot play there, having nothing to take.
    """
    empty, hole, prisoners, groups = 0, PASS, np.int64(0), 0
    for i in range(count):
        point = nth_point(region, i)
        if board.color[U(point)] == EMPTY:
            empty, hole = empty + 1, point
        else:
            prisoners, groups = add_point(prisoners, groups, np.int64(board.group[U(point)]))
    if empty != 1 or groups < 2:
        return False
    taken, _ = stones_taken(board, hole, 3 - color)
    return taken == 0


@kernel
def _note_space(board, point, color, spaces, found):
    """Add the region of `point` to `spaces` if it is an eye space."""
    region, count = enclosed_region(board, point, color)
    if count <= LARGEST and _is_eye_space(board, region, count, color):
        return add_point(spaces, found, lowest_point(region, count))
    return spaces, found


@kernel
def _note_prisoners(board, member, color, spaces, found):
    """Add the eye spaces that hold stones in atari next to `member`; their liberty need not touch it."""
    stone = member
    while True:
        a, b, c, d = groups_around(board, stone, 3 - color)
        for i in range(4):
            group = a if i == 0 else b if i == 1 else c if i == 2 else d
            if group != 0 and board.liberty_count[U(group)] == 1:
                spaces, found = _note_space(board, group, color, spaces, found)
        stone = np.int64(board.next_stone[U(stone)])
        if stone == member:
            return spaces, found


@kernel
def eye_spaces(board, members, known, color):
    """The eye spaces of the groups in `members`, each told by its lowest point."""
    spaces, found = np.int64(0), 0
    for i in range(known):
        member = nth_point(members, i)
        for word in range(board.liberty_words):
            liberties = board.liberties[U(member * LIBERTY_WORDS + word)]
            while liberties != 0:
                point = word * 64 + lowest_bit(liberties)
                liberties &= liberties - _ONE
                spaces, found = _note_space(board, point, color, spaces, found)
        spaces, found = _note_prisoners(board, member, color, spaces, found)
    return spaces, found


@kernel
def _are_eyes_of(board, group, color, one, one_count, two, two_count):
    """Whether the walls of two regions (the second may be empty) cannot be cut off from `group`."""
    members, known = connected_groups(board, group, one, one_count, two, two_count)
    if not _has_sound_walls(board, members, known, color, one, one_count, two, two_count):
        return False
    return two_count == 0 or _has_sound_walls(board, members, known, color, two, two_count, one, one_count)


@kernel
def _own_eye_spaces(board, members, known, color):
    """Those eye spaces of `members` whose walls may be sound, as their lowest points."""
    spaces, found = eye_spaces(board, members, known, color)
    own, kept = np.int64(0), 0
    for i in range(found):
        region, count = enclosed_region(board, nth_point(spaces, i), color)
        if _has_sound_walls(board, members, known, color, region, count, 0, 0):
            own, kept = add_point(own, kept, nth_point(spaces, i))
    return own, kept


@kernel
def has_two_eyes(board, group):
    """Whether `group` surely has two eyes, whoever moves; never in atari."""
    if board.liberty_count[U(group)] < 2:
        return False
    color = np.int64(board.color[U(group)])
    members, known = connected_groups(board, group, 0, 0, 0, 0)
    spaces, found = _own_eye_spaces(board, members, known, color)
    for i in range(found):
        one, one_count = enclosed_region(board, nth_point(spaces, i), color)
        if _is_two_eyes(board, one, one_count, color) and _are_eyes_of(board, group, color, one, one_count, 0, 0):
            return True
        for j in range(i):
            two, two_count = enclosed_region(board, nth_point(spaces, j), color)
            if _are_eyes_of(board, group, color, one, one_count, two, two_count):
                return True
    return False
