"""What belongs to the root of a search: everything that all threads read and no simulation changes.

It is one record, so that a kernel is handed it as one pointer; only the tables that are too large for a record, and
shared by many searches, go beside it.
"""

from typing import NamedTuple

import numpy as np

from tengen.kernels.board_record import BOARD
from tengen.kernels.geometry import POINTS
from tengen.kernels.learnt.strengths import Learnt, nothing_learnt
from tengen.kernels.openings.clusters import Openings, no_openings
from tengen.kernels.openings.joseki import no_joseki
from tengen.kernels.playouts.liberty_map import new_liberty_map
from tengen.kernels.playouts.policies import default_patterns
from tengen.kernels.playouts.policy import POLICY
from tengen.kernels.record_type import record_type
from tengen.kernels.tree.repetition import PAST_SIZE
from tengen.kernels.tree.settings import SETTINGS

SEARCH_ROOT = record_type(
    [
        ("board", BOARD),
        ("settings", SETTINGS),
        ("policy", POLICY),  # of the playouts
        ("shut", np.int16, (3, POINTS)),  # by colour: how near to the root a move is not considered
        ("open_points", np.uint8, POINTS),  # whether a point's owner is not settled
        ("past", np.uint64, PAST_SIZE),  # positions of the game; see `tree/repetition.py`
        # What others than the kernels know of the moves at the root, in simulations:
        ("prior_wins", np.float64, POINTS),
        ("prior_visits", np.float64, POINTS),
    ]
)


class Tables(NamedTuple):
    """What playouts look up, besides the root and the thread."""

    patterns: np.ndarray  # 3×3 shapes
    liberty_map: np.ndarray  # learns; threads may share one
    keys: np.ndarray  # known patterns, and …
    weights: np.ndarray  # … what was learnt of them and of other features; see `learnt/strengths.py`
    centres: np.ndarray  # of clusters of openings, and …
    next_moves: np.ndarray  # … what was played there; see `openings/clusters.py`
    joseki: np.ndarray  # corners and their moves; see `openings/joseki.py`


def new_roots(boards: np.ndarray, policies: np.ndarray, komi: float = 0.0) -> np.ndarray:
    """An array of one root, as the entry points take it: a board and how games from it are played and counted."""
    roots = np.zeros(1, SEARCH_ROOT)
    roots["board"], roots["policy"] = boards, policies
    roots["settings"]["komi"] = komi
    return roots


def new_tables(
    liberty_maps: bool = False,
    learnt: Learnt | None = None,
    openings: Openings | None = None,
    joseki: np.ndarray | None = None,
) -> Tables:
    """The shapes, what was learnt, and a liberty map that knows nothing; one that is not used is next to nothing."""
    known = *(learnt or nothing_learnt()), *(openings or no_openings()), no_joseki() if joseki is None else joseki
    return Tables(default_patterns(), new_liberty_map(liberty_maps), *known)
