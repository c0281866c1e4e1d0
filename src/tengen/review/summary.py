"""How each player did, in all and by the phase of the game."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tengen.game.color import BLACK, WHITE, Color
from tengen.review.model import PHASES, ReviewedMove
from tengen.review.severity import Severity

if TYPE_CHECKING:
    from tengen.review.model import Review


@dataclass(frozen=True)
class Tally:
    """Some moves of a player, taken together."""

    moves: int = 0  # that were judged
    sound: int = 0  # that are not even inaccuracies
    first_choices: int = 0  # that the analysis would have played
    lost: float = 0.0  # win rate a move, on average
    points_lost: float = 0.0  # a move, on average
    counts: dict[Severity, int] = field(default_factory=dict)

    @classmethod
    def of(cls, moves: Sequence[ReviewedMove]) -> "Tally":
        """The tally of these moves; those not judged are left out."""
        judged = [move for move in moves if move.lost is not None]
        count = max(1, len(judged))
        counts = Counter(move.severity for move in judged)
        return cls(
            len(judged),
            counts[Severity.GOOD],
            sum(move.is_first_choice for move in judged),
            sum(move.lost or 0.0 for move in judged) / count,
            sum(move.points_lost or 0.0 for move in judged) / count,
            {severity: counts[severity] for severity in Severity if severity},
        )

    @property
    def accuracy(self) -> float | None:
        """The part of the moves that are sound; None if there are none.

        >>> Tally(moves=4, sound=3).accuracy
        0.75
        """
        return self.sound / self.moves if self.moves else None

    @property
    def agreement(self) -> float | None:
        """The part of the moves that the analysis would have played."""
        return self.first_choices / self.moves if self.moves else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "moves": self.moves,
            "accuracy": None if self.accuracy is None else round(self.accuracy, 4),
            "agreement": None if self.agreement is None else round(self.agreement, 4),
            "winrate_lost": round(self.lost, 4),
            "points_lost": round(self.points_lost, 2),
            **{str(severity): count for severity, count in self.counts.items()},
        }


@dataclass(frozen=True)
class PlayerSummary:
    """How a player did."""

    color: Color
    name: str
    game: Tally
    phases: dict[str, Tally]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        phases = {phase: tally.to_dict() for phase, tally in self.phases.items() if tally.moves}
        return {"name": self.name, **self.game.to_dict(), "phases": phases}


def summaries(review: "Review") -> tuple[PlayerSummary, PlayerSummary]:
    """Black's and White's, by the moves of the main line."""

    def of(color: Color) -> PlayerSummary:
        moves = [move for move in review.moves if move.main and move.move.color is color]
        phases = {phase: Tally.of([move for move in moves if move.phase == phase]) for phase in PHASES}
        return PlayerSummary(color, review.name_of(color), Tally.of(moves), phases)

    return of(BLACK), of(WHITE)
