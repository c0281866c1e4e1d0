"""Flat Monte Carlo: the move whose random continuations win most often.

Single-level, as in Brügmann's "Monte Carlo Go" (1993). With `all_moves_as_first` a
playout also counts for the moves the player made later in it, Brügmann's way to learn
about every move from every game; without it only for its first move (Abramson 1990).
"""

import secrets
from dataclasses import dataclass

from tengen.engines.interface import Candidate, EngineOptions, MoveReport
from tengen.engines.judgement import ownership_of
from tengen.engines.playing import Task, ThinkingEngine
from tengen.engines.playout_pool import PlayoutPool, Statistics
from tengen.engines.resignation import is_catching_up
from tengen.game.vertex import RESIGN, Vertex
from tengen.parameters import parameter

_SLICE = 50  # playouts between two looks at the clock: some milliseconds


@dataclass(frozen=True)
class MonteCarloParameters:
    """What can be set about flat Monte Carlo."""

    all_moves_as_first: bool = parameter(
        True, help="A playout counts for all moves the player made in it", source="Brügmann 1993"
    )
    playout: str = parameter(
        "light",
        help="How games are played: light, mogo, mogo-global, mogo-lgrf2 or rules such as atari,pattern:0.9,capture",
        source="MoGo 2006, 3.2",
    )
    resign_below: float = parameter(
        0.02, unit="win rate", help="Resign when the best move wins less often; 0 never", minimum=0, maximum=1
    )


class MonteCarloEngine(ThinkingEngine):
    """Plays by flat Monte Carlo.

    >>> from tengen.game.position import Position
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

    def _think(self, task: Task) -> MoveReport:
        """Try every move in playouts until the limit, and take the best."""
        self._pool.begin(task.position, [vertex.point for vertex in task.moves])
        done = 0
        while self._goes_on(task, done):
            part = _SLICE * self.options.threads
            if task.playouts is not None:
                part = min(part, task.playouts - done)
            self._pool.run(part)
            done += part
        statistics = self._pool.statistics()
        candidates = self._rank(task.moves, statistics)
        best = candidates[0]
        hopeless = best.winrate < self.parameters.resign_below and done >= 50 * len(task.moves)
        gives_up = task.may_resign and hopeless and not is_catching_up(task.position)
        return MoveReport(
            task.position.to_play,
            RESIGN if gives_up else best.vertex,
            self.name,
            playouts=done,
            seconds=task.elapsed,
            winrate=best.winrate,
            # One move has few playouts of its own; all of them together say how the game stands.
            score=float(statistics["score"].sum()) / done,
            candidates=candidates,
            ownership=ownership_of(task.position, statistics),
        )

    def _apply_parameters(self) -> None:
        self._pool.set_policy(self.parameters.playout)

    def close(self) -> None:
        """End the threads."""
        super().close()
        self._pool.close()

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
