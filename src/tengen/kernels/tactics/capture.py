"""Saving a group by taking its attackers.

A group in atari may run, or take an enemy group beside it that is in atari itself (a counter-capture; MoGo's
rule for stones in atari, Gelly et al. 2006). That saves it unless the stone that takes is left with one liberty,
where the enemy takes back: a snapback. Taking a ko does save it, for a move. The liberties are counted
exactly, stone by stone of what is taken; nothing is played.
"""

import numpy as np

from tengen.kernels.bits import count_bits
from tengen.kernels.board import first_liberty, is_legal
from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, EMPTY, NORTH, PASS, POINTS, SOUTH, WEST, U
from tengen.kernels.neighborhood import ADJACENT_MASK, LOCAL, SURROUNDED_SHIFT
from tengen.kernels.tactics.liberties import touches


@kernel
def _last_liberty(board, neighbor, color):
    """Where to take the group of `neighbor` if it is of `color` and in atari, else PASS."""
    if board.color[U(neighbor)] == color:
        group = np.int64(board.group[U(neighbor)])
        if board.liberty_count[U(group)] == 1:
            return first_liberty(board, group)
    return PASS


@kernel
def _nearer(candidate, after, found):
    """The lower of two points, if the candidate lies behind `after`."""
    return candidate if after < candidate < found else found


@kernel
def next_countercapture(board, group, after):
    """The lowest point above `after` that takes an enemy group beside `group`; PASS if there is none.

    Asked with PASS and then with each answer it tells all of them, each once, and needs no list.
    """
    enemy = 3 - np.int64(board.color[U(group)])
    found = POINTS
    stone = group
    while True:
        if touches(board, stone, enemy):
            found = _nearer(_last_liberty(board, stone + NORTH, enemy), after, found)
            found = _nearer(_last_liberty(board, stone + EAST, enemy), after, found)
            found = _nearer(_last_liberty(board, stone + SOUTH, enemy), after, found)
            found = _nearer(_last_liberty(board, stone + WEST, enemy), after, found)
        stone = np.int64(board.next_stone[U(stone)])
        if stone == group:
            return PASS if found == POINTS else found


@kernel
def _joins(board, neighbor, point, color):
    """Whether `neighbor` would belong to the group of a stone of `color` on the empty `point`."""
    if neighbor == point:
        return True
    if board.color[U(neighbor)] != color:
        return False
    group = np.int64(board.group[U(neighbor)])
    return board.liberties[U(group * LIBERTY_WORDS + (point >> 6))] >> U(point & 63) & np.uint64(1) != 0


@kernel
def _room_of_taken(board, neighbor, point, color):
    """The liberties that the mover's group gets from the stones of the group of `neighbor` it takes."""
    if _last_liberty(board, neighbor, 3 - color) != point:
        return 0
    taken = np.int64(board.group[U(neighbor)])
    room = 0
    stone = taken
    while True:
        if (
            _joins(board, stone + NORTH, point, color)
            or _joins(board, stone + EAST, point, color)
            or _joins(board, stone + SOUTH, point, color)
            or _joins(board, stone + WEST, point, color)
        ):
            room += 1
        stone = np.int64(board.next_stone[U(stone)])
        if stone == taken:
            return room


@kernel
def _enemy_group(board, neighbor, color):
    """The group of `neighbor` if it is not of `color`, else 0."""
    return np.int64(board.group[U(neighbor)]) if board.color[U(neighbor)] == 3 - color else 0


@kernel
def room_by_capture(board, point, color):
    """The liberties that the group of a stone of `color` on `point` gets from all that it takes."""
    north, east, south, west = point + NORTH, point + EAST, point + SOUTH, point + WEST
    a, b = _enemy_group(board, north, color), _enemy_group(board, east, color)
    c, d = _enemy_group(board, south, color), _enemy_group(board, west, color)
    room = _room_of_taken(board, north, point, color)
    if b != a:
        room += _room_of_taken(board, east, point, color)
    if c != a and c != b:
        room += _room_of_taken(board, south, point, color)
    if d != a and d != b and d != c:
        room += _room_of_taken(board, west, point, color)
    return room


@kernel
def room_without_capture(board, point, color):
    """The liberties that the group of a stone of `color` on `point` has besides what it takes."""
    room = 0
    for word in range(board.liberty_words):
        united = np.uint64(0)
        for direction in range(4):
            neighbor = point + (NORTH, EAST, SOUTH, WEST)[direction]
            if board.color[U(neighbor)] == color:
                united |= board.liberties[U(np.int64(board.group[U(neighbor)]) * LIBERTY_WORDS + word)]
            elif board.color[U(neighbor)] == EMPTY and neighbor >> 6 == word:
                united |= np.uint64(1) << U(neighbor & 63)
        if point >> 6 == word:
            united &= ~(np.uint64(1) << U(point & 63))
        room += count_bits(united)
    return room


@kernel
def _takes_ko(board, point, color):
    """Whether a stone of `color` on `point`, which takes something, could only be taken back by breaking a ko."""
    flags = np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)])
    if (flags >> (SURROUNDED_SHIFT + 2 - color)) & 1 == 0:
        return False
    stones = 0
    for direction in range(4):
        neighbor = point + (NORTH, EAST, SOUTH, WEST)[direction]
        if _last_liberty(board, neighbor, 3 - color) == point:
            stones += np.int64(board.group_stones[U(board.group[U(neighbor)])])
    return stones == 1


@kernel
def is_safe_capture(board, point, color):
    """Whether `color` may take what stands in atari at `point` and is not taken back at once."""
    if not is_legal(board, point, color):
        return False
    if room_by_capture(board, point, color) + room_without_capture(board, point, color) > 1:
        return True
    return _takes_ko(board, point, color)


@kernel
def can_countercapture(board, group):
    """Whether the owner of `group` saves it by taking an enemy group beside it, not to be taken back at once."""
    color = np.int64(board.color[U(group)])
    point = next_countercapture(board, group, PASS)
    while point != PASS:
        if is_safe_capture(board, point, color):
            return True
        point = next_countercapture(board, group, point)
    return False


@kernel
def countercaptures(board, group, moves, count):
    """Append the points that save `group` so to `moves`, from the index `count`; returns the new count."""
    color = np.int64(board.color[U(group)])
    point = next_countercapture(board, group, PASS)
    while point != PASS:
        if is_safe_capture(board, point, color):
            moves[U(count)] = point
            count += 1
        point = next_countercapture(board, group, point)
    return count
