"""Flat Monte Carlo: the move whose random continuations win most often.

Single-level, as in Brügmann's "Monte Carlo Go" (1993). With `all_moves_as_first` a
playout also counts for the moves the player made later in it, Brügmann's way to learn
about every move from every game; without it only for its first move (Abramson 1990).
"""

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tengen.engines.candidates import moves_that_capture_dead
from tengen.engines.interface import Candidate, Engine, EngineOptions, Judgement, Limit, MoveReport
from tengen.engines.judgement import judge_by_playouts, ownership_of
from tengen.engines.playing import limits_of, moves_to_try, should_pass
from tengen.engines.playout_pool import PlayoutPool, Statistics
from tengen.game.position import Position
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.kernels.playouts.policies import parse_policy
from tengen.parameters import parameter

DEFAULT_PLAYOUTS = 10_000
_SLICE = 50  # playouts between two looks at the clock: some milliseconds


@dataclass(frozen=True)
class MonteCarloParameters:
    """What can be set about flat Monte Carlo."""

    all_moves_as_first: bool = parameter(
        True, help="A playout counts for all moves the player made in it", source="Brügmann 1993"
    )
    playout: str = parameter(
        "light",
        help="How games are played out: light, mogo, mogo-global, or rules such as atari,pattern:0.9,capture",
        source="MoGo 2006, 3.2",
    )
    resign_below: float = parameter(
        0.02, unit="win rate", help="Resign when the best move wins less often; 0 never", minimum=0, maximum=1
    )


class MonteCarloEngine(Engine):
    """Plays by flat Monte Carlo.

    >>> engine = MonteCarloEngine(EngineOptions(playouts=500, seed=1))
    >>> capture = Position.from_diagram('''. . . . .
    ...                                    . X X . .
    ...                                    X O O . .
    ...                                    . X X . .
    ...                                    . . . . .''')
    >>> str(engine.choose_move(capture).vertex)
    'D3'
    """

    name = "montecarlo"
    default_parameters = MonteCarloParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.parameters: MonteCarloParameters
        seed = secrets.randbits(48) if self.options.seed is None else self.options.seed
        self._pool = PlayoutPool(self.options.threads, seed, self.parameters.playout)

    def choose_move(self, position: Position, limit: Limit | None = None, *, cleanup: bool = False) -> MoveReport:
        """Try every sensible move in playouts until the limit, and take the best."""
        began = time.monotonic()
        color = position.to_play
        playouts, seconds = limits_of(self.options, position, limit, DEFAULT_PLAYOUTS)
        if not cleanup and should_pass(position, seconds):
            return MoveReport(color, PASS, self.name, comment="the opponent passed and I am ahead")
        if cleanup:
            moves = moves_that_capture_dead(position, self.judge(position))
        else:
            moves = moves_to_try(position, seconds)
        if not moves:
            return MoveReport(color, PASS, self.name, comment="nothing left to play")
        self._pool.begin(position, [vertex.point for vertex in moves])
        done = self._run(began, playouts, seconds)
        statistics = self._pool.statistics()
        candidates = self._rank(moves, statistics)
        best = candidates[0]
        hopeless = not cleanup and best.winrate < self.parameters.resign_below and done >= 50 * len(moves)
        return MoveReport(
            color,
            RESIGN if hopeless else best.vertex,
            self.name,
            playouts=done,
            seconds=time.monotonic() - began,
            winrate=best.winrate,
            # One move has few playouts of its own; all of them together say how the game stands.
            score=float(statistics["score"].sum()) / done,
            candidates=candidates,
            ownership=ownership_of(position, statistics),
        )

    def judge(self, position: Position) -> Judgement:
        """Dead stones by playouts and unconditional life."""
        return judge_by_playouts(position)

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters; another playout policy holds from the next move on."""
        if "playout" in values:
            parse_policy(str(values["playout"]))  # refuse it before anything changes
        super().change_settings(values)
        self._pool.set_policy(self.parameters.playout)

    def close(self) -> None:
        """End the threads."""
        super().close()
        self._pool.close()

    def _run(self, began: float, playouts: int | None, seconds: float | None) -> int:
        done = 0
        while playouts is None or done < playouts:
            out_of_time = seconds is not None and time.monotonic() - began >= seconds
            if done and (out_of_time or self._stop.is_set()):
                break
            part = _SLICE * self.options.threads
            if playouts is not None:
                part = min(part, playouts - done)
            self._pool.run(part)
            done += part
        self._stop.clear()
        return done

    def _rank(self, moves: list[Vertex], statistics: Statistics) -> tuple[Candidate, ...]:
        """All moves tried, the most promising first."""
        shared = self.parameters.all_moves_as_first
        candidates = []
        for vertex in moves:
            row = statistics[vertex.point]
            visits = int(row["visits"])
            if shared:
                winrate = float(row["amaf_wins"]) / max(1, int(row["amaf_visits"]))
            else:
                winrate = float(row["wins"]) / max(1, visits)
            score = float(row["score"]) / visits if visits else None
            candidates.append(Candidate(vertex, visits, winrate, score, variation=(vertex,)))
        candidates.sort(key=lambda candidate: (candidate.winrate, candidate.visits), reverse=True)
        return tuple(candidates)
