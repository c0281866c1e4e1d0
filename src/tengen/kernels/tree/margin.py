"""By how much a simulation was won: under the rules of the game, and under the komi the search plays for.

Playouts end with a full board, so they count area. Under territory rules the stones a player puts down inside
what is his cost him a point each, which area does not see. But area minus territory is, at every moment of a
game, the number of stones Black has put down minus White's: a stone adds one to it and stays in it, on the board
or as a prisoner. So

    territory = area - (stones put down by Black - by White),

where a simulation counts the stones of those moves that belong to the game: all moves in the tree, and of the
playout those on points that were still open at the root and that touch the opponent in the end, such as the filling of
dame; not the filling of territory with which every playout ends. As long as much is open, who will make the last
move that counts is anybody's guess: half a stone for the player whose turn it is at the leaf. The thesis (3.1.4)
calls its own way "an approximate emulation"; this one comes down to the real count when the game does.

Dynamic komi (Baudiš 2011, `search/dynamic_komi`) is points on top of the real komi, White's: one number for all
simulations, one that falls with the depth of the leaf, or the running average of the margins themselves.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EAST, NORTH, PASS, SOUTH, WEST, U


@kernel
def _touches(board, point, color):
    """Whether a stone of `color` is next to `point`."""
    return (
        board.color[U(point + NORTH)] == color
        or board.color[U(point + EAST)] == color
        or board.color[U(point + SOUTH)] == color
        or board.color[U(point + WEST)] == color
    )


@kernel
def stones_put_down(board, trace, depth, length, first_to_move, settings, open_points):
    """Black's stones minus White's that a simulation, which ended on `board`, put down in moves of the game."""
    sign = 1.0 if first_to_move == BLACK else -1.0
    stones = 0.0
    for i in range(depth):
        if trace[U(i)] != PASS or settings.pass_stones != 0:
            stones += sign if i % 2 == 0 else -sign
    if settings.open_known == 0:
        return stones + 0.5 * (sign if depth % 2 == 0 else -sign)
    for i in range(depth, length):
        point = np.int64(trace[U(i)])
        if open_points[U(point)] != 0:
            color = first_to_move if i % 2 == 0 else 3 - first_to_move
            if board.color[U(point)] == color and _touches(board, point, 3 - color):
                stones += 1.0 if color == BLACK else -1.0
    return stones


@kernel
def margin_of(board, score, trace, depth, length, first_to_move, settings, open_points):
    """By how much Black won a simulation that ended on `board` with `score`: `trace[:depth]` were in the tree."""
    margin = score - settings.komi
    if settings.territory != 0:
        margin -= settings.stones_ahead
        margin -= stones_put_down(board, trace, depth, length, first_to_move, settings, open_points)
    return margin


@kernel
def extra_komi(depth, settings, tally):
    """The dynamic komi of a simulation whose leaf was `depth` moves deep: points for White beyond the real komi."""
    extra = settings.extra_komi - settings.extra_komi_fall * depth
    if settings.extra_komi_window != 0:
        extra = tally.mean_margin
    return min(max(extra, settings.extra_komi_least), settings.extra_komi_most)


@kernel
def observe(margin, even, settings, tally):
    """Count a simulation for what decides the dynamic komi; `even` is its margin with that komi."""
    tally.observed += 1
    tally.observed_wins += 1.0 if even > 0 else 0.5 if even == 0 else 0.0
    tally.observed_margin += even
    if settings.extra_komi_window != 0:
        tally.mean_of = min(tally.mean_of + 1, np.int64(settings.extra_komi_window))
        tally.mean_margin += (margin - tally.mean_margin) / tally.mean_of
