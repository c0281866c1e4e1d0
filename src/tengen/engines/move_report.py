"""A chosen move and what the engine thought."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tengen.game.color import Color
from tengen.game.vertex import Vertex
from tengen.search.report import SearchedMove, SearchReport


@dataclass(frozen=True)
class MoveReport:
    """A chosen move, and the search behind it, if there was one; win rate and score are the mover's."""

    color: Color
    vertex: Vertex
    engine: str
    search: SearchReport | None = None
    seconds: float = 0.0  # of thinking, with what was judged before and after the search
    winrate: float | None = None  # with the move chosen
    comment: str = ""

    @property
    def playouts(self) -> int:
        """Playouts of the search."""
        return 0 if self.search is None else self.search.playouts

    @property
    def score(self) -> float | None:
        """Points the mover is ahead with the move chosen, like the win rate; None if nothing was played out."""
        search = self.search
        if search is None or not (search.playouts or any(move.score is not None for move in search.moves[:1])):
            return None
        chosen = None if self.winrate is None else search.move(self.vertex)  # a level's need not be the best
        return search.score if chosen is None or chosen.score is None else chosen.score

    @property
    def candidates(self) -> tuple[SearchedMove, ...]:
        """The moves looked at, best first."""
        return () if self.search is None else self.search.moves

    @property
    def ownership(self) -> Mapping[Vertex, float]:
        """Whose the points will be, -1 White's to 1 Black's."""
        return {} if self.search is None else self.search.ownership

    @property
    def extra_komi(self) -> float:
        """Dynamic komi: points for White in the search only; win rate and score are without."""
        return 0.0 if self.search is None else self.search.extra_komi

    @property
    def playouts_per_second(self) -> float:
        """How fast the engine was."""
        return self.playouts / self.seconds if self.seconds > 0 else 0.0

    def summary(self) -> str:
        """One readable line.

        >>> MoveReport(Color.BLACK, Vertex(3, 3), "random").summary()
        'black D4 (random)'
        """
        parts = [self.engine]
        if self.winrate is not None:
            parts.append(f"win {self.winrate:.1%}")
        if self.score is not None:
            parts.append(f"lead {self.score:+.1f}")
        if self.extra_komi:
            parts.append(f"extra komi {self.extra_komi:+.1f}")
        if self.playouts:
            parts.append(f"{self.playouts} playouts in {self.seconds:.2f} s")
        if self.comment:
            parts.append(self.comment)
        return f"{self.color} {self.vertex} ({', '.join(parts)})"

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values, ready for JSON."""
        return {
            "color": str(self.color),
            "vertex": str(self.vertex),
            "engine": self.engine,
            "playouts": self.playouts,
            "seconds": self.seconds,
            "winrate": None if self.winrate is None else round(self.winrate, 5),
            "score": self.score,
            "comment": self.comment,
            "search": None if self.search is None else self.search.to_dict(),
        }
