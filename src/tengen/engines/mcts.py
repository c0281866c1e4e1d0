"""Monte Carlo tree search: the engine that plays real Go.

A tree over the position grows where the playouts win (Coulom 2006; UCT: Kocsis and
Szepesvári 2006), guided by RAVE (Gelly and Silver 2007); the playouts are MoGo's. Each of
these can be exchanged: see `tengen engines`. The move played is the one visited most.
"""

import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tengen.engines.interface import Candidate, EngineOptions, Limit, MoveReport
from tengen.engines.level_choice import choose, playouts_for, without_default
from tengen.engines.levels import parse_level
from tengen.engines.playing import SURELY_OWNED, Task, ThinkingEngine, is_settled, limits_of
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.parameters import with_settings
from tengen.search.evaluate import evaluate_moves
from tengen.search.parameters import SearchParameters
from tengen.search.report import SearchReport
from tengen.search.searcher import UNLIMITED, Searcher
from tengen.search.time_control import TimeRules, decide

_TOLD = 20  # candidates in a report
_ENOUGH_TO_RESIGN = 100  # visits of the best move
_DECIDED_BELOW = 0.15  # win rate of a lost game, the same from above of a won one
_MOST_UNDECIDED = 20  # points, dame and the like, of a board that may be finished
_PROGRESS_SECONDS = 1.0  # between two reports while thinking
_MOST_PONDERED_SECONDS = 600.0  # on one move of the opponent's


class MctsEngine(ThinkingEngine):
    """Plays by tree search.

    `on_progress` is called with a report about once a second while it thinks about a move;
    `searcher` holds the tree of the last search, for looking at.

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
        self._pondering: threading.Thread | None = None
        self._enough_pondered = threading.Event()
        self._pondered: tuple[int, int] | None = None  # the position last pondered on, and how long
        self._pondered_seconds = 0.0
        self._level = parse_level(self.parameters.level)  # None: as strong as it can
        self._seed = secrets.randbits(48) if self.options.seed is None else self.options.seed
        self.searcher = Searcher(self.parameters, self.options.threads, self._seed)

    def choose_move(self, position: Position, limit: Limit | None = None, *, cleanup: bool = False) -> MoveReport:
        """Search, after a pondering under way has ended, and take the move visited most."""
        self.stop_pondering()
        if self._level is not None:
            limit = without_default(self.options, limit)
        return super().choose_move(position, limit, cleanup=cleanup)

    def evaluate_moves(self, position: Position, playouts: int | None = None) -> dict[Vertex, float]:
        """The mover's win rate after each legal move but pass, best first, by a search after each of them.

        They share `playouts`, or else what the engine may use for a move; the tree of the game stays.
        """
        playouts, allotment = limits_of(self.options, position, None if playouts is None else Limit(playouts))
        self.stop_pondering()
        rates = evaluate_moves(
            position,
            self.parameters,
            playouts,
            None if allotment is None else allotment.desired,
            threads=self.options.threads,
            seed=self.options.seed or 0,
            stopped=self._stop.is_set,
        )
        self._stop.clear()
        return rates

    def _think(self, task: Task) -> MoveReport:
        if self._level is not None:
            task = replace(task, playouts=playouts_for(self._level, task))
        seconds = None if task.allotment is None else task.allotment.desired
        self.searcher.begin(task.position, task.moves, may_pass=self._may_consider_passing(task), seconds=seconds)
        told = time.monotonic()
        while self._goes_on(task, self.searcher.simulations):
            left = UNLIMITED if task.playouts is None else task.playouts - self.searcher.simulations
            time_left = None if task.allotment is None else task.allotment.maximum - task.elapsed
            self.searcher.run_slice(left, time_left)
            if self.on_progress is not None and time.monotonic() - told >= _PROGRESS_SECONDS:
                told = time.monotonic()
                self.on_progress(self.searcher.report())
        return self._report(task)

    def _goes_on(self, task: Task, done: int) -> bool:
        """Whether there is to be another slice: by the limits, and by what the tree says about time."""
        if done == 0:
            return True
        if self._stop.is_set() or (task.playouts is not None and done >= task.playouts):
            return False
        if task.allotment is None:
            return True
        left = None if task.playouts is None else task.playouts - done
        standing, pace = self.searcher.standing(), self.searcher.pace
        return decide(standing, task.allotment, task.elapsed, TimeRules(), left, pace)

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters; they hold from the next move on."""
        changed = with_settings(self.parameters, values)
        changed.check()  # refuse them before anything changes
        level = parse_level(changed.level)
        super().change_settings(values)
        self._level = level

    def _apply_parameters(self) -> None:
        self.stop_pondering()
        self.searcher.set_parameters(self.parameters)

    def close(self) -> None:
        """End the threads."""
        super().close()
        self.stop_pondering()
        self.searcher.close()

    # ---- on the opponent's time ----------------------------------------------------------

    def start_pondering(self, position: Position) -> None:
        """Search in the background until `stop_pondering`; the tree is there for the answer."""
        self.stop_pondering()
        if self._level is not None:
            return  # it would be stronger by it
        self._enough_pondered.clear()
        situation = (len(position.moves), position.hash)
        if situation != self._pondered:
            self._pondered, self._pondered_seconds = situation, 0.0
        self._pondering = threading.Thread(target=self._ponder, args=(position.copy(),), daemon=True)
        self._pondering.start()

    def _ponder(self, position: Position) -> None:
        began = time.monotonic()
        self.searcher.begin(position, fold_symmetry=False)
        most = _MOST_PONDERED_SECONDS - self._pondered_seconds
        while not self._enough_pondered.is_set() and time.monotonic() - began < most:
            self.searcher.run_slice(UNLIMITED)
        self._pondered_seconds += time.monotonic() - began

    def stop_pondering(self) -> None:
        """End the search in the background, if there is one; it takes a slice's time."""
        if self._pondering is not None:
            self._enough_pondered.set()
            self._pondering.join()
            self._pondering = None

    # ---- the answer ----------------------------------------------------------------------

    def _report(self, task: Task) -> MoveReport:
        position = task.position
        searched = self.last_search = self.searcher.report()
        found = searched.moves
        chosen = found[0] if self._level is None else choose(self._level, task, found, self._seed)
        # A pass that wins by the tree's count is played only if it also wins by the real one.
        if chosen.vertex.is_pass and not self._may_pass(task):
            chosen = next((move for move in found if not move.vertex.is_pass), chosen)
        if not task.cleanup and not chosen.vertex.is_pass and self._is_over(task, searched, chosen.winrate):
            return MoveReport(
                position.to_play,
                PASS,
                self.name,
                playouts=searched.simulations,
                seconds=task.elapsed,
                ownership=searched.ownership,
                comment="nothing is left to gain",
            )
        enough = chosen.visits > _ENOUGH_TO_RESIGN
        hopeless = task.may_resign and enough and chosen.winrate < self.parameters.resign_below
        return MoveReport(
            position.to_play,
            RESIGN if hopeless else chosen.vertex,
            self.name,
            playouts=searched.simulations,
            seconds=task.elapsed,
            winrate=chosen.winrate,
            score=searched.score if position.to_play is BLACK else -searched.score,
            candidates=tuple(
                Candidate(m.vertex, m.visits, m.winrate, m.score, m.prior, m.amaf, m.variation) for m in found[:_TOLD]
            ),
            ownership=searched.ownership,
        )

    def _is_over(self, task: Task, searched: SearchReport, winrate: float) -> bool:
        """Whether the game is decided and every point of the board too, so that one may as well pass."""
        if _DECIDED_BELOW < winrate < 1 - _DECIDED_BELOW:
            return False
        if sum(abs(owner) < SURELY_OWNED for owner in searched.ownership.values()) > _MOST_UNDECIDED:
            return False  # a look at the ownership spares a judgement
        judgement = task.opinion.judgement
        won = judgement.score.winner is task.position.to_play
        return won == (winrate > 0.5) and is_settled(task.position, judgement)

    def _may_consider_passing(self, task: Task) -> bool:
        """Whether the search should look at a pass at all.

        Where it would end the game the tree counts the board as it stands, and might spend its
        time on a pass that loses by the real count.
        """
        last = task.position.last_move
        return not task.cleanup and (last is None or not last.vertex.is_pass or self._may_pass(task))

    def _may_pass(self, task: Task) -> bool:
        return not task.cleanup and task.opinion.judgement.score.winner is task.position.to_play
