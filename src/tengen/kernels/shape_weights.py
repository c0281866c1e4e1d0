"""How much a 3×3 shape is played by strong players, as learnt from their games.

`shape_weights.csv` holds the natural logarithm of the strength of each shape (Coulom, "Computing Elo
ratings of move patterns in the game of Go", 2007), of an average move's 0; `tools/learn_shapes.py` made it.
A shape is a 3×3 code with its atari bits (`neighborhood.py`) as the mover sees it, Black being the
mover, and the smallest of its eight orientations stands for all.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from tengen.kernels.geometry import BLACK, WHITE
from tengen.kernels.neighborhood import ATARI_SHIFT, DIAGONAL_SHIFT

CODES = 1 << 20
_FILE = Path(__file__).with_name("shape_weights.csv")


def _fields(codes: np.ndarray) -> tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray]]:
    """Colours of the four neighbours, their atari bits, colours of the four diagonals, both clockwise."""
    adjacent = [codes >> 2 * d & 3 for d in range(4)]
    atari = [codes >> (ATARI_SHIFT + d) & 1 for d in range(4)]
    diagonal = [codes >> (DIAGONAL_SHIFT + 2 * d) & 3 for d in range(4)]
    return adjacent, atari, diagonal


def _join(adjacent: list[np.ndarray], atari: list[np.ndarray], diagonal: list[np.ndarray]) -> np.ndarray:
    codes = np.zeros_like(adjacent[0])
    for d in range(4):
        codes |= adjacent[d] << 2 * d | atari[d] << (ATARI_SHIFT + d) | diagonal[d] << (DIAGONAL_SHIFT + 2 * d)
    return codes


def _orientations(codes: np.ndarray, mover: int) -> Iterator[np.ndarray]:
    """The eight orientations of each code, as Black sees it when it is White's."""
    adjacent, atari, diagonal = _fields(codes)
    if mover == WHITE:
        exchange = np.array([0, WHITE, BLACK, 3])
        adjacent, diagonal = [exchange[a] for a in adjacent], [exchange[d] for d in diagonal]
    for turn in range(4):
        # Neighbours are north, east, south, west; diagonals lie clockwise behind each.
        around = [adjacent[(d + turn) % 4] for d in range(4)]
        bits = [atari[(d + turn) % 4] for d in range(4)]
        corners = [diagonal[(d + turn) % 4] for d in range(4)]
        yield _join(around, bits, corners)
        mirrored = [around[0], around[3], around[2], around[1]]
        yield _join(mirrored, [bits[0], bits[3], bits[2], bits[1]], corners[::-1])


def canonical_codes() -> tuple[np.ndarray, np.ndarray]:
    """For every code the one that stands for its shape, when Black moves and when White does; takes a moment."""
    codes = np.arange(CODES)
    black, white = (np.minimum.reduce(list(_orientations(codes, mover))) for mover in (BLACK, WHITE))
    return black, white


@cache
def shape_weights() -> tuple[np.ndarray, np.ndarray]:
    """The weight of every code when Black moves and when White does; 0 where too little is known."""
    weights = np.zeros((2, CODES))
    if _FILE.exists():
        table = np.loadtxt(_FILE, delimiter=",", skiprows=1)
        for mover in (BLACK, WHITE):
            for codes in _orientations(table[:, 0].astype(np.int64), mover):
                weights[mover - 1][codes] = table[:, 1]
    return weights[0], weights[1]
