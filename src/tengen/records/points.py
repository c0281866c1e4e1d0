"""Points, lists of points and texts as SGF writes them."""

from collections.abc import Iterable
from functools import cache

from sgfmill import sgf_grammar

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.move import Move, VertexLike
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.kernels.geometry import MAX_SIZE
from tengen.records.errors import RecordError, shortened


@cache
def vertices_by_letters(size: int) -> dict[str, Vertex]:
    """Every move that can be written on a board of `size`: its points and two ways to pass.

    >>> str(vertices_by_letters(9)["ee"]), str(vertices_by_letters(9)["tt"])
    ('E5', 'pass')
    """
    letters = "abcdefghijklmnopqrs"[:size]
    pairs = [column + row for column in letters for row in letters]
    return {pair: Vertex.from_sgf(pair, size) for pair in pairs} | {"": PASS, "tt": PASS}


@cache
def moves_by_letters(size: int) -> dict[str, dict[str, Move]]:
    """Every move of Black (``B``) and White (``W``): records share them, which saves memory."""
    vertices = vertices_by_letters(size)
    return {color.letter: {key: Move(color, place) for key, place in vertices.items()} for color in Color}


def read_move(value: str, size: int) -> Vertex:
    """The vertex of a move, or a pass.

    >>> read_move("PD", 19)
    Traceback (most recent call last):
    ...
    tengen.records.errors.RecordError: 'PD' is not a point of the 19x19 board
    """
    vertex = vertices_by_letters(size).get(value.strip())
    if vertex is None:
        raise RecordError(f"{shortened(value)} is not a point of the {size}x{size} board")
    return vertex


def read_points(values: Iterable[str], size: int) -> list[Vertex]:
    """The points of a list, in which ``ab:de`` stands for a rectangle.

    >>> [str(vertex) for vertex in read_points(["aa", "cc:dd"], 4)]
    ['A4', 'C2', 'D2', 'C1', 'D1']
    """
    points = []
    for value in dict.fromkeys(values):  # each once, however often it is written
        first, colon, last = value.strip().partition(":")
        if not first and not colon:
            continue  # an empty list
        corners = [read_move(first, size), read_move(last if colon else first, size)]
        if any(corner.is_pass for corner in corners):
            raise RecordError(f"{shortened(value)} is not a point of the {size}x{size} board")
        columns, rows = zip(*corners, strict=True)
        for row in range(max(rows), min(rows) - 1, -1):
            points += [Vertex(column, row) for column in range(min(columns), max(columns) + 1)]
    return points


def point_of(place: VertexLike, size: int) -> Vertex:
    """The point that a name, a pair of numbers or a vertex stands for.

    >>> point_of("pass", 19)
    Traceback (most recent call last):
    ...
    tengen.errors.TengenError: pass is not a point of the 19x19 board
    """
    vertex = Vertex.of(place, size)
    if not vertex.is_on(size):
        raise TengenError(f"{name_of(vertex)} is not a point of the {size}x{size} board")
    return vertex


def move_of(place: VertexLike, size: int) -> Vertex:
    """The point or the pass that a name, a pair of numbers or a vertex stands for."""
    vertex = Vertex.of(place, size)
    if vertex != PASS and not vertex.is_on(size):
        raise TengenError(f"{name_of(vertex)} is not a move on the {size}x{size} board")
    return vertex


def name_of(vertex: Vertex) -> str:
    """The name of a vertex; its numbers if they are those of no point of any board.

    >>> name_of(Vertex(3, 3)), name_of(Vertex(25, 3))
    ('D4', '(25, 3)')
    """
    named = vertex in (PASS, RESIGN) or vertex.is_on(MAX_SIZE)
    return str(vertex) if named else str(tuple(vertex))


def write_points(places: Iterable[VertexLike], size: int) -> list[str]:
    """The values of a list of points, in SGF's order.

    >>> write_points(["D4", Vertex(2, 15)], 19)
    ['cd', 'dp']
    """
    if isinstance(places, str):
        raise TengenError(f"{shortened(places)} is no list of points: write one, such as ['D4', 'Q16']")
    return sorted({point_of(place, size).to_sgf(size) for place in places})


def read_text(value: str) -> str:
    r"""The text of a raw value: without escapes, with plain line ends.

    >>> read_text(r"a \] bracket")
    'a ] bracket'
    """
    if "\\" not in value and "\r" not in value and "\t" not in value:
        return value
    return str(sgf_grammar.text_value(value.encode("utf-8", "replace")).decode("utf-8"))


def write_text(text: str) -> str:
    r"""The raw value of a text.

    >>> print(write_text("a ] bracket"))
    a \] bracket
    """
    return str(sgf_grammar.escape_text(text.encode("utf-8", "replace")).decode("utf-8"))


def read_label(value: str, size: int) -> tuple[Vertex, str] | None:
    """The point and the text of a label ``pd:A``; None if the value is not one."""
    point, text = sgf_grammar.parse_compose(value.encode("utf-8", "replace"))
    vertex = vertices_by_letters(size).get(point.decode("utf-8").strip(), PASS)
    if text is None or vertex.is_pass:
        return None
    return vertex, read_text(text.decode("utf-8"))
