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
from tengen.engines.outlook import outlook_of
from tengen.engines.passing import FIRMLY_OWNED, SURELY_OWNED, is_settled
from tengen.engines.playing import Task, ThinkingEngine, limits_of
from tengen.engines.resignation import is_hopeless
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.parameters import with_settings
from tengen.search.evaluate import evaluate_moves
from tengen.search.parameters import SearchParameters
from tengen.search.report import SearchedMove, SearchReport
from tengen.search.searcher import UNLIMITED, Searcher
from tengen.search.time_control import TimeRules, decide

_TOLD = 20  # candidates in a report
_DECIDED_BELOW = 0.15  # win rate of a lost game, the same from above of a won one
_MOST_UNDECIDED = 20  # points, dame and the like, of a board that may be finished
_LEAST_AFTER_PASS = 200  # simulations
_AS_GOOD = 0.01  # difference of win rates
_MOST_PONDERED_SECONDS = 600.0  # on one move of the opponent's


class MctsEngine(ThinkingEngine):
    """Plays by tree search.

    `on_progress` is called with a report every `progress_seconds` while it thinks about a move;
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
        self._own_search: Position | None = None  # what the searcher searched for the last move
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
        by_territory = task.position.rules.scoring is Scoring.TERRITORY
        outlook = outlook_of(task.position, task.opinion.judgement) if by_territory and task.opinion.is_due else None
        may_pass = self._may_consider_passing(task)
        if self._level is not None and self.searcher.position is not self._own_search:
            for tree in self.searcher.trees:
                tree.clear()  # an analysis has grown it, and a level would be stronger by it
        self.searcher.begin(
            task.position, task.moves, may_pass=may_pass, seconds=seconds, outlook=outlook, regions=task.regions
        )
        told = time.monotonic()
        while self._goes_on(task, self.searcher.simulations):
            left = UNLIMITED if task.playouts is None else task.playouts - self.searcher.simulations
            time_left = None if task.allotment is None else task.allotment.maximum - task.elapsed
            self.searcher.run_slice(left, time_left)
            if self.on_progress is not None and time.monotonic() - told >= self.progress_seconds:
                told = time.monotonic()
                self.on_progress(self.searcher.report())
        report = self._report(task)
        self._own_search = self.searcher.position
        return report

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
        # What was known of the end of the game before the engine's own move will do.
        ours, outlook = position.to_play.other, self.searcher.outlook
        self.searcher.begin(position, fold_symmetry=False, ours=ours, outlook=outlook)
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
        may_pass = not task.cleanup and task.admits(PASS) and not chosen.vertex.is_pass
        if may_pass and self._may_as_well_pass(task, searched, chosen):
            return MoveReport(
                position.to_play,
                PASS,
                self.name,
                playouts=searched.simulations,
                seconds=task.elapsed,
                ownership=searched.ownership,
                comment="nothing is left to gain",
            )
        hopeless = task.may_resign and is_hopeless(position, chosen, self.parameters.resign_below)
        return MoveReport(
            position.to_play,
            RESIGN if hopeless else chosen.vertex,
            self.name,
            playouts=searched.simulations,
            seconds=task.elapsed,
            winrate=self._winrate(chosen),
            score=searched.score if position.to_play is BLACK else -searched.score,
            candidates=tuple(
                Candidate(m.vertex, m.visits, self._winrate(m), m.score, m.prior, m.amaf, m.variation)
                for m in found[:_TOLD]
            ),
            ownership=searched.ownership,
            extra_komi=searched.extra_komi,
        )

    def _winrate(self, move: SearchedMove) -> float:
        """How often a move wins by the real komi; without a dynamic one that is what the tree says."""
        if self.parameters.dynamic_komi == "none" or move.won is None:
            return move.winrate
        return move.won

    def _may_as_well_pass(self, task: Task, searched: SearchReport, chosen: SearchedMove) -> bool:
        return self._is_over(task, searched, self._winrate(chosen)) or self._wins_by_passing(task, chosen)

    def _is_over(self, task: Task, searched: SearchReport, winrate: float) -> bool:
        """Whether the game is decided and every point of the board too, so that one may as well pass."""
        if _DECIDED_BELOW < winrate < 1 - _DECIDED_BELOW:
            return False
        if sum(abs(owner) < SURELY_OWNED for owner in searched.ownership.values()) > _MOST_UNDECIDED:
            return False  # a look at the ownership spares a judgement
        judgement = task.opinion.judgement
        won = judgement.score.winner is task.position.to_play
        return won == (winrate > 0.5) and is_settled(task.position, judgement)

    def _wins_by_passing(self, task: Task, chosen: SearchedMove) -> bool:
        """Whether a pass, looked at for itself, does as well as the move chosen in a game that is won.

        Under territory rules a needless move costs a point, which a search that prefers some move to every other
        finds out too late: in large territories playouts see dangers that are none.
        """
        position, opinion = task.position, task.opinion
        by_territory = position.rules.scoring is Scoring.TERRITORY
        if not by_territory or not opinion.is_due:
            return False
        won = opinion.judgement.score.winner is position.to_play
        if not won or not is_settled(position, opinion.judgement, FIRMLY_OWNED):
            return False
        after = position.copy()
        after.play(PASS)
        if after.is_over:
            return False  # whether to answer a pass was asked before
        most = max(_LEAST_AFTER_PASS, self.searcher.simulations // 2)
        outlook = self.searcher.outlook
        self.searcher.begin(after, fold_symmetry=False, ours=position.to_play, outlook=outlook)
        while self.searcher.simulations < most and not self._stop.is_set():
            time_left = None if task.allotment is None else task.allotment.maximum - task.elapsed
            if time_left is not None and time_left <= 0:
                return False
            self.searcher.run_slice(most - self.searcher.simulations, time_left)
        return 1.0 - self.searcher.winrate >= chosen.winrate - _AS_GOOD

    def _may_consider_passing(self, task: Task) -> bool:
        """Whether the search should look at a pass at all.

        Where it would end the game the tree counts the board as it stands, and might spend its
        time on a pass that loses by the real count.
        """
        last = task.position.last_move
        return not task.cleanup and (last is None or not last.vertex.is_pass or self._may_pass(task))

    def _may_pass(self, task: Task) -> bool:
        return not task.cleanup and task.opinion.judgement.score.winner is task.position.to_play
