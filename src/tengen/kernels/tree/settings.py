"""What the kernels of the tree are told by the searcher: one record of numbers."""

import numpy as np

UCB1, UCB1_TUNED, RAVE = 1, 2, 3

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
                ("even_prior", np.float64),  # simulations
                ("score_share", np.float64),  # of a result
                ("score_range", np.float64),  # points
                ("komi", np.float64),
                ("check_superko", np.int32),
                ("situational", np.int32),
            ],
            align=True,
        ),
    )
)
