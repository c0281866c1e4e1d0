"""A joseki dictionary as a book: its positions are corners, in any corner, orientation and colour (thesis 3.3.2, 3.4).

The table is that of every book (`table.py`); a key is the hash of a corner as the mover sees it, and a move a place in
it (`kernels/openings/joseki.py`). The move 0 is to play elsewhere after the opponent has played here. A dictionary has
corners of several widths, for boards of several sizes.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.books.table import BookTable
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.openings.joseki import (
    CORNERS,
    ELSEWHERE,
    JOSEKI,
    MOST_MOVES,
    WIDEST,
    corners_of,
    widths_on,
)

if TYPE_CHECKING:
    from tengen.books.book import Book, BookMove

Array = np.ndarray[Any, Any]
LEAST_SHARE = 0.02  # of those who came to a corner: what is played less often is no joseki
_TURNED, _SAME = 1, 2  # orientations of a corner


def corner_moves(book: "Book", position: Position) -> "list[BookMove]":
    """What a dictionary knows of the corners of a position; the corner of the last move first, then by games."""
    first, *others = moves_by_corner(book, position) or [[]]
    rest = sorted((move for moves in others for move in moves), key=lambda move: -move.games)
    kept: dict[Vertex, BookMove] = {}
    for move in (*first, *rest):  # a point on the middle line is in two corners
        kept.setdefault(move.vertex, move)
    return list(kept.values())


def moves_by_corner(book: "Book", position: Position) -> "list[list[BookMove]]":
    """The moves in each corner that a dictionary knows, the most frequent first.

    The corner of the last move comes first, then the one about which most games are known.
    """
    last = position.last_move
    found: dict[int, tuple[bool, int, list[BookMove]]] = {}
    for width in widths_on(position.size):
        keys, turned = corner_keys(position, width)
        for corner, (key, orientation) in enumerate(zip(keys.tolist(), turned.tolist(), strict=True)):
            known = [] if corner in found else list(book.moves_of(key))  # with more lines it says more
            if not known:
                continue
            moves = _moves_in(known, position.size, corner, orientation)
            legal = [move for move in moves if position.is_legal(move.vertex)]
            is_here = last is not None and is_in_corner(last.vertex, corner, position.size, width)
            found[corner] = (not is_here, -legal[0].of if legal else 0, legal)
    return [moves for *_, moves in sorted(found.values(), key=lambda corner: corner[:2]) if moves]


def is_known(book: "Book", position: Position) -> bool:
    """Whether any corner is in a dictionary."""
    keys = (key for width in widths_on(position.size) for key in corner_keys(position, width)[0].tolist())
    return any(book.table.place(key) is not None for key in keys)


def corner_keys(position: Position, width: int) -> tuple[Array, Array]:
    """The hashes of the four corners of so many lines as the mover sees them, and how each is turned."""
    keys, turned = np.zeros(CORNERS, np.uint64), np.zeros(CORNERS, np.int64)
    corners_of(position.board, width, int(position.to_play), keys, turned)
    return keys, turned


def is_in_corner(vertex: Vertex, corner: int, size: int, width: int) -> bool:
    """Whether a vertex is in a corner; the middle line of a board is in two, and a pass in none."""
    if not vertex.is_on(size):
        return False
    far = size - 1
    column = far - vertex.column if corner & 1 else vertex.column
    row = far - vertex.row if corner & 2 else vertex.row
    return column < width and row < width


def _moves_in(known: "list[BookMove]", size: int, corner: int, orientation: int) -> "list[BookMove]":
    """The moves of a corner as they are on the board; `known` are those of its hash, with moves elsewhere."""
    total = sum(move.games for move in known)
    moves = []
    for move in known:
        if move.vertex.is_pass:
            continue
        a, b = move.vertex.column, move.vertex.row
        straight, over = (_vertex(size, corner, *lines) for lines in ((a, b), (b, a)))
        vertex = over if orientation == _TURNED else straight
        twins = (over,) if orientation == _SAME and over != straight else ()
        moves.append(replace(move, vertex=vertex, twins=twins, of=total, origin="joseki"))
    return moves


def place_as_vertex(place: int) -> Vertex:
    """A place as a vertex of the lower left corner, in the orientation of its hash; a pass for a move elsewhere."""
    return PASS if place == ELSEWHERE else Vertex(*divmod(place - 1, WIDEST))


def _vertex(size: int, corner: int, a: int, b: int) -> Vertex:
    """The vertex `a` lines from one edge of a corner and `b` from the other."""
    return Vertex(size - 1 - a if corner & 1 else a, size - 1 - b if corner & 2 else b)


def kernel_table(table: BookTable) -> Array:
    """The dictionary as the kernels take it: what is played often enough, with its share of all who came there.

    Corners of all widths stand in it; their hashes tell them apart. One that is finished has no moves.
    """
    slots = 1 << max(1, (2 * len(table.keys)).bit_length())
    made = np.zeros(slots, JOSEKI)
    for index, key in enumerate(table.keys.tolist()):
        place = slice(int(table.starts[index]), int(table.starts[index + 1]))
        shares = table.columns["games"][place] / table.columns["games"][place].sum(dtype=np.int64)
        kept = np.flatnonzero((table.moves[place] != ELSEWHERE) & (shares >= LEAST_SHARE))[:MOST_MOVES]
        slot = key & (slots - 1)
        while made["key"][slot]:
            slot = (slot + 1) & (slots - 1)
        made["key"][slot], made["count"][slot] = key, len(kept)
        made["places"][slot, : len(kept)] = table.moves[place][kept]
        made["shares"][slot, : len(kept)] = shares[kept]
    return made
