"""Territory rules in the search: what its simulations, which count area, need to know of a position.

`kernels/tree/margin.py` tells why it is enough: the stones put down so far, and which points are still open.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import POINTS

Array = np.ndarray[Any, Any]


class Outlook(NamedTuple):
    """What somebody who has judged a position knows of its end."""

    open_points: frozenset[Vertex]  # whose owner is not settled
    seki_points: int = 0  # Black's eyes in seki minus White's: area, but not territory


def stones_ahead(position: Position) -> int:
    """By how much area favours Black over territory, whatever is territory: the stones he has put down more.

    >>> position = Position(9, rules="japanese")
    >>> stones_ahead(position)
    0
    >>> _ = position.play("E5")
    >>> stones_ahead(position)
    1
    """
    stones = position.stones.values()
    black = sum(color is BLACK for color in stones)
    ahead = black - (len(stones) - black) - (position.captures(BLACK) - position.captures(WHITE))
    if position.rules.pass_stones:
        passes = [move.color for move in position.moves if move.vertex.is_pass]
        ahead += passes.count(BLACK) - passes.count(WHITE)
    return ahead


def write_to(settings: Array, position: Position, outlook: Outlook | None) -> None:
    """Tell the kernels how `position` is counted."""
    if position.rules.scoring is not Scoring.TERRITORY:
        return
    settings["territory"] = 1
    settings["pass_stones"] = position.rules.pass_stones
    settings["stones_ahead"] = stones_ahead(position) + (outlook.seki_points if outlook else 0)
    settings["open_known"] = outlook is not None


def point_flags(vertices: Iterable[Vertex]) -> Array:
    """A flag for each point of the kernels' board: whether it is one of these."""
    flags = np.zeros(POINTS, np.uint8)
    flags[[vertex.point for vertex in vertices]] = 1
    return flags
