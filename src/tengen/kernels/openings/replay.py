"""The first positions of a game, for learning openings from it."""

import numpy as np

from tengen.kernels.board import is_legal, play
from tengen.kernels.board_record import clear_board
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EMPTY, PASS, U


@kernel
def first_positions(boards, moves, side, colors):
    """Write the colours of all points before each of the first moves, a row each; how many rows there are.

    A pass or a move that is not legal ends it.
    """
    board = boards[0]
    clear_board(board, side)
    for number in range(min(len(moves), len(colors))):
        point, color = np.int64(moves[U(number)]), np.int64(board.to_play)
        if point == PASS or board.color[U(point)] != EMPTY or not is_legal(board, point, color):
            return number
        colors[number, :] = board.color
        play(board, point, color)
    return min(len(moves), len(colors))
