"""What reading needs besides the position: a board to play on and the line of moves played.

A board cannot take a move back. So who reads keeps the moves of the line; to try something else, the line up to
there is played again from the position. That is rare where reading goes nearly always straight on, and it
needs one board however deep it goes.
"""

import numpy as np

from tengen.kernels.board import play
from tengen.kernels.board_copy import copy_board
from tengen.kernels.board_record import BOARD
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.record_type import record_type

LONGEST = 400  # moves of a line; a multiple of 8, as Numba allows no padding behind a nested record

READING = record_type(
    [
        ("board", BOARD),
        ("patience", np.int64),  # moves that one question may cost, those played again too
        ("move", np.int16, LONGEST),
        ("has_choice", np.int8, LONGEST),  # whether the mover could do something else yet
        ("may_take", np.int8, LONGEST + 8),  # of ladders: whether attackers may stand in atari there
    ]
)


def new_readings(patience: int = 1000) -> np.ndarray:
    """An array of one reading, as the entry points take it."""
    readings = np.zeros(1, READING)
    readings["patience"] = patience
    return readings


@kernel
def go_to(reading, board, mover, depth):
    """Set the reading board to `board` with the first `depth` moves of the line, `mover` beginning."""
    now = reading.board
    copy_board(now, board)
    color = mover
    for i in range(depth):
        play(now, np.int64(reading.move[U(i)]), color)
        color = 3 - color


@kernel
def step(reading, depth, point, has_choice, color):
    """Play the next move of the line, at `depth`."""
    reading.move[U(depth)] = point
    reading.has_choice[U(depth)] = has_choice
    play(reading.board, point, color)


@kernel
def last_choice(reading, depth, parity):
    """The last move before `depth` of the player of this parity that may be chosen otherwise; -1 if none."""
    i = depth - 1
    if i & 1 != parity:
        i -= 1
    while i >= 0 and reading.has_choice[U(i)] == 0:
        i -= 2
    return i
