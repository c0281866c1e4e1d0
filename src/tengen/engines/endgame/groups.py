"""The groups of a board, and how surely each is alive."""

from collections.abc import Mapping

from tengen.game.color import BLACK
from tengen.game.move import Group
from tengen.game.position import Position
from tengen.game.vertex import Vertex


def groups_of(position: Position) -> list[Group]:
    """All groups on the board."""
    groups = []
    left = set(position.stones)
    while left:
        group = position.group(min(left))
        left -= group.stones
        groups.append(group)
    return groups


def mean_owner(group: Group, ownership: Mapping[Vertex, float]) -> float:
    """How surely a group's points are its own at the end, of a mean ownership: 1 it lives, -1 it is dead."""
    sign = 1 if group.color is BLACK else -1
    return sign * sum(ownership[vertex] for vertex in group.stones) / len(group.stones)


def liberties_of(position: Position, stones: frozenset[Vertex]) -> set[Vertex]:
    """The liberties of all groups with one of `stones`."""
    return {liberty for group in groups_of(position) if group.stones & stones for liberty in group.liberties}
