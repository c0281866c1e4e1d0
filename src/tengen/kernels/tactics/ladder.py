"""Provisional."""

import numpy as np

from tengen.kernels.board import first_liberty, is_legal, play
from tengen.kernels.board_copy import copy_board
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EAST, NORTH, SOUTH, WEST, U
from tengen.kernels.tactics.self_atari import liberties_after
from tengen.kernels.tactics.liberties import next_liberty


@kernel
def _can_take(board, group):
    color = np.int64(board.color[U(group)])
    other = 3 - color
    stone = group
    while True:
        for direction in range(4):
            neighbor = stone + (NORTH, EAST, SOUTH, WEST)[direction]
            if board.color[U(neighbor)] == other:
                attacker = np.int64(board.group[U(neighbor)])
                if board.liberty_count[U(attacker)] == 1 and is_legal(board, first_liberty(board, attacker), color):
                    return True
        stone = np.int64(board.next_stone[U(stone)])
        if stone == group:
            return False


@kernel
def _chase(reading, stone, color):
    """The group of `stone` of `color` is in atari and its owner to play: is it caught?"""
    for _ in range(60):
        group = np.int64(reading.group[U(stone)])
        if _can_take(reading, group):
            return False
        point = first_liberty(reading, group)
        if not is_legal(reading, point, color):
            return True
        after = liberties_after(reading, point, color, 3)
        if after >= 3:
            return False
        if after <= 1:
            return True
        play(reading, point, color)
        group = np.int64(reading.group[U(stone)])
        if reading.liberty_count[U(group)] != 2:
            return reading.liberty_count[U(group)] < 2
        first = next_liberty(reading, group, 0)
        second = next_liberty(reading, group, first)
        room_first = liberties_after(reading, first, color, 4)
        room_second = liberties_after(reading, second, color, 4)
        attacker = 3 - color
        # the attacker plays where the runner would have more room
        if room_first < room_second:
            first, second = second, first
        if is_legal(reading, first, attacker) and liberties_after(reading, first, attacker, 2) >= 2:
            play(reading, first, attacker)
        elif is_legal(reading, second, attacker) and liberties_after(reading, second, attacker, 2) >= 2:
            play(reading, second, attacker)
        else:
            return False
        group = np.int64(reading.group[U(stone)])
        if reading.liberty_count[U(group)] != 1:
            return False
    return False


@kernel
def is_caught(board, reading, group):
    color = np.int64(board.color[U(group)])
    point = first_liberty(board, group)
    after = liberties_after(board, point, color, 3)
    if after >= 3:
        return False
    if after <= 1:
        return True
    copy_board(reading, board)
    return _chase(reading, group, color)


@kernel
def catches(board, reading, group, point):
    color = np.int64(board.color[U(group)])
    other = next_liberty(board, group, 0)
    if other == point:
        other = next_liberty(board, group, point)
    room = liberties_after(board, other, color, 4)
    if room >= 4:
        return False
    copy_board(reading, board)
    play(reading, point, 3 - color)
    return _chase(reading, group, color)
