"""The random engine: any legal move that does not fill an own eye, each as likely.

The weakest opponent there is, and the yardstick of rules: it finishes games.
"""

import secrets
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
from tengen.game.vertex import PASS


@dataclass(frozen=True)
class RandomParameters:
    """The random engine has nothing to set."""


class RandomEngine(Engine):
    """Plays at random.

    >>> engine = RandomEngine(EngineOptions(seed=7))
    >>> report = engine.choose_move(Position(9))
    >>> report.vertex.is_on(9)
    True
    """

    name = "random"
    default_parameters = RandomParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        seed = secrets.randbits(48) if self.options.seed is None else self.options.seed
        self._random = np.random.default_rng(seed & (2**64 - 1))

    def choose(self, request: MoveRequest) -> MoveReport:
        """A random sensible move; a pass if there is none."""
        position = request.position
        moves = moves_that_capture_dead(position, self.judge(position)) if request.cleanup else sensible_moves(position)
        vertex = moves[int(self._random.integers(len(moves)))] if moves else PASS
        return MoveReport(position.to_play, vertex, self.name)

    def judge(self, position: Position) -> Judgement:
        """By playouts, as the Monte Carlo engine does."""
        return judge_by_playouts(position)
