"""What a review keeps of the analysis of a position: small enough for hundreds of them in a file or a page.

The win rate of the best move alone hopes too much: the search has not found all answers to it. So from one position to
the next even the search's own choices would seem to lose something. The mean of all simulations hopes too little, as
some went into worse moves. A review compares positions, and takes the middle of the two, by which own choices lose
nothing on average, with less noise; `benchmarks/review_overhead.py` prints what is left. The same goes for the score.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tengen.analysis import Analysis, AnalyzedMove
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.vertex import Vertex

KEPT_MOVES = 8  # the best ones; the move played is kept besides


@dataclass(frozen=True)
class Evaluation:
    """A position's worth; win rates and scores are those of `color`, who is to play."""

    color: Color
    winrate: float  # between that of the best move and the mean of all; see above
    score: float  # expected points ahead, likewise
    visits: int  # in the tree, those left by the search of the position before included
    playouts: int  # of this position's own search
    moves: tuple[AnalyzedMove, ...]  # best first
    ownership: tuple[int, ...]  # -100 White's to 100 Black's, row by row from A1

    @classmethod
    def of(cls, analysis: Analysis, played: Vertex | None = None) -> "Evaluation":
        """What is worth keeping of an analysis; `played` is the move that follows in the game."""
        kept = list(analysis.moves[:KEPT_MOVES])
        kept += [move for move in analysis.moves[KEPT_MOVES:] if move.vertex == played]
        winrate = _mean([(move.winrate, move.visits) for move in analysis.moves], analysis.winrate)
        scored = [(move.score, move.visits) for move in analysis.moves if move.score is not None]
        return cls(
            analysis.color,
            round((analysis.winrate + winrate) / 2, 5),
            round((analysis.score + _mean(scored, analysis.score)) / 2, 2),
            analysis.visits,
            analysis.playouts,
            tuple(map(_brief, kept)),
            tuple(round(100 * value) for value in analysis.ownership.values()),
        )

    @property
    def best(self) -> AnalyzedMove | None:
        """The best move, if any was looked at."""
        return self.moves[0] if self.moves else None

    def winrate_of(self, color: Color) -> float:
        """How often a player wins."""
        return self.winrate if color is self.color else 1.0 - self.winrate

    def score_of(self, color: Color) -> float:
        """How many points a player is expected to be ahead."""
        return self.score if color is self.color else -self.score

    def move(self, vertex: Vertex) -> AnalyzedMove | None:
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
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], size: int) -> "Evaluation":
        """What `to_dict` wrote, of a board of `size`."""
        try:
            moves = tuple(
                AnalyzedMove(
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
            )
            scores = [found.score, *(move.score or 0.0 for move in moves)]
            rates = [found.winrate, *(move.winrate for move in moves)]
            if not all(map(math.isfinite, scores)) or not all(0 <= rate <= 1 for rate in rates):
                raise ValueError("a win rate or a score that is none")
            return found
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise TengenError(f"this is no saved position ({type(error).__name__}: {error}): review again") from None


def _brief(move: AnalyzedMove) -> AnalyzedMove:
    """What is kept of a move, so that it is the same when it comes back from a file."""
    score = None if move.score is None else round(move.score, 2)
    return AnalyzedMove(move.vertex, move.visits, move.winrate, score, variation=move.variation)


def _mean(values: Sequence[tuple[float, int]], default: float) -> float:
    """The mean of values with weights."""
    total = sum(weight for _, weight in values)
    return sum(value * weight for value, weight in values) / total if total else default
