"""Counting a board as it stands, all stones alive: the end of a game inside the tree."""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EAST, EMPTY, NORTH, POINTS, SOUTH, WEST, WHITE, U


@kernel
def score_as_it_stands(board):
    """Black's area minus White's: stones, and empty regions that touch one colour only."""
    score = np.int64(board.stones[BLACK]) - np.int64(board.stones[WHITE])
    seen = np.zeros(POINTS, np.uint8)
    stack = np.empty(POINTS, np.int64)
    for i in range(board.empty_count):
        start = np.int64(board.empty[U(i)])
        if seen[U(start)] != 0:
            continue
        seen[U(start)] = 1
        stack[0] = start
        top, points, touches = 1, 0, 0
        while top > 0:
            top -= 1
            point = stack[U(top)]
            points += 1
            for direction in range(4):
                neighbor = point + (NORTH, EAST, SOUTH, WEST)[direction]
                color = np.int64(board.color[U(neighbor)])
                if color == BLACK or color == WHITE:
                    touches |= color
                elif color == EMPTY and seen[U(neighbor)] == 0:
                    seen[U(neighbor)] = 1
                    stack[U(top)] = neighbor
                    top += 1
        if touches == BLACK:
            score += points
        elif touches == WHITE:
            score -= points
    return score
