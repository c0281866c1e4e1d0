"""What can be set about time: how a clock is shared out, when to think on, and more effort in the opening.

Baudiš describes the scheme (MCTS with Information Sharing, 2011, section 3.3.3) and says where it has
thresholds; he gives numbers for some. All of them are declared here, and `tengen.search.time_control` is made
of them. No setting loses a game on time, but for a `lag_reserve` shorter than the lag: what others than the usual
ones would have a move take comes out of what can be spared.

Opening effort is from the SmartStart paper (section 10.3): Fuego with three times the playouts in the first twelve
moves of the game, six of each player. It won 49.6 % of 16,000 games against itself without; so it is off here.
"""

from dataclasses import dataclass

from tengen.parameters import parameter

_SCHEME = "thesis 3.3.3"


@dataclass(frozen=True)
class OpeningRules:
    """How much more the first moves of a game are worth; of use to any engine that thinks."""

    opening_effort: float = parameter(
        1.0,
        help="Time, or playouts, for a move of the opening: so many times the usual ones",
        minimum=0.1,
        maximum=10,
        source="SmartStart 10.3: 3",
    )
    opening_moves: int = parameter(
        6,
        unit="moves",
        help="How many moves of the player are the opening",
        minimum=0,
        maximum=1_000,
        source="SmartStart 10.3: the first twelve of both",
    )

    def opening_left(self, own_moves: int) -> int:
        """How many moves of the opening a player has still to make who has made so many."""
        return max(0, self.opening_moves - own_moves)

    def effort_after(self, own_moves: int) -> float:
        """What the time for the next move of a player who has made so many is multiplied by.

        >>> rules = OpeningRules(opening_effort=3, opening_moves=6)
        >>> rules.effort_after(5), rules.effort_after(6)
        (3, 1.0)
        """
        return self.opening_effort if self.opening_left(own_moves) else 1.0


@dataclass(frozen=True)
class TimeRules(OpeningRules):
    """How a clock is shared out, when a search is unclear and when a game is won.

    The thesis gives no numbers for what is unclear or won but says that its thresholds call all but the most
    clear-cut situations unclear; so do these.
    """

    prolonged_reading: bool = parameter(
        True, help="Think on, after the time a move normally takes, while it is unclear which is best", source=_SCHEME
    )
    best2_ratio: float = parameter(
        1.1,
        help="It is unclear while the best move's value is less than so many times the second's",
        minimum=1,
        maximum=10,
        source=_SCHEME,
    )
    bestr_difference: float = parameter(
        0.02,
        unit="win rate",
        help="It is unclear while the values of the best move and of the best reply differ by more",
        minimum=0,
        maximum=1,
        source=_SCHEME,
    )
    won_above: float = parameter(
        0.95,
        unit="win rate",
        help="With a clock, a search ends early when the best move's value is at least this",
        minimum=0.5,
        maximum=1,
        source=_SCHEME,
    )
    won_after: int = parameter(
        2000,
        unit="simulations",
        help="How many must have confirmed that the game is so won",
        minimum=1,
        maximum=1_000_000_000,
        source=_SCHEME,
    )
    prolong_main: float = parameter(
        2.0,
        help="Without overtime a move may be prolonged to so many times the time it normally takes",
        minimum=1,
        maximum=4,
        source="thesis 3.3.3: 2",
    )
    prolong_before_overtime: float = parameter(
        3.0,
        help="The same in main time, or in Japanese periods but the last, where overtime follows",
        minimum=1,
        maximum=10,
        source="thesis 3.3.3: 3",
    )
    prolong_in_overtime: float = parameter(
        1.1,
        help="The same in Canadian overtime",
        minimum=1,
        maximum=1.5,
        source="thesis 3.3.3: 1.1",
    )
    empty_at_end: float = parameter(
        0.25,
        unit="of the points",
        help="How much of the board is expected to be empty in the end; the other points are moves to come",
        minimum=0,
        maximum=0.5,
        source="thesis 3.3.3, footnote 21: 25 %",
    )
    least_moves_left: int = parameter(
        30,
        unit="moves",
        help="So many moves of the player are always expected to come",
        minimum=20,
        maximum=1_000,
        source="thesis 3.3.3, footnote 21: 30",
    )
    opening_share: float = parameter(
        0.5,
        help="The first move's part of the main time, 1 being an even share; it goes over into the middle game's",
        minimum=0.1,
        maximum=2.5,
        source=_SCHEME,
    )
    middle_share: float = parameter(
        1.3, help="The same of a move in the middle game", minimum=0.1, maximum=2.5, source=_SCHEME
    )
    end_share: float = parameter(
        0.7, help="The same of a move when the board is as full as it will be", minimum=0.1, maximum=2.5, source=_SCHEME
    )
    middle_from: float = parameter(
        0.2,
        unit="of the points",
        help="How much of the board is played when the middle game has fully begun",
        minimum=0.01,
        maximum=0.25,
        source=_SCHEME,
    )
    middle_until: float = parameter(
        0.45,
        unit="of the points",
        help="How much of the board is played when the middle game begins to end",
        minimum=0.25,
        maximum=0.5,
        source=_SCHEME,
    )
    lag_reserve: float = parameter(
        0.3,
        unit="seconds",
        help="Kept back from every deadline of a clock, for the connection and a busy machine",
        minimum=0.05,
        maximum=60,
        source=_SCHEME,
    )
