"""One hash for all eight orientations of a position: what tables of positions that are kept in files are made by.

The hash of an orientation is Zobrist's (1970): the exclusive or of a key for the board's size, one for each stone, one
if White is to play, and one for the point that a simple ko forbids to whoever is to play. The canonical orientation is
the one with the least hash, and that is the hash of the position. Earlier positions, komi and rules do not count.

It is written into files, so it must never change: the keys are the output of SHAKE-256, which is the same on every
machine and in every version, and a test asserts hashes as numbers. Whoever must change it raises `HASH_VERSION`, which
those files carry. (`Position.hash` is of the stones alone, and of no use outside the process.)
"""

import hashlib
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import BLACK, MAX_SIZE, POINTS, WHITE

Array = np.ndarray[Any, Any]
HASH_VERSION = 1
SYMMETRIES = tuple(Symmetry)

_POINTS = MAX_SIZE * MAX_SIZE
_KO = 0  # the place of its keys among those of the colours, which are 1 and 2
_STREAM = np.frombuffer(
    hashlib.shake_256(b"Tengen canonical hash 1").digest(8 * (3 * _POINTS + MAX_SIZE + 2)), "<u8"
).astype(np.uint64)
_POINT_KEYS = _STREAM[: 3 * _POINTS].reshape(3, MAX_SIZE, MAX_SIZE)  # by colour (or ko), row and column
_SIZE_KEYS = _STREAM[3 * _POINTS : 3 * _POINTS + MAX_SIZE + 1]
WHITE_KEY = _STREAM[-1]


class Canonical(NamedTuple):
    """The hash of a position's canonical orientation, and how to get there."""

    hash: int
    symmetries: tuple[Symmetry, ...]  # all that turn the position so: more than one where it is itself symmetric

    @property
    def symmetry(self) -> Symmetry:
        """The first of them."""
        return self.symmetries[0]


class OrientedKeys(NamedTuple):
    """The keys of a board of one size, as seen in each of the eight orientations, in the order of `SYMMETRIES`."""

    empty: np.uint64  # of the board without stones, Black to play
    stones: Array  # (8, 3, POINTS) by orientation, colour (0: a ko) and point of the compiled board
    places: Array  # (8, POINTS): the point that each point of the compiled board becomes


@cache
def oriented_keys(size: int) -> OrientedKeys:
    """The keys for a board of `size`."""
    stones = np.zeros((len(SYMMETRIES), 3, POINTS), np.uint64)
    places = np.zeros((len(SYMMETRIES), POINTS), np.int16)  # a pass stays a pass
    for index, symmetry in enumerate(SYMMETRIES):
        for row in range(size):
            for column in range(size):
                vertex = Vertex(column, row)
                turned = symmetry.apply(vertex, size)
                stones[index, :, vertex.point] = _POINT_KEYS[:, turned.row, turned.column]
                places[index, vertex.point] = turned.point
    stones.flags.writeable = places.flags.writeable = False
    return OrientedKeys(_SIZE_KEYS[size], stones, places)


def oriented_hashes(size: int, colors: Array, to_play: int, ko: int = 0) -> Array:
    """The hashes of all eight orientations of `colors` (POINTS), with a `ko` that binds the mover (0: none)."""
    keys = oriented_keys(size)
    points = np.flatnonzero((colors == BLACK) | (colors == WHITE))
    hashes: Array = np.bitwise_xor.reduce(keys.stones[:, colors[points], points], axis=1, initial=keys.empty)
    if to_play == WHITE:
        hashes = hashes ^ WHITE_KEY
    return hashes ^ keys.stones[:, _KO, ko] if ko else hashes


def canonical_of(size: int, board: Array, to_play: int) -> Canonical:
    """The canonical hash of a compiled board (an array of one record) with `to_play` to move."""
    ko = int(board["ko"][0]) if int(board["ko_color"][0]) == to_play else 0
    hashes = oriented_hashes(size, board["color"][0], to_play, ko)
    least = hashes.min()
    return Canonical(int(least), tuple(SYMMETRIES[index] for index in np.flatnonzero(hashes == least)))
