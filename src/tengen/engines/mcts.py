"""Monte Carlo tree search: the engine that plays real Go.

A tree over the position grows where the playouts win (Coulom 2006; UCT: Kocsis and
Szepesvári 2006), guided by RAVE (Gelly and Silver 2007); the playouts are MoGo's. Each of
these can be exchanged: see `tengen engines`. The move played is the one visited most.
"""

import secrets
import time
from collections.abc import Mapping
from typing import Any

from tengen.engines.candidates import moves_that_capture_dead
from tengen.engines.interface import Candidate, Engine, EngineOptions, Judgement, Limit, MoveReport
from tengen.engines.judgement import judge_by_playouts
from tengen.engines.playing import judge_within, limits_of, moves_to_try, should_pass
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.vertex import PASS, RESIGN
from tengen.kernels.playouts.policies import parse_policy
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

DEFAULT_PLAYOUTS = 10_000
_UNLIMITED = 1 << 40
_TOLD = 20  # candidates in a report


class MctsEngine(Engine):
    """Plays by tree search.

    >>> engine = MctsEngine(EngineOptions(playouts=1000, seed=1))
    >>> report = engine.choose_move(Position(9))
    >>> report.playouts, report.candidates[0].vertex == report.vertex
    (1000, True)
    """

    name = "mcts"
    default_parameters = SearchParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.parameters: SearchParameters
        seed = secrets.randbits(48) if self.options.seed is None else self.options.seed
        self._searcher = Searcher(self.parameters, self.options.threads, seed)

    def choose_move(self, position: Position, limit: Limit | None = None, *, cleanup: bool = False) -> MoveReport:
        """Search until the limit and take the move visited most."""
        began = time.monotonic()
        color = position.to_play
        playouts, seconds = limits_of(self.options, position, limit, DEFAULT_PLAYOUTS)
        if not cleanup and should_pass(position, seconds):
            return MoveReport(color, PASS, self.name, comment="the opponent passed and I am ahead")
        moves = moves_that_capture_dead(position, self.judge(position)) if cleanup else moves_to_try(position, seconds)
        if not moves:
            return MoveReport(color, PASS, self.name, comment="nothing left to play")
        self._searcher.begin(position, moves)
        self._search(began, playouts, seconds)
        return self._report(position, cleanup, began, seconds)

    def judge(self, position: Position) -> Judgement:
        """Dead stones by playouts and unconditional life."""
        return judge_by_playouts(position)

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters; they hold from the next move on."""
        if "playout" in values:
            parse_policy(str(values["playout"]))  # refuse it before anything changes
        super().change_settings(values)
        self._searcher.set_parameters(self.parameters)

    def close(self) -> None:
        """End the threads."""
        super().close()
        self._searcher.close()

    def _search(self, began: float, playouts: int | None, seconds: float | None) -> None:
        wanted = _UNLIMITED if playouts is None else playouts
        while self._searcher.simulations < wanted:
            out_of_time = seconds is not None and time.monotonic() - began >= seconds
            if self._searcher.simulations and (out_of_time or self._stop.is_set()):
                break
            self._searcher.run_slice(wanted - self._searcher.simulations)
        self._stop.clear()

    def _may_pass(self, position: Position, seconds: float | None, cleanup: bool) -> bool:
        return not cleanup and judge_within(position, seconds).score.winner is position.to_play

    def _report(self, position: Position, cleanup: bool, began: float, seconds: float | None) -> MoveReport:
        found = self._searcher.root_moves()
        chosen = found[0]
        # A pass that wins by the tree's count is played only if it also wins by the real one.
        if chosen.vertex.is_pass and not self._may_pass(position, seconds, cleanup):
            chosen = next((move for move in found if not move.vertex.is_pass), chosen)
        ownership = self._searcher.ownership()
        lead = sum(ownership.values()) - position.komi - position.rules.handicap_points(position.handicap)
        hopeless = not cleanup and chosen.visits > 100 and chosen.winrate < self.parameters.resign_below
        return MoveReport(
            position.to_play,
            RESIGN if hopeless else chosen.vertex,
            self.name,
            playouts=self._searcher.simulations,
            seconds=time.monotonic() - began,
            winrate=chosen.winrate,
            score=lead if position.to_play is BLACK else -lead,
            candidates=tuple(
                Candidate(m.vertex, m.visits, m.winrate, None, m.prior, m.variation) for m in found[:_TOLD]
            ),
            ownership=ownership,
        )
