"""3×3 patterns: shapes worth playing, drawn as text and turned into one look-up table.

A pattern shows the eight neighbours of the point in the middle, where the move is played:

    X  O    stones of the two colours        x  o    anything but X, anything but O
    .       empty                             #      border (outside the board)
    ?       anything, border included

Every pattern holds in all eight orientations and with the colours exchanged. A pattern
may be meant for one side only: its stones called X are then the mover's.

`MOGO` are the shapes of the MoGo report (Gelly, Wang, Munos, Teytaud 2006, figures 5 to 8):
hane, the two cuts, and moves along the edge. `MOGGY` has them with what Pachi adds (thesis 3.4),
"information on 'in atari' status of stones": where an own stone stands in atari beside the point,
saving it is another rule's business and no shape is seen.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, BORDER, EMPTY, WHITE, U
from tengen.kernels.neighborhood import (
    ATARI_MASK,
    ATARI_SHIFT,
    COLORS_MASK,
    EAST_SHIFT,
    NORTH_SHIFT,
    NORTHEAST_SHIFT,
    NORTHWEST_SHIFT,
    SOUTH_SHIFT,
    SOUTHEAST_SHIFT,
    SOUTHWEST_SHIFT,
    WEST_SHIFT,
)
from tengen.kernels.shape_weights import shape_weights


class Pattern(NamedTuple):
    """Three rows of three; `mover` says whether X must be the side that plays there."""

    name: str
    rows: str
    mover: bool = False
    but_not: tuple[str, ...] = ()  # shapes that spoil it, drawn in the same orientation


MOGO = (
    Pattern("enclosing hane", "XOX ... ???"),
    Pattern("hane", "XO. ... ?.?"),
    Pattern("magari", "XO? X.. ?.?"),
    Pattern("hane at a head, by its owner", "XOO ... ?.?", mover=True),
    Pattern("cut that is not protected", "XO? O.? ???", but_not=("XO? O.O ?.?", "XO? O.. ?O?")),
    Pattern("cut straight through", "?X? O.O ooo"),
    Pattern("edge: chase", "X.? O.? ###"),
    Pattern("edge: hane under", "?X? o.O ###", mover=True),
    Pattern("edge: block or push", "?XO ?.? ###", mover=True),
    Pattern("edge: descend", "?OX ?.? ###", mover=True),
    Pattern("edge: cut", "?OX X.O ###"),
)

MOGGY = MOGO

_ALLOWED = {
    "X": {BLACK},
    "O": {WHITE},
    ".": {EMPTY},
    "#": {BORDER},
    "x": {EMPTY, WHITE, BORDER},
    "o": {EMPTY, BLACK, BORDER},
    "?": {EMPTY, BLACK, WHITE, BORDER},
}
# Where the nine characters of a pattern lie; the middle one is the move.
_PLACES = ((-1, 1), (0, 1), (1, 1), (-1, 0), (0, 0), (1, 0), (-1, -1), (0, -1), (1, -1))
_SHIFTS = {
    (0, 1): NORTH_SHIFT,
    (1, 0): EAST_SHIFT,
    (0, -1): SOUTH_SHIFT,
    (-1, 0): WEST_SHIFT,
    (1, 1): NORTHEAST_SHIFT,
    (1, -1): SOUTHEAST_SHIFT,
    (-1, -1): SOUTHWEST_SHIFT,
    (-1, 1): NORTHWEST_SHIFT,
}
_EXCHANGED = {EMPTY: EMPTY, BLACK: WHITE, WHITE: BLACK, BORDER: BORDER}

COLORS = 1 << 16  # of eight neighbours
TABLE_SIZE = 1 << 20  # of whole 3×3 codes, with their atari bits
MOGO_SHIFT, MOGGY_SHIFT = 0, 2  # bits of the table of all shapes
WEIGHT_STEPS = 16  # of a learnt weight, to one
WEIGHT_ZERO = 128  # a weight is a byte of the table, at 8 times the colour


def pattern_index(code: int) -> int:
    """The colours of a 3×3 code without its atari bits: an index of a table of colours."""
    return code & 0xFF | (code >> 4) & 0xFF00


def place_in_table(code: Any) -> Any:
    """`shape_index` for Python, of one code or of an array of them."""
    return (code & COLORS_MASK) | ((code >> 4) & 0xFF00) | ((code & ATARI_MASK) << 8)


@kernel
def shape_index(code):
    """Where a 3×3 code stands in the table of all shapes.

    Atari bits come last, so that the many points without an atari share the first pages, which stay in the cache.
    """
    return (code & COLORS_MASK) | ((code >> 4) & 0xFF00) | ((code & ATARI_MASK) << 8)


@kernel
def matches_shape(board, point, color, patterns, shift):
    """Whether a shape stands around the empty `point` for `color`; `shift` says of which set."""
    return (patterns[U(shape_index(board.code[U(point)]))] >> (shift + color - 1)) & 1 != 0


def _orientations() -> Iterator[dict[tuple[int, int], tuple[int, int]]]:
    for swap in (False, True):
        for flip_x in (1, -1):
            for flip_y in (1, -1):
                yield {(x, y): (flip_x * (y if swap else x), flip_y * (x if swap else y)) for x, y in _PLACES}


def _codes(rows: str, turn: dict[tuple[int, int], tuple[int, int]], exchange: bool) -> set[int]:
    """All pattern indices that a drawing matches in one orientation."""
    found = {0}
    for place, symbol in zip(_PLACES, rows.replace(" ", ""), strict=True):
        if place == (0, 0):
            continue
        shift = _SHIFTS[turn[place]]
        colors = {_EXCHANGED[c] if exchange else c for c in _ALLOWED[symbol]}
        found = {code | color << shift for code in found for color in colors}
    return {pattern_index(code) for code in found}


def pattern_table(patterns: Iterable[Pattern]) -> np.ndarray:
    """For every neighbourhood, bit colour - 1: whether a pattern matches for that colour."""
    table = np.zeros(COLORS, np.uint8)
    for pattern in patterns:
        for turn in _orientations():
            for exchange in (False, True):
                codes = _codes(pattern.rows, turn, exchange)
                for spoiler in pattern.but_not:
                    codes -= _codes(spoiler, turn, exchange)
                mover = WHITE if exchange else BLACK
                bits = 1 << (mover - 1) if pattern.mover else 3
                table[list(codes)] |= np.uint8(bits)
    return table


@kernel
def learnt_weight(board, point, color, patterns):
    """The learnt weight of the shape around the empty `point` for `color`: above 0 it is played more than most."""
    step = (np.int64(patterns[U(shape_index(board.code[U(point)]))]) >> (8 * color)) & 0xFF
    return (step - WEIGHT_ZERO) / WEIGHT_STEPS


def _own_stone_in_atari(color: int) -> np.ndarray:
    """For every 3×3 code, at its `shape_index`, whether a stone of `color` beside the point is in atari."""
    index = np.arange(TABLE_SIZE)
    found = np.zeros(TABLE_SIZE, bool)
    for direction, shift in enumerate((NORTH_SHIFT, EAST_SHIFT, SOUTH_SHIFT, WEST_SHIFT)):
        found |= ((index >> shift & 3) == color) & (index >> (ATARI_SHIFT + 8 + direction) & 1 == 1)
    return found


def shape_table(mogo: Iterable[Pattern], moggy: Iterable[Pattern]) -> np.ndarray:
    """For every 3×3 code, at its `shape_index`: bits of MoGo's shapes for whom they are, moggy's, learnt weights."""
    colors = np.arange(TABLE_SIZE) % COLORS
    table = pattern_table(mogo)[colors].astype(np.int32) << MOGO_SHIFT
    others = pattern_table(moggy)[colors]
    for color in (BLACK, WHITE):
        others[_own_stone_in_atari(color)] &= np.uint8(~(1 << (color - 1)) & 0xFF)
    table |= others.astype(np.int32) << MOGGY_SHIFT
    places = place_in_table(np.arange(TABLE_SIZE))
    for color, weights in zip((BLACK, WHITE), shape_weights(), strict=True):
        steps = np.clip(np.round(weights * WEIGHT_STEPS), -WEIGHT_ZERO, WEIGHT_ZERO - 1).astype(np.int32)
        table[places] |= steps + WEIGHT_ZERO << 8 * color
    return table
