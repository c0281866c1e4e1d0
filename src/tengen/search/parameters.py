"""Everything that can be set about the tree search."""

from dataclasses import dataclass

import numpy as np

from tengen.game.position import Position
from tengen.game.ruleset import Ko
from tengen.kernels.tree import settings as kernel
from tengen.parameters import parameter

_POLICIES = {"ucb1": kernel.UCB1, "ucb1-tuned": kernel.UCB1_TUNED, "rave": kernel.RAVE}


@dataclass(frozen=True)
class SearchParameters:
    """The settings of the `mcts` engine."""

    policy: str = parameter(
        "rave", help="How a move is chosen in the tree", choices=tuple(_POLICIES), source="thesis 2.3.3; MoGo 2.2"
    )
    playout: str = parameter(
        "mogo",
        help="How games are played: light, mogo, mogo-global, mogo-lgrf2 or rules such as atari,pattern:0.9,capture",
        source="MoGo 2006, 3.2",
    )
    exploration: float = parameter(
        0.0,
        help="Weight of the exploration term: c of UCB1 and RAVE, p of UCB1-TUNED",
        minimum=0,
        source="thesis, table 3.1",
    )
    first_play_urgency: float = parameter(
        1.1, help="Value of a move not tried yet, where there is no prior", minimum=0, source="MoGo 3.4"
    )
    rave_equivalence: float = parameter(
        2500.0,
        unit="simulations",
        help="When regular and AMAF statistics weigh the same",
        minimum=1,
        source="thesis 3.3",
    )
    even_prior: float = parameter(
        14.0,
        unit="simulations",
        help="Games with an even result each new move starts with",
        minimum=0,
        source="thesis 3.3.2",
    )
    expand_after: int = parameter(
        8, unit="visits", help="A leaf grows children when it has been visited so often", minimum=1, source="thesis 3.3"
    )
    score_share: float = parameter(
        0.04, help="Part of a result that is the score, not the win", minimum=0, maximum=0.5, source="thesis 3.3"
    )
    score_range: float = parameter(
        40.0, unit="points", help="The margin that is worth the whole of that part", minimum=1, source="thesis 3.3"
    )
    memory: float = parameter(
        400.0, unit="MB", help="For the tree; when it is full the tree grows no more", minimum=1, maximum=20_000
    )
    resign_below: float = parameter(
        0.1, unit="win rate", help="Resign when the best move wins less often; 0 never", minimum=0, maximum=1
    )

    def record(self, position: Position) -> np.ndarray:
        """The settings as the kernels take them, for a search of `position`."""
        settings = np.zeros(1, kernel.SETTINGS)
        for name in (
            "exploration",
            "first_play_urgency",
            "rave_equivalence",
            "even_prior",
            "expand_after",
            "score_share",
            "score_range",
        ):
            settings[name] = getattr(self, name)
        settings["policy"] = _POLICIES[self.policy]
        settings["komi"] = position.komi + position.rules.handicap_points(position.handicap)
        settings["check_superko"] = position.rules.ko is not Ko.SIMPLE
        settings["situational"] = position.rules.ko is Ko.SITUATIONAL
        return settings
