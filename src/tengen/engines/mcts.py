"""Monte Carlo tree search: the engine that plays real Go.

A tree over the position grows where the playouts win (Coulom 2006; UCT: Kocsis and
Szepesvári 2006), guided by RAVE (Gelly and Silver 2007); the playouts are MoGo's. Each of
these can be exchanged: see `tengen engines`. The move played is the one visited most.
"""

import secrets

from tengen.engines.interface import Candidate, EngineOptions, Limit, MoveReport
from tengen.engines.playing import Task, ThinkingEngine, limits_of
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.vertex import RESIGN, Vertex
from tengen.search.evaluate import evaluate_moves
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

_UNLIMITED = 1 << 40
_TOLD = 20  # candidates in a report


class MctsEngine(ThinkingEngine):
    """Plays by tree search.

    >>> from tengen.game.position import Position
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

    @property
    def searcher(self) -> Searcher:
        """The searcher with the tree of the last search, for looking at."""
        return self._searcher

    def evaluate_moves(self, position: Position, playouts: int | None = None) -> dict[Vertex, float]:
        """The mover's win rate after each legal move but pass, best first, by a search after each of them.

        They share `playouts`, or else what the engine may use for a move; the tree of the game stays.
        """
        limit = None if playouts is None else Limit(playouts)
        rates = evaluate_moves(
            position,
            self.parameters,
            *limits_of(self.options, position, limit),
            threads=self.options.threads,
            seed=self.options.seed or 0,
            stopped=self._stop.is_set,
        )
        self._stop.clear()
        return rates

    def _think(self, task: Task) -> MoveReport:
        """Search until the limit and take the move visited most."""
        self._searcher.begin(task.position, task.moves)
        while self._goes_on(task, self._searcher.simulations):
            left = _UNLIMITED if task.playouts is None else task.playouts - self._searcher.simulations
            self._searcher.run_slice(left)
        return self._report(task)

    def _apply_parameters(self) -> None:
        self._searcher.set_parameters(self.parameters)

    def close(self) -> None:
        """End the threads."""
        super().close()
        self._searcher.close()

    def _report(self, task: Task) -> MoveReport:
        position = task.position
        searched = self._searcher.report()
        found = searched.moves
        chosen = found[0]
        # A pass that wins by the tree's count is played only if it also wins by the real one.
        if chosen.vertex.is_pass and not self._may_pass(task):
            chosen = next((move for move in found if not move.vertex.is_pass), chosen)
        hopeless = not task.cleanup and chosen.visits > 100 and chosen.winrate < self.parameters.resign_below
        return MoveReport(
            position.to_play,
            RESIGN if hopeless else chosen.vertex,
            self.name,
            playouts=self._searcher.simulations,
            seconds=task.elapsed,
            winrate=chosen.winrate,
            score=searched.score if position.to_play is BLACK else -searched.score,
            candidates=tuple(
                Candidate(m.vertex, m.visits, m.winrate, m.score, m.prior, m.variation) for m in found[:_TOLD]
            ),
            ownership=searched.ownership,
        )

    def _may_pass(self, task: Task) -> bool:
        return not task.cleanup and task.opinion.judgement.score.winner is task.position.to_play
