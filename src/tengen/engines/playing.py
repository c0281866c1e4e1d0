"""What engines that think have in common: limits, the moves worth thinking about, and passing."""

import time
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tengen.engines.candidates import moves_that_capture_dead, sensible_moves
from tengen.engines.interface import Engine, EngineOptions, Judgement, Limit, MoveReport
from tengen.engines.judgement import PLAYOUTS, groups_of, judge_by_playouts
from tengen.engines.outlook import SETTLED
from tengen.game.color import BLACK, Color
from tengen.game.life import unconditional_life
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.scoring import owners
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.playouts.policies import parse_policy
from tengen.kernels.rules import is_self_atari_move
from tengen.search.time_control import Allotment, allot

DEFAULT_PLAYOUTS = 10_000  # a move, where nothing else is said
_DECIDED = 0.5  # ownership of a point that has its owner
SURELY_OWNED = 0.9  # of one that nobody will fight for
_MOST_UNDECIDED = 0.15  # of the points, dame and the like, when a game is over
_HURRIED = 0.1  # seconds for a move below which nothing is judged beforehand
_JUDGING_RATE = 2000  # playouts of a judgement for each second allotted: a fraction of the time


class Opinion:
    """A judgement of a position, made when it is first asked for and in a part of a move's time."""

    def __init__(self, position: Position, seconds: float | None) -> None:
        self.position = position
        self.seconds = seconds

    @property
    def is_due(self) -> bool:
        """Whether the board is full enough, and the time long enough, for a judgement before every move."""
        crowded = int(self.position.board["empty_count"][0]) * 2 < self.position.size**2
        return crowded and (self.seconds is None or self.seconds >= _HURRIED)

    @cached_property
    def judgement(self) -> Judgement:
        """Dead stones, seki and ownership."""
        if self.seconds is None:
            return judge_by_playouts(self.position)
        return judge_by_playouts(self.position, max(50, min(PLAYOUTS, int(self.seconds * _JUDGING_RATE))))


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

    @property
    def elapsed(self) -> float:
        """Seconds thought so far."""
        return time.monotonic() - self.began


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
        if not cleanup and should_pass(opinion):
            return self._pass(position, "the opponent passed and I am ahead")
        if cleanup:
            moves = moves_that_capture_dead(position, self.judge(position))
        else:
            moves = moves_to_try(opinion)
        if not moves:
            return self._pass(position, "nothing left to play")
        may_resign = not cleanup and (limit is None or limit.may_resign)
        return self._think(Task(position, opinion, moves, playouts, allotment, cleanup, may_resign, began))

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
        """Dead stones by playouts and unconditional life."""
        return judge_by_playouts(position)

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters; they hold from the next move on."""
        if "playout" in values:
            parse_policy(str(values["playout"]))  # refuse it before anything changes
        super().change_settings(values)
        self._apply_parameters()

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
        settled |= _shared_in_seki(position, judgement)
        if position.rules.scoring is Scoring.TERRITORY:
            # Here a needless move costs a point.
            settled |= {vertex for vertex, owner in judgement.ownership.items() if abs(owner) >= SETTLED}
    return [vertex for vertex in sensible_moves(position) if vertex not in settled]


def _shared_in_seki(position: Position, judgement: Judgement) -> set[Vertex]:
    """Liberties of a seki where the mover would put himself in atari."""
    liberties = {liberty for stone in judgement.seki for liberty in position.group(stone).liberties}
    color = int(position.to_play)
    return {vertex for vertex in liberties if is_self_atari_move(position.board, vertex.point, color)}


def should_pass(opinion: Opinion) -> bool:
    """Whether the opponent has just passed, the board is decided, and the game won by count and ownership."""
    position = opinion.position
    last = position.last_move
    if last is None or not last.vertex.is_pass or last.color is position.to_play:
        return False
    judgement = opinion.judgement
    undecided = sum(abs(owner) < _DECIDED for owner in judgement.ownership.values())
    if undecided > _MOST_UNDECIDED * position.size**2:
        return False  # an opponent who passes in the opening wants to see us play
    expected = sum(judgement.ownership.values()) - position.komi - position.rules.handicap_points(position.handicap)
    ahead = expected > 0 if position.to_play is BLACK else expected < 0
    # Where every point counts the opponent may come back for those that are nobody's yet.
    open_points = len(_dame(position, judgement)) if position.rules.scoring is Scoring.AREA else 0
    margin = judgement.score.margin if position.to_play is BLACK else -judgement.score.margin
    return ahead and margin > open_points


def is_settled(position: Position, judgement: Judgement) -> bool:
    """Whether nothing is left to gain: every point has its owner, but for dame where they count nothing.

    A judgement lets either side begin, so what hangs on the next move has no sure owner.
    """
    if not position.rules.removes_dead:
        return False  # dead stones are still to be taken
    dame = _dame(position, judgement)
    if dame and position.rules.scoring is Scoring.AREA:
        return False
    return all(abs(judgement.ownership[vertex]) >= SURELY_OWNED for vertex in position.vertices() if vertex not in dame)


def _dame(position: Position, judgement: Judgement) -> set[Vertex]:
    """Empty points that are nobody's, but not those of a seki."""
    owned = owners(position, judgement.dead)
    shared = {liberty for stone in judgement.seki for liberty in position.group(stone).liberties}
    return {v for v in position.vertices() if v not in owned and v not in shared and position[v] is None}
