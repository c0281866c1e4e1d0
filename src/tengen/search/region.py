"""Which moves a search may consider: at its root, and with a region also farther on.

A region serves the study of life and death, where only moves in a corner are meant, and questions such as "what if I
may not play there?". It is what the `allow` and `avoid` of lz-analyze and KataGo's allowMoves and avoidMoves say.
Playouts know nothing of it. Group mode (`group_mode/mode.py`) holds a search to regions of its own.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.geometry import POINTS

Array = np.ndarray[Any, Any]
MOST_DEPTH = 1000  # moves from the root; deeper than any search


@dataclass(frozen=True)
class Region:
    """Moves of one colour that are shut out of the first `depth` moves of a search; or, with `allow`, all others.

    >>> Region(Color.BLACK, frozenset([Vertex(0, 0)]), depth=0)
    Traceback (most recent call last):
    ...
    tengen.errors.TengenError: a region holds for 1 to 1000 moves, not 0
    """

    color: Color
    vertices: frozenset[Vertex]
    depth: int = 1
    allow: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if not 1 <= self.depth <= MOST_DEPTH:
            raise TengenError(f"a region holds for 1 to {MOST_DEPTH} moves, not {self.depth}")

    def admits(self, color: Color, vertex: Vertex) -> bool:
        """Whether the first move of a search may be this one."""
        return color is not self.color or (vertex in self.vertices) == self.allow

    def write_to(self, shut: Array) -> None:
        """Shut the moves out."""
        row = shut[int(self.color)]
        flags = np.full(POINTS, self.allow)
        flags[[vertex.point for vertex in self.vertices]] = not self.allow
        row[flags] = np.maximum(row[flags], self.depth)


def lasts(shut: Array) -> bool:
    """Whether what is shut out is so at every depth, so that moves played make no difference."""
    return bool(shut.any()) and bool((shut[shut > 0] == MOST_DEPTH).all())


def shut_points(
    to_play: Color, moves: Collection[Vertex] | None = None, may_pass: bool = True, regions: Sequence[Region] = ()
) -> Array:
    """For each colour and point, and the pass, how many moves from the root it is not considered; 0: always.

    `moves` are those to consider at the root besides a pass, all if None.
    """
    shut = np.zeros((3, POINTS), np.int16)
    row = shut[int(to_play)]
    if moves is not None:
        row[:] = 1
        row[[vertex.point for vertex in moves]] = 0
    row[PASS.point] = not may_pass
    for region in regions:
        region.write_to(shut)
    return shut
