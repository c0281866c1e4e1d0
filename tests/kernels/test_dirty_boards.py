"""Boards in memory that an earlier, larger game has used: nothing of it shows."""

import random

import numpy as np
import pytest

from tengen.game.reference import BLACK, WHITE, ReferenceBoard
from tengen.kernels.board_copy import copy_board
from tengen.kernels.board_record import BOARD, LIBERTY_WORDS, clear_board
from tengen.kernels.entry_points import play_move, set_up
from tengen.kernels.geometry import PASS, POINTS, column_row_of, point_of
from tengen.kernels.playouts.mogo import answer_atari
from tengen.kernels.tactics.liberties import next_liberty
from tengen.kernels.workspace import MOST_CANDIDATES, new_works

LOOK_EVERY = {size: 1 + size * size // 60 for size in range(2, 20)}  # moves


def dirty_boards() -> np.ndarray:
    """A board all of whose bits are set, but those of group 0, which is nobody's on any board."""
    boards = np.frombuffer(b"\xff" * BOARD.itemsize, BOARD).copy()
    boards["liberties"][0, :LIBERTY_WORDS] = 0
    boards["liberty_count"][0, 0] = boards["group_stones"][0, 0] = 0
    return boards


@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 9, 13, 19])
def test_the_liberties_of_every_group_one_by_one(size: int, copied: bool) -> None:
    """On 3x3 the last point is the last bit of a word, behind which once lay liberties of other games."""
    choose = random.Random(size)
    boards, reference = dirty_boards(), ReferenceBoard(size)
    clear_board(boards[0], size)
    seen = 0
    for turn in range(3 * size * size):
        color = BLACK if turn % 2 == 0 else WHITE
        points = list(reference.points())
        choose.shuffle(points)
        move = next((point for point in points if reference.is_legal(point, color)), None)
        if move is None:
            play_move(boards, PASS, color)
            reference.play_pass()
            continue
        play_move(boards, point_of(*move), color)
        reference.play(move, color)
        if turn % LOOK_EVERY[size] != 0:
            continue
        looked_at = boards
        if copied:
            looked_at = dirty_boards()
            copy_board(looked_at[0], boards[0])
        for stones, liberties in reference.groups():
            board = looked_at[0]
            group = int(board.group[point_of(*next(iter(stones)))])
            found: list[tuple[int, int]] = []
            point = 0
            while (point := next_liberty(board, group, point)) != PASS and len(found) <= size * size:
                found.append(column_row_of(point))
            assert found == sorted(liberties, key=lambda liberty: point_of(*liberty))
            seen += (size - 1, size - 1) in liberties
    assert seen > 0 or size > 7  # the last point of the board was a liberty


def test_the_longest_list_of_moves_that_save_stones_fits() -> None:
    """Two combs that hold each other in atari fill the board: nearly every stone lists the same capture."""
    size = 19
    colors = np.zeros(POINTS, np.int8)
    for column in range(size):
        for row in range(size):
            white = row == size - 1 or (column % 2 == 1 and row > 0)
            colors[point_of(column, row)] = WHITE if white else BLACK
    colors[point_of(0, size - 2)] = 0  # the one liberty of both
    boards, works = np.zeros(1, BOARD), new_works()
    set_up(boards, size, colors)
    works["groups"] = -1
    tip = point_of(1, 1)  # a stone of White's with Black on three sides
    count = answer_atari(boards[0], tip, BLACK, works[0])
    assert count == POINTS  # as long as it gets, and as the list used to be
    assert MOST_CANDIDATES >= POINTS + 16
    assert (works["groups"] == -1).all()  # what lies behind the list in memory
    assert set(works["moves"][0, :count].tolist()) == {point_of(0, size - 2)}
