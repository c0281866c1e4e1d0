"""What a search found: one frozen value that feeds engines, protocols, displays and tests."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tengen.game.vertex import Vertex


@dataclass(frozen=True)
class SearchedMove:
    """A move at the root; win rates and scores are the mover's, from 0 to 1 and in points.

    Win rates are the tree's, that is with the dynamic komi; `won` and scores are without.
    """

    vertex: Vertex
    visits: int
    winrate: float
    score: float | None  # mean margin of this search's simulations that began with it
    prior: float  # the win rate it started with
    prior_visits: float
    amaf: float  # win rate of the games in which the mover played it at any time
    amaf_visits: int
    variation: tuple[Vertex, ...] = ()
    won: float | None = None  # win rate by the real komi, of this search's simulations that began with it
    score_deviation: float | None = None  # standard deviation of the margins, in points


@dataclass(frozen=True)
class SearchReport:
    """A search so far."""

    moves: tuple[SearchedMove, ...]  # most visited first
    ownership: Mapping[Vertex, float]  # -1 White's … 1 Black's
    score: float  # mean margin for Black, komi included
    simulations: int  # of this search
    reused: int  # simulations that an earlier search had left in the tree
    seconds: float
    nodes: int
    depth: int  # of the deepest simulation in the tree
    prunings: int  # times the tree was cut back to its memory
    # How much owning a point goes along with winning (thesis 5): 0 not at all … 1/2 it decides the game.
    criticality: Mapping[Vertex, float] = field(default_factory=dict)
    score_deviation: float = 0.0  # standard deviation of the margin of a simulation, in points
    extra_komi: float = 0.0  # dynamic komi at this moment: points for White in the search only; win rates are with it

    @property
    def simulations_per_second(self) -> float:
        """How fast it was."""
        return self.simulations / self.seconds if self.seconds > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values, ready for JSON."""
        plain = asdict(self)
        plain["moves"] = list(plain["moves"])
        for move in plain["moves"]:
            move["vertex"] = str(move["vertex"])
            move["variation"] = [str(vertex) for vertex in move["variation"]]
        for name in ("ownership", "criticality"):
            plain[name] = {str(vertex): value for vertex, value in getattr(self, name).items()}
        return plain
