"""What a thread needs at hand while it plays and thinks: lists and maps that no call keeps.

Taking memory inside a kernel costs more than a move of a playout, so each thread brings one
record of work space, with a board on which ladders and other fights are read.
"""

import numpy as np

from tengen.kernels.geometry import POINTS
from tengen.kernels.learnt.rings import ORIENTATIONS, WIDE_POINTS
from tengen.kernels.playouts.analyze_after import AFTER
from tengen.kernels.playouts.weighted import WEIGHTS
from tengen.kernels.record_type import record_type
from tengen.kernels.tactics.reading import READING, new_readings

# Candidates of a rule. The longest lists, of everything that saves stones, end at about one for each point.
MOST_CANDIDATES = 512
MOST_FEATURES = 64  # of a move
MOST_KEYS = 32  # of them patterns
MOST_CLUSTERS = 512  # of openings
MOST_NOTES = 512  # choices of a simulation that are rated at its end; one on 19×19 has some 75

READING_PATIENCE = 400  # moves: a ladder across the largest board; one that takes more is taken to fail

WORK = record_type(
    [
        ("reading", READING),
        ("moves", np.int64, MOST_CANDIDATES),  # of a rule; a point may stand there twice
        ("groups", np.int64, POINTS),  # groups found around another
        ("weights", WEIGHTS),  # of the moves of a playout
        ("after", AFTER),  # of simulations that fill the board (`playouts/analyze_after.py`)
        # Of liberty maps (`playouts/liberty_map.py`):
        ("found_for", np.int64, MOST_CANDIDATES),  # the group that each of the moves was found for
        ("note_count", np.int64),
        ("noted_key", np.uint64, MOST_NOTES),
        ("noted_move", np.int16, MOST_NOTES),
        ("noted_color", np.int8, MOST_NOTES),
        # Of the growth of a tree (`tree/expand.py`):
        ("prior_wins", np.float64, POINTS),
        ("prior_visits", np.float64, POINTS),
        ("distance", np.int64, POINTS),  # from the last move
        ("queue", np.int64, POINTS),
        ("child_at", np.int64, POINTS),  # the node of the move at a point
        # Of learnt weights (`learnt/features.py`):
        ("wide", np.int8, WIDE_POINTS),  # the board with margins, as the mover sees it
        ("purposes", np.int32, POINTS),  # of the moves, bits
        ("lanes", np.uint64, ORIENTATIONS),  # a pattern's hash in each orientation …
        ("turned", np.uint64, ORIENTATIONS),  # … and with the last move
        ("keys", np.uint32, MOST_KEYS),  # of patterns of a move that are not known
        ("key_count", np.int64),
        ("features", np.int64, MOST_FEATURES),  # of a move
        ("strength", np.float64, POINTS),  # of the moves, as logarithms
        ("nearness", np.float32, MOST_CLUSTERS),  # of clusters of openings to a board (`openings/clusters.py`)
        ("joseki_corners", np.int64),  # bits: corners that are in the dictionary still (`openings/joseki.py`)
        ("bias", np.float64, POINTS),  # games that what is known of openings adds to moves (`tree/expand.py`)
        # Of the count at the end of a simulation:
        ("first_player", np.int8, POINTS),  # who was first to play at a point
        ("owner", np.int8, POINTS),
    ]
)


def new_works() -> np.ndarray:
    """An array of one thread's work space, as the entry points take it."""
    works = np.zeros(1, WORK)
    works["reading"] = new_readings(READING_PATIENCE)
    return works
