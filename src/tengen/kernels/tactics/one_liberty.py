"""Groups in atari: taking them, and saving them by running or by taking an attacker.

Thesis 3.4: stones that the last move put in atari are saved, unless running would only feed a
ladder; stones that it left in atari itself are taken.
"""

import numpy as np

from tengen.kernels.board import first_liberty, is_legal
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.tactics.bad_self_atari import is_bad_self_atari
from tengen.kernels.tactics.ladder import is_caught, is_lost
from tengen.kernels.tactics.liberties import opponents_around
from tengen.kernels.tactics.self_atari import liberties_after


@kernel
def take(board, group, color, work, count):
    """Add the move by which `color` takes the opponent's `group` out of its last liberty."""
    point = first_liberty(board, group)
    if is_legal(board, point, color) and not is_bad_self_atari(board, point, color):
        work.moves[U(count)] = point
        count += 1
    return count


@kernel
def is_urgent_to_take(board, group, work):
    """Whether the `group` in atari, if not taken, gets away or takes stones that have few liberties themselves."""
    rivals = opponents_around(board, group, 2, work)
    return rivals > 0 or not is_lost(board, work.reading, group)


@kernel
def save(board, group, color, work, count):
    """Add the moves that save the own `group` in atari: counter-captures, and running if it gets away."""
    attackers = opponents_around(board, group, 1, work)
    for i in range(attackers):
        count = take(board, np.int64(work.groups[U(i)]), color, work, count)
    point = first_liberty(board, group)
    if is_legal(board, point, color):
        after = liberties_after(board, point, color, 3)
        if after >= 3 or (after == 2 and not is_caught(board, work.reading, group)):
            work.moves[U(count)] = point
            count += 1
    return count
