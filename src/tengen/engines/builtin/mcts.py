"""Monte Carlo tree search: the engine that plays real Go.

A tree over the position grows where the playouts win (Coulom 2006; UCT: Kocsis and
Szepesvári 2006), guided by RAVE (Gelly and Silver 2007); the playouts are MoGo's. Each of
these can be exchanged: see `tengen engines`. The move played is the one visited most.
"""

import logging
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tengen.books.in_play import books_named, move_to_play
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.network_judgement import judge_by_both
from tengen.engines.endgame.outlook import outlook_for_search, outlook_of
from tengen.engines.endgame.passing import is_settled
from tengen.engines.endgame.resignation import is_hopeless
from tengen.engines.endgame.thresholds import ENDGAME
from tengen.engines.fight_advice import FightAdvice
from tengen.engines.interface import Engine, EngineOptions
from tengen.engines.level_choice import choose, playouts_for, without_default
from tengen.engines.levels import Drawing, Level, beyond_those_without, parse_level
from tengen.engines.move_report import MoveReport
from tengen.engines.network_level import Wish, draw_move, draw_searched
from tengen.engines.request import Limit, MoveRequest, SearchRequest
from tengen.engines.slices import run_slices
from tengen.engines.thinking_engine import (
    DEFAULT_EVALUATIONS,
    DEFAULT_PLAYOUTS,
    MoveTask,
    ThinkingEngine,
    search_limits,
)
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import PASS, RESIGN
from tengen.parameters import parameter, with_settings
from tengen.search.joseki import NO as NO_JOSEKI
from tengen.search.joseki import asks_joseki, joseki_move
from tengen.search.network.model import NO_NETWORK, network_model
from tengen.search.parameters import SearchParameters
from tengen.search.report import SearchedMove, SearchReport
from tengen.search.searcher import UNLIMITED, Searcher
from tengen.search.time_control import decide
from tengen.search.time_rules import TimeRules

log = logging.getLogger(__name__)
_MOST_PONDERED_SECONDS = 600.0  # on one move of the opponent's
_ENOUGH_IN_GROUPS = 0.25  # of the time for a move; if a pass leads then, the rest is for the whole board
_READING_SECONDS = 0.1  # for fights, of a move without a clock
_JUDGING_SECONDS = 2.0  # for stones in doubt at the end
_MEMORY_APART = 100.0  # MB, of an engine that serves another


@dataclass(frozen=True)
class MctsParameters(TimeRules, SearchParameters):
    """What can be set about the engine: its search, its time, and how it behaves as a player."""

    ponder: str = parameter(
        "auto",
        help="Think on the opponent's time: yes, no, or in games with a clock (auto)",
        choices=("auto", "yes", "no"),
        source="thesis 3.3",
    )
    level: str = parameter(
        "max", help="How strong to play: a rank such as 12k, an Elo rating such as 1400, or max; see docs/levels.md"
    )
    resign_below: float = parameter(
        0.1, unit="win rate", help="Resign when the best move wins less often; 0 never", minimum=0, maximum=1
    )

    solver: bool = parameter(
        False,
        help="Read the fights of each position to their end (docs/solver.md): moves that are proved to decide one get "
        "won games as priors, and proofs say which stones are dead at the end; needs network=no",
        source="thesis 7.1.3",
    )
    solver_prior: float = parameter(
        60.0, unit="games", help="Games won that the move of a proof begins with", minimum=0, maximum=1_000_000
    )
    solver_share: float = parameter(
        0.1,
        unit="part",
        help="Part of a move's time for reading; a tenth of a second without a clock",
        minimum=0,
        maximum=1,
    )

    def check(self) -> None:
        """Refuse what does not go together, and what would do nothing."""
        super().check()
        if self.solver and self.network != NO_NETWORK:
            raise TengenError("solver=yes makes priors for the search without a network: set network=no")
        if self.criticality == "widening" and self.priors != "widening":
            raise TengenError("criticality=widening orders the moves of widening: set priors=widening too")
        if self.criticality == "rave" and self.policy not in ("rave", "ucb1-rave", "auto"):
            raise TengenError(
                f"criticality=rave does nothing with policy={self.policy}: choose policy=rave, or criticality=ucb"
            )
        if self.joseki == NO_JOSEKI and asks_joseki(self.playout):
            raise TengenError(f"playout={self.playout[:60]} asks a joseki dictionary: set joseki=yes, or to a file")


class MctsEngine(ThinkingEngine):
    """Plays by tree search.

    >>> from tengen.game.position import Position
    >>> engine = MctsEngine(EngineOptions(playouts=1000, seed=1))
    >>> report = engine.choose_move(Position(9))
    >>> report.playouts, report.candidates[0].vertex == report.vertex
    (1000, True)
    """

    name = "mcts"
    default_parameters = MctsParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.parameters: MctsParameters
        self._at_work = threading.RLock()  # whoever searches; pondering ends before
        self._pondering: threading.Thread | None = None
        self._enough_pondered = threading.Event()
        self._pondered: tuple[int, int] | None = None  # the position last pondered on, and how long
        self._pondered_seconds = 0.0
        # None: as strong as it can
        self._level = parse_level(self.parameters.level, self.parameters.network != NO_NETWORK)
        self._own_search: Position | None = None  # what the searcher searched for the last move
        self._seed = self._book_seed = secrets.randbits(48) if self.options.seed is None else self.options.seed
        self.searcher: Searcher = Searcher(self.parameters, self.options.threads, self._seed)
        self._fights = FightAdvice()

    # ---- searching -------------------------------------------------------------------

    def search(self, request: SearchRequest) -> SearchReport:
        """Search a position at full strength, whatever the level; the tree is there for what comes next."""
        with self._at_work:
            self.stop_pondering()
            position, limit = request.position, request.limit
            playouts, allotment = search_limits(self.options, request, self._default_playouts(position))
            searcher = self.searcher
            outlook = outlook_for_search(position, playouts)
            searcher.begin(position, outlook=outlook, regions=request.regions)
            ends = None if allotment is None else time.monotonic() + allotment.desired

            def wanted() -> int:
                out_of_time = ends is not None and time.monotonic() >= ends
                if searcher.simulations and (out_of_time or self.is_stopping or request.is_stopped):
                    return 0
                return _playouts_left(searcher, limit, playouts)

            run_slices(searcher, wanted, lambda: None if ends is None else ends - time.monotonic(), request)
            return searcher.report()

    def forget(self) -> None:
        """Have the next search begin with an empty tree, and nothing that the network has said."""
        with self._at_work:
            self.stop_pondering()
            self._clear_trees()
            self.searcher.judge.forget_what_was_said()

    def apart(self) -> Engine:
        """An engine for work beside the game: with a smaller tree of its own, and by the real komi."""
        own = {"memory": min(self.parameters.memory, _MEMORY_APART), "dynamic_komi": "none"}
        return MctsEngine(replace(self.options, settings=self.settings() | own))

    def _clear_trees(self) -> None:
        for tree in self.searcher.trees:
            tree.clear()

    def _default_playouts(self, position: Position) -> int:
        return DEFAULT_EVALUATIONS if self.searcher.asks_network(position.size) else DEFAULT_PLAYOUTS

    def judge(self, position: Position) -> Judgement:
        """Dead stones at a glance, what is in doubt played out; and what the solver proves, if it is asked."""
        judgement = super().judge(position)
        return self._fights.judge(position, judgement, _JUDGING_SECONDS) if self.parameters.solver else judgement

    def _read_fights(self, task: MoveTask) -> None:
        """Tell the search what is proved of the fights, once a move."""
        allotted = None if task.allotment is None else task.allotment.desired
        seconds = _READING_SECONDS if allotted is None else allotted * self.parameters.solver_share
        games = self._fights.games(task.position, seconds, self.parameters.solver_prior)
        self.searcher.advise(games, games)

    def judge_quickly(self, position: Position) -> Judgement:
        """By playouts, and by the network if there is one."""
        return judge_by_both(position, network_model(self.parameters.network))

    # ---- moves -----------------------------------------------------------------------

    @property
    def considers_own_eyes(self) -> bool:
        """As it is set (thesis 3.3.2)."""
        return self.parameters.consider_own_eyes

    @property
    def time_rules(self) -> TimeRules:
        """Its settings."""
        return self.parameters

    def choose(self, request: MoveRequest) -> MoveReport:
        """Search, after a pondering under way has ended, and take the move visited most."""
        with self._at_work:
            self.stop_pondering()
            if self._level is None:
                return self._by_book(request) or super().choose(request)
            drawing = self._drawing(request)
            if drawing is not None and drawing.evaluations == 1:
                return self._draw(request, drawing.temperature)
            return super().choose(replace(request, limit=without_default(self.options, request.limit)))

    def _by_book(self, request: MoveRequest) -> MoveReport | None:
        """The move of a forced book or of one of games, without a search; None where there is none."""
        position, settings = request.position, self.parameters
        books = [] if request.cleanup else books_named(settings.book)
        if self.options.seed is None and position.move_number < 2:
            self._book_seed = secrets.randbits(48)  # another game, another opening
        move = move_to_play(books, position, settings.book_share, self._book_seed, request.admits)
        if move is None:
            return None
        self._stop.clear()  # it was for this move
        return MoveReport(position.to_play, move.vertex, self.name, comment=move.explanation)

    def _drawing(self, request: MoveRequest) -> Drawing | None:
        """How a level plays by the network; None at full strength, where there is none, and to clean up."""
        drawing = None if self._level is None else self._level.drawing_on(request.position.size)
        if self._level is None or drawing is None or request.cleanup:
            return None
        if network_model(self.parameters.network) is None:
            _say_once(beyond_those_without(self._level))
            return None
        return drawing

    def _draw(self, request: MoveRequest, temperature: float) -> MoveReport:
        """A move of a level by the network's first sight."""
        began, position = time.monotonic(), request.position
        model = network_model(self.parameters.network)
        assert model is not None
        may_resign = request.may_resign and not request.regions
        wish = Wish(self._seed, self.parameters.resign_below if may_resign else 0.0, request.admits)
        vertex, seen = draw_move(position, temperature, model, wish)
        self._stop.clear()
        return MoveReport(position.to_play, vertex, self.name, seen, time.monotonic() - began, seen.winrate)

    def _think(self, task: MoveTask) -> MoveReport:
        drawing = self._drawing(task.request)
        if self._level is not None:
            task = replace(task, playouts=playouts_for(self._level, task, drawing))
            if self.searcher.position is not self._own_search:
                self._clear_trees()  # an analysis has grown it, and a level would be stronger by it
        self._search_task(task, drawing)
        if self.searcher.looks_elsewhere:  # which move that is the groups do not say
            self._search_task(task, drawing, groups=False)
        report = self._report(task)
        self._own_search = self.searcher.position
        return report

    def _search_task(self, task: MoveTask, drawing: Drawing | None, *, groups: bool = True) -> None:
        """Search until there is enough; without `groups` on the whole board, whatever the settings say."""
        position, request, allotment = task.position, task.request, task.allotment
        by_territory = position.rules.scoring is Scoring.TERRITORY
        self.searcher.begin(
            position,
            task.moves,
            may_pass=self._may_consider_passing(task),
            seconds=None if allotment is None else allotment.desired,
            outlook=outlook_of(position, task.opinion.judgement) if by_territory and task.opinion.is_due else None,
            regions=request.regions,
            learnt=self._level is None,  # levels were measured without …
            network=self._level is None or drawing is not None,
            groups=groups and not request.cleanup,
        )
        run_slices(self.searcher, lambda: self._wanted(task), lambda: task.seconds_left, request)

    def _wanted(self, task: MoveTask) -> int:
        """Simulations to be run yet: by the limits, and by what the tree says about time."""
        done = self.searcher.simulations
        if self.parameters.solver and self._level is None and done and not task.request.cleanup:
            self._read_fights(task)
        left = UNLIMITED if task.playouts is None else task.playouts - done
        if done == 0 or left <= 0:
            return left
        if self.is_stopping or task.request.is_stopped:
            return 0
        if task.allotment is None:
            return left
        if task.elapsed > _ENOUGH_IN_GROUPS * task.allotment.desired and self.searcher.looks_elsewhere:
            return 0
        known = None if task.playouts is None else left
        standing, pace = self.searcher.standing(), self.searcher.pace
        return left if decide(standing, task.allotment, task.elapsed, self.time_rules, known, pace) else 0

    # ---- settings --------------------------------------------------------------------

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters; they hold from the next move on."""
        changed = with_settings(self.parameters, values)
        changed.check()  # refuse them before anything changes
        level = parse_level(changed.level, changed.network != NO_NETWORK)
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
        if self.parameters.zone_mode:
            return  # the next search has another zone, and begins with an empty tree
        self._enough_pondered.clear()
        situation = (len(position.moves), position.hash)
        if situation != self._pondered:
            self._pondered, self._pondered_seconds = situation, 0.0
        self._pondering = threading.Thread(target=self._ponder, args=(position.copy(),), daemon=True)
        self._pondering.start()

    def _ponder(self, position: Position) -> None:
        began = time.monotonic()
        ends = began + _MOST_PONDERED_SECONDS - self._pondered_seconds
        # What was known of the end of the game before the engine's own move will do.
        ours, outlook = position.to_play.other, self.searcher.outlook
        self.searcher.begin(position, fold_symmetry=False, ours=ours, outlook=outlook)

        def wanted() -> int:
            return 0 if self._enough_pondered.is_set() or time.monotonic() >= ends else UNLIMITED

        run_slices(self.searcher, wanted)
        self._pondered_seconds += time.monotonic() - began

    def stop_pondering(self) -> None:
        """End the search in the background, if there is one; it takes a slice's time."""
        if self._pondering is not None:
            self._enough_pondered.set()
            self._pondering.join()
            self._pondering = None

    # ---- the answer ----------------------------------------------------------------------

    def _report(self, task: MoveTask) -> MoveReport:
        position = task.position
        searched = self.searcher.report(untried=True)
        found = searched.moves
        searched = replace(searched, moves=tuple(move for move in found if move.visits))
        chosen = self._best(task, found)
        # A pass that wins by the tree's count is played only if it also wins by the real one.
        if chosen.vertex.is_pass and not self._may_pass(task):
            chosen = next((move for move in found if not move.vertex.is_pass), chosen)
        may_pass = not task.request.cleanup and task.request.admits(PASS) and not chosen.vertex.is_pass
        if may_pass and (self._is_over(task, searched, chosen.winrate) or self._wins_by_passing(task, chosen)):
            why = "nothing is left to gain"
            return MoveReport(position.to_play, PASS, self.name, searched, task.elapsed, comment=why)
        hopeless = task.may_resign and is_hopeless(
            position, chosen, self.parameters.resign_below, self.asks_network(position.size)
        )
        vertex = RESIGN if hopeless else chosen.vertex
        why = "" if hopeless else self._why(position, chosen)
        return MoveReport(position.to_play, vertex, self.name, searched, task.elapsed, chosen.winrate, why)

    def _why(self, position: Position, move: SearchedMove) -> str:
        """What else there is to say of a move: who knows it."""
        known = self.searcher.book.moves.get(move.vertex) or joseki_move(self.parameters.joseki, position, move.vertex)
        return "" if known is None else known.explanation

    def _best(self, task: MoveTask, found: Sequence[SearchedMove]) -> SearchedMove:
        """The move to play, of those that were searched, the most visited first."""
        return found[0] if self._level is None else self._drawn(self._level, task, found)

    def _drawn(self, level: Level, task: MoveTask, found: Sequence[SearchedMove]) -> SearchedMove:
        drawing = self._drawing(task.request)
        if drawing is None:
            return choose(level, task, found, self._seed)
        return draw_searched(task.position, found, drawing.temperature, self._seed)

    def _is_over(self, task: MoveTask, searched: SearchReport, winrate: float) -> bool:
        """Whether the game is decided and every point of the board too, so that one may as well pass."""
        if ENDGAME.lost_below < winrate < 1 - ENDGAME.lost_below:
            return False
        contested = sum(abs(owner) < ENDGAME.surely_owned for owner in searched.ownership.values())
        if contested > ENDGAME.most_contested:
            return False  # a look at the ownership spares a judgement
        judgement = task.opinion.judgement
        won = judgement.score.winner is task.position.to_play
        return won == (winrate > 0.5) and is_settled(task.position, judgement)

    def _wins_by_passing(self, task: MoveTask, chosen: SearchedMove) -> bool:
        """Whether a pass, looked at for itself, does as well as the move chosen in a game that is won.

        Under territory rules a needless move costs a point, which a search that prefers some move to every other
        finds out too late: in large territories playouts see dangers that are none.
        """
        position, opinion = task.position, task.opinion
        by_territory = position.rules.scoring is Scoring.TERRITORY
        if not by_territory or not opinion.is_due:
            return False
        won = opinion.judgement.score.winner is position.to_play
        if not won or not is_settled(position, opinion.judgement, ENDGAME.firmly_owned):
            return False
        after = position.copy()
        after.play(PASS)
        if after.is_over:
            return False  # whether to answer a pass was asked before
        searcher = self.searcher
        most = max(ENDGAME.least_after_pass, searcher.simulations // 2)
        searcher.begin(after, fold_symmetry=False, ours=position.to_play, outlook=searcher.outlook)

        def wanted() -> int:
            left = task.seconds_left
            out_of_time = left is not None and left <= 0
            return 0 if out_of_time or self.is_stopping else most - searcher.simulations

        run_slices(searcher, wanted, lambda: task.seconds_left)
        if searcher.simulations < most and not self.is_stopping:
            return False
        return 1.0 - searcher.winrate >= chosen.value - ENDGAME.as_good

    def _may_consider_passing(self, task: MoveTask) -> bool:
        """Whether the search should look at a pass at all.

        Where it would end the game the tree counts the board as it stands, and might spend its
        time on a pass that loses by the real count.
        """
        last = task.position.last_move
        return not task.request.cleanup and (last is None or not last.vertex.is_pass or self._may_pass(task))

    def _may_pass(self, task: MoveTask) -> bool:
        return not task.request.cleanup and task.opinion.judgement.score.winner is task.position.to_play


@cache
def _say_once(what: str) -> None:
    if what:
        log.warning(what)


def _playouts_left(searcher: Searcher, limit: Limit, playouts: int | None) -> int:
    """How many simulations a search still has to run, by the numbers of its limit."""
    done = searcher.simulations
    if limit.visits is None:
        return UNLIMITED if playouts is None else playouts - done
    missing = limit.visits - searcher.reused - done
    left = max(missing, limit.least_playouts - done)
    return left if limit.playouts is None else min(left, limit.playouts - done)
