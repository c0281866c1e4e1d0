"""Replaying games for a network to learn from."""

import numpy as np

from tengen.kernels.board import is_legal, play, play_pass
from tengen.kernels.board_record import clear_board
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EMPTY, NO_POINT, PASS, U
from tengen.kernels.network.inputs import HISTORY, write_words


@kernel
def show_game(boards, works, moves, side, wanted, words):
    """Write the words of the positions before the moves that are `wanted` (not 0), one row each.

    Returns how many rows were written: fewer than wanted where a move is not legal.
    """
    board, work = boards[0], works[0]
    clear_board(board, side)
    history = np.zeros(HISTORY, np.int64)
    for i in range(HISTORY):
        history[i] = NO_POINT
    rows = 0
    for number in range(len(moves)):
        point, color = np.int64(moves[U(number)]), np.int64(board.to_play)
        if point != PASS and (board.color[U(point)] != EMPTY or not is_legal(board, point, color)):
            return rows
        if wanted[U(number)] != 0:
            write_words(board, history, work, words[rows])
            rows += 1
        if point == PASS:
            play_pass(board, color)
        else:
            play(board, point, color)
        for i in range(HISTORY - 1, 0, -1):
            history[i] = history[i - 1]
        history[0] = point
    return rows
