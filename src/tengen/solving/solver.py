"""Asking whether a group can be taken: searches that each give the doubt to one side, and the answer they add up to.

A search (`kernels/solving/proof_search.py`) decides "is the target taken?" in an arena. What it cannot see is given to
one side: a ko, the way out of the arena. So "dead" is proved by a search that gives all of that to the defender, and
"alive" by one that gives it to the attacker; what lies between is a ko or a way out.
"""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import numpy as np

from tengen.game.color import Color
from tengen.game.move import Group
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.solving.fight import ATTACKER, DEFENDER, NO_KO, places_outside, play_move_in_fight
from tengen.kernels.solving.proof_search import FOUND, PASSING, best_reply, new_frames, new_table, prove
from tengen.kernels.solving.relevance import FOR_DISPROOFS, FOR_PROOFS
from tengen.solving.arena import Arena, Neighbourhood, arenas, widened

CAPS = (8, 12, 17, 24, 32, 44)  # empty points of the arenas that are tried
_SLICE, _LONGEST_SLICE = 20_000, 100_000  # positions between two looks at the clock
_LONGEST_LINE = 40


class Outcome(StrEnum):
    """What becomes of a target, if one side moves first and both play their best."""

    DEAD = "dead"
    TAKEN = "taken"  # if the attacker's stones that reach out of the arena hold
    KO = "ko"
    OUT = "gets out"  # of the arena, or it stands at its end without two eyes
    ALIVE = "alive"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Doubt:
    """To whom a search gives what it cannot see."""

    takes_ko: int
    gets_out: int
    breathes_out: int
    no_move: int
    narrow: int


FOR_DEFENDER = Doubt(DEFENDER, DEFENDER, DEFENDER, DEFENDER, narrow=ATTACKER)
IF_WALLS_HOLD = Doubt(DEFENDER, DEFENDER, ATTACKER, DEFENDER, narrow=ATTACKER)
BUT_FOR_KO = Doubt(ATTACKER, DEFENDER, ATTACKER, DEFENDER, narrow=ATTACKER)
FOR_ATTACKER = Doubt(ATTACKER, ATTACKER, ATTACKER, DEFENDER, narrow=DEFENDER)


@dataclass(frozen=True)
class Question:
    """Can these chains of one colour be taken: all of them, or (`every` is false) at least one?"""

    targets: tuple[Group, ...]
    every: bool = True

    @property
    def color(self) -> Color:
        """Whose the chains are."""
        return self.targets[0].color

    @property
    def stones(self) -> frozenset[Vertex]:
        """All stones that are asked about."""
        return frozenset(stone for target in self.targets for stone in target.stones)


@dataclass(frozen=True)
class Answer:
    """What becomes of the targets when `first` moves first, and by which moves."""

    question: Question
    first: Color
    outcome: Outcome
    line: tuple[Vertex, ...] = ()  # the best moves of both from there, as far as they are known
    arena: frozenset[Vertex] = frozenset()  # the empty points that were looked at
    positions: int = 0
    finished: bool = True  # False: more could be found with more time

    @property
    def move(self) -> Vertex | None:
        """The first move of the line."""
        return self.line[0] if self.line else None

    @property
    def line_to_draw(self) -> tuple[Vertex, ...]:
        """The line up to where a point is played on again, which a picture cannot show."""
        moves = enumerate(self.line)
        end = next((i for i, vertex in moves if not vertex.is_pass and vertex in self.line[:i]), len(self.line))
        return self.line[:end]


class _Found(NamedTuple):
    """What an arena tells."""

    outcome: Outcome
    line: tuple[Vertex, ...]
    positions: int
    finished: bool = True  # more patience could not tell more
    wider: Arena | None = None  # where to look instead, as the target gets out of this one


Widen = Callable[[Iterable[Vertex]], Arena | None]


class Solver:
    """Room for searches, and a table that they share; not for several threads at once."""

    def __init__(self, table_bits: int = 18, *, zones: bool = True) -> None:
        """With a table of 2 to the power of `table_bits` positions of 48 bytes; `zones` says whether they are used."""
        self._zones = zones
        self._frames = new_frames()
        self._table = new_table(table_bits)
        self._found = np.zeros(1, FOUND)
        self._number = 0
        self._is_over: Callable[[], bool] = lambda: False

    def ask(
        self,
        near: Neighbourhood,
        question: Question,
        first: Color,
        *,
        patience: int,
        until: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
    ) -> Answer:
        """What becomes of the targets when `first` moves first.

        Each search may look at `patience` positions, and all stop at `until`, a time of the clock.
        """
        self._is_over = lambda: clock() >= until
        attacking = first is not question.color
        best = Answer(question, first, Outcome.UNKNOWN, finished=False)
        floods = arenas(near, question.targets, CAPS)
        arena = floods.pop(0) if floods else None
        spent = 0
        while arena is not None:
            arena.fight["every"] = question.every
            found = self._in_arena(arena, attacking, patience, partial(widened, near, question.targets, arena))
            spent += found.positions
            if found.outcome is not Outcome.UNKNOWN:
                best = Answer(question, first, found.outcome, found.line, arena.playable)
            best = replace(best, positions=spent, finished=found.finished)
            if found.wider is None and (not found.finished or found.outcome in (Outcome.DEAD, Outcome.ALIVE)):
                break
            size = len(arena.playable)
            arena = found.wider or next((flood for flood in floods if len(flood.playable) > size), None)
        return best

    def _in_arena(self, arena: Arena, attacking: bool, patience: int, widen: Widen) -> _Found:
        """What this arena tells.

        What the mover hopes for is asked first, with all doubts against him and with all patience. Where the target
        gets out, the rest is not asked before the arena has been widened there.
        """
        alive = FOR_ATTACKER if arena.closed else replace(FOR_ATTACKER, no_move=ATTACKER)
        proofs = [(FOR_DEFENDER, True, Outcome.DEAD), (alive, False, Outcome.ALIVE)]
        spent, finished = 0, True
        for number, (doubt, proof, outcome) in enumerate(proofs if attacking else reversed(proofs)):
            taken, positions = self.search(arena, doubt, attacking, patience // (1 + number))
            spent += positions
            if taken is proof:
                return _Found(outcome, self._line(arena, attacking)[0], spent)
            if taken is False and doubt is FOR_DEFENDER:
                wider = widen(self._line(arena, attacking)[1])
                if wider is not None:
                    return _Found(Outcome.UNKNOWN, (), spent, finished, wider)
            finished = finished and (number > 0 or taken is not None)
        for doubt, outcome in ((IF_WALLS_HOLD, Outcome.TAKEN), (BUT_FOR_KO, Outcome.KO)):
            taken, positions = self.search(arena, doubt, attacking, patience // 2)
            spent += positions
            if taken:
                return _Found(outcome, self._line(arena, attacking)[0], spent, finished)
        if taken is None:
            return _Found(Outcome.UNKNOWN, (), spent, False)
        return _Found(Outcome.OUT, self._line(arena, attacking)[0], spent, finished)

    def search(self, arena: Arena, doubt: Doubt, attacking: bool, patience: int) -> tuple[bool | None, int]:
        """Whether the target is taken; None if time or patience ran out. And how many positions were looked at."""
        if self._is_over():
            return None, 0
        fight = arena.fight
        for name, side in asdict(doubt).items():
            fight[name] = side
        fight["zones"] = self._zones_of(doubt)
        self._number += 1
        spent = 0
        mover = ATTACKER if attacking else DEFENDER
        while spent < patience:
            now = min(max(_SLICE, spent), _LONGEST_SLICE, patience - spent)
            prove(
                fight, arena.everywhere, self._frames, self._table, self._number, arena.attackers, arena.defenders,
                mover, arena.ko, now, self._found,
            )  # fmt: skip
            spent += max(int(self._found["positions"][0]), 1)
            if self._found["proof"][0] == 0:
                return True, spent
            if self._found["disproof"][0] == 0:
                return False, spent
            if self._is_over():
                break
        return None, spent

    def _zones_of(self, doubt: Doubt) -> int:
        """Of whose wins zones are kept: not of who may win by a ko, or of whom only near moves were tried against."""
        if not self._zones:
            return 0
        proofs = doubt.takes_ko == DEFENDER and doubt.narrow != DEFENDER
        disproofs = doubt.takes_ko == ATTACKER and doubt.narrow != ATTACKER
        return FOR_PROOFS * proofs + FOR_DISPROOFS * disproofs

    def _line(self, arena: Arena, attacking: bool) -> tuple[tuple[Vertex, ...], list[Vertex]]:
        """The moves that the last search found best for both, as far as its table goes; where the target got out."""
        moves: list[Vertex] = []
        attackers, defenders, ko = arena.attackers, arena.defenders, arena.ko
        mover = ATTACKER if attacking else DEFENDER
        while len(moves) < _LONGEST_LINE and not self._is_taken(arena, defenders):
            outside = int(places_outside(arena.fight, defenders))
            if outside:
                return tuple(moves), [v for i, v in enumerate(arena.vertices) if outside >> i & 1]
            best_reply(
                arena.fight, arena.everywhere, self._frames, self._table, self._number, attackers, defenders, mover,
                ko, self._found,
            )  # fmt: skip
            move = int(self._found["move"][0])
            decided = self._found["proof"][0] == 0 or self._found["disproof"][0] == 0
            if not decided or (move == PASSING and mover == ATTACKER):
                break
            if move == PASSING:
                moves.append(PASS)
                ko = NO_KO
            else:
                moves.append(arena.vertices[move])
                after = np.zeros(2, np.uint64)
                ko = play_move_in_fight(arena.fight, attackers, defenders, mover, move, after)
                attackers, defenders = after[0], after[1]
            mover = 1 - mover
        return tuple(moves), []

    @staticmethod
    def _is_taken(arena: Arena, defenders: np.uint64) -> bool:
        target = arena.fight["target"][0]
        left = target & defenders
        return bool(left == 0 if arena.fight["every"][0] else left != target)
