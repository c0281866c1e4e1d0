"""The patterns engine: it plays at once what strong players are likeliest to play, by the learnt weights alone.

Thesis 3.1.2 has such an engine (patternplay), to look at what was learnt; it is also a quick opponent that knows shape
and cannot read.
"""

import secrets
import time
from dataclasses import dataclass

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
from tengen.parameters import parameter
from tengen.search.learnt_weights import learnt_weights
from tengen.search.likely_moves import likely_moves
from tengen.search.report import SearchedMove, SearchReport

_TOLD = 20  # moves of a report


@dataclass(frozen=True)
class PatternsParameters:
    """What can be set about the patterns engine."""

    patterns: str = parameter(
        "yes",
        help="Learnt weights of moves: yes for those that ship, no, or a file made by tengen learn patterns",
        source="Coulom 2007; thesis 3.1.2",
    )
    temperature: float = parameter(
        0.0, help="0: the likeliest move; 1: each as often as it is likely", minimum=0, maximum=10
    )


class PatternsEngine(Engine):
    """Plays the likeliest move.

    >>> engine = PatternsEngine(EngineOptions(seed=1))
    >>> engine.choose_move(Position(9)).vertex.is_on(9)
    True
    """

    name = "patterns"
    default_parameters = PatternsParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.parameters: PatternsParameters
        seed = secrets.randbits(48) if self.options.seed is None else self.options.seed
        self._random = np.random.default_rng(seed & (2**64 - 1))

    def choose(self, request: MoveRequest) -> MoveReport:
        """The likeliest of the sensible moves, or one of the likely ones; a pass if there are none."""
        began = time.monotonic()
        position = request.position
        moves = moves_that_capture_dead(position, self.judge(position)) if request.cleanup else sensible_moves(position)
        allowed = set(moves)
        likely = [
            found for found in likely_moves(position, learnt_weights(self.parameters.patterns)) if found[0] in allowed
        ]
        vertex = self._draw(likely) if likely else moves[0] if moves else PASS
        told = tuple(SearchedMove(move, 0, 0.5, prior=chance, variation=(move,)) for move, chance in likely[:_TOLD])
        return MoveReport(
            position.to_play,
            vertex,
            self.name,
            seconds=time.monotonic() - began,
            search=SearchReport(position.copy(), told),
            comment=_comment(vertex, dict(likely)),
        )

    def judge(self, position: Position) -> Judgement:
        """By playouts, as the Monte Carlo engine does."""
        return judge_by_playouts(position)

    def _draw(self, likely: list[tuple[Vertex, float]]) -> Vertex:
        temperature = self.parameters.temperature
        if temperature == 0:
            return likely[0][0]
        logarithms = np.log([max(chance, 1e-30) for _, chance in likely]) / temperature
        chances = np.exp(logarithms - logarithms.max())
        return likely[int(self._random.choice(len(likely), p=chances / chances.sum()))][0]


def _comment(vertex: Vertex, chances: dict[Vertex, float]) -> str:
    if vertex.is_pass:
        return "nothing left to play"
    return f"played in {chances[vertex]:.0%} of such positions" if vertex in chances else "the only kind of move left"
