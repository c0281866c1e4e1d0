"""Playouts in a zone: moves only there, and who owns its points at the end (MoGo 2006, 3.3, "zone mode").

On a large board a game at random is so long that its score says little. So it is played in a part of the board alone:
what lies outside stays as it stands, as stones that nobody takes and liberties that nobody fills. What the outside is
worth has been estimated before the search (`search/group_mode/estimate.py`) and is added to the score.

The zone is a part of the playout policy's record, so it goes wherever the policy goes; without one a playout asks the
same moves and draws the same random numbers as if there were no such thing.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import STRIDE, U
from tengen.kernels.playouts.light import owner_of


@kernel
def is_inside(policy, point):
    """Whether a playout may play on `point`: it is in the zone, or there is no zone."""
    return policy.has_zone == 0 or policy.zone[U(point)] != 0


@kernel
def keep_inside(policy, work, count):
    """Leave those of the first `count` moves in `work.moves` that are in the zone, in their order; how many."""
    kept = 0
    for i in range(count):
        point = work.moves[U(i)]
        if policy.zone[U(point)] != 0:
            work.moves[U(kept)] = point
            work.found_for[U(kept)] = work.found_for[U(i)]
            kept += 1
    return kept


@kernel
def zone_score(board, policy):
    """Black's points minus White's in the zone of a played-out board, and beyond it as was estimated."""
    score = np.int64(0)
    side = np.int64(board.side)
    for row in range(1, side + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + side):
            if policy.zone[U(point)] != 0:
                score += owner_of(board, point)
    return score + policy.outside_score
