"""Provisional."""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import PASS, EAST, NORTH, SOUTH, WEST, U
from tengen.kernels.tactics.self_atari import is_self_atari, liberties_after
from tengen.kernels.tactics.liberties import next_liberty


@kernel
def is_bad_self_atari(board, point, color):
    return is_self_atari(board, point, color)


@kernel
def safer_liberty(board, point, color):
    for direction in range(4):
        neighbor = point + (NORTH, EAST, SOUTH, WEST)[direction]
        if board.color[U(neighbor)] == color:
            group = np.int64(board.group[U(neighbor)])
            if board.liberty_count[U(group)] == 2:
                other = next_liberty(board, group, 0)
                if other == point:
                    other = next_liberty(board, group, other)
                if liberties_after(board, other, color, 2) >= 2:
                    return other
    return np.int64(PASS)
