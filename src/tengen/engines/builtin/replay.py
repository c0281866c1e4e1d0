"""The replay engine: it plays at once what a playout policy would, so that one can look at it.

A report says which rule of the policy found the move, and lists what the policy would have
played how often.
"""

import random
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tengen.engines.candidates import sensible_moves
from tengen.engines.endgame.cleanup import moves_that_capture_dead
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.interface import Engine, EngineOptions
from tengen.engines.move_report import MoveReport
from tengen.engines.request import MoveRequest
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.playouts.choices import policy_choices
from tengen.kernels.playouts.last_good_reply import new_replies
from tengen.kernels.playouts.policies import ANALYZE_AFTER, RULE_NAMES, parse_policy, policy_record
from tengen.kernels.root_record import new_roots, new_tables
from tengen.kernels.thread_record import new_threads
from tengen.parameters import parameter
from tengen.search.joseki import joseki_for_playouts
from tengen.search.report import SearchedMove, SearchReport

DRAWS = 200  # moves drawn for a report; the first is played


@dataclass(frozen=True)
class ReplayParameters:
    """What can be set about the replay engine."""

    playout: str = parameter(
        "mogo",
        help="The policy to look at: light, mogo, mogo-global, mogo-lgrf2, or rules such as atari,pattern:0.9,capture",
        source="MoGo 2006, 3.2",
    )
    practice: int = parameter(
        200,
        unit="playouts",
        help="Games before each move for lgrf1 and lgrf2 to learn replies from",
        minimum=0,
        maximum=100_000,
    )


class ReplayEngine(Engine):
    """Plays what a playout policy would.

    >>> engine = ReplayEngine(EngineOptions(seed=1))
    >>> position = Position.from_diagram('''. . . . .
    ...                                     . X X . .
    ...                                     X O O . .
    ...                                     . X X . .
    ...                                     . . . . .''')
    >>> engine.choose_move(position).summary()
    'black D3 (replay, capture)'
    """

    name = "replay"
    default_parameters = ReplayParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.parameters: ReplayParameters
        _check(self.parameters.playout)
        seed = secrets.randbits(48) if self.options.seed is None else self.options.seed
        self._random = random.Random(seed)
        self._thread = new_threads(seed)

    def choose(self, request: MoveRequest) -> MoveReport:
        """The policy's move; a pass when the policy passes. No limit is needed."""
        began = time.monotonic()
        position = request.position
        moves = moves_that_capture_dead(position, self.judge(position)) if request.cleanup else sensible_moves(position)
        allowed = moves or [PASS]
        # A policy knows nothing of superko, nor of cleaning up.
        draws = [(vertex, rule) for vertex, rule in self._draw(position) if vertex in allowed]
        if draws:
            vertex, rule = draws[0]
        else:
            vertex, rule = self._random.choice(allowed), "random, since the policy's move is not allowed"
        return MoveReport(
            position.to_play,
            vertex,
            self.name,
            seconds=time.monotonic() - began,
            search=SearchReport(position.copy(), _by_frequency([vertex for vertex, _ in draws])),
            comment="nothing left to play" if vertex.is_pass else rule,
        )

    def judge(self, position: Position) -> Judgement:
        """By playouts, as the Monte Carlo engine does."""
        return judge_by_playouts(position)

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters; they hold from the next move on."""
        if "playout" in values:
            _check(str(values["playout"]))  # refuse it before anything changes
        super().change_settings(values)

    def _draw(self, position: Position) -> list[tuple[Vertex, str]]:
        """Moves drawn from the policy, each with the rule that found it."""
        points, rules = np.zeros(DRAWS, np.int64), np.zeros(DRAWS, np.int64)
        policy = policy_record(self.parameters.playout, position.size)
        root = new_roots(position.board, policy, position.points_for_white)
        self._thread["replies"] = new_replies()
        tables = new_tables(joseki=joseki_for_playouts(self.parameters.playout))
        policy_choices(tables, root, self._thread, self.parameters.practice, points, rules)
        drawn = zip(points.tolist(), rules.tolist(), strict=True)
        return [(Vertex.from_point(point), RULE_NAMES[rule]) for point, rule in drawn]


def _check(policy: str) -> None:
    """Refuse what cannot be played move by move."""
    if ANALYZE_AFTER in dict(parse_policy(policy)):
        raise TengenError(f"{ANALYZE_AFTER} fills the board and chooses no moves: replay needs another playout")


def _by_frequency(moves: list[Vertex]) -> tuple[SearchedMove, ...]:
    """The moves drawn, most frequent first; a policy has no idea who wins."""
    counted = Counter(moves).most_common()
    return tuple(SearchedMove(move, n, 0.5, prior=n / len(moves), variation=(move,)) for move, n in counted)
