"""Flat Monte Carlo: the move whose random continuations win most often.

Single-level, as in Brügmann's "Monte Carlo Go" (1993). With `all_moves_as_first` a
playout also counts for the moves the player made later in it, Brügmann's way to learn
about every move from every game; without it only for its first move (Abramson 1990).
With `opponents_moves` it counts for the moves the opponent was first to make, too, with the
opposite result, as in the paper on McGnuGo (3.2).
"""

import secrets
import time
from dataclasses import dataclass

from tengen.engines.candidates import sensible_moves
from tengen.engines.endgame.playout_judgement import ownership_of
from tengen.engines.endgame.resignation import is_catching_up
from tengen.engines.interface import EngineOptions
from tengen.engines.move_report import MoveReport
from tengen.engines.playout_pool import PlayoutPool, Statistics
from tengen.engines.request import SearchRequest
from tengen.engines.slices import run_slices
from tengen.engines.thinking_engine import MoveTask, ThinkingEngine, search_limits
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.parameters import parameter
from tengen.search.report import SearchedMove, SearchReport
from tengen.search.searcher import UNLIMITED
from tengen.search.time_rules import OpeningRules, TimeRules

_SLICE = 50  # playouts between two looks at the clock: some milliseconds


@dataclass(frozen=True)
class MonteCarloParameters(OpeningRules):
    """What can be set about flat Monte Carlo."""

    all_moves_as_first: bool = parameter(
        True, help="A playout counts for all moves the player made in it", source="Brügmann 1993"
    )
    opponents_moves: bool = parameter(
        False,
        help="It counts with the opposite result for the moves of the opponent, too",
        source="McGnuGo 3.2",
    )
    playout: str = parameter(
        "light",
        help="How games are played: light, mogo, mogo-global, mogo-lgrf2, analyze-after or rules such as "
        "atari,pattern:0.9,capture",
        source="MoGo 2006, 3.2; McGnuGo, 2",
    )
    resign_below: float = parameter(
        0.02, unit="win rate", help="Resign when the best move wins less often; 0 never", minimum=0, maximum=1
    )

    def check(self) -> None:
        """Refuse what would do nothing."""
        if self.opponents_moves and not self.all_moves_as_first:
            raise TengenError("opponents_moves=yes is a part of all_moves_as_first: set that to yes, too")


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
        self.parameters.check()
        seed = secrets.randbits(48) if self.options.seed is None else self.options.seed
        self._pool = PlayoutPool(self.options.threads, seed, self.parameters.playout)

    @property
    def time_rules(self) -> TimeRules:
        """The usual ones, with its own effort in the opening; it takes the time a move normally does."""
        own = self.parameters
        return TimeRules(opening_effort=own.opening_effort, opening_moves=own.opening_moves)

    def search(self, request: SearchRequest) -> SearchReport:
        """Try every move in playouts until the limit."""
        playouts, allotment = search_limits(self.options, request)
        moves = [vertex for vertex in sensible_moves(request.position) if request.admits(vertex)]
        return self._search(request, moves or [PASS], playouts, None if allotment is None else allotment.desired)

    def _think(self, task: MoveTask) -> MoveReport:
        """Try every move in playouts until the limit, and take the best."""
        allotment = task.allotment
        seconds = None if allotment is None else allotment.desired - task.elapsed
        report = self._search(task.request, task.moves, task.playouts, seconds)
        best = report.best
        hopeless = best.winrate < self.parameters.resign_below and report.playouts >= 50 * len(task.moves)
        gives_up = task.may_resign and hopeless and not is_catching_up(task.position)
        return MoveReport(
            task.position.to_play,
            RESIGN if gives_up else best.vertex,
            self.name,
            report,
            task.elapsed,
            best.winrate,
        )

    def _search(
        self, request: SearchRequest, moves: list[Vertex], playouts: int | None, seconds: float | None
    ) -> SearchReport:
        flat = _FlatSearch(self._pool, request.position, moves, self.parameters)

        def wanted() -> int:
            out_of_time = seconds is not None and flat.seconds >= seconds
            if self._pool.done and (out_of_time or self.is_stopping or request.is_stopped):
                return 0
            return UNLIMITED if playouts is None else playouts - self._pool.done

        run_slices(flat, wanted, request=request)
        return flat.report()

    def _apply_parameters(self) -> None:
        self.parameters.check()
        self._pool.set_policy(self.parameters.playout)

    def close(self) -> None:
        """End the threads."""
        super().close()
        self._pool.close()


class _FlatSearch:
    """Playouts of a position that begin with each of some moves in turn."""

    def __init__(
        self, pool: PlayoutPool, position: Position, moves: list[Vertex], parameters: MonteCarloParameters
    ) -> None:
        self._pool, self._position, self._moves = pool, position, moves
        self._shared = parameters.all_moves_as_first
        self._with_others = parameters.opponents_moves
        self._began = time.monotonic()
        pool.begin(position, [vertex.point for vertex in moves])

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self._began

    def run_slice(self, most: int, seconds: float | None = None) -> int:
        """Run a few playouts for each thread; they are so quick that the clock need not be asked."""
        count = min(most, _SLICE * self._pool.threads)
        self._pool.run(count)
        return count

    def report(self) -> SearchReport:
        """What is known so far."""
        statistics, done = self._pool.statistics(), self._pool.done
        return SearchReport(
            self._position.copy(),
            self._ranked(statistics),
            # One move has few playouts of its own; all of them together say how the game stands.
            mean_score=float(statistics["score"].sum()) / max(1, done),
            playouts=done,
            seconds=self.seconds,
            ownership=ownership_of(self._position, statistics),
            policy=dict.fromkeys(self._moves, 1 / len(self._moves)),
        )

    def _ranked(self, statistics: Statistics) -> tuple[SearchedMove, ...]:
        """All moves tried, the most promising first."""
        tried = []
        for vertex in self._moves:
            row = statistics[vertex.point]
            visits = int(row["visits"])
            amaf_visits, amaf_wins = int(row["amaf_visits"]), float(row["amaf_wins"])
            if self._with_others:
                amaf_visits += int(row["other_visits"])
                amaf_wins += int(row["other_visits"]) - float(row["other_wins"])
            amaf = amaf_wins / max(1, amaf_visits)
            winrate = amaf if self._shared else float(row["wins"]) / max(1, visits)
            # Where the win rate is of all games, the few begun with the move say little of its score.
            score = float(row["score"]) / visits if visits and not self._shared else None
            tried.append(
                SearchedMove(
                    vertex,
                    visits,
                    winrate,
                    score,
                    prior=1 / len(self._moves),
                    variation=(vertex,),
                    variation_visits=(visits,),
                    amaf=amaf,
                    amaf_visits=amaf_visits,
                )
            )
        return tuple(sorted(tried, key=lambda move: (move.winrate, move.visits), reverse=True))
