"""A review: a game, what every position of it is worth, and what every move of it lost."""

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tengen.game.color import BLACK, Color
from tengen.game.move import Move
from tengen.game.phase import phase_of
from tengen.records import GameRecord
from tengen.review.reviewed_position import ReviewedPosition
from tengen.review.severity import Severity, Thresholds
from tengen.review.stops import Stop
from tengen.search.report import SearchedMove

PHASES = ("opening", "middle game", "endgame")
_PHASE_ENDS = (0.2, 0.65)  # of a game, by `phase_of`, at which the opening and the middle game end
_SURE = 1.96  # standard deviations that the truth is seldom farther away
_ENOUGH = 0.05  # of the best move's visits, that a move needs to be judged without a look at what follows


class GraphPoint(NamedTuple):
    """A place of the graph; values are Black's."""

    number: int  # of moves played
    winrate: float
    score: float
    stop: int


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the game; win rates and points are its player's."""

    stop: int  # after it
    before: int  # the stop before it
    number: int
    move: Move
    phase: str
    main: bool  # whether it is on the main line
    winrate_before: float | None = None
    winrate: float | None = None  # after the move played
    lost: float | None = None  # win rate, below 0 if it did better than was thought; None if it was not analysed
    points_lost: float | None = None
    margin: float = 0.0  # by how much `lost` may be wrong by chance alone, 95 times of 100; less has no name
    better: SearchedMove | None = None  # what the analysis would have played, if something else
    severity: Severity = Severity.GOOD

    @property
    def is_first_choice(self) -> bool:
        """Whether the analysis would have played it too."""
        return self.lost is not None and self.better is None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        better = self.better
        return {
            "number": self.number,
            "color": str(self.move.color),
            "vertex": str(self.move.vertex),
            "phase": self.phase,
            "main_line": self.main,
            "winrate_before": _short(self.winrate_before),
            "winrate": _short(self.winrate),
            "winrate_lost": _short(self.lost),
            "points_lost": _short(self.points_lost, 2),
            "margin": _short(self.margin),
            "severity": str(self.severity),
            "better": None if better is None else str(better.vertex),
            "variation": [] if better is None else [str(vertex) for vertex in better.variation],
        }


@dataclass(frozen=True)
class Review:
    """What was found of a game.

    `moves` are the moves with what each lost, `mistakes` those of them that have a bad name, `graph` who was ahead
    when; `save` writes pages, pictures and the annotated record.
    """

    record: GameRecord
    stops: tuple[Stop, ...]
    evaluations: Mapping[int, ReviewedPosition]  # by the index of the stop; those not analysed are missing
    thresholds: Thresholds = field(default_factory=Thresholds)
    settings: Mapping[str, Any] = field(default_factory=dict)  # the analysis was made with
    warnings: tuple[str, ...] = ()
    searched: int = 0  # positions that were searched now; the others were known

    @cached_property
    def moves(self) -> tuple[ReviewedMove, ...]:
        """Every move, as judged."""
        return tuple(self._judge(stop) for stop in self.stops if stop.move is not None)

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """Inaccuracies, mistakes and blunders, in the order of the game."""
        return tuple(move for move in self.moves if move.severity > Severity.GOOD)

    @property
    def graph(self) -> tuple[GraphPoint, ...]:
        """Black's win rate and lead along the main line."""
        points = []
        for stop in self.stops:
            found = self.evaluations.get(stop.index)
            if found is not None and stop.main:
                points.append(GraphPoint(stop.number, found.winrate_of(BLACK), found.score_of(BLACK), stop.index))
        return tuple(points)

    def _judge(self, stop: Stop) -> ReviewedMove:
        assert stop.move is not None
        assert stop.before is not None
        phase = phase_name(phase_of(self.stops[stop.before].position))
        plain = ReviewedMove(stop.index, stop.before, stop.number, stop.move, phase, stop.main)
        before, after = self.evaluations.get(stop.before), self.evaluations.get(stop.index)
        if before is None or before.best is None or before.color is not stop.move.color:
            return plain
        winrate, points, visits = _after(before, after, stop.move)
        if winrate is None:
            return plain
        best = before.best
        margin = _SURE * math.hypot(before.error(before.winrate, before.visits), before.error(winrate, visits))
        own_choice = best.vertex == stop.move.vertex
        lost = before.winrate - winrate
        points_lost = None if points is None else before.score - points
        # The analysis does not call its own choice bad: if it is disappointed by what follows, the graph shows it.
        severity = self.thresholds.judge(lost if lost >= margin else 0.0, points_lost)
        return ReviewedMove(
            stop.index,
            stop.before,
            stop.number,
            stop.move,
            phase,
            stop.main,
            before.winrate,
            winrate,
            lost,
            points_lost,
            margin,
            None if own_choice else best,
            Severity.GOOD if own_choice else severity,
        )

    def save(
        self, folder: str | os.PathLike[str], name: str = "review", *, kinds: Sequence[str] | None = None
    ) -> list[Path]:
        """Write the review into a folder, as ``html``, ``svg``, ``png`` and ``sgf``; the files written."""
        from tengen.review.files import save_review

        return save_review(self, folder, name, kinds)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        from tengen.review.summary import summaries

        record = self.record
        return {
            "file": record.name,
            "black": record.black,
            "white": record.white,
            "result": record.result,
            "size": record.size,
            "komi": record.komi,
            "rules": record.rules.name,
            "settings": dict(self.settings),
            "warnings": list(self.warnings),
            "players": {str(summary.color): summary.to_dict() for summary in summaries(self)},
            "graph": [
                {"number": point.number, "black_winrate": _short(point.winrate), "black_lead": _short(point.score, 2)}
                for point in self.graph
            ],
            "moves": [move.to_dict() for move in self.moves],
        }

    def name_of(self, color: Color) -> str:
        """What a player is called, for tables and titles."""
        name = self.record.black if color is BLACK else self.record.white
        return name or str(color).capitalize()


def phase_name(phase: float) -> str:
    """What players call that part of a game.

    >>> phase_name(0.0), phase_name(0.3), phase_name(0.9)
    ('opening', 'middle game', 'endgame')
    """
    return PHASES[sum(phase >= end for end in _PHASE_ENDS)]


def _after(
    before: ReviewedPosition, after: ReviewedPosition | None, move: Move
) -> tuple[float | None, float | None, int]:
    """The mover's win rate and lead after his move, and the visits behind them; by the search before if need be."""
    if after is not None:
        return after.winrate_of(move.color), after.score_of(move.color), after.visits
    known = before.move(move.vertex)
    if known is not None and before.best is not None and known.visits >= _ENOUGH * before.best.visits:
        return known.winrate, known.score, known.visits
    return None, None, 0


def _short(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)
