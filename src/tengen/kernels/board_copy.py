"""Copying a board onto another one that is at hand as a record: only the rows its size has."""

import numpy as np

from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import STRIDE, U


@kernel
def copy_board(target, source):
    """Make `target` the same position as `source`."""
    target.hash = source.hash
    target.side = source.side
    target.liberty_words = source.liberty_words
    target.move_number = source.move_number
    target.to_play = source.to_play
    target.ko = source.ko
    target.ko_color = source.ko_color
    target.last_ko = source.last_ko
    target.last_ko_move = source.last_ko_move
    target.last_move = source.last_move
    target.previous_move = source.previous_move
    target.empty_count = source.empty_count
    for color in range(4):
        target.stones[color] = source.stones[color]
        target.captured[color] = source.captured[color]
    # The lowest border row and the one above the board are only looked at for their colour.
    end = (np.int64(source.side) + 2) * STRIDE + 1
    for point in range(end):
        target.color[U(point)] = source.color[U(point)]
    for point in range(end):
        target.code[U(point)] = source.code[U(point)]
    for point in range(end):
        target.group[U(point)] = source.group[U(point)]
    for point in range(end):
        target.next_stone[U(point)] = source.next_stone[U(point)]
    for point in range(end):
        target.empty_index[U(point)] = source.empty_index[U(point)]
    for point in range(end):
        target.group_stones[U(point)] = source.group_stones[U(point)]
    for point in range(end):
        target.liberty_count[U(point)] = source.liberty_count[U(point)]
    for index in range(source.empty_count):
        target.empty[U(index)] = source.empty[U(index)]
    for index in range(end * LIBERTY_WORDS):
        target.liberties[U(index)] = source.liberties[U(index)]
