"""Engines that play at once what is likeliest, by whoever tells how likely moves are, without any search."""

import secrets
import time
from abc import abstractmethod

import numpy as np

from tengen.engines.candidates import sensible_moves
from tengen.engines.endgame.cleanup import moves_that_capture_dead
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.interface import Engine, EngineOptions
from tengen.engines.move_report import MoveReport
from tengen.engines.request import MoveRequest
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.report import SearchedMove, SearchReport

_TOLD = 20  # moves of a report
Likely = list[tuple[Vertex, float]]


class LikeliestEngine(Engine):
    """Plays the likeliest of the sensible moves, or draws one of the likely ones."""

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        seed = secrets.randbits(48) if self.options.seed is None else self.options.seed
        self._random = np.random.default_rng(seed & (2**64 - 1))

    @abstractmethod
    def _look(self, position: Position) -> tuple[Likely, SearchReport]:
        """How likely moves are, the likeliest first, and what else there is to tell."""

    @property
    @abstractmethod
    def _temperature(self) -> float:
        """0: the likeliest move; 1: each as often as it is likely."""

    def choose(self, request: MoveRequest) -> MoveReport:
        """The likeliest of the sensible moves, or one of the likely ones; a pass if there are none."""
        began = time.monotonic()
        position = request.position
        moves = moves_that_capture_dead(position, self.judge(position)) if request.cleanup else sensible_moves(position)
        allowed = {*moves} if request.cleanup else {*moves, PASS}
        said, report = self._look(position)
        judged = bool(report.moves) and report.moves[0].score is not None
        likely = [found for found in said if found[0] in allowed]
        vertex = self._draw(likely) if likely else moves[0] if moves else PASS
        return MoveReport(
            position.to_play,
            vertex,
            self.name,
            seconds=time.monotonic() - began,
            search=report,
            winrate=report.moves[0].winrate if judged else None,
            comment=_comment(vertex, dict(likely)),
        )

    def judge(self, position: Position) -> Judgement:
        """By playouts, as the Monte Carlo engine does."""
        return judge_by_playouts(position)

    def _draw(self, likely: Likely) -> Vertex:
        if self._temperature == 0:
            return likely[0][0]
        logarithms = np.log([max(chance, 1e-30) for _, chance in likely]) / self._temperature
        chances = np.exp(logarithms - logarithms.max())
        return likely[int(self._random.choice(len(likely), p=chances / chances.sum()))][0]


def told(likely: Likely, winrate: float = 0.5, score: float | None = None) -> tuple[SearchedMove, ...]:
    """Likely moves as a report has them."""
    return tuple(
        SearchedMove(move, 0, winrate, score=score, prior=chance, variation=(move,)) for move, chance in likely[:_TOLD]
    )


def _comment(vertex: Vertex, chances: dict[Vertex, float]) -> str:
    if vertex.is_pass:
        return "nothing left to play"
    return f"played in {chances[vertex]:.0%} of such positions" if vertex in chances else "the only kind of move left"
