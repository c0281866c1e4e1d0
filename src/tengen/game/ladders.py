"""Which groups are caught in a ladder, or can be, for a person."""

from typing import NamedTuple

from tengen.game.move import Group
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tactics.questions import atari_catches, is_group_lost
from tengen.kernels.tactics.reading import new_readings

_PATIENCE = 100_000  # moves that reading one ladder may take; it takes a person's patience far less


class Ladder(NamedTuple):
    """A group that a ladder catches."""

    group: Group
    catching: frozenset[Vertex]  # ataris that catch it; none if it stands in atari and is lost though its owner moves


def ladders(position: Position) -> list[Ladder]:
    """All groups in atari that no move saves, and all with two liberties that an atari catches.

    Groups of one or two liberties are asked about, whoever is to move. What a capture of attackers saves is not
    caught, and a ko counts for the one who takes it.

    >>> position = Position.from_diagram('''. . . . .
    ...                                     . O O . .
    ...                                     O X . . .
    ...                                     . O . . .
    ...                                     . . . . .''')
    >>> [(sorted(map(str, found.group.stones)), sorted(map(str, found.catching))) for found in ladders(position)]
    [(['B3'], [])]
    """
    readings = new_readings(_PATIENCE)
    found = []
    left = set(position.stones)
    while left:
        group = position.group(min(left))
        left -= group.stones
        stone = min(group.stones).point
        if len(group.liberties) == 1:
            if is_group_lost(position.board, readings, stone):
                found.append(Ladder(group, frozenset()))
        elif len(group.liberties) == 2:
            catching = [v for v in group.liberties if atari_catches(position.board, readings, stone, v.point)]
            if catching:
                found.append(Ladder(group, frozenset(catching)))
    return found
