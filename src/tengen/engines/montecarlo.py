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

from tengen.engines.candidates import moves_that_capture_dead, sensible_moves
from tengen.engines.interface import Candidate, Engine, EngineOptions, Judgement, Limit, MoveReport
from tengen.engines.judgement import groups_of, judge_by_playouts, ownership_of
from tengen.engines.playout_pool import PlayoutPool, Statistics
from tengen.game.color import BLACK, Color
from tengen.game.life import unconditional_life
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.kernels.playouts.policies import parse_policy
from tengen.parameters import parameter

DEFAULT_PLAYOUTS = 10_000
_SETTLED = 0.95  # ownership of a point that needs no further move under territory rules
_SLICE = 200  # playouts between two looks at the clock: some milliseconds


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
        if not cleanup and self._should_pass(position):
            return MoveReport(color, PASS, self.name, comment="the opponent passed and I am ahead")
        if cleanup:
            moves = moves_that_capture_dead(position, self.judge(position))
        else:
            moves = self._moves_to_try(position)
        if not moves:
            return MoveReport(color, PASS, self.name, comment="nothing left to play")
        self._pool.begin(position, [vertex.point for vertex in moves])
        done = self._run(began, *self._limits(position, limit))
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

    def _limits(self, position: Position, limit: Limit | None) -> tuple[int | None, float | None]:
        """Playouts and seconds for this move; what the call says goes before the options."""
        limit = limit or Limit()
        playouts = self.options.playouts if limit.playouts is None else limit.playouts
        seconds = self.options.seconds if limit.seconds is None else limit.seconds
        if limit.clock is not None:
            allotted = limit.clock.seconds_for_move(int(position.board["empty_count"][0]))
            seconds = allotted if seconds is None else min(seconds, allotted)
        if playouts is None and seconds is None:
            playouts = DEFAULT_PLAYOUTS
        return playouts, seconds

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

    def _moves_to_try(self, position: Position) -> list[Vertex]:
        """Sensible moves, but not inside what surely belongs to one side already."""
        mover = position.to_play
        settled = {vertex for color in Color for vertex in unconditional_life(position, color).territory}
        if not position.rules.removes_dead:
            # Whatever is not captured will count as alive: dead stones must be taken.
            settled -= {
                liberty
                for group in groups_of(position)
                if group.color is not mover and group.stones <= settled
                for liberty in group.liberties
            }
        crowded = int(position.board["empty_count"][0]) * 2 < position.size**2
        if position.rules.scoring is Scoring.TERRITORY and crowded:
            # Here a needless move costs a point.
            ownership = self.judge(position).ownership
            settled |= {vertex for vertex, owner in ownership.items() if abs(owner) >= _SETTLED}
        return [vertex for vertex in sensible_moves(position) if vertex not in settled]

    def _should_pass(self, position: Position) -> bool:
        """Whether the opponent has just passed and the game is won, by two opinions."""
        last = position.last_move
        if last is None or not last.vertex.is_pass or last.color is position.to_play:
            return False
        judgement = self.judge(position)
        expected = sum(judgement.ownership.values()) - position.komi
        ahead = expected > 0 if position.to_play is BLACK else expected < 0
        return ahead and judgement.score.winner is position.to_play

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
