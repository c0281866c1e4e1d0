"""A copied board plays on as the one it was copied from, whatever the target held before."""

import random
from typing import Any

import numpy as np
import pytest

from tengen.kernels.board_copy import copy_board
from tengen.kernels.board_record import new_boards
from tengen.kernels.entry_points import play_move, playable_points


def legal(boards: np.ndarray[Any, Any], color: int) -> dict[int, int]:
    """The points to play and the hash after each."""
    points, hashes = np.zeros(400, np.int64), np.zeros(400, np.uint64)
    count = playable_points(boards, color, 1, points, hashes)
    return dict(zip(points[:count].tolist(), hashes[:count].tolist(), strict=True))


@pytest.mark.parametrize("size", [5, 9, 19])
def test_the_copy_plays_on_alike(size: int) -> None:
    choose = random.Random(size)
    target = new_boards(19)
    for _ in range(200):  # leave something of another game
        play_move(target, choose.choice(list(legal(target, 1))), choose.choice((1, 2)))
    source = new_boards(size)
    for turn in range(6 * size):
        color = choose.choice((1, 2))
        if turn % 7 == 0:
            copy_board(target[0], source[0])
        assert legal(source, color) == legal(target, color)
        point = choose.choice(list(legal(source, color)))
        assert play_move(source, point, color) == play_move(target, point, color)
        for field in ("hash", "side", "ko", "ko_color", "last_ko", "last_move", "previous_move", "empty_count"):
            assert source[field][0] == target[field][0]
        points = source[0].empty[: source[0].empty_count]
        assert points.tolist() == target[0].empty[: target[0].empty_count].tolist()
        assert source[0].code[points].tolist() == target[0].code[points].tolist()
        rows = slice(0, (size + 2) * 20)
        assert source[0].color[rows].tolist() == target[0].color[rows].tolist()
        heads = np.unique(source[0].group[rows])[1:]
        assert source[0].liberty_count[heads].tolist() == target[0].liberty_count[heads].tolist()
