"""An analysis: what a search found of a position, as one frozen value.

Win rates and scores are those of the player to move; ownership runs from -1 (White) to 1 (Black), criticality from 0
(who owns the point says nothing of who wins) to 1/2 (whoever owns it wins; thesis, chapter 5).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.report import SearchedMove, SearchReport

if TYPE_CHECKING:
    from tengen.game.svg import Theme

_SURE = 1.96  # standard deviations that the true win rate is seldom farther away
_PRIOR_SCALE = 0.04  # a prior win rate lower by this makes a move e times less likely to be looked at


@dataclass(frozen=True)
class AnalyzedMove:
    """A move worth looking at."""

    vertex: Vertex
    visits: int
    winrate: float
    score: float | None = None  # expected points ahead; None if no simulation of this analysis began with it
    score_deviation: float | None = None  # of a single game
    prior: float = 0.0  # share of the attention it would get before any search; all moves have 1 together
    variation: tuple[Vertex, ...] = ()  # it and the best continuation

    @property
    def lower_bound(self) -> float:
        """A win rate that the true one is hardly below, by the number of visits.

        >>> round(AnalyzedMove(Vertex(0, 0), 100, 0.5).lower_bound, 3)
        0.402
        """
        if self.visits == 0:
            return 0.0
        spread = max(self.winrate * (1 - self.winrate), 1 / (self.visits + 1))
        return max(0.0, self.winrate - _SURE * math.sqrt(spread / self.visits))


@dataclass(frozen=True)
class Analysis:
    """What a search thinks of `position`.

    In a notebook it shows itself as a picture; `svg` has the choices.
    """

    position: Position = field(compare=False, repr=False)
    moves: tuple[AnalyzedMove, ...]  # best first
    winrate: float  # with the best move
    score: float  # expected points ahead with it
    score_deviation: float  # of a single game
    visits: int  # in the tree, those that an earlier search had left included
    playouts: int  # of this analysis
    seconds: float
    ownership: Mapping[Vertex, float] = field(default_factory=dict)
    criticality: Mapping[Vertex, float] = field(default_factory=dict)
    policy: Mapping[Vertex, float] = field(default_factory=dict)  # the prior of every move

    @classmethod
    def of(cls, report: SearchReport, position: Position) -> "Analysis":
        """What a search report says of the position it searched."""
        policy = _policy(report.moves)
        moves = tuple(
            AnalyzedMove(
                move.vertex,
                move.visits,
                _short(_real_winrate(move, report)),
                move.score,
                move.score_deviation,
                policy[move.vertex],
                move.variation,
            )
            for move in report.moves
            if move.visits
        )
        return cls(
            position=position.copy(),
            moves=moves,
            winrate=moves[0].winrate if moves else 0.5,
            score=_lead(moves, report, position.to_play),
            score_deviation=report.score_deviation,
            visits=report.simulations + report.reused,
            playouts=report.simulations,
            seconds=report.seconds,
            ownership=report.ownership,
            criticality=report.criticality,
            policy=policy,
        )

    @property
    def color(self) -> Color:
        """Who is to move."""
        return self.position.to_play

    @property
    def best(self) -> AnalyzedMove:
        """The best move."""
        if not self.moves:
            raise TengenError("nothing was searched, so there is no best move: give the analysis more playouts")
        return self.moves[0]

    def winrate_of(self, color: Color) -> float:
        """How often a player wins."""
        return self.winrate if color is self.color else 1.0 - self.winrate

    def score_of(self, color: Color) -> float:
        """How many points a player is expected to be ahead."""
        return self.score if color is self.color else -self.score

    def move(self, vertex: Vertex) -> AnalyzedMove | None:
        """What is known of a move; None if it was not looked at."""
        return next((move for move in self.moves if move.vertex == vertex), None)

    # ---- pictures and files ----------------------------------------------------------

    def svg(self, show: Sequence[str] = ("moves",), *, width: int = 420, theme: "Theme | None" = None) -> str:
        """The position with what was found: ``moves``, ``ownership``, ``criticality``, ``policy``, ``variation``."""
        from tengen.analysis.picture import draw_analysis

        return draw_analysis(self, show, width=width, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        if not self.moves:
            return f"{self.color} to play: nothing was searched"
        line = " ".join(map(str, self.best.variation[:6]))
        return (
            f"{self.color} to play wins {self.winrate:.1%}, {self.score:+.1f} points; best {line} "
            f"({self.visits:,} visits)"
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON; the position is not among them."""
        return {
            "color": str(self.color),
            "winrate": _short(self.winrate),
            "score": _short(self.score),
            "score_deviation": _short(self.score_deviation),
            "visits": self.visits,
            "playouts": self.playouts,
            "seconds": round(self.seconds, 3),
            "moves": [
                {
                    "vertex": str(move.vertex),
                    "visits": move.visits,
                    "winrate": _short(move.winrate),
                    "score": None if move.score is None else _short(move.score),
                    "score_deviation": None if move.score_deviation is None else _short(move.score_deviation),
                    "prior": _short(move.prior),
                    "lower_bound": _short(move.lower_bound),
                    "variation": [str(vertex) for vertex in move.variation],
                }
                for move in self.moves
            ],
            "ownership": {str(vertex): value for vertex, value in self.ownership.items()},
            "criticality": {str(vertex): value for vertex, value in self.criticality.items()},
            "policy": {str(vertex): _short(value) for vertex, value in self.policy.items()},
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], position: Position) -> "Analysis":
        """What `to_dict` wrote, of the same position."""
        size = position.size

        def points(name: str) -> dict[Vertex, float]:
            return {Vertex.parse(text, size): float(value) for text, value in plain[name].items()}

        try:
            return cls(
                position=position.copy(),
                moves=tuple(
                    AnalyzedMove(
                        Vertex.parse(move["vertex"], size),
                        int(move["visits"]),
                        float(move["winrate"]),
                        move["score"],
                        move["score_deviation"],
                        float(move["prior"]),
                        tuple(Vertex.parse(text, size) for text in move["variation"]),
                    )
                    for move in plain["moves"]
                ),
                winrate=float(plain["winrate"]),
                score=float(plain["score"]),
                score_deviation=float(plain["score_deviation"]),
                visits=int(plain["visits"]),
                playouts=int(plain["playouts"]),
                seconds=float(plain["seconds"]),
                ownership=points("ownership"),
                criticality=points("criticality"),
                policy=points("policy"),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TengenError(
                f"this is not a saved analysis ({type(error).__name__}: {error}): analyse again"
            ) from None


def _lead(moves: Sequence[AnalyzedMove], report: SearchReport, mover: Color) -> float:
    """By how many points the mover is ahead with the best move, or, if nothing is known of it, with any."""
    if moves and moves[0].score is not None:
        return moves[0].score
    return report.score if mover is Color.BLACK else -report.score


def _real_winrate(move: SearchedMove, report: SearchReport) -> float:
    """By the real komi, whatever komi the search played for."""
    return move.won if report.extra_komi and move.won is not None else move.winrate


def _policy(moves: Sequence[SearchedMove]) -> dict[Vertex, float]:
    """The priors of all moves as shares of one; ours are win rates, clients want probabilities."""
    if not moves:
        return {}
    best = max(move.prior for move in moves)
    weights = [math.exp((move.prior - best) / _PRIOR_SCALE) for move in moves]
    total = sum(weights)
    return {move.vertex: weight / total for move, weight in zip(moves, weights, strict=True)}


def _short(value: float) -> float:
    return round(value, 5)
