"""Handicap stones: the fixed places of GTP, and a free placement that spreads well.

Fixed places follow section 4.1.1 of the GTP 2 specification (draft 2, Farnebäck 2002).
"""

from bisect import insort

from tengen.errors import TengenError
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import MIN_SIZE


def max_fixed_handicap(size: int) -> int:
    """The largest fixed handicap: none below 7x7, four on even boards and 7x7, else nine.

    >>> [max_fixed_handicap(size) for size in (5, 7, 8, 9, 18, 19)]
    [0, 4, 4, 9, 4, 9]
    """
    if size < 7:
        return 0
    return 9 if size % 2 and size >= 9 else 4


def fixed_handicap(size: int, stones: int) -> list[Vertex]:
    """The places of `stones` fixed handicap stones.

    >>> " ".join(map(str, fixed_handicap(19, 5)))
    'D4 Q16 D16 Q4 K10'
    """
    most = max_fixed_handicap(size)
    if not 2 <= stones <= most:
        if most == 0:
            raise TengenError(f"there are no fixed handicap places on a {size}x{size} board")
        raise TengenError(f"{stones} fixed handicap stones do not go on {size}x{size}: choose 2 to {most}")
    low = 3 if size >= 13 else 2
    middle, high = size // 2, size - 1 - low
    corners = [Vertex(low, low), Vertex(high, high), Vertex(low, high), Vertex(high, low)]
    sides = [Vertex(low, middle), Vertex(high, middle), Vertex(middle, low), Vertex(middle, high)]
    places = corners[: min(stones, 4)]
    if stones >= 6:
        places += sides[:2]
    if stones >= 8:
        places += sides[2:]
    if stones in (5, 7, 9):
        places.append(Vertex(middle, middle))
    return places


def free_handicap(size: int, stones: int) -> list[Vertex]:
    """Good places for any number of stones from 2 to one less than the points.

    As far as the fixed places reach they are taken, being good. Further stones each go
    where they are farthest from all others, on the third line or higher while there is
    room, so that Black stays strong everywhere and does not heap his stones.

    >>> len(set(free_handicap(19, 30)))
    30
    >>> " ".join(map(str, free_handicap(5, 3)))
    'C3 B2 D4'
    """
    most = size * size - 1
    if not 2 <= stones <= most:
        raise TengenError(f"{stones} handicap stones do not go on {size}x{size}: choose 2 to {most}")
    fixed = max_fixed_handicap(size)
    if stones <= fixed:
        return fixed_handicap(size, stones)
    places: list[Vertex] = []
    # For every free point the squared distances to its nearest four stones, nearest first.
    nearest: dict[Vertex, list[int]] = {Vertex(x, y): [] for y in range(size) for x in range(size)}

    def place(stone: Vertex) -> None:
        places.append(stone)
        del nearest[stone]
        for vertex, distances in nearest.items():
            insort(distances, (vertex.column - stone.column) ** 2 + (vertex.row - stone.row) ** 2)
            del distances[4:]

    for vertex in fixed_handicap(size, fixed) if fixed else [Vertex(size // 2, size // 2)]:
        place(vertex)
    while len(places) < stones:
        place(max(nearest, key=lambda vertex: _merit(vertex, nearest[vertex], size)))
    return places


def _merit(vertex: Vertex, distances: list[int], size: int) -> tuple[int, int, int]:
    """How well one more stone stands at `vertex`: not on the rim, far from the others."""
    line = min(vertex.column, vertex.row, size - 1 - vertex.column, size - 1 - vertex.row)
    rim = min(line, 2 if size >= 9 else 1)
    # Next to a friend it would only make a heap: that comes last.
    return rim if distances[0] > 1 else -1, distances[0], sum(distances)


def is_valid_free_handicap(size: int, vertices: list[Vertex]) -> bool:
    """Whether a user's own placement is possible: 2 or more distinct points, one left free."""
    on_board = all(vertex.is_on(size) for vertex in vertices)
    return size >= MIN_SIZE and on_board and len(set(vertices)) == len(vertices) and 2 <= len(vertices) < size**2
