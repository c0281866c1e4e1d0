"""Self-ataris that only lose stones, told from those that a Go player means.

"Bad self-atari moves are pruned ... The bad self-atari detection is quite complex process"
(Baudiš, "MCTS with Information Sharing", 2011, 3.4.1): a move that leaves its own group in
atari may be a throw-in (`throw_in.py`), a snapback (`snapback.py`), the filling of an eye
(`eye_filling.py`) or a capture; a move that leaves two liberties may be as bad
(`three_liberties.py`). Playouts ask this of nearly every move, so what most moves have, two
empty neighbours or a friend with liberties to spare, is looked at first.
"""

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EMPTY, PASS
from tengen.kernels.tactics.eye_filling import fills_eye
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tactics.joining import (
    empty_neighbor,
    groups_around,
    joined_liberties,
    liberties_of,
    neighbors_of_color,
    stones_of,
    stones_taken,
)
from tengen.kernels.tactics.liberties import next_liberty
from tengen.kernels.tactics.self_atari import liberties_after
from tengen.kernels.tactics.snapback import runs_into_tiger_mouth, snaps_back
from tengen.kernels.tactics.three_liberties import is_suicidal_step
from tengen.kernels.tactics.throw_in import is_throw_in


@kernel
def _is_meant(board, point, color, last, a, b, c, d):
    """Whether a self-atari that takes nothing and leaves one liberty, `last`, has a purpose."""
    if is_throw_in(board, point, color, last):
        return True
    stones = 1 + stones_of(board, a) + stones_of(board, b) + stones_of(board, c) + stones_of(board, d)
    if stones == 1:
        if snaps_back(board, point, color, last):
            return True
    elif stones == 2:
        # A stone that had two liberties could have been connected on the other one.
        if liberties_of(board, a + b + c + d) == 1 and runs_into_tiger_mouth(board, point, color, last):
            return True
    return fills_eye(board, point, color, last, a, b, c, d)


@kernel
def _judge(board, point, color, a, b, c, d):
    """Whether a move that joins `a` to `d`, none of which has liberties to spare, is bad."""
    taken, victim = stones_taken(board, point, color)
    if taken > 1:
        return False
    count, last, second = joined_liberties(board, point, a, b, c, d, empty_neighbor(board, point), victim)
    if count > 2:
        return False
    if count == 2:
        return taken == 0 and is_suicidal_step(board, point, color, last, second, a, b, c, d)
    if count == 0:
        return True
    if taken == 1:
        # A ko, or two stones for one; more would be taken in a snapback.
        return stones_of(board, a) + stones_of(board, b) + stones_of(board, c) + stones_of(board, d) > 1
    return not _is_meant(board, point, color, last, a, b, c, d)


@kernel
def is_bad_self_atari(board, point, color):
    """Whether `color`, playing the empty `point`, would lose its stones there for nothing; suicide as well."""
    if neighbors_of_color(board, point, EMPTY) > 1:
        return False
    a, b, c, d = groups_around(board, point, color)
    if (
        liberties_of(board, a) > 3
        or liberties_of(board, b) > 3
        or liberties_of(board, c) > 3
        or liberties_of(board, d) > 3
    ):
        return False
    return _judge(board, point, color, a, b, c, d)


@kernel
def safer_liberty(board, point, color):
    """The other liberty of the group that a move on `point` leaves in atari, if playing there is safe; else PASS.

    To be asked when `is_bad_self_atari` said yes. Groups in atari already have no other liberty.
    """
    a, b, c, d = groups_around(board, point, color)
    if a + b + c + d == 0:
        return PASS
    count, last, _ = joined_liberties(board, point, a, b, c, d, PASS, PASS)
    if count != 1 or liberties_after(board, last, color, 2) < 2:
        return PASS
    return last


@kernel
def atari_from_behind(board, point, color):
    """The other liberty of an opponent's group that has two, one of them `point`, if a stone there is safe; else PASS.

    Where a move on `point` would be lost, the group beside it can often be attacked from the other side.
    """
    a, b, c, d = groups_around(board, point, 3 - color)
    for i in range(4):
        group = a if i == 0 else b if i == 1 else c if i == 2 else d
        if liberties_of(board, group) == 2:
            other = next_liberty(board, group, 0)
            if other == point:
                other = next_liberty(board, group, point)
            if is_playable(board, other, color) and liberties_after(board, other, color, 2) >= 2:
                return other
    return PASS
