"""What belongs to a thread: its simulation, its work space, its generator, what it has learnt and counted."""

import numpy as np

from tengen.kernels.board_record import BOARD
from tengen.kernels.geometry import POINTS
from tengen.kernels.playouts.last_good_reply import REPLIES
from tengen.kernels.playouts.light import TRACE_LENGTH
from tengen.kernels.random import GENERATOR, new_generators
from tengen.kernels.record_type import record_type
from tengen.kernels.workspace import WORK, new_works

MOST_DEPTH = 1000  # moves in the tree in one simulation

# One simulation from the root to its end: found by `tree/find.py`, played and counted by `tree/simulate.py`.
SIMULATION = record_type(
    [
        ("board", BOARD),
        ("path", np.int64, MOST_DEPTH + 1),  # nodes, from the root to the leaf
        ("path_keys", np.uint64, MOST_DEPTH + 1),  # their positions, for superko
        ("moves", np.int16, TRACE_LENGTH + MOST_DEPTH),  # all moves
        ("depth", np.int64),  # moves in the tree
        ("ended", np.int8),  # in the tree, by two passes
        ("length", np.int64),  # moves
        ("margin", np.float64),  # Black's
        ("even", np.float64),  # the same with the dynamic komi
        # Where the leaf was handed to an evaluator (`tree/waiting.py`):
        ("family", np.int64),  # the first of its children, which nobody sees yet
        ("family_size", np.int64),
        ("value", np.float64),  # Black's win rate, as the evaluator sees it …
        ("value_weight", np.float64),  # … and its part of the result; 1: there is no playout
        ("value_margin", np.float64),  # Black's, as the evaluator sees it, NaN where it does not say …
        ("value_deviation", np.float64),  # … and how sure it is
    ]
)

# What a thread counts besides the tree.
TALLY = record_type(
    [
        ("owner", np.int64, POINTS),  # sampled simulations ending as Black's point minus as White's
        ("owner_by_winner", np.int64, POINTS),  # the same as the winner's point minus as the loser's
        ("samples", np.int64),
        ("sample_wins", np.int64),  # of them by Black minus by White
        ("score", np.float64, POINTS),  # sum of Black's margins by the first move of the simulation
        ("score_squares", np.float64, POINTS),  # of their squares
        ("won", np.float64, POINTS),  # those won by Black under the real komi, a draw by half
        ("starts", np.int64, POINTS),  # simulations by their first move
        # For the dynamic komi, since Python looked last: see `margin.py`.
        ("observed", np.int64),  # simulations
        ("observed_wins", np.float64),  # Black's, with the dynamic komi
        ("observed_margin", np.float64),  # the sum of Black's, with the dynamic komi
        ("mean_margin", np.float64),  # Black's without it, of the latest simulations
        ("mean_of", np.int64),  # so many
        ("deepest", np.int64),  # moves in the tree
    ]
)

SEARCH_THREAD = record_type(
    [
        ("simulation", SIMULATION),
        ("work", WORK),
        ("generator", GENERATOR),
        ("tally", TALLY),
        ("waits", np.int64),  # simulations that wait for an evaluator
        ("replies", REPLIES),
    ]
)


def new_threads(seed: int) -> np.ndarray:
    """An array of one thread, as the entry points take it, whose generator begins with `seed`."""
    threads = np.zeros(1, SEARCH_THREAD)
    threads["work"] = new_works()
    threads["generator"] = new_generators(seed)
    return threads
