"""Joseki: a corner of the board looked up in a dictionary, whichever corner, orientation and colour it is.

Pachi matches the quadrants of the board with a dictionary of corner sequences, for priors and in playouts (Baudiš,
thesis 2011, 3.3.2 and 3.4). A corner here is a square of half the board's lines, 10 on 19x19; where it is not known so
wide, it is looked up with `NARROW` lines, as on 13x13. Its hash has a key for every stone, by how far it is from the
two edges and whether it is the mover's; so all four corners and both colours share it. A corner turned over its
diagonal is the same corner: the lesser of the two hashes counts. The keys are the output of SHAKE-256, for the hashes
stand in files.

A place is 1 + `WIDEST` · the lines from one edge + the lines from the other, in the orientation of the hash; 0 is to
play elsewhere. What a dictionary is made from is in `tengen.books.joseki`.
"""

import hashlib

import numpy as np

from tengen.kernels.board import is_legal, play, play_pass
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EMPTY, MAX_SIZE, PASS, STRIDE, U
from tengen.kernels.random import random_bits
from tengen.kernels.record_type import record_type
from tengen.kernels.tactics.eyes import is_playable

CORNERS = 4
WIDEST = (MAX_SIZE + 1) // 2
NARROW = 7  # lines
ELSEWHERE = 0  # the place of a move in another part of the board
MOST_MOVES = 8  # of a corner that the kernels know
ALL_CORNERS = (1 << CORNERS) - 1
NOT_KNOWN = -1

_STREAM = np.frombuffer(
    hashlib.shake_256(b"Tengen corners 1").digest(8 * (2 * WIDEST * WIDEST + WIDEST + 1)), "<u8"
).astype(np.uint64)
_STONE_KEYS = _STREAM[: 2 * WIDEST * WIDEST].reshape(2, WIDEST, WIDEST)  # by whose they are, and lines from the edges
_WIDTH_KEYS = _STREAM[2 * WIDEST * WIDEST :]  # of corners without stones, by their width
_DRAW_SHIFT, _DRAW_UNIT = U(11), 1.0 / (1 << 53)

# A hash table with linear probing: a slot is a corner, and its moves, those played most first.
JOSEKI = record_type(
    [
        ("key", np.uint64),  # 0: nothing is here
        ("count", np.int32),  # moves
        ("places", np.int16, MOST_MOVES),
        ("shares", np.float32, MOST_MOVES),  # of those who came here, and played there
    ]
)


def no_joseki() -> np.ndarray:
    """A dictionary of nothing."""
    return np.zeros(1, JOSEKI)


def widths_on(size: int) -> tuple[int, ...]:
    """How many lines a corner has on a board of `size`, the most first.

    >>> widths_on(19), widths_on(13), widths_on(9)
    ((10, 7), (7,), (5,))
    """
    half = (size + 1) // 2
    return (half, NARROW) if half > NARROW else (half,)


@kernel
def corner_point(side, corner, a, b):
    """The point `a` lines from one edge of a corner and `b` from the other; corners are numbered as two bits."""
    column = side - a if corner & 1 else a + 1
    row = side - b if corner & 2 else b + 1
    return row * STRIDE + column


@kernel
def corner_key(board, corner, width, color):
    """The hash of a corner as `color` sees it; whether it is that of the corner turned over; whether both are the same.

    The fourth is how many stones there are.
    """
    side = np.int64(board.side)
    straight = turned = _WIDTH_KEYS[U(width)]
    stones = 0
    for a in range(width):
        for b in range(width):
            content = np.int64(board.color[U(corner_point(side, corner, a, b))])
            if content != EMPTY:
                whose = np.int64(content != color)
                straight ^= _STONE_KEYS[whose, a, b]
                turned ^= _STONE_KEYS[whose, b, a]
                stones += 1
    return min(straight, turned), turned < straight, turned == straight, stones


@kernel
def _is_in_corner(side, point, corner, width):
    column, row = point % STRIDE, point // STRIDE
    a = side - column if corner & 1 else column - 1
    b = side - row if corner & 2 else row - 1
    return 0 <= a < width and 0 <= b < width


@kernel
def _place_in(side, point, corner, is_turned, is_same):
    """The place of a point in a corner, in the orientation of its hash; the lesser where both are the same."""
    column, row = point % STRIDE, point // STRIDE
    a = side - column if corner & 1 else column - 1
    b = side - row if corner & 2 else row - 1
    if is_turned or (is_same and b < a):
        a, b = b, a
    return 1 + a * WIDEST + b


@kernel
def _point_at(side, place, corner, is_turned):
    """The point of a place: the reverse of `_place_in`."""
    a, b = (place - 1) // WIDEST, (place - 1) % WIDEST
    if is_turned:
        a, b = b, a
    return corner_point(side, corner, a, b)


@kernel
def find_slot(joseki, key):
    """Where a hash stands in the dictionary, or NOT_KNOWN."""
    mask = U(len(joseki) - 1)
    slot = key & mask
    while joseki[slot].key != 0:
        if joseki[slot].key == key:
            return np.int64(slot)
        slot = (slot + U(1)) & mask
    return np.int64(NOT_KNOWN)


@kernel
def _find_corner(board, corner, color, joseki):
    """Where a corner stands in the dictionary, with how many lines, and its orientation, as in `corner_key`."""
    width = (np.int64(board.side) + 1) // 2
    key, is_turned, is_same, _ = corner_key(board, corner, width, color)
    slot = find_slot(joseki, key)
    if slot == NOT_KNOWN and width > NARROW:
        width = NARROW
        key, is_turned, is_same, _ = corner_key(board, corner, width, color)
        slot = find_slot(joseki, key)
    return slot, width, is_turned, is_same


@kernel
def add_joseki(board, joseki, games, bias):
    """Add to `bias` (POINTS) for every move that the dictionary knows its share of so many `games`."""
    color, side = np.int64(board.to_play), np.int64(board.side)
    for corner in range(CORNERS):
        slot, _, is_turned, is_same = _find_corner(board, corner, color, joseki)
        if slot == NOT_KNOWN:
            continue
        entry = joseki[U(slot)]
        for i in range(entry.count):
            place = np.int64(entry.places[U(i)])
            point = _point_at(side, place, corner, is_turned)
            twin = _point_at(side, place, corner, not is_turned) if is_same else point
            share = games * entry.shares[U(i)] / 2.0  # of both, where they are the same by symmetry
            bias[U(point)] += share
            bias[U(twin)] += share


@kernel
def joseki_reply(board, color, generator, joseki, work):
    """A move that the dictionary knows in the corner of the last move, drawn by its share; PASS: none, or elsewhere.

    A corner that is not in the dictionary will hardly come back to it, and is not asked about again in this playout.
    """
    side, last = np.int64(board.side), np.int64(board.last_move)
    for corner in range(CORNERS):
        if (work.joseki_corners >> corner) & 1 == 0 or not _is_in_corner(side, last, corner, (side + 1) // 2):
            continue
        slot, width, is_turned, is_same = _find_corner(board, corner, color, joseki)
        if slot == NOT_KNOWN:
            work.joseki_corners &= ~(1 << corner)
            continue
        if not _is_in_corner(side, last, corner, width):
            continue
        entry = joseki[U(slot)]
        draw = np.float64(random_bits(generator) >> _DRAW_SHIFT) * _DRAW_UNIT
        for i in range(entry.count):
            draw -= entry.shares[U(i)]
            if draw < 0.0:
                over = is_turned
                if is_same and random_bits(generator) >> U(63) != 0:
                    over = not is_turned
                point = _point_at(side, np.int64(entry.places[U(i)]), corner, over)
                if board.color[U(point)] == EMPTY and is_playable(board, point, color):
                    return point
                break
    return np.int64(PASS)


@kernel
def corners_of(boards, width, color, keys, turned):
    """Write the hashes of all corners as `color` sees them, and their orientations: 1 turned over, 2 both the same."""
    for corner in range(CORNERS):
        key, is_turned, is_same, _ = corner_key(boards[0], corner, width, color)
        keys[U(corner)] = key
        turned[U(corner)] = 2 if is_same else np.int64(is_turned)


@kernel
def corner_steps(boards, moves, width, most_stones, keys, places, numbers):
    """Play `moves` on a board, Black first, and write down what was played in its corners; how many rows that makes.

    A row is the hash of a corner as the mover sees it, the place he played at, and CORNERS · the number of the move +
    the corner. Where the opponent has just played in a corner and he plays outside of it, the place is ELSEWHERE.
    Corners with more than `most_stones` are left out. It ends at a move that is not legal, which is told by a negative
    count: -1 - rows.
    """
    board = boards[0]
    side = np.int64(board.side)
    color, last, count = BLACK, np.int64(PASS), 0
    for number in range(len(moves)):
        move = np.int64(moves[number])
        if move != PASS and (board.color[U(move)] != EMPTY or not is_legal(board, move, color)):
            return -1 - count
        for corner in range(CORNERS):
            is_here = move != PASS and _is_in_corner(side, move, corner, width)
            if not is_here and (last == PASS or not _is_in_corner(side, last, corner, width)):
                continue
            key, is_turned, is_same, stones = corner_key(board, corner, width, color)
            if stones > most_stones:
                continue
            keys[U(count)] = key
            places[U(count)] = _place_in(side, move, corner, is_turned, is_same) if is_here else ELSEWHERE
            numbers[U(count)] = number * CORNERS + corner
            count += 1
        if move == PASS:
            play_pass(board, color)
        else:
            play(board, move, color)
        color, last = 3 - color, move
    return count
