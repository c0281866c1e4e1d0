"""Where a fight takes place: which points belong to it, and the stones around them as words of bits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tengen.game.move import Group
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.solving.fight import ATTACKER, FIGHT, MOST_POINTS, NO_KO

_WEAK = 2  # a chain of the attacker with so few liberties outside has them in the arena
_ROUNDS = 2  # how far that goes on from such liberties to the chains beside them
_FEW = 6  # liberties of a friend whose liberties belong to the arena


@dataclass(frozen=True)
class Arena:
    """What is fought for, the points where may be played, and what the kernels need of both."""

    aims: frozenset[Vertex]  # the stones that are fought for
    playable: frozenset[Vertex]
    closed: bool  # whether nothing the flood could reach was left out
    vertices: tuple[Vertex, ...]  # by number
    fight: np.ndarray  # one FIGHT
    attackers: np.uint64
    defenders: np.uint64
    ko: int
    everywhere: np.uint64  # all points


class Neighbourhood:
    """Chains and neighbours of a position, each looked up once."""

    def __init__(self, position: Position) -> None:
        """Of a position as it stands."""
        self.position = position
        self.stones = position.stones
        self._groups: dict[Vertex, Group] = {}

    def group(self, vertex: Vertex) -> Group:
        """The chain that a stone belongs to."""
        if vertex not in self._groups:
            group = self.position.group(vertex)
            self._groups.update(dict.fromkeys(group.stones, group))
        return self._groups[vertex]

    def groups(self) -> list[Group]:
        """All chains of the board."""
        return list({id(group): group for group in map(self.group, self.stones)}.values())

    def around(self, vertex: Vertex) -> list[Vertex]:
        """The points next to one."""
        return vertex.neighbors(self.position.size)


def arenas(near: Neighbourhood, targets: Sequence[Group], caps: Iterable[int]) -> list[Arena]:
    """Arenas for targets of one colour, the smallest first: for each cap the widest flood with no more empty points."""
    levels = _flood(near, targets, max(caps))
    ended = len(levels) > 1 and levels[-1] == levels[-2]
    found: list[Arena] = []
    for cap in caps:
        fitting = [level for level in levels if len(level) <= cap]
        if fitting and (not found or len(fitting[-1]) > len(found[-1].playable)):
            arena = build(near, targets, fitting[-1], closed=ended and fitting[-1] == levels[-1])
            if arena is not None:
                found.append(arena)
    return found


def widened(near: Neighbourhood, targets: Sequence[Group], arena: Arena, leaks: Iterable[Vertex]) -> Arena | None:
    """The arena with what lies outside of these points of it; None if that is nothing, or too much."""
    fresh = {other for leak in leaks for other in near.around(leak) if other not in near.stones} - arena.playable
    stones = [stone for target in targets for stone in target.stones]
    playable = _with_weak(near, stones, set(arena.playable | fresh)) if fresh else arena.playable
    return None if playable == arena.playable else build(near, targets, playable, closed=False)


def _flood(near: Neighbourhood, targets: Sequence[Group], most: int) -> list[frozenset[Vertex]]:
    """Empty points within one, two, three … steps of the targets; the last two are the same where the flood ends."""
    color = targets[0].color
    stones = [stone for target in targets for stone in target.stones]
    levels = [_with_weak(near, stones, {v for target in targets for v in target.liberties})]
    while len(levels[-1]) <= most and (len(levels) < 2 or levels[-1] != levels[-2]):
        known = set(levels[-1])
        for vertex in levels[-1]:
            for other in near.around(vertex):
                if other not in near.stones:
                    known.add(other)
                elif near.stones[other] is color and len(near.group(other).liberties) <= _FEW:
                    known |= near.group(other).liberties
        levels.append(_with_weak(near, stones, known))
    return levels


def _with_weak(near: Neighbourhood, stones: list[Vertex], points: set[Vertex]) -> frozenset[Vertex]:
    """The points with those that chains beside them breathe through outside, where these are few.

    Who can be taken in a fight must be takeable in its arena, or "dead" would be said of stones that live by it.
    """
    found = set(points)
    latest: set[Vertex] = {*points, *stones}
    for _ in range(_ROUNDS):
        before = set(found)
        for vertex in latest:
            for other in near.around(vertex):
                if other in near.stones:
                    fresh = near.group(other).liberties - found
                    if len(fresh) <= _WEAK:
                        found |= fresh
        latest = found - before
    return frozenset(found)


def build(near: Neighbourhood, targets: Sequence[Group], playable: frozenset[Vertex], *, closed: bool) -> Arena | None:
    """The arena with just these empty points; None if it has more points than a word has bits."""
    color = targets[0].color
    aims = frozenset(stone for target in targets for stone in target.stones)
    stones, mortal = _stones_of(near, aims, playable)
    vertices = tuple(sorted(playable | stones))
    if len(vertices) > MOST_POINTS:
        return None
    number = {vertex: i for i, vertex in enumerate(vertices)}
    fight = np.zeros(1, FIGHT)
    beyond = rooted = attackers = defenders = 0
    for vertex, i in number.items():
        for other in near.around(vertex):
            if other in number:
                fight["adjacent"][0, i] |= np.uint64(1) << np.uint64(number[other])
        mine = near.stones.get(vertex)
        if mine is None:
            outside = sum(o not in number and o not in near.stones for o in near.around(vertex))
            beyond |= int(outside > 0) << i
            rooted |= int(outside > 1) << i
        else:
            rooted |= int(vertex not in mortal) << i
            attackers |= int(mine is not color) << i
            defenders |= int(mine is color) << i
    everywhere = (1 << len(vertices)) - 1
    fight["playable"] = np.uint64(everywhere & ~sum(1 << number[v] for v in stones - mortal))
    fight["beyond"], fight["rooted"] = np.uint64(beyond | rooted), np.uint64(rooted)
    fight["target"] = np.uint64(sum(1 << number[v] for v in aims))
    fight["takes_ko"] = ATTACKER
    ko = near.position.ko
    return Arena(
        aims,
        playable,
        closed,
        vertices,
        fight,
        np.uint64(attackers),
        np.uint64(defenders),
        NO_KO if ko is None else number.get(ko, NO_KO),
        np.uint64(everywhere),
    )


def _stones_of(
    near: Neighbourhood, aims: frozenset[Vertex], playable: frozenset[Vertex]
) -> tuple[set[Vertex], set[Vertex]]:
    """The stones of an arena, and which of them can be taken: whose liberties all lie in it."""
    stones: set[Vertex] = set()
    mortal: set[Vertex] = set()
    waiting = [o for v in playable for o in near.around(v) if o in near.stones] + list(aims)
    while waiting:
        stone = waiting.pop()
        if stone in stones:
            continue
        group = near.group(stone)
        if group.liberties <= playable:
            stones |= group.stones
            mortal |= group.stones
            waiting += [o for v in group.stones for o in near.around(v) if o in near.stones and o not in stones]
        else:
            stones.add(stone)
    return stones, mortal
