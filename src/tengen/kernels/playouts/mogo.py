"""Sequence-like playouts: local answers first, as MoGo plays them.

Gelly, Wang, Munos, Teytaud, "Modification of UCT with patterns in Monte-Carlo Go" (2006),
section 3.2. A move is looked for by rules, in this order by default:

    atari     the last move put stones in atari: save them by capturing or by running
    pattern   a 3×3 shape among the eight points around the last move
    capture   take something, anywhere
    random    any playable point

Two more rules can stand before, between or behind these: `lgrf1` and `lgrf2` play the last good
reply (`last_good_reply.py`). Which rules there are, their order and how often each is asked is
given at run time (`policy.py`); `pattern-global` looks for shapes everywhere, MoGo's counter-example.
Moves by pattern are never self-atari.
"""

import numpy as np

from tengen.kernels.board import first_liberty
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, EMPTY, NORTH, POINTS, SOUTH, WEST, U
from tengen.kernels.neighborhood import ADJACENT_MASK, CAPTURES_SHIFT, LOCAL
from tengen.kernels.patterns import MOGO_SHIFT, matches_shape
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tactics.self_atari import is_self_atari, liberties_after

_MOST_SAVERS = POINTS - 1  # listed of counter-captures; a few moves more still fit into the list


@kernel
def _add(board, work, count, point, color):
    """Add a playable point to the moves; they may hold a point twice."""
    if is_playable(board, point, color):
        work.moves[U(count)] = point
        return count + 1
    return count


@kernel
def _add_savers(board, neighbor, color, work, count):
    """If `neighbor` is an own stone in atari, the moves that save its group."""
    if board.color[U(neighbor)] != color:
        return count
    group = np.int64(board.group[U(neighbor)])
    if board.liberty_count[U(group)] != 1:
        return count
    liberty = first_liberty(board, group)
    if liberties_after(board, liberty, color, 2) >= 2:
        count = _add(board, work, count, liberty, color)
    other = 3 - color
    stone = group
    while True:
        for direction in range(4):
            beside = stone + (NORTH, EAST, SOUTH, WEST)[direction]
            if board.color[U(beside)] == other:
                attacker = np.int64(board.group[U(beside)])
                if board.liberty_count[U(attacker)] == 1 and count < _MOST_SAVERS:
                    count = _add(board, work, count, first_liberty(board, attacker), color)
        stone = np.int64(board.next_stone[U(stone)])
        if stone == group:
            return count


@kernel
def answer_atari(board, last, color, work):
    """Moves that save what the last move put in atari."""
    count = 0
    for direction in range(4):
        count = _add_savers(board, last + (NORTH, EAST, SOUTH, WEST)[direction], color, work, count)
    return count


@kernel
def _is_good_shape(board, point, color, patterns):
    """Whether a shape of the table stands around the empty `point` for `color`, and it is safe."""
    if not matches_shape(board, point, color, patterns, MOGO_SHIFT):
        return False
    return is_playable(board, point, color) and not is_self_atari(board, point, color)


@kernel
def patterns_around(board, last, color, patterns, work):
    """Shapes at the eight points around the last move."""
    count = 0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            point = last + dy * NORTH + dx
            if board.color[U(point)] == EMPTY and _is_good_shape(board, point, color, patterns):
                work.moves[U(count)] = point
                count += 1
    return count


@kernel
def patterns_anywhere(board, color, patterns, work):
    """Shapes on the whole board."""
    count = 0
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        if _is_good_shape(board, point, color, patterns):
            work.moves[U(count)] = point
            count += 1
    return count


@kernel
def captures(board, color, work):
    """Moves that take something, anywhere."""
    count = 0
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        flags = np.int64(LOCAL[U(board.code[U(point)] & ADJACENT_MASK)])
        if (flags >> (CAPTURES_SHIFT + color - 1)) & 1 != 0 and point != board.ko:
            work.moves[U(count)] = point
            count += 1
    return count
