"""The fights of a position: which chains live or die by who moves first."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.move import Group
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.solving.arena import Neighbourhood
from tengen.solving.solver import Answer, Outcome, Question, Solver

MOST_LIBERTIES = 7  # of a chain that is asked about
_PATIENCE = (5_000, 40_000, 300_000, 2_000_000)  # positions a search, in turns
_LEAST_SHARE = 0.1  # of the patience with the question that weighs most
# Steps from dead to alive.
WORTH = {Outcome.DEAD: 0, Outcome.TAKEN: 0, Outcome.KO: 1, Outcome.OUT: 2, Outcome.ALIVE: 3}
# What a fight counts for, by what the first move reaches.
_COUNTS = {Outcome.DEAD: 1.0, Outcome.ALIVE: 1.0, Outcome.TAKEN: 0.8, Outcome.KO: 0.5, Outcome.OUT: 0.25}
Importance = Callable[[frozenset[Vertex]], float]


@dataclass(frozen=True)
class Fight:
    """A question with an answer for each side moving first."""

    mine: Answer  # whoever is to move moves first
    theirs: Answer  # he passes

    @property
    def stones(self) -> frozenset[Vertex]:
        """What is fought for."""
        return self.mine.question.stones

    @property
    def gain(self) -> int:
        """Steps between dead, ko, out and alive that the first move is worth; 0 if that is not known."""
        if Outcome.UNKNOWN in (self.mine.outcome, self.theirs.outcome):
            return 0
        steps = WORTH[self.mine.outcome] - WORTH[self.theirs.outcome]
        return steps if self.mine.first is self.mine.question.color else -steps

    @property
    def is_proved(self) -> bool:
        """Whether the first move reaches all that can be had: the capture, or two eyes."""
        own = self.mine.first is self.mine.question.color
        return self.gain > 0 and self.mine.outcome is (Outcome.ALIVE if own else Outcome.DEAD)


def questions(near: Neighbourhood, mover: Color) -> list[Question]:
    """What may be asked of a position: every chain with few liberties, and those that share liberties together."""
    found = []
    for color in (BLACK, WHITE):
        chains = [g for g in near.groups() if g.color is color and len(g.liberties) <= MOST_LIBERTIES]
        found += [Question((chain,)) for chain in chains]
        found += [Question(tuple(kin), every=color is not mover) for kin in _kindred(chains) if len(kin) > 1]
    return found


def weightiest_first(near: Neighbourhood, mover: Color, weight: Importance) -> list[Question]:
    """The questions of a position, those on which most hangs first."""
    return sorted(questions(near, mover), key=lambda question: -weight(question.stones))


def _kindred(chains: list[Group]) -> list[list[Group]]:
    """Chains that share a liberty, or have a chain between them that does, put together."""
    left, found = list(chains), []
    while left:
        kin = [left.pop()]
        for one in kin:
            near = [other for other in left if other.liberties & one.liberties]
            kin += near
            left = [other for other in left if other not in near]
        found.append(kin)
    return found


def read_fights(
    position: Position,
    solver: Solver,
    *,
    seconds: float = 2.0,
    importance: Importance | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> list[Fight]:
    """The fights that the next move can decide, the greatest first.

    `importance` says how much hangs on stones; without it, their number does. It is a guide to what is read first and
    what is told first, and never to what is proved.
    """
    near = Neighbourhood(position)
    mover = position.to_play
    weight = importance or (lambda stones: float(len(stones)))
    asked = weightiest_first(near, mover, weight)
    heaviest = (weight(asked[0].stones) if asked else 0.0) or 1.0
    until = clock() + seconds
    found: dict[int, Fight] = {}
    finished: set[int] = set()
    for patience in _PATIENCE:
        for i, question in enumerate(asked):
            if i not in finished and clock() < until:
                share = max(weight(question.stones) / heaviest, _LEAST_SHARE)
                fight = _read(near, question, mover, solver, int(patience * share), until, clock)
                if fight.mine.finished and fight.theirs.finished:
                    finished.add(i)
                if fight.gain > 0:
                    found[i] = fight
    return sorted(found.values(), key=lambda fight: -weight(fight.stones) * _COUNTS[fight.mine.outcome])


def _read(
    near: Neighbourhood,
    question: Question,
    mover: Color,
    solver: Solver,
    patience: int,
    until: float,
    clock: Callable[[], float],
) -> Fight:
    """A question with the mover first; and if that is good for him, with his opponent first."""
    mine = solver.ask(near, question, mover, patience=patience, until=until, clock=clock)
    own = mover is question.color
    lost = mine.outcome in (Outcome.DEAD, Outcome.TAKEN) if own else mine.outcome in (Outcome.OUT, Outcome.ALIVE)
    if lost or mine.outcome is Outcome.UNKNOWN:
        return Fight(mine, Answer(question, mover.other, Outcome.UNKNOWN, finished=lost))
    return Fight(mine, solver.ask(near, question, mover.other, patience=patience, until=until, clock=clock))
