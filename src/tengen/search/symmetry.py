"""Moves that are the same by symmetry: on an empty board three quarters of them and more.

In a position that looks the same turned or mirrored it is enough to think about one of the moves
that go over into each other: the one a tree knows most of, else the one nearest to the upper right
corner, where a polite first move is.
"""

from collections.abc import Iterable, Mapping

from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex


def symmetries_of(position: Position) -> list[Symmetry]:
    """The symmetries that leave a position as it is, the identity included.

    >>> len(symmetries_of(Position(9)))
    8
    """
    if position.ko is not None:
        return [Symmetry.IDENTITY]
    stones, size = position.stones, position.size
    return [
        symmetry
        for symmetry in Symmetry
        if all(stones.get(symmetry.apply(vertex, size)) is color for vertex, color in stones.items())
    ]


def families(position: Position, moves: Iterable[Vertex]) -> list[list[Vertex]]:
    """The moves, those together that are the same by symmetry, in their order.

    >>> len(families(Position(9), Position(9).legal_moves()))
    15
    """
    symmetries = symmetries_of(position)
    found: dict[Vertex, list[Vertex]] = {}  # by the one of a family that is nearest to the corner
    for vertex in moves:
        corner = max((symmetry.apply(vertex, position.size) for symmetry in symmetries), key=_nearness)
        found.setdefault(corner, []).append(vertex)
    return list(found.values())


def fold(position: Position, moves: Iterable[Vertex], known: Mapping[Vertex, int] | None = None) -> list[Vertex]:
    """One of each set of moves that are the same by symmetry: the one most is `known` of, if anything.

    >>> len(fold(Position(9), Position(9).legal_moves()))
    15
    """
    moves = list(moves)
    visits = known or {}
    wanted = {
        max(family, key=lambda vertex: (visits.get(vertex, 0), _nearness(vertex)))
        for family in families(position, moves)
    }
    return [vertex for vertex in moves if vertex in wanted]


def twins(position: Position, moves: Iterable[Vertex], kept: Iterable[Vertex]) -> dict[Vertex, list[Vertex]]:
    """Of each move that was kept by `fold`, the others that it stands for.

    >>> center, corner = Vertex(4, 4), Vertex(8, 8)
    >>> found = twins(Position(9), Position(9).legal_moves(), [center, corner])
    >>> found[center], len(found[corner])
    ([], 3)
    """
    wanted = set(kept)
    return {
        vertex: [other for other in family if other != vertex and not other.is_pass]
        for family in families(position, (move for move in moves if not move.is_pass))
        for vertex in family
        if vertex in wanted
    }


def _nearness(vertex: Vertex) -> tuple[int, int]:
    """How near a point is to the upper right corner."""
    return (vertex.column + vertex.row, vertex.row)
