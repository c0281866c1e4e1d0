"""Groups that live because nobody dares to attack: seki, and the bent four in the corner, which looks like one.

In a seki two groups without two eyes share their last liberties, and whoever fills one of them is captured. Where
the one inside has three stones that a fourth makes the *bent four in the corner*, he may fill when he likes:
taken, the four leave a space in the corner that lives only by a ko, which he begins. So the group around it cannot
become two eyes, and rules that count territory call it dead as it stands (Japanese rules, 1989, example 16.5);
under area rules the ko must be fought, with the threats that are there.
"""

from tengen.engines.endgame.groups import groups_of, liberties_of
from tengen.game.color import BLACK, WHITE
from tengen.game.move import Group
from tengen.game.position import Position
from tengen.game.scoring import empty_regions
from tengen.game.vertex import Vertex
from tengen.kernels.tactics.questions import is_bad_self_atari_move, makes_bent_four_move

_MOST_LIBERTIES_IN_SEKI = 3  # of one group: those that are shared, and perhaps an eye
_MOST_SHARED_LIBERTIES = 4  # in one region of a seki; a larger one is an unfinished game
_EYE_SPACE_THAT_LIVES = 7  # points: more than the largest nakade shape of six
_INSIDE_BENT_FOUR = 3  # stones, and two liberties


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
        if 2 <= len(group.liberties) <= _MOST_LIBERTIES_IN_SEKI  # one in atari is simply taken
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


def fatal_in_seki(position: Position, seki: frozenset[Vertex]) -> set[Vertex]:
    """Liberties of stones in seki where the player to move would lose stones for nothing.

    A move inside the other's eye may be self-atari and still the way to kill: a nakade, a throw-in.
    """
    color = int(position.to_play)
    return {v for v in liberties_of(position, seki) if is_bad_self_atari_move(position.board, v.point, color)}


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


def surrounded_by_bent_four(position: Position, dead: set[Vertex]) -> list[tuple[Group, frozenset[Vertex]]]:
    """The groups that can become a bent four in the corner, each with the stones around it that it kills.

    `dead` are stones believed dead for other reasons; what such a fight is about does not count among them.
    """
    found = []
    for group in groups_of(position):
        if len(group.stones) != _INSIDE_BENT_FOUR or len(group.liberties) != 2:
            continue
        stone = min(group.stones).point
        if not any(makes_bent_four_move(position.board, stone, liberty.point) for liberty in group.liberties):
            continue
        inside = group.stones | group.liberties
        walls = {n for v in inside for n in v.neighbors(position.size)} - inside
        if any(position[v] is not group.color.other for v in walls):
            continue
        around = {stone for v in walls for stone in position.group(v).stones}
        others_dead = dead - group.stones - around
        in_seki = group.stones | around <= seki_stones(position, others_dead)
        if in_seki and all(not eyes for stones, eyes in _parties(position, others_dead) if stones & around):
            found.append((group, frozenset(around)))
    return found


def bent_four_stones(position: Position, dead: set[Vertex]) -> frozenset[Vertex]:
    """All stones of such fights."""
    found: set[Vertex] = set()
    for group, around in surrounded_by_bent_four(position, dead):
        found |= group.stones | around
    return frozenset(found)
