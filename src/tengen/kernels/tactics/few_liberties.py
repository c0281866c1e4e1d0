"""Groups with three or four liberties that fight each other: who has fewer fills the other's.

Thesis 3.4: "we attempt to do a simplified version of above for groups of three and four liberties."
A group that stands against one with as few liberties is in a race (semeai): its owner takes a liberty
away, if that does not shorten his own, or finds new ones.
"""

import numpy as np

from tengen.kernels.board import is_legal
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import PASS, U
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tactics.liberties import next_liberty, opponents_around
from tengen.kernels.tactics.self_atari import liberties_after

MOST = 4  # liberties of a group in a race


@kernel
def fill(board, group, color, work, count):
    """Add the liberties of the opponent's `group` where a stone of `color` stands safely."""
    point = next_liberty(board, group, 0)
    while point != PASS:
        if is_legal(board, point, color) and liberties_after(board, point, color, 3) >= 3:
            work.moves[U(count)] = point
            count += 1
        point = next_liberty(board, group, point)
    return count


@kernel
def extend(board, group, color, work, count):
    """Add the liberties of the own `group` that give it at least two more; its eyes stay open."""
    wanted = np.int64(board.liberty_count[U(group)]) + 1
    point = next_liberty(board, group, 0)
    while point != PASS:
        if is_playable(board, point, color) and liberties_after(board, point, color, wanted) >= wanted:
            work.moves[U(count)] = point
            count += 1
        point = next_liberty(board, group, point)
    return count


@kernel
def race(board, group, color, work, count):
    """Add moves of `color` in the race around `group`, its own or the opponent's, with three or four liberties."""
    liberties = np.int64(board.liberty_count[U(group)])
    if board.color[U(group)] == color:
        rivals = opponents_around(board, group, liberties, work)
        if rivals == 0:
            return count
        for i in range(rivals):
            rival = np.int64(work.groups[U(i)])
            if board.liberty_count[U(rival)] >= 2:
                count = fill(board, rival, color, work, count)
        return extend(board, group, color, work, count)
    if opponents_around(board, group, MOST, work) > 0:
        count = fill(board, group, color, work, count)
    return count
