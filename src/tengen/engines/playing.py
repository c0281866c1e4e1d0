"""What engines that think have in common: limits, the moves worth thinking about, and cleaning up."""

import time
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tengen.engines.candidates import sensible_moves
from tengen.engines.cleanup import moves_that_capture_dead
from tengen.engines.finishing import judge_to_the_end
from tengen.engines.groups import groups_of
from tengen.engines.interface import Engine, EngineOptions, Judgement, Limit, MoveReport
from tengen.engines.outlook import SETTLED
from tengen.engines.passing import Opinion, should_pass
from tengen.engines.seki import fatal_in_seki
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.life import unconditional_life
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.playouts.policies import parse_policy
from tengen.search.region import Region
from tengen.search.time_control import Allotment, allot

DEFAULT_PLAYOUTS = 10_000  # a move, where nothing else is said


@dataclass(frozen=True)
class Task:
    """A move to think about."""

    position: Position
    opinion: Opinion
    moves: list[Vertex]  # those worth it
    playouts: int | None
    allotment: Allotment | None  # seconds, desired and at most
    cleanup: bool
    may_resign: bool
    began: float  # on the monotonic clock
    regions: tuple[Region, ...] = ()  # that shut moves out, also beyond the root

    @property
    def elapsed(self) -> float:
        """Seconds thought so far."""
        return time.monotonic() - self.began

    def admits(self, vertex: Vertex) -> bool:
        """Whether the regions leave this move."""
        return all(region.admits(self.position.to_play, vertex) for region in self.regions)


class ThinkingEngine(Engine):
    """An engine that plays games out: it passes, cleans up and keeps to its limits like the others."""

    def choose_move(self, position: Position, limit: Limit | None = None, *, cleanup: bool = False) -> MoveReport:
        """Pass if the game is over; else think until the limit about the moves that are worth it."""
        try:
            return self._choose(position, limit, cleanup)
        finally:
            self._stop.clear()  # a stop was for this move, whether or not it was thought about

    def _choose(self, position: Position, limit: Limit | None, cleanup: bool) -> MoveReport:
        began = time.monotonic()
        playouts, allotment = limits_of(self.options, position, limit)
        opinion = Opinion(position, None if allotment is None else allotment.desired)
        regions = () if limit is None else limit.regions
        # Whoever names the moves to choose from wants one of them.
        may_resign = not cleanup and not regions and (limit is None or limit.may_resign)
        task = Task(position, opinion, [], playouts, allotment, cleanup, may_resign, began, regions)
        if not cleanup and task.admits(PASS) and should_pass(opinion):
            return self._pass(position, "the opponent passed and I am ahead")
        if cleanup:
            moves = moves_that_capture_dead(position, self.judge(position))
        else:
            moves = moves_to_try(opinion)
        moves = [vertex for vertex in moves if task.admits(vertex)]
        if not moves and not task.admits(PASS):  # then even a move that is not worth it
            moves = [vertex for vertex in position.legal_moves() if task.admits(vertex)]
        if not moves:
            return self._pass(position, "nothing left to play")
        return self._think(replace(task, moves=moves))

    def _pass(self, position: Position, why: str) -> MoveReport:
        return MoveReport(position.to_play, PASS, self.name, comment=why)

    @abstractmethod
    def _think(self, task: Task) -> MoveReport:
        """Choose one of the moves of the task."""

    def _goes_on(self, task: Task, done: int) -> bool:
        """Whether there is to be another slice after `done` playouts; there is always a first."""
        if task.playouts is not None and done >= task.playouts:
            return False
        out_of_time = task.allotment is not None and task.elapsed >= task.allotment.desired
        return done == 0 or not (out_of_time or self._stop.is_set())

    def judge(self, position: Position) -> Judgement:
        """Dead stones by playouts and unconditional life; what they leave in doubt is played out."""
        return judge_to_the_end(position)

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


def limits_of(options: EngineOptions, position: Position, limit: Limit | None) -> tuple[int | None, Allotment | None]:
    """Playouts and time for a move; what the call says goes before the engine's options."""
    limit = limit or Limit()
    playouts = options.playouts if limit.playouts is None else limit.playouts
    seconds = options.seconds if limit.seconds is None else limit.seconds
    allotment = None if seconds is None else Allotment(seconds, seconds, may_stop_early=False)
    if limit.clock is not None:
        empty = int(position.board["empty_count"][0])
        allotment = allot(limit.clock, len(position.moves), position.size**2, empty)
        if seconds is not None:
            allotment = Allotment(min(seconds, allotment.desired), min(seconds, allotment.maximum), False)
    if playouts is None and allotment is None:
        playouts = DEFAULT_PLAYOUTS
    return playouts, allotment


def moves_to_try(opinion: Opinion) -> list[Vertex]:
    """Sensible moves, but not inside what surely belongs to one side already, nor against a seki."""
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
            settled |= {vertex for vertex, owner in judgement.ownership.items() if abs(owner) >= SETTLED}
    return [vertex for vertex in sensible_moves(position) if vertex not in settled]
