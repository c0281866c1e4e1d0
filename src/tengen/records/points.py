"""Points, lists of points and texts as SGF writes them."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

import numpy as np
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
    """The points of a list, in which ``ab:de`` stands for a rectangle; each once, the top row first.

    >>> [str(vertex) for vertex in read_points(["cc:dd", "aa", "dc:cd"], 4)]
    ['A4', 'C2', 'D2', 'C1', 'D1']
    """
    return points_of_mask(mask_of_points(values, size), size)


def mask_of_points(values: Iterable[str], size: int) -> int:
    """The points of a list as the bits of a number.

    A rectangle costs the same whatever its extent, so a short text with many large ones takes no longer to read than
    any other text.
    """
    mask = 0
    for value in values:
        first, colon, last = value.partition(":")
        first = first.strip()
        if colon or first:  # else it is an empty list
            mask |= _rectangle(first, last.strip() if colon else first, size) or _no_points(value, size)
    return mask


def points_of_mask(mask: int, size: int) -> list[Vertex]:
    """The points of a number that `mask_of_points` made."""
    bits = f"{mask:0{size * size}b}"[::-1]
    return [vertex for vertex, bit in zip(_points(size), bits, strict=True) if bit == "1"]


def area_of_mask(mask: int, size: int) -> np.ndarray[Any, Any]:
    """The same as `Position.change` wants it: truth values by row, from the lowest, and column."""
    bits = np.frombuffer(mask.to_bytes((size * size + 7) // 8, "little"), np.uint8)
    return np.unpackbits(bits, count=size * size, bitorder="little").view(bool).reshape(size, size)[::-1]


@lru_cache(maxsize=4096)
def _rectangle(first: str, last: str, size: int) -> int:
    """The points between two corners; 0 if they are no points."""
    known = vertices_by_letters(size)
    one, other = known.get(first, PASS), known.get(last, PASS)
    if one.is_pass or other.is_pass:
        return 0
    columns, rows = sorted((one.column, other.column)), sorted((size - 1 - one.row, size - 1 - other.row))
    strip = (1 << (columns[1] + 1)) - (1 << columns[0])
    return sum(strip << (row * size) for row in range(rows[0], rows[1] + 1))


def _no_points(value: str, size: int) -> int:
    """Say which part of a value is no point."""
    for corner in value.partition(":")[::2]:
        read_move(corner, size)
    raise RecordError(f"{shortened(value)} is not a point of the {size}x{size} board")


@cache
def _points(size: int) -> list[Vertex]:
    """The points of a board, row by row from the top."""
    return [Vertex(column, row) for row in range(size - 1, -1, -1) for column in range(size)]


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
    point, colon, text = value.partition(":")  # a point has no colon, and no backslash that would hide one
    vertex = vertices_by_letters(size).get(point.strip(), PASS)
    return (vertex, read_text(text)) if colon and not vertex.is_pass else None
