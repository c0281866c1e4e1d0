"""What a search found: one frozen value for engines, protocols, pages, pictures, reviews and notebooks.

What the numbers mean is said here, once:

- **win rate**: how often the player to move wins with a move, by the real komi, 0 to 1. Without a dynamic komi it is
  the tree's value of the move, from all its visits, a small part of which is the score (setting `score_share`). With
  one the tree plays for another komi, so it is the share of this search's games begun with the move that are won by
  the real one, or with the network follows from its margins and their spread;
- **search win rate**: what the search itself maximised, where that is something else: with the dynamic komi;
- **score**: points the player to move is ahead at the end, komi included, as the mean of this search's games begun
  with a move; that of a position is its best move's;
- **ownership**: the mean owner of a point at the end of this search's games, from -1 (White's) to 1 (Black's);
- **criticality**: how much owning a point goes along with winning, from 0 (not at all) to 1/2 (it decides the game;
  thesis, chapter 5).

The best move alone hopes too much, as the search has not found all answers to it, and the mean of all moves too
little, as some simulations went into worse ones. Whoever compares positions, as a review does, takes the middle: the
**fair** win rate and score, by which own choices lose nothing on average (`benchmarks/review_overhead.py`).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex

if TYPE_CHECKING:
    from tengen.game.svg import Theme

_SURE = 1.96  # standard deviations that the true win rate is seldom farther away


@dataclass(frozen=True)
class SearchedMove:
    """A move that was looked at; win rates and scores are the mover's, as the module says."""

    vertex: Vertex
    visits: int  # those an earlier search had left included
    winrate: float
    score: float | None = None  # None if no game of this search began with it
    score_deviation: float | None = None  # of a single game
    prior: float = 0.0  # share of the attention it would get before any search; all moves have 1 together
    variation: tuple[Vertex, ...] = ()  # it and the best continuation …
    variation_visits: tuple[int, ...] = ()  # … and how often each of them was visited
    search_winrate: float | None = None  # None: the same as `winrate`
    prior_winrate: float = 0.5  # what the tree begins with
    prior_visits: float = 0.0
    amaf: float | None = None  # win rate of the games in which the mover played it at any time
    amaf_visits: int = 0

    @property
    def value(self) -> float:
        """The win rate by which the search compares moves."""
        return self.winrate if self.search_winrate is None else self.search_winrate

    @property
    def lower_bound(self) -> float:
        """A win rate that the true one is hardly below, by the number of visits.

        >>> round(SearchedMove(Vertex(0, 0), 100, 0.5).lower_bound, 3)
        0.402
        """
        if self.visits == 0:
            return 0.0
        spread = max(self.winrate * (1 - self.winrate), 1 / (self.visits + 1))
        return max(0.0, self.winrate - _SURE * math.sqrt(spread / self.visits))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        plain = {name: _short(getattr(self, name)) for name in _PLAIN}
        # Of the win rate as it is told: what is read back tells the same.
        plain["lower_bound"] = _short(replace(self, winrate=plain["winrate"]).lower_bound)
        return {"vertex": str(self.vertex), **plain, "variation": [str(vertex) for vertex in self.variation]}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], size: int) -> "SearchedMove":
        """What `to_dict` wrote, of a board of `size`."""
        return cls(
            Vertex.parse(plain["vertex"], size),
            variation=tuple(Vertex.parse(text, size) for text in plain["variation"]),
            **{name: plain[name] for name in _PLAIN},
        )


_PLAIN = (
    *("visits", "winrate", "score", "score_deviation", "prior"),
    *("search_winrate", "prior_winrate", "prior_visits", "amaf", "amaf_visits"),
)


@dataclass(frozen=True)
class SearchReport:
    """What a search thinks of `position`; the module says what the numbers mean.

    In a notebook it shows itself as a picture; `svg` has the choices.
    """

    position: Position = field(compare=False, repr=False)
    moves: tuple[SearchedMove, ...] = ()  # those visited, the best first
    mean_score: float = 0.0  # of all games of this search, the mover's
    score_deviation: float = 0.0  # of a single game, in points
    playouts: int = 0  # of this search
    reused: int = 0  # playouts that an earlier search had left in the tree
    seconds: float = 0.0
    ownership: Mapping[Vertex, float] = field(default_factory=dict)
    criticality: Mapping[Vertex, float] = field(default_factory=dict)
    policy: Mapping[Vertex, float] = field(default_factory=dict)  # the prior of every move, visited or not
    extra_komi: float = 0.0  # dynamic komi at this moment: points for White in the search only
    nodes: int = 0  # of the tree
    depth: int = 0  # of the deepest simulation in the tree
    prunings: int = 0  # times the tree was cut back to its memory
    book_games: int = 0  # of the playouts reused: games that a tree book had put into the tree

    @property
    def color(self) -> Color:
        """Who is to move."""
        return self.position.to_play

    @property
    def best(self) -> SearchedMove:
        """The best move."""
        if not self.moves:
            raise TengenError("nothing was searched, so there is no best move: give the search more playouts")
        return self.moves[0]

    @property
    def visits(self) -> int:
        """Playouts of this search and of those before it whose results it used."""
        return self.playouts + self.reused

    @property
    def winrate(self) -> float:
        """That of the best move; 1/2 if nothing is known."""
        return self.moves[0].winrate if self.moves else 0.5

    @property
    def score(self) -> float:
        """That of the best move, or, if no game of this search began with it, the mean of all."""
        known = self.moves[0].score if self.moves else None
        return self.mean_score if known is None else known

    @property
    def mean_winrate(self) -> float:
        """The mean of all moves by their visits, which is the value of the position in a tree."""
        return _mean([(move.winrate, move.visits) for move in self.moves], self.winrate)

    @property
    def fair_winrate(self) -> float:
        """Between that of the best move and the mean of all, for comparing positions."""
        return (self.winrate + self.mean_winrate) / 2

    @property
    def fair_score(self) -> float:
        """Likewise."""
        scored = [(move.score, move.visits) for move in self.moves if move.score is not None]
        return (self.score + _mean(scored, self.score)) / 2

    @property
    def playouts_per_second(self) -> float:
        """How fast it was."""
        return self.playouts / self.seconds if self.seconds > 0 else 0.0

    def move(self, vertex: Vertex) -> SearchedMove | None:
        """What is known of a move; None if it was not visited."""
        return next((move for move in self.moves if move.vertex == vertex), None)

    def winrate_of(self, color: Color) -> float:
        """How often a player wins."""
        return self.winrate if color is self.color else 1.0 - self.winrate

    def score_of(self, color: Color) -> float:
        """How many points a player is expected to be ahead."""
        return self.score if color is self.color else -self.score

    def svg(self, show: Sequence[str] = ("moves",), *, width: int = 420, theme: "Theme | None" = None) -> str:
        """The position with what was found: ``moves``, ``ownership``, ``criticality``, ``policy``, ``variation``."""
        from tengen.search.picture import draw_report

        return draw_report(self, show, width=width, theme=theme)

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
            **{name: _short(getattr(self, name)) for name in ("winrate", "score", "visits")},
            **{name: _short(getattr(self, name)) for name in _NUMBERS},
            "moves": [move.to_dict() for move in self.moves],
            **{name: {str(v): _short(value) for v, value in getattr(self, name).items()} for name in _MAPS},
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], position: Position) -> "SearchReport":
        """What `to_dict` wrote, of the same position."""
        size = position.size
        try:
            values: dict[str, Any] = {name: plain[name] for name in _NUMBERS if name != "book_games"}
            values["book_games"] = plain.get("book_games", 0)  # analyses saved earlier have none
            for name in _MAPS:
                values[name] = {Vertex.parse(text, size): float(value) for text, value in plain[name].items()}
            moves = tuple(SearchedMove.from_dict(move, size) for move in plain["moves"])
            return cls(position.copy(), moves, **values)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TengenError(
                f"this is not a saved analysis ({type(error).__name__}: {error}): analyse again"
            ) from None


_NUMBERS = (
    *("mean_score", "score_deviation", "playouts", "reused", "seconds"),
    *("extra_komi", "nodes", "depth", "prunings", "book_games"),
)
_MAPS = ("ownership", "criticality", "policy")


def _mean(values: Sequence[tuple[float, int]], default: float) -> float:
    """The mean of values with weights."""
    total = sum(weight for _, weight in values)
    return sum(value * weight for value, weight in values) / total if total else default


def _short(value: Any) -> Any:
    return round(value, 5) if isinstance(value, float) else value
