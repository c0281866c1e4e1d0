"""What can be set about dynamic komi; the defaults are the paper's."""

from dataclasses import dataclass

from tengen.parameters import parameter

METHODS = ("none", "linear", "score", "value", "extremes", "average")
SITUATIONAL = ("score", "value", "extremes")  # those that change during a search
_PAPER = "Baudiš 2011"


@dataclass(frozen=True)
class DynamicKomiParameters:
    """The settings of dynamic komi, a part of those of the search."""

    dynamic_komi: str = parameter(
        "none",
        help="Points the search adds to the komi to keep the game close: by the handicap (linear), by the mean score, "
        "by the win rate (value; extremes: only where nearly all is won or lost), or by comparing each simulation "
        "with the average of those before",
        choices=METHODS,
        source=f"{_PAPER}; thesis 4; McGnuGo 6",
    )
    komi_online: bool = parameter(
        True, help="Move it during the search; no: once a move, by the search before", source=f"{_PAPER}, 5.2"
    )
    komi_period: int = parameter(
        1000,
        unit="simulations",
        help="Between two changes of it during a search",
        minimum=1,
        maximum=1_000_000_000,
        source=f"{_PAPER}, 5.2",
    )
    komi_a_stone: float = parameter(
        7.0, unit="points", help="linear: for each handicap stone", minimum=0, maximum=100, source=f"{_PAPER}, 4"
    )
    komi_moves: int = parameter(
        0,
        unit="moves",
        help="linear: until nothing is left of it; 0: 200 on 19x19, in proportion to the points elsewhere",
        minimum=0,
        maximum=1_000_000,
        source=f"{_PAPER}, 4",
    )
    komi_at_leaf: bool = parameter(
        True, help="linear: by the move number of the leaf; no: by that of the root", source=f"{_PAPER}, 4"
    )
    komi_opening: int = parameter(
        -1,
        unit="moves",
        help="score, value: linear for so many moves first; -1: 4 on 9x9 to 20 on 19x19",
        minimum=-1,
        maximum=1_000_000,
        source=f"{_PAPER}, 5.2",
    )
    komi_sharpness: float = parameter(
        20.0, help="score: how suddenly it stops following (c)", minimum=0, maximum=500, source=f"{_PAPER}, 5.1.1"
    )
    komi_phase: float = parameter(
        0.75,
        unit="part of the board",
        help="score: filled when it stops following (s)",
        minimum=0,
        maximum=1,
        source=f"{_PAPER}, 5.1.1",
    )
    komi_red: float = parameter(
        0.45,
        unit="win rate",
        help="value: below it we give less, or take more",
        minimum=0,
        maximum=1,
        source=f"{_PAPER}, 5.1.2",
    )
    komi_green: float = parameter(
        0.5, unit="win rate", help="value: above it we give more", minimum=0, maximum=1, source=f"{_PAPER}, 5.1.2"
    )
    komi_lost: float = parameter(
        0.15, unit="win rate", help="extremes: below it we take points", minimum=0, maximum=0.5
    )
    komi_won: float = parameter(0.85, unit="win rate", help="extremes: above it we give points", minimum=0.5, maximum=1)
    komi_step: float = parameter(
        1.0, unit="points", help="value, extremes: of one change", minimum=0.01, maximum=100, source=f"{_PAPER}, 5.2"
    )
    komi_ratchet: int = parameter(
        0,
        unit="moves",
        help="value, extremes: how long a komi that was too much to give is not given again; 0: for the whole game",
        minimum=0,
        maximum=1_000_000,
        source=f"{_PAPER}, 5.1.2",
    )
    komi_most_taken: float = parameter(
        30.0,
        unit="points",
        help="The most extra komi in our own favour",
        minimum=0,
        maximum=361,
        source=f"{_PAPER}, 5.2",
    )
    komi_taken_until: float = parameter(
        0.95,
        unit="part of the game",
        help="From here on none in our own favour, so that a lost game is seen to be one",
        minimum=0,
        maximum=1,
        source=f"{_PAPER}, 5.2",
    )
    komi_window: int = parameter(
        1000,
        unit="simulations",
        help="average: how many the mean is taken over",
        minimum=1,
        maximum=1_000_000_000,
        source="McGnuGo 6",
    )
