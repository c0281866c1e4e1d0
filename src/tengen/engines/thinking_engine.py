"""What engines that think have in common: limits, the moves worth thinking about, and cleaning up."""

import time
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tengen.engines.candidates import sensible_moves
from tengen.engines.endgame.cleanup import moves_that_capture_dead
from tengen.engines.endgame.finishing import judge_to_the_end
from tengen.engines.endgame.groups import groups_of
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.endgame.passing import Opinion, should_pass
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.engines.endgame.seki import fatal_in_seki
from tengen.engines.endgame.thresholds import ENDGAME
from tengen.engines.interface import Engine, EngineOptions
from tengen.engines.move_report import MoveReport
from tengen.engines.request import MOST_PLAYOUTS, MOST_SECONDS, Limit, MoveRequest, SearchRequest
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.life import unconditional_life
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.playouts.policies import parse_policy
from tengen.search.time_control import Allotment, allot
from tengen.search.time_rules import TimeRules

DEFAULT_PLAYOUTS = 10_000  # a move, where nothing else is said
DEFAULT_EVALUATIONS = 800  # where each of them asks a network


@dataclass(frozen=True)
class MoveTask:
    """A move to think about: what was asked, and what is known before the search."""

    request: MoveRequest
    opinion: Opinion
    moves: list[Vertex]  # those worth it
    playouts: int | None
    allotment: Allotment | None  # seconds, desired and at most
    began: float  # on the monotonic clock

    @property
    def position(self) -> Position:
        """The position to move in."""
        return self.request.position

    @property
    def may_resign(self) -> bool:
        """Whether giving up is an answer; whoever names the moves to choose from wants one of them."""
        request = self.request
        return request.may_resign and not request.cleanup and not request.regions

    @property
    def elapsed(self) -> float:
        """Seconds thought so far."""
        return time.monotonic() - self.began

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the answer must be there; None without a limit of time."""
        return None if self.allotment is None else self.allotment.maximum - self.elapsed


class ThinkingEngine(Engine):
    """An engine that plays games out: it passes, cleans up and keeps to its limits like the others."""

    def choose(self, request: MoveRequest) -> MoveReport:
        """Pass if the game is over; else think until the limit about the moves that are worth it."""
        try:
            return self._choose(request)
        finally:
            self._stop.clear()  # a stop was for this move, whether or not it was thought about

    def _choose(self, request: MoveRequest) -> MoveReport:
        began = time.monotonic()
        position, cleanup = request.position, request.cleanup
        default = self._default_playouts(position)
        playouts, allotment = limits_of(self.options, position, request.limit, default, self.time_rules)
        opinion = Opinion(position, None if allotment is None else allotment.desired)
        if not cleanup and request.admits(PASS) and should_pass(opinion):
            return self._pass(position, "the opponent passed and I am ahead")
        if cleanup:
            moves = moves_that_capture_dead(position, self.judge(position))
        else:
            moves = moves_to_try(opinion, self.considers_own_eyes)
        moves = [vertex for vertex in moves if request.admits(vertex)]
        if not moves and not request.admits(PASS):  # then even a move that is not worth it
            moves = [vertex for vertex in position.legal_moves() if request.admits(vertex)]
        if not moves:
            return self._pass(position, "nothing left to play")
        return self._think(MoveTask(request, opinion, moves, playouts, allotment, began))

    @property
    def considers_own_eyes(self) -> bool:
        """Whether moves into own eyes are looked at."""
        return False

    @property
    def time_rules(self) -> TimeRules:
        """How it shares out its time; an engine with such settings says what they are."""
        return TimeRules()

    def _default_playouts(self, position: Position) -> int:
        """How many to run for a move where nobody says."""
        return DEFAULT_PLAYOUTS

    def _pass(self, position: Position, why: str) -> MoveReport:
        return MoveReport(position.to_play, PASS, self.name, comment=why)

    @abstractmethod
    def _think(self, task: MoveTask) -> MoveReport:
        """Choose one of the moves of the task."""

    def judge_quickly(self, position: Position) -> Judgement:
        """Dead stones by playouts and unconditional life."""
        return judge_by_playouts(position)

    def judge(self, position: Position) -> Judgement:
        """Dead stones at a glance, and by unconditional life; what is left in doubt is played out."""
        return judge_to_the_end(position, self.judge_quickly(position))

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters; they hold from the next move on."""
        if "playout" in values:
            parse_policy(str(values["playout"]))  # refuse it before anything changes
        before = self.parameters
        super().change_settings(values)
        try:
            self._apply_parameters()
        except TengenError:  # there is no room for it, say
            self.parameters = before
            raise

    @abstractmethod
    def _apply_parameters(self) -> None:
        """The parameters have changed."""


def search_limits(
    options: EngineOptions, request: SearchRequest, default: int = DEFAULT_PLAYOUTS
) -> tuple[int | None, Allotment | None]:
    """Playouts and time for a search: what the request says, or else the engine's options; with a `stop`, neither."""
    limit = request.limit
    if limit.is_open and request.stop is not None:
        return None, None  # somebody will stop it
    return limits_of(options if limit.is_open else EngineOptions(), request.position, limit, default)


def limits_of(
    options: EngineOptions,
    position: Position,
    limit: Limit,
    default: int = DEFAULT_PLAYOUTS,
    rules: TimeRules | None = None,
) -> tuple[int | None, Allotment | None]:
    """Playouts and time for a move; what the call says goes before the engine's options.

    By the `rules` a move of the opening takes more effort: of its time, its playouts or both.
    """
    rules = rules or TimeRules()
    own_moves = sum(move.color is position.to_play for move in position.moves)
    effort = rules.effort_after(own_moves)
    asked = limit.playouts if limit.visits is None else min(limit.playouts or limit.visits, limit.visits)
    playouts = options.playouts if asked is None else asked
    seconds = options.seconds if limit.seconds is None else limit.seconds
    seconds = None if seconds is None else min(MOST_SECONDS, effort * seconds)
    allotment = None if seconds is None else Allotment(seconds, seconds, may_stop_early=False)
    if limit.clock is not None:
        empty = int(position.board["empty_count"][0])
        allotment = allot(limit.clock, len(position.moves), position.size**2, empty, rules=rules, own_moves=own_moves)
        if seconds is not None:
            allotment = Allotment(min(seconds, allotment.desired), min(seconds, allotment.maximum), False)
    if playouts is None and allotment is None:
        playouts = default
    if playouts is not None:
        playouts = min(MOST_PLAYOUTS, max(1, round(effort * playouts)))
    return playouts, allotment


def moves_to_try(opinion: Opinion, own_eyes: bool = False) -> list[Vertex]:
    """Sensible moves, but not inside what surely belongs to one side already, nor against a seki.

    With `own_eyes` moves that fill them are among them.
    """
    position = opinion.position
    settled = {vertex for color in Color for vertex in unconditional_life(position, color).territory}
    if not position.rules.removes_dead:
        # Whatever is not captured will count as alive: dead stones must be taken.
        settled -= {
            liberty
            for group in groups_of(position)
            if group.color is not position.to_play and group.stones <= settled
            for liberty in group.liberties
        }
    if opinion.is_due:
        judgement = opinion.judgement
        settled |= fatal_in_seki(position, judgement.seki)
        if position.rules.scoring is Scoring.TERRITORY:
            # Here a needless move costs a point.
            settled |= {vertex for vertex, owner in judgement.ownership.items() if abs(owner) >= ENDGAME.settled_point}
    return [vertex for vertex in sensible_moves(position, own_eyes) if vertex not in settled]
