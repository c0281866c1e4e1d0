"""What the Python side asks of a board: legal moves, replaying, setting up.

These are entry points, called from Python once a move rather than a million times a
second. They take the *array* that holds a board (`boards[0]`), because handing Numba an
array costs a third of a microsecond and handing it a single record ten times that.
"""

import numpy as np

from tengen.kernels.board import is_legal, play, play_pass
from tengen.kernels.board_record import ZOBRIST, clear_board, forget_moves
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EAST, EMPTY, NORTH, PASS, SOUTH, STRIDE, WEST, WHITE, U
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tactics.self_atari import is_self_atari


@kernel
def _hash_of_group(board, group):
    """The Zobrist keys of all stones of `group` together."""
    color = np.int64(board.color[U(group)])
    keys = np.uint64(0)
    point = group
    while True:
        keys ^= ZOBRIST[U(point * 4 + color)]
        point = np.int64(board.next_stone[U(point)])
        if point == group:
            return keys


@kernel
def hash_after(board, point, color):
    """The hash the board would have after `color` plays on the empty `point`.

    Nothing is played: superko is asked before a move, also inside a search tree.
    """
    keys = board.hash ^ ZOBRIST[U(point * 4 + color)]
    counted_0, counted_1, counted_2 = 0, 0, 0
    captured = False
    breathes = False
    for direction in range(4):
        neighbor = point + (NORTH, EAST, SOUTH, WEST)[direction]
        neighbor_color = np.int64(board.color[U(neighbor)])
        if neighbor_color == EMPTY:
            breathes = True
        elif neighbor_color == BLACK or neighbor_color == WHITE:
            group = np.int64(board.group[U(neighbor)])
            in_atari = board.liberty_count[U(group)] == 1
            if neighbor_color == color:
                breathes = breathes or not in_atari
            elif in_atari and group != counted_0 and group != counted_1 and group != counted_2:
                captured = True
                keys ^= _hash_of_group(board, group)
                counted_0, counted_1, counted_2 = group, counted_0, counted_1
    if captured or breathes:
        return keys
    # Suicide: the stone itself and all own groups around it leave the board.
    keys ^= ZOBRIST[U(point * 4 + color)]
    for direction in range(4):
        neighbor = point + (NORTH, EAST, SOUTH, WEST)[direction]
        if board.color[U(neighbor)] == color:
            group = np.int64(board.group[U(neighbor)])
            if group != counted_0 and group != counted_1 and group != counted_2:
                keys ^= _hash_of_group(board, group)
                counted_0, counted_1, counted_2 = group, counted_0, counted_1
    return keys


@kernel
def hash_after_move(boards, point, color):
    """`hash_after` as an entry point."""
    return hash_after(boards[0], point, color)


@kernel
def is_legal_move(boards, point, color):
    """`is_legal` as an entry point."""
    return is_legal(boards[0], point, color)


@kernel
def is_sensible_move(boards, point, color):
    """Whether playouts would consider the empty `point`: not suicide, not an own eye."""
    return is_playable(boards[0], point, color)


@kernel
def is_self_atari_move(boards, point, color):
    """`is_self_atari` as an entry point."""
    return is_self_atari(boards[0], point, color)


@kernel
def playable_points(boards, color, with_suicide, points, hashes):
    """Write the empty points where `color` may play, and the hash after each; their number.

    Simple ko is respected; suicide counts as playable if `with_suicide` is not 0.
    """
    board = boards[0]
    count = 0
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        barred = point == board.ko and color == board.ko_color
        if not barred and (with_suicide != 0 or is_legal(board, point, color)):
            points[count] = point
            hashes[count] = hash_after(board, point, color)
            count += 1
    return count


@kernel
def play_move(boards, point, color):
    """Play one legal move or PASS; returns how many stones it captured."""
    if point == PASS:
        play_pass(boards[0], color)
        return 0
    return play(boards[0], point, color)


@kernel
def replay(boards, start, points, colors, count):
    """Set `boards` to `start` and play `count` moves on it."""
    boards[0] = start[0]
    for i in range(count):
        play_move(boards, np.int64(points[i]), np.int64(colors[i]))


@kernel
def set_up(boards, size, colors):
    """Make an empty board of `size` and put the stones of `colors` on it.

    Returns PASS, or a point of a group without liberties: then the position is none.
    Every group of a legal position keeps a liberty while it is being put down, so
    the order does not matter and anything captured shows an illegal one.
    """
    board = boards[0]
    clear_board(board, size)
    for row in range(size):
        for column in range(size):
            point = (row + 1) * STRIDE + column + 1
            color = np.int64(colors[U(point)])
            if color != EMPTY:
                play(board, point, color)
    forget_moves(board)
    for row in range(size):
        for column in range(size):
            point = (row + 1) * STRIDE + column + 1
            if colors[U(point)] != board.color[U(point)]:
                return point
    return PASS
