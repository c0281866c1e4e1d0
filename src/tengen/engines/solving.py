"""Solving a position: the fight that the next move decides, proved where it can be, and a guess where it cannot."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tengen.engines.registry import create_engine
from tengen.engines.request import Limit, SearchRequest
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.move import VertexLike
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.network.look import FirstSight, first_sight
from tengen.search.network.model import BY_DEFAULT
from tengen.search.region import MOST_DEPTH, Region
from tengen.solving.arena import Neighbourhood
from tengen.solving.fights import WORTH, Fight, Importance, read_fights, weightiest_first
from tengen.solving.solver import Answer, Outcome, Question, Solver

_NEAR = 1  # points around the stones that a guess considers
_READING, _CHECKING = 0.65, 0.15  # of the time; the rest is for a guess
_CANDIDATES = 4  # moves of the search that are checked by reading
_CHECKED = 2  # fights they are checked in
_PATIENCE = 100_000  # positions a search
_MOST_SECONDS = 3600
_ALL = 1 << 40  # positions
_EVALUATIONS = 230  # by the network, a second of one core
_TAKEN_WORTH, _UNKNOWN_WORTH = 0.0, 1.5  # among the steps between dead and alive
_STONE = 0.1  # what a stone counts for beside the change of owners that the network expects


@dataclass(frozen=True)
class Solution:
    """What was found of a position."""

    fights: tuple[Fight, ...]  # that the next move decides, the greatest first
    guess: Vertex | None  # the search's move, where the greatest fight was not read to its end

    @property
    def is_proved(self) -> bool:
        """Whether the move is that of a fight read to its end."""
        return bool(self.fights) and self.fights[0].is_proved

    @property
    def move(self) -> Vertex | None:
        """The move to play: that of the greatest fight, if it was read to its end or to a ko; or else the search's."""
        return self.fights[0].mine.move if self.is_read or (self.guess is None and self.fights) else self.guess

    @property
    def is_read(self) -> bool:
        """Whether the greatest fight was read as far as to a capture, to life or to a ko."""
        return bool(self.fights) and self.fights[0].mine.outcome is not Outcome.OUT


def solve(
    position: Position,
    *,
    seconds: float = 2.0,
    network: str = BY_DEFAULT,
    solver: Solver | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Solution:
    """The move that kills, saves or lives, whoever's turn it is, and what is known of the fights.

    >>> corner = Position.from_diagram('''. O . O . X .
    ...                                   O O O O O X .
    ...                                   X X X X X X .
    ...                                   . . . . . . .
    ...                                   . . . . . . .
    ...                                   . . . . . . .
    ...                                   . . . . . . .''')
    >>> solve(corner, network="no").fights
    ()
    """
    if not 0 < seconds <= _MOST_SECONDS:
        raise TengenError(f"{seconds:g} seconds are not possible: choose more than 0, and {_MOST_SECONDS} at most")
    began = clock()
    sights = _sights(position, network)
    importance = None if sights is None else _importance(*sights)
    share = _READING if importance is not None else 1.0
    solver = solver or Solver()
    fights = read_fights(position, solver, seconds=seconds * share, importance=importance, clock=clock)
    read = Solution(tuple(fights), None)
    if sights is None or importance is None or read.is_read:
        return read
    left = max(seconds * (1 - _CHECKING) - (clock() - began), 0.1)
    fair = position.copy()
    fair.komi += _even_komi(position, *sights)
    candidates = _guesses(fair, max(int(left * _EVALUATIONS), 1), network)
    until = began + seconds
    return Solution(read.fights, _that_reads_best(position, candidates, importance, solver, until, clock))


def ask_about(
    position: Position, stones: Iterable[VertexLike], *, seconds: float = 2.0, solver: Solver | None = None
) -> tuple[Answer, Answer]:
    """What becomes of the chains of these stones: if whoever is to move moves first, and if his opponent does.

    Several chains are asked about together: whether all of them can be taken.
    """
    near = Neighbourhood(position)
    chains = []
    for stone in sorted(Vertex.of(vertex, position.size) for vertex in stones):
        if stone not in near.stones:
            raise TengenError(f"there is no stone at {stone}: name a stone of each chain, such as D4")
        if near.group(stone) not in chains:
            chains.append(near.group(stone))
    if len({chain.color for chain in chains}) != 1:
        raise TengenError("these stones are of both colours: ask about those of one")
    question, solver = Question(tuple(chains)), solver or Solver()
    answers = []
    for first in (position.to_play, position.to_play.other):
        until = time.monotonic() + seconds / 2
        answers.append(solver.ask(near, question, first, patience=_ALL, until=until))
    return answers[0], answers[1]


def _sights(position: Position, network: str) -> tuple[FirstSight, FirstSight] | None:
    """What the network sees if whoever is to move moves first, and if his opponent does; None where there is none."""
    other = position.copy()
    other.to_play = position.to_play.other
    now, then = first_sight(position, network), first_sight(other, network)
    return None if now is None or then is None else (now, then)


def _importance(now: FirstSight, then: FirstSight) -> Importance:
    """How much the owner of stones hangs on who moves first, as the network sees it."""
    swing = {vertex: abs(owner - then.ownership[vertex]) for vertex, owner in now.ownership.items()}
    return lambda stones: sum(swing[vertex] + _STONE for vertex in stones)


def _that_reads_best(
    position: Position,
    candidates: list[Vertex],
    importance: Importance,
    solver: Solver,
    until: float,
    clock: Callable[[], float],
) -> Vertex | None:
    """The first candidate after which the opponent, who is to move, has least in the fights that weigh most."""
    near = Neighbourhood(position)
    asked = weightiest_first(near, position.to_play, importance)[:_CHECKED]
    worths: dict[Vertex, float] = {}
    for number, move in enumerate(candidates):
        after = position.copy()
        after.play(move)
        now = clock()
        end = now + (until - now) / (len(candidates) - number)
        worths[move] = sum(_worth_after(after, question, solver, end, clock) for question in asked)
    return max(candidates, key=lambda move: worths[move], default=None)


def _worth_after(
    after: Position, question: Question, solver: Solver, until: float, clock: Callable[[], float]
) -> float:
    """How good a fight stands for who has just moved, by steps between dead and alive, while it is read to `until`."""
    near = Neighbourhood(after)
    own = after.to_play is not question.color
    if not question.stones <= near.stones.keys():
        return _TAKEN_WORTH
    chains = {near.group(stone).stones: near.group(stone) for stone in question.stones}
    answer = solver.ask(
        near,
        Question(tuple(chains.values()), question.every),
        after.to_play,
        patience=_PATIENCE,
        until=until,
        clock=clock,
    )
    worth = WORTH.get(answer.outcome, _UNKNOWN_WORTH)
    return worth if own else -worth


def _guesses(position: Position, playouts: int, network: str) -> list[Vertex]:
    """The best moves near the stones by a search."""
    inside = frozenset(_near_stones(position) | {PASS})
    regions = tuple(Region(color, inside, depth=MOST_DEPTH, allow=True) for color in (BLACK, WHITE))
    with create_engine(settings={"network": network}, threads=1) as engine:
        report = engine.search(SearchRequest(position, Limit(playouts=playouts), regions=regions))
    return [move.vertex for move in report.moves if not move.vertex.is_pass][:_CANDIDATES]


def _even_komi(position: Position, now: FirstSight, then: FirstSight) -> float:
    """What the komi lacks for an even game on the average of both sides moving first; in half points.

    With it the next move decides the game. Without it who has the better of the rest of the board would win either
    way, and any move would do.
    """
    ahead = now.margin - then.margin
    return round(ahead if position.to_play is BLACK else -ahead) / 2


def _near_stones(position: Position) -> set[Vertex]:
    near = set(position.stones)
    for _ in range(_NEAR):
        near |= {other for vertex in near for other in vertex.neighbors(position.size)}
    return near
