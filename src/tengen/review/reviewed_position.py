"""What a review keeps of the search of a position: small enough for hundreds of them in a file or a page.

A review compares positions, so its win rates and scores are the fair ones (`search/report.py`).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.vertex import Vertex
from tengen.search.report import SearchedMove, SearchReport

KEPT_MOVES = 8  # the best ones; the move played is kept besides
_JUDGED_NOISE = 0.5  # of a visit that a network judges, beside one played out (`benchmarks/review_openings.py --truth`)


@dataclass(frozen=True)
class ReviewedPosition:
    """A position's worth; win rates and scores are those of `color`, who is to play."""

    color: Color
    winrate: float  # the fair one
    score: float  # likewise
    visits: int  # in the tree, those left by the search of the position before included
    playouts: int  # of this position's own search
    moves: tuple[SearchedMove, ...]  # best first
    ownership: tuple[int, ...]  # -100 White's to 100 Black's, row by row from A1
    judged: bool = False  # by a network, and not by games played out

    @classmethod
    def of(cls, report: SearchReport, played: Vertex | None = None, *, judged: bool = False) -> "ReviewedPosition":
        """What is worth keeping of a search; `played` is the move that follows in the game."""
        kept = list(report.moves[:KEPT_MOVES])
        kept += [move for move in report.moves[KEPT_MOVES:] if move.vertex == played]
        return cls(
            report.color,
            round(report.fair_winrate, 5),
            round(report.fair_score, 2),
            report.visits,
            report.playouts,
            tuple(map(_brief, kept)),
            tuple(round(100 * value) for value in report.ownership.values()),
            judged,
        )

    @property
    def best(self) -> SearchedMove | None:
        """The best move, if any was looked at."""
        return self.moves[0] if self.moves else None

    def winrate_of(self, color: Color) -> float:
        """How often a player wins."""
        return self.winrate if color is self.color else 1.0 - self.winrate

    def score_of(self, color: Color) -> float:
        """How many points a player is expected to be ahead."""
        return self.score if color is self.color else -self.score

    def error(self, winrate: float, visits: int) -> float:
        """How far a win rate by so many visits may be off: a standard deviation, never quite none."""
        noise = _JUDGED_NOISE if self.judged else 1.0
        return noise * math.sqrt(max(winrate * (1.0 - winrate), 0.25 / (visits + 1)) / max(1, visits))

    def move(self, vertex: Vertex) -> SearchedMove | None:
        """What is known of a move; None if nothing was kept of it."""
        return next((move for move in self.moves if move.vertex == vertex), None)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "color": str(self.color),
            "winrate": self.winrate,
            "score": self.score,
            "visits": self.visits,
            "playouts": self.playouts,
            "moves": [
                {
                    "vertex": str(move.vertex),
                    "visits": move.visits,
                    "winrate": move.winrate,
                    "score": move.score,
                    "variation": " ".join(map(str, move.variation)),
                }
                for move in self.moves
            ],
            "ownership": self.ownership,
            "judged": self.judged,
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], size: int) -> "ReviewedPosition":
        """What `to_dict` wrote, of a board of `size`."""
        try:
            moves = tuple(
                SearchedMove(
                    Vertex.parse(move["vertex"], size),
                    int(move["visits"]),
                    float(move["winrate"]),
                    None if move["score"] is None else float(move["score"]),
                    variation=tuple(Vertex.parse(text, size) for text in move["variation"].split()),
                )
                for move in plain["moves"]
            )
            ownership = tuple(map(int, plain["ownership"]))
            if len(ownership) != size * size:
                raise ValueError(f"{len(ownership)} points on {size}x{size}")
            found = cls(
                Color.parse(plain["color"]),
                float(plain["winrate"]),
                float(plain["score"]),
                int(plain["visits"]),
                int(plain["playouts"]),
                moves,
                ownership,
                bool(plain.get("judged", False)),
            )
            scores = [found.score, *(move.score or 0.0 for move in moves)]
            rates = [found.winrate, *(move.winrate for move in moves)]
            if not all(map(math.isfinite, scores)) or not all(0 <= rate <= 1 for rate in rates):
                raise ValueError("a win rate or a score that is none")
            return found
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise TengenError(f"this is no saved position ({type(error).__name__}: {error}): review again") from None


def _brief(move: SearchedMove) -> SearchedMove:
    """What is kept of a move, so that it is the same when it comes back from a file."""
    score = None if move.score is None else round(move.score, 2)
    return SearchedMove(move.vertex, move.visits, round(move.winrate, 5), score, variation=move.variation)
