"""What the kernels of the tree are told by the searcher: one record of numbers."""

import numpy as np

UCB1, UCB1_TUNED, RAVE, UCB1_RAVE = 1, 2, 3, 4
NO_CRITICALITY, IN_RAVE, IN_WIDENING, IN_UCB = 0, 1, 2, 3

SETTINGS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("policy", np.int32),
                ("expand_after", np.int32),  # visits
                ("exploration", np.float64),
                ("first_play_urgency", np.float64),
                ("rave_equivalence", np.float64),  # simulations
                ("widens", np.int32),  # whether priors rank the moves instead of counting as simulations
                ("widening_visits", np.float64),  # for the second move; each further one takes more
                ("widening_growth", np.float64),
                ("criticality", np.int32),  # where it is used; see `criticality.py`
                ("criticality_visits", np.int32),  # of the node whose moves it weighs
                ("ownership_every", np.int32),  # simulations: in how many one is looked at for who owns what
                # Prior knowledge, in simulations; see `priors.py`.
                ("even_prior", np.float64),
                ("capture_prior", np.float64),
                ("rescue_prior", np.float64),
                ("pattern_prior", np.float64),
                ("shape_prior", np.float64),  # a unit of learnt weight
                ("self_atari_prior", np.float64),
                ("two_liberties_prior", np.float64),
                ("few_liberties_prior", np.float64),
                ("nakade_prior", np.float64),
                ("ko_prior", np.float64),
                ("eye_prior", np.float64),
                ("near_prior", np.float64),
                ("line_prior", np.float64),
                ("grandparent_prior", np.float64),
                # Local trees; see `local_tree.py` and `force_sequences.py`.
                ("local_trees", np.int32),  # whether there are any
                ("forced_sequences", np.int32),
                ("local_sequence_visits", np.int32),
                ("local_sequence_value", np.float64),
                ("local_sequence_gain", np.float64),
                ("local_sequence_depth", np.int32),  # moves
                ("local_sequence_distance", np.int32),  # steps
                ("score_share", np.float64),  # of a result
                ("score_range", np.float64),  # points
                ("komi", np.float64),
                # Dynamic komi; see `margin.py`. It changes during a search.
                ("extra_komi", np.float64),  # points for White beyond the komi …
                ("extra_komi_fall", np.float64),  # … fewer by this with every move in the tree …
                ("extra_komi_least", np.float64),
                ("extra_komi_most", np.float64),
                ("extra_komi_window", np.int64),  # … or the mean margin of so many simulations; 0: not that
                # Territory rules; see `margin.py`.
                ("territory", np.int32),  # whether they are played
                ("pass_stones", np.int32),  # whether a pass hands over a stone
                ("stones_ahead", np.float64),  # Black's minus White's at the root, and what else area has too much
                ("open_known", np.int32),  # whether it is known which points are still open
                ("own_eyes", np.int32),  # whether moves into own eyes are considered at all
                ("check_superko", np.int32),
                ("situational", np.int32),
            ],
            align=True,
        ),
    )
)
