"""What a neural network is shown of a board: for every point a word of bits, each bit a plane of its input.

All is seen by whoever is to move. Stones, liberties and the last moves as in the networks of AlphaGo (Silver et al.
2016); what ladders, captures and vital points ask for comes from our own reading (`learnt/purposes.py`), because a
small network cannot read ladders across the board itself.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EMPTY, NO_POINT, PASS, STRIDE, U
from tengen.kernels.learnt.purposes import (
    CATCH,
    DEFEND,
    KILL,
    LIVE,
    RECENT,
    SAVE,
    SAVE_MANY,
    SELF_ATARI,
    TAKE,
    TAKE_LATER,
    TAKE_MANY,
    find_purposes,
)

INPUTS_VERSION = 1  # to be raised whenever a plane changes: networks are of one version
HISTORY = 5  # last moves that are shown

# The bits of a word. Planes come in this order.
ON_BOARD, OWN, OTHERS = 0, 1, 2
OWN_LIBERTIES, OTHERS_LIBERTIES = 3, 6  # of one, two and three
KO = 9
LAST = 10  # and the moves before it
TAKES = LAST + HISTORY
SAVES, CATCHES, DEFENDS, SELF_ATARIS, KILLS, LIVES = range(TAKES + 1, TAKES + 7)
PLANES = LIVES + 1

# What it is told besides, of the board as a whole; see `write_globals`.
GLOBALS = 4
_KOMI_UNIT = 15.0
MOST_KOMI = 45.0


@kernel
def _either(purposes, first, second):
    """Whether one of two purposes is served, be it about the last move or not."""
    mask = 1 << first | 1 << (first + RECENT) | 1 << second | 1 << (second + RECENT)
    return np.uint32(purposes & mask != 0)


@kernel
def write_words(board, history, work, words):
    """Write the words of the points, by row and column from A1 on; `history` are the last moves, the newest first."""
    color, side = np.int64(board.to_play), np.int64(board.side)
    find_purposes(board, color, work)
    for row in range(side):
        for column in range(side):
            point = (row + 1) * STRIDE + column + 1
            word = np.uint32(1)
            stone = np.int64(board.color[U(point)])
            if stone != EMPTY:
                own = stone == color
                word |= np.uint32(1) << np.uint32(OWN if own else OTHERS)
                liberties = np.int64(board.liberty_count[U(board.group[U(point)])])
                if liberties <= 3:
                    first = OWN_LIBERTIES if own else OTHERS_LIBERTIES
                    word |= np.uint32(1) << np.uint32(first + liberties - 1)
            else:
                purposes = np.int64(work.purposes[U(point)])
                if purposes != 0:
                    takes = _either(purposes, TAKE, TAKE_MANY) | _either(purposes, TAKE_LATER, TAKE_LATER)
                    word |= takes << np.uint32(TAKES)
                    word |= _either(purposes, SAVE, SAVE_MANY) << np.uint32(SAVES)
                    word |= _either(purposes, CATCH, CATCH) << np.uint32(CATCHES)
                    word |= _either(purposes, DEFEND, DEFEND) << np.uint32(DEFENDS)
                    word |= np.uint32(purposes >> SELF_ATARI & 1) << np.uint32(SELF_ATARIS)
                    word |= np.uint32(purposes >> KILL & 1) << np.uint32(KILLS)
                    word |= np.uint32(purposes >> LIVE & 1) << np.uint32(LIVES)
            words[U(row * side + column)] = word
    if board.ko != PASS and board.ko_color == color:
        _mark(words, side, np.int64(board.ko), KO)
    for i in range(HISTORY):
        _mark(words, side, np.int64(history[U(i)]), LAST + i)


@kernel
def _mark(words, side, point, bit):
    """Set a bit of a point, if it is one."""
    if point > NO_POINT:
        index = (point // STRIDE - 1) * side + point % STRIDE - 1
        words[U(index)] |= np.uint32(1) << np.uint32(bit)


@kernel
def write_globals(side, komi, history, values):
    """Write what concerns the whole board; `komi` is what the mover gets for moving last."""
    values[0] = np.float32(max(-MOST_KOMI, min(MOST_KOMI, komi)) / _KOMI_UNIT)
    values[1] = np.float32(history[0] == PASS)
    values[2] = np.float32(history[1] == PASS)
    values[3] = np.float32(side / 19.0)


@kernel
def unpack(words, count, planes):
    """Spread the words of `count` boards over planes of 0 and 1: (boards, points) to (boards, PLANES, points)."""
    points = words.shape[1]
    for i in range(count):
        for plane in range(PLANES):
            for k in range(points):
                planes[U(i), U(plane), U(k)] = np.float32(words[U(i), U(k)] >> np.uint32(plane) & np.uint32(1))
