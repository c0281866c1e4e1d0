"""Everything that can be set about the tree search."""

from dataclasses import dataclass

import numpy as np

from tengen.cores import MOST_MEMORY
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.ruleset import Ko
from tengen.kernels.playouts.policies import policy_record
from tengen.kernels.playouts.policy import CERTAIN
from tengen.kernels.tactics.distance import FARTHEST
from tengen.kernels.tree import settings as kernel
from tengen.kernels.tree.local_tree import LONGEST_SEQUENCE
from tengen.parameters import parameter
from tengen.search.dynamic_komi import DynamicKomiParameters
from tengen.search.score_scaling import SCALINGS

_POLICIES = {
    "rave": kernel.RAVE,
    "ucb1": kernel.UCB1,
    "ucb1-tuned": kernel.UCB1_TUNED,
    "ucb1-rave": kernel.UCB1_RAVE,
}

_CRITICALITY = {
    "none": kernel.NO_CRITICALITY,
    "rave": kernel.IN_RAVE,
    "widening": kernel.IN_WIDENING,
    "ucb": kernel.IN_UCB,
}
_CRITICALITY_FROM = 13  # points a side
_OWNERSHIP_EVERY = 8  # simulations: for a picture a sample says as much, and looking at every point costs time

_MOST_PRIOR = 1_000_000  # simulations: as many as a long search has, and far below what a node can hold

# Fields of the kernels' record that are not parameters by the same name.
_WORKED_OUT = frozenset(
    {
        "policy",
        "expand_after",
        "widens",
        "criticality",
        "ownership_every",
        "komi",
        "extra_komi",
        "extra_komi_fall",
        "extra_komi_least",
        "extra_komi_most",
        "extra_komi_window",
        "territory",
        "pass_stones",
        "stones_ahead",
        "open_known",
        "own_eyes",
        "check_superko",
        "situational",
    }
)


def _expand_after(size: int) -> int:
    """Visits after which a leaf grows children: every node is dear on a large board."""
    return max(1, round(1 + 7 * (size * size - 81) / (361 - 81)))


def _beyond_small(size: int) -> int:
    """How far a board is on the way from 9x9 to 19x19: 0 to 10."""
    return min(max(size, 9), 19) - 9


def _prior_scale(size: int) -> float:
    """Priors count for more where there is more to choose from."""
    return 1 + (20 / 14 - 1) * _beyond_small(size) / 10


def _near_scale(size: int) -> float:
    """How much more, on top of that, it says where the last move was: on a large board most other moves are far away.

    In the model of `tools/learn_shapes.py` distances weigh 1.9 times as much in games on 19x19 as on 9x9.
    """
    return 1 + 0.75 * _beyond_small(size) / 10


@dataclass(frozen=True)
class SearchParameters(DynamicKomiParameters):
    """The settings of the `mcts` engine."""

    policy: str = parameter(
        "rave", help="How a move is chosen in the tree", choices=tuple(_POLICIES), source="thesis 2.3.3; MoGo 2.2"
    )
    playout: str = parameter(
        "moggy",
        help="How games are played: light, mogo, moggy, mogo-lgrf2 … or rules such as atari,pattern:0.9,capture",
        source="thesis 3.4; MoGo 2006, 3.2",
    )
    liberty_maps: bool = parameter(
        False,
        help="Learn over the game which moves of the playout rules two-liberties and few-liberties work",
        source="thesis 6",
    )
    liberty_map_free: float = parameter(
        0.1,
        unit="probability",
        help="How often such a rule chooses without heeding what was learnt",
        minimum=0,
        maximum=1,
        source="thesis 6.2",
    )
    liberty_map_threshold: float = parameter(
        0.7,
        unit="local value",
        help="What a move must have been worth on average to be preferred to others for the same group",
        minimum=0,
        maximum=1,
        source="thesis 6.2",
    )
    exploration: float = parameter(
        0.5,
        help="Weight of the exploration term: c of ucb1 and ucb1-rave, p of ucb1-tuned; rave has none",
        minimum=0,
        maximum=1_000_000,
        source="thesis, table 3.1; MoGo, table 6",
    )
    first_play_urgency: float = parameter(
        1.1,
        help="Value of a move not tried yet, where there is no prior",
        minimum=0,
        maximum=1_000_000_000,
        source="MoGo 3.4",
    )
    rave_equivalence: float = parameter(
        2500.0,
        unit="simulations",
        help="When regular and AMAF statistics weigh the same",
        minimum=1,
        maximum=1_000_000_000,
        source="thesis 3.3",
    )
    expand_after: int = parameter(
        0,
        unit="visits",
        help="A leaf visited so often grows children on its next visit; 0: 1 up to 9x9 (as MoGo) to 8 on 19x19",
        minimum=0,
        maximum=1_000_000_000,
        source="thesis 3.3; MoGo 3.1",
    )
    priors: str = parameter(
        "bias",
        help="What priors do: count as simulations, or rank the moves that are tried one after the other",
        choices=("bias", "widening"),
        source="thesis 2.3.2",
    )
    widening_visits: float = parameter(
        40.0,
        unit="visits",
        help="Until a second move is tried when widening",
        minimum=0.1,
        maximum=1_000_000_000,
        source="Coulom 2007",
    )
    widening_growth: float = parameter(
        1.4,
        help="Visits for each further move, over those for the one before",
        minimum=1.01,
        maximum=1_000,
        source="Coulom 2007",
    )
    prior_scale: float = parameter(
        0.0,
        help="What all priors are multiplied by; 0: 1 on 9x9 to 1.43 on 19x19, that for distance to 2.5",
        minimum=0,
        maximum=1_000,
        source="thesis 3.3.2: 14 simulations on 9x9, 20 on 19x19",
    )
    criticality: str = parameter(
        "auto",
        help="Where points whose owner tends to win have a say: as games in RAVE, as the order of widening "
        "(with priors=widening), or in the upper bound of any policy; auto: in RAVE from 13x13 on",
        choices=("auto", *_CRITICALITY),
        source="thesis 5; Coulom 2009; Pellegrino et al. 2009",
    )
    criticality_visits: int = parameter(
        250,
        unit="visits",
        help="From how many visits of a position on the criticality of its moves is believed",
        minimum=0,
        maximum=1_000_000_000,
        source="thesis 5.2",
    )
    even_prior: float = parameter(
        14.0,
        unit="simulations",
        help="Games with an even result each new move starts with",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.3.2",
    )
    capture_prior: float = parameter(
        10.0,
        unit="simulations",
        help="Won games for taking two stones, more for more",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.4",
    )
    rescue_prior: float = parameter(
        26.0,
        unit="simulations",
        help="Won games for saving two stones, more for more",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.4",
    )
    pattern_prior: float = parameter(
        0.0, unit="simulations", help="Won games for a 3×3 pattern", minimum=0, maximum=_MOST_PRIOR, source="thesis 3.4"
    )
    shape_prior: float = parameter(
        10.0,
        unit="simulations",
        help="Games won or lost for each unit of the learnt weight of a 3×3 shape",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="Coulom 2007; learnt by tools/learn_shapes.py",
    )
    self_atari_prior: float = parameter(
        22.0,
        unit="simulations",
        help="Lost games for a self-atari",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.4",
    )
    two_liberties_prior: float = parameter(
        7.0,
        unit="simulations",
        help="Won games for catching a group with two liberties, or saving one that would be caught",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.4",
    )
    few_liberties_prior: float = parameter(
        2.0,
        unit="simulations",
        help="Won games for a move in a race of groups with three or four liberties",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.4",
    )
    nakade_prior: float = parameter(
        14.0,
        unit="simulations",
        help="Won games for the vital point of an eye space",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.4",
    )
    ko_prior: float = parameter(
        9.0,
        unit="simulations",
        help="Won games for retaking a ko not older than ten moves",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.3.2",
    )
    eye_prior: float = parameter(
        28.0,
        unit="simulations",
        help="Lost games for filling an own eye",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.3.2",
    )
    consider_own_eyes: bool = parameter(
        False, help="Whether moves into own eyes are looked at all, with their prior", source="thesis 3.3.2"
    )
    near_prior: float = parameter(
        16.0,
        unit="simulations",
        help="Won games for a move next to the last one (or its group), fewer farther away",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.3.2",
    )
    line_prior: float = parameter(
        10.0,
        unit="simulations",
        help="Games won or lost for each unit of the learnt weight of a place: line and distance from stones; on "
        "small boards where no stone is near six units, lost at the edge and won in the middle",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.3.2; learnt by tools/learn_shapes.py",
    )
    grandparent_prior: float = parameter(
        0.0,
        unit="simulations",
        help="Games with the result a move had two moves earlier",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="MoGo 3.4",
    )
    score_share: float = parameter(
        0.04, help="Part of a result that is the score, not the win", minimum=0, maximum=0.5, source="thesis 3.3"
    )
    score_range: float = parameter(
        40.0,
        unit="points",
        help="The margin that is worth the whole of that part",
        minimum=1,
        maximum=1_000,
        source="thesis 3.3",
    )
    score_scaling: str = parameter(
        "none",
        help="What makes that part grow towards score_share_late: nothing, moves played, or points that have an owner",
        choices=SCALINGS,
        source="thesis 7.1.1",
    )
    score_share_late: float = parameter(
        0.08,
        help="What it has grown to when nothing is left to play for",
        minimum=0,
        maximum=0.5,
        source="thesis 7.1.1",
    )
    local_trees: bool = parameter(
        False,
        help="Learn local sequences in trees of their own and play them out at every leaf",
        source="thesis 7.1.2",
    )
    forced_sequences: int = parameter(
        2, unit="sequences", help="Most local ones played out at a leaf", minimum=0, maximum=16, source="thesis 7.1.2"
    )
    local_sequence_visits: int = parameter(
        20,
        unit="visits",
        help="Of every move of a local sequence, before it is believed",
        minimum=1,
        maximum=1_000_000_000,
    )
    local_sequence_value: float = parameter(
        0.5,
        unit="local value",
        help="Least worth of a local sequence to who begins it",
        minimum=0,
        maximum=1,
        source="thesis 2.4.3",
    )
    local_sequence_gain: float = parameter(
        0.1,
        unit="local value",
        help="Least gain of a move in a local sequence over leaving things there",
        minimum=0,
        maximum=1,
    )
    local_sequence_depth: int = parameter(
        8, unit="moves", help="Of the longest local sequence", minimum=1, maximum=LONGEST_SEQUENCE
    )
    local_sequence_distance: int = parameter(
        FARTHEST,
        unit="steps",
        help="In the common fate graph from a move of a local sequence to the next; farther is tenuki",
        minimum=1,
        maximum=FARTHEST,
        source="thesis 7.1.2",
    )
    parallel: str = parameter(
        "tree",
        help="What threads share: one tree; nothing, until their trees are added up; or only the playouts of a leaf",
        choices=("tree", "root", "leaf"),
        source="thesis 3.3.4",
    )
    memory: float = parameter(
        400.0,
        unit="MB",
        help="For the tree; when it is full the branches visited least are cut off",
        minimum=1,
        maximum=MOST_MEMORY,
    )
    reuse_tree: bool = parameter(True, help="Keep what the tree knows of the moves played", source="thesis 3.3")
    fold_symmetry: bool = parameter(True, help="Consider one of several moves that are the same by symmetry")

    def playout_record(self, size: int) -> np.ndarray:
        """The playout policy as the kernels take it, on a board of `size`."""
        policies = policy_record(self.playout, size)
        policies["liberty_maps"] = self.liberty_maps
        policies["map_free"] = round(self.liberty_map_free * CERTAIN)
        policies["map_threshold"] = self.liberty_map_threshold
        return policies

    def _criticality_on(self, size: int) -> str:
        """Where criticality counts on a board of `size`; what small boards are about is found without it."""
        if self.criticality == "auto":
            return "rave" if size >= _CRITICALITY_FROM else "none"
        if self.criticality == "widening" and self.priors != "widening":
            return "none"
        return self.criticality

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.local_trees and self.parallel == "leaf":
            raise TengenError("local_trees=yes does not work with parallel=leaf: choose parallel=tree or root")

    def record(self, position: Position) -> np.ndarray:
        """The settings as the kernels take them, for a search of `position`; the searcher adds what changes with it."""
        settings = np.zeros(1, kernel.SETTINGS)
        for name in kernel.SETTINGS.names or ():
            if name not in _WORKED_OUT:
                settings[name] = getattr(self, name)
                if name.endswith("_prior"):
                    settings[name] *= self.prior_scale or _prior_scale(position.size)
        if not self.prior_scale:
            settings["near_prior"] *= _near_scale(position.size)
        settings["expand_after"] = self.expand_after or _expand_after(position.size)
        settings["policy"] = _POLICIES[self.policy]
        settings["own_eyes"] = self.consider_own_eyes
        settings["widens"] = self.priors == "widening"
        settings["criticality"] = _CRITICALITY[self._criticality_on(position.size)]
        settings["ownership_every"] = 1 if settings["criticality"][0] else _OWNERSHIP_EVERY
        settings["komi"] = position.points_for_white
        settings["check_superko"] = position.rules.ko is not Ko.SIMPLE
        settings["situational"] = position.rules.ko is Ko.SITUATIONAL
        return settings
