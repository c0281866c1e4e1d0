"""Moves and groups, and the many ways a person may name a colour or a vertex."""

from typing import NamedTuple

from tengen.game.color import Color
from tengen.game.vertex import Vertex

VertexLike = Vertex | tuple[int, int] | str
ColorLike = Color | str


def to_color(color: ColorLike) -> Color:
    """A colour from its name, or itself."""
    if isinstance(color, Color):
        return color
    return Color.parse(color) if isinstance(color, str) else Color(color)


class Move(NamedTuple):
    """A move: who played where.

    >>> str(Move(Color.BLACK, Vertex.parse("D4")))
    'B D4'
    """

    color: Color
    vertex: Vertex

    def __str__(self) -> str:
        return f"{self.color.letter} {self.vertex}"


class Group(NamedTuple):
    """Connected stones of one colour and their liberties."""

    color: Color
    stones: frozenset[Vertex]
    liberties: frozenset[Vertex]
