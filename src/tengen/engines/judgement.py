"""Which stones are dead when the game is over: the opinion of playouts, and of proof.

Groups that Benson's theorem calls alive are alive, and what stands in the territory of
such groups is dead. Of the others, playouts tell who owns their points at the end.
Living groups without two eyes of their own that touch shared liberties are in seki.
"""

import numpy as np

from tengen.engines.interface import Judgement
from tengen.engines.playout_pool import PlayoutPool, Statistics
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.life import unconditional_life
from tengen.game.move import Group
from tengen.game.position import Position
from tengen.game.scoring import empty_regions
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import PASS

DEAD_BELOW = 0.0  # mean ownership of a group's points, from its owner's side: the majority decides
SURELY_DEAD_BELOW = -0.6
PLAYOUTS = 1000
_MOST_LIBERTIES_IN_SEKI = 3  # of one group: those that are shared, and perhaps an eye
_MOST_SHARED_LIBERTIES = 4  # in one region of a seki; a larger one is an unfinished game
_EYE_SPACE_THAT_LIVES = 7  # points: more than the largest nakade shape of six


def ownership_of(position: Position, statistics: Statistics) -> dict[Vertex, float]:
    """The mean owner of every point over the playouts, -1 White's to 1 Black's."""
    playouts = max(1, int(np.sum(statistics["visits"])))
    owners = statistics["owner"] / playouts
    return {vertex: round(float(owners[vertex.point]), 4) for vertex in position.vertices()}


def judge_by_playouts(position: Position, playouts: int = PLAYOUTS) -> Judgement:
    """Judge the stones of `position` as if the game ended here.

    The playouts depend on the position alone: asked twice, the answer is the same, and
    asking does not change the moves of an engine.
    """
    pool = PlayoutPool(1, position.hash, "mogo")
    pool.begin(position, [PASS])
    pool.run(playouts // 2)
    first = pool.statistics()
    # Half of the playouts begin with the other player, so that neither has the move.
    turned = position.copy()
    turned.to_play = position.to_play.other
    pool.begin(turned, [PASS])
    pool.run(playouts // 2)
    second = pool.statistics()
    for name in ("visits", "owner"):
        first[name] += second[name]
    return judge_by_ownership(position, ownership_of(position, first))


def judge_by_ownership(position: Position, ownership: dict[Vertex, float]) -> Judgement:
    """Judge the stones of `position` given who tends to own each point."""
    proven = {color: unconditional_life(position, color) for color in Color}
    dead: set[Vertex] = set()
    doubtful: set[Vertex] = set()
    for group in groups_of(position):
        if group.stones & proven[group.color].stones:
            continue
        sign = 1 if group.color is BLACK else -1
        mean = sign * sum(ownership[vertex] for vertex in group.stones) / len(group.stones)
        if group.stones & proven[group.color.other].territory or mean < DEAD_BELOW:
            dead |= group.stones
            if mean > SURELY_DEAD_BELOW:
                doubtful |= group.stones
    # Playouts do not understand seki and kill one side or the other about as often: where
    # a doubtful group would be in seki if it were alive, it is.
    rescued = doubtful & seki_stones(position, dead - doubtful)
    seki = seki_stones(position, dead - rescued)
    dead -= rescued & seki
    return Judgement.of(position, frozenset(dead), seki, ownership)


def groups_of(position: Position) -> list[Group]:
    """All groups on the board."""
    groups = []
    left = set(position.stones)
    while left:
        group = position.group(min(left))
        left -= group.stones
        groups.append(group)
    return groups


def seki_stones(position: Position, dead: set[Vertex]) -> frozenset[Vertex]:
    """Living stones that owe their life to shared liberties.

    Stones of a colour that share one-coloured regions are taken together; if such a
    party touches a region of both colours, and has neither two eyes nor one large enough
    to make two, it lives only because nobody dares to play there. An opponent's party
    in the same state must face it across that region, and both with groups so short of
    liberties that filling one is dangerous.
    """
    alive = {vertex: color for vertex, color in position.stones.items() if vertex not in dead}
    parties = _parties(position, dead)
    party_of = {vertex: index for index, (stones, _) in enumerate(parties) for vertex in stones}
    poor = {index for index, (_, eyes) in enumerate(parties) if len(eyes) < 2 and sum(eyes) < _EYE_SPACE_THAT_LIVES}
    tight = {
        vertex
        for group in groups_of(position)
        if len(group.liberties) <= _MOST_LIBERTIES_IN_SEKI
        for vertex in group.stones
    }
    seki: set[Vertex] = set()
    for region in empty_regions(position, alive):
        if len(region) > _MOST_SHARED_LIBERTIES:
            continue
        border = {n for v in region for n in v.neighbors(position.size) if n in alive}
        facing = {vertex for vertex in border & tight if party_of[vertex] in poor}
        if {alive[vertex] for vertex in facing} == {BLACK, WHITE}:
            for index in {party_of[vertex] for vertex in facing}:
                seki |= parties[index][0]
    return frozenset(seki)


def _parties(position: Position, dead: set[Vertex]) -> list[tuple[set[Vertex], list[int]]]:
    """Living stones that belong together, with the sizes of their own regions."""
    groups = [group for group in groups_of(position) if not group.stones & dead]
    alive = {vertex for group in groups for vertex in group.stones}
    name = {vertex: index for index, group in enumerate(groups) for vertex in group.stones}
    leader = list(range(len(groups)))

    def find(index: int) -> int:
        while leader[index] != index:
            index = leader[index]
        return index

    own_regions = []
    for region in empty_regions(position, alive):
        around = {name[n] for v in region for n in v.neighbors(position.size) if n in alive}
        if around and len({groups[index].color for index in around}) == 1:
            first = find(min(around))
            for index in around:
                leader[find(index)] = first
            own_regions.append((first, len(region)))
    parties: dict[int, tuple[set[Vertex], list[int]]] = {}
    for index, group in enumerate(groups):
        parties.setdefault(find(index), (set(), []))[0].update(group.stones)
    for first, points in own_regions:
        parties[find(first)][1].append(points)
    return list(parties.values())
