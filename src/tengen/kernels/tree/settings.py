"""What the kernels of the tree are told by the searcher: one record of numbers, made of the parameters.

A parameter is declared here once, for people and for the kernels: its name, default, help, bounds and source are a
field of `TreeParameters`, and `SETTINGS` has a number of the same name. Of several choices that is the place of the one
chosen. What hangs on the size of the board is decided by whoever fills the record (`search/parameters.py`).
"""

from dataclasses import dataclass, fields

import numpy as np

from tengen.kernels.record_type import record_type
from tengen.kernels.tactics.distance import FARTHEST
from tengen.kernels.tree.local_tree import LONGEST_SEQUENCE
from tengen.parameters import parameter

# The places of choices.
RAVE, UCB1, UCB1_TUNED, UCB1_RAVE, PUCT, AUTO = range(6)  # policy
NO_CRITICALITY, IN_RAVE, IN_WIDENING, IN_UCB = range(4)  # criticality
WIDENING = 1  # priors
FILTER, BIAS = 1, 2  # smartstart

_MOST_PRIOR = 1_000_000  # simulations: as many as a long search has, and far below what a node can hold


def _prior(games: float, help: str, source: str) -> float:
    """A parameter that is prior knowledge of a move."""
    value: float = parameter(games, unit="simulations", help=help, minimum=0, maximum=_MOST_PRIOR, source=source)
    return value


@dataclass(frozen=True)
class TreeParameters:
    """Everything that can be set about the tree and that the kernels must know."""

    policy: str = parameter(
        "auto",
        help="How a move is chosen in the tree; auto: puct with a network, rave without",
        choices=("rave", "ucb1", "ucb1-tuned", "ucb1-rave", "puct", "auto"),
        source="thesis 2.3.3; MoGo 2.2; Silver et al. 2017",
    )
    exploration: float = parameter(
        0.5,
        help="Weight of the exploration term: c of ucb1 and ucb1-rave; rave has none",
        minimum=0,
        maximum=1_000_000,
        source="thesis, table 3.1",
    )
    tuned_exploration: float = parameter(
        1.0,
        help="Weight of the exploration term: p of ucb1-tuned",
        minimum=0,
        maximum=1_000_000,
        source="MoGo 4, table 6",
    )
    first_play_urgency: float = parameter(
        1.1,
        help="Value of a move not tried yet, where there is no prior",
        minimum=0,
        maximum=1_000_000_000,
        source="MoGo 3.4",
    )
    puct_exploration: float = parameter(
        0.6, help="Weight of what is likely: c of puct", minimum=0, maximum=1_000, source="Silver et al. 2017"
    )
    puct_reduction: float = parameter(
        0.1,
        unit="win rate",
        help="How much less puct expects of a move not tried yet, once all likely ones have been",
        minimum=0,
        maximum=1,
        source="Wu 2019",
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
        help="A leaf visited so often grows children on its next visit; 0: 2 up to 9x9 to 8 on 19x19",
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
    criticality: str = parameter(
        "auto",
        help="Where points whose owner tends to win have a say: as games in RAVE, as the order of widening "
        "(with priors=widening), or in the upper bound of any policy; auto: in RAVE from 13x13 on",
        choices=("none", "rave", "widening", "ucb", "auto"),
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
    even_prior: float = _prior(14.0, "Games with an even result each new move starts with", "thesis 3.3.2")
    capture_prior: float = _prior(10.0, "Won games for taking two stones, more for more", "thesis 3.4")
    rescue_prior: float = _prior(26.0, "Won games for saving two stones, more for more", "thesis 3.4")
    pattern_prior: float = _prior(0.0, "Won games for a 3×3 pattern", "thesis 3.4")
    shape_prior: float = _prior(
        10.0,
        "Games won or lost for each unit of the learnt weight of a 3×3 shape",
        "Coulom 2007; learnt by tools/learn_shapes.py",
    )
    self_atari_prior: float = _prior(22.0, "Lost games for a self-atari", "thesis 3.4")
    two_liberties_prior: float = _prior(
        7.0, "Won games for catching a group with two liberties, or saving one that would be caught", "thesis 3.4"
    )
    few_liberties_prior: float = _prior(
        2.0, "Won games for a move in a race of groups with three or four liberties", "thesis 3.4"
    )
    nakade_prior: float = _prior(14.0, "Won games for the vital point of an eye space", "thesis 3.4")
    ko_prior: float = _prior(9.0, "Won games for retaking a ko not older than ten moves", "thesis 3.3.2")
    eye_prior: float = _prior(28.0, "Lost games for filling an own eye", "thesis 3.3.2")
    consider_own_eyes: bool = parameter(
        False, help="Whether moves into own eyes are looked at all, with their prior", source="thesis 3.3.2"
    )
    near_prior: float = _prior(
        16.0, "Won games for a move next to the last one (or its group), fewer farther away", "thesis 3.3.2"
    )
    line_prior: float = _prior(
        10.0,
        "Games won or lost for each unit of the learnt weight of a place: line and distance from stones; on "
        "small boards where no stone is near six units, lost at the edge and won in the middle",
        "thesis 3.3.2; learnt by tools/learn_shapes.py",
    )
    learnt_prior: float = _prior(
        60.0, "Won games for a move that strong players are sure to play, fewer for less likely ones", "Coulom 2007"
    )
    learnt_power: float = parameter(
        0.5,
        help="To which power the chance of a move is raised that these games are multiplied by",
        minimum=0.01,
        maximum=4,
    )
    rule_priors: float = parameter(
        0.0,
        help="Where there are learnt weights: what the priors by rule, from capture to line, are multiplied by",
        minimum=0,
        maximum=1_000,
    )
    grandparent_prior: float = _prior(0.0, "Games with the result a move had two moves earlier", "MoGo 3.4")
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
    smartstart: str = parameter(
        "no",
        help="Moves that professionals made in similar openings: filter, only they are tried, in tree and playouts; "
        "bias, they begin with won games; not in handicap games",
        choices=("no", "filter", "bias"),
        source="SmartStart 9.3, 10.2",
    )
    smartstart_moves: int = parameter(
        12, unit="moves", help="How long a game is an opening", minimum=1, maximum=60, source="SmartStart 10.1"
    )
    smartstart_bias: float = parameter(
        40.0,
        unit="simulations",
        help="Won games for a move that professionals made; with puct 40 is half of its likelihood",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="SmartStart 10.2: 20 or 40",
    )
    smartstart_nearness: float = parameter(
        0.3,
        unit="cosine",
        help="How near a position must be to a cluster of openings to be one of them; 0: however far",
        minimum=0,
        maximum=1,
        source="SmartStart 9.2",
    )
    joseki_bias: float = parameter(
        40.0,
        unit="simulations",
        help="Won games for a move that the joseki dictionary is sure of, fewer for others; with puct 40 is half of "
        "what is likely",
        minimum=0,
        maximum=_MOST_PRIOR,
        source="thesis 3.3.2",
    )


# What the record holds besides: it is worked out for a position, or changes during a search.
_OF_THE_SEARCH = [
    ("ownership_every", np.int32),  # simulations: in how many one is looked at for who owns what
    ("joseki", np.int32),  # whether there is a dictionary
    ("evaluated", np.int32),  # whether there is an evaluator; see `waiting.py`
    ("value_weight", np.float64),  # of what it says, beside the playout
    ("komi", np.float64),
    # Dynamic komi; see `margin.py`. It changes during a search.
    ("extra_komi", np.float64),  # points for White beyond the komi …
    ("extra_komi_fall", np.float64),  # … fewer by this with every move in the tree …
    ("extra_komi_least", np.float64),
    ("extra_komi_most", np.float64),
    ("extra_komi_window", np.int64),  # … or the mean margin of so many simulations; 0: not that
    # Group and zone mode; see `search/group_mode`.
    ("in_groups", np.int32),  # whether moves are held to the groups of the last moves
    ("zone_komi", np.float64),  # points for White on top of all, by which the score of a zone is tuned
    # Territory rules; see `margin.py`.
    ("territory", np.int32),  # whether they are played
    ("pass_stones", np.int32),  # whether a pass hands over a stone
    ("stones_ahead", np.float64),  # Black's minus White's at the root, and what else area has too much
    ("open_known", np.int32),  # whether it is known which points are still open
    ("check_superko", np.int32),
    ("situational", np.int32),
]
_DECLARED = [
    (field.name, np.float64 if isinstance(field.default, float) else np.int32) for field in fields(TreeParameters)
]
SETTINGS = record_type(_DECLARED + _OF_THE_SEARCH)


def settings_of(parameters: TreeParameters) -> np.ndarray:
    """An array of one record with these parameters in it."""
    settings = np.zeros(1, SETTINGS)
    for field in fields(TreeParameters):
        value, choices = getattr(parameters, field.name), field.metadata["about"].choices
        settings[field.name] = choices.index(value) if choices else value
    return settings
