"""Groups with two liberties: putting them in atari, and getting out before it happens.

Thesis 3.4: "If the last move has reduced its own group to just two liberties, we put it in atari,
trying to prefer atari with low probability of escape. If the opponent has reduced our group to two
liberties, we attempt to either escape or put some neighboring opponent group in atari."

An atari that catches the group (at once or in a ladder) is preferred to one that chases it; and a
group that no atari catches needs no defence.
"""

import numpy as np

from tengen.kernels.board import is_legal
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.tactics.ladder import catches
from tengen.kernels.tactics.liberties import next_liberty, opponents_around
from tengen.kernels.tactics.one_liberty import take
from tengen.kernels.tactics.self_atari import liberties_after


@kernel
def _may_atari(board, point, color):
    """Whether `color` may play at `point` without standing in atari."""
    return is_legal(board, point, color) and liberties_after(board, point, color, 2) >= 2


@kernel
def is_catchable(board, group, point, work):
    """Whether the opponent of `group`, which has two liberties, catches it by playing on one, `point`."""
    attacker = 3 - np.int64(board.color[U(group)])
    return _may_atari(board, point, attacker) and catches(board, work.reading, group, point)


@kernel
def attack(board, group, color, work, count):
    """Add the ataris on the opponent's `group`: those that catch it, or else those that chase it."""
    first = next_liberty(board, group, 0)
    second = next_liberty(board, group, first)
    take_first = _may_atari(board, first, color)
    take_second = _may_atari(board, second, color)
    if take_first and take_second:  # only a choice is worth reading
        catches_first = catches(board, work.reading, group, first)
        if catches_first != catches(board, work.reading, group, second):
            take_first, take_second = catches_first, not catches_first
    if take_first:
        work.moves[U(count)] = first
        count += 1
    if take_second:
        work.moves[U(count)] = second
        count += 1
    return count


@kernel
def _extend(board, group, point, color, work, count):
    """Add the own liberty `point` if the group has more room there than now."""
    if is_legal(board, point, color) and liberties_after(board, point, color, 3) >= 3:
        work.moves[U(count)] = point
        count += 1
    return count


@kernel
def defend(board, group, color, work, count, attacked, ataris):
    """Add the moves that save the own `group` from an atari that would catch it; none if none would.

    The first `ataris` of the moves listed are those on the group `attacked` (0: none is listed), not to be read again.
    """
    first = next_liberty(board, group, 0)
    second = next_liberty(board, group, first)
    if not (is_catchable(board, group, first, work) or is_catchable(board, group, second, work)):
        return count
    attackers = opponents_around(board, group, 2, work)
    for i in range(attackers):
        attacker = np.int64(work.groups[U(i)])
        if board.liberty_count[U(attacker)] == 1:
            count = take(board, attacker, color, work, count)
        elif attacker == attacked:
            for move in range(ataris):
                work.moves[U(count)] = work.moves[U(move)]
                count += 1
        else:
            count = attack(board, attacker, color, work, count)
    count = _extend(board, group, first, color, work, count)
    return _extend(board, group, second, color, work, count)
