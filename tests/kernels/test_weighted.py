"""Moves drawn by weight: the kept table is right after every move, and moves come as often as it says."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.board import is_legal, play
from tengen.kernels.board_record import new_boards
from tengen.kernels.geometry import EMPTY, PASS, POINTS, STRIDE
from tengen.kernels.patterns import WEIGHT_STEPS, learnt_weight
from tengen.kernels.playouts.choices import policy_choices
from tengen.kernels.playouts.policies import default_patterns, policy_record
from tengen.kernels.playouts.weighted import STRENGTH_ONE, WEIGHTS, strengths, weigh_after, weigh_board
from tengen.kernels.root_record import new_roots, new_tables
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.thread_record import new_threads

PATTERNS = default_patterns()


def from_scratch(board: Any, policy: Any) -> np.ndarray:
    weights = np.zeros(1, WEIGHTS)
    weigh_board(weights[0], board, policy, PATTERNS)
    return weights


@pytest.mark.parametrize("size", [2, 3, 5, 9, 19])
def test_the_table_is_right_after_every_move(size: int) -> None:
    """Random games in which stones are taken again and again, either colour playing at any time."""
    choose = random.Random(size)
    [policy] = policy_record("weighted", size)
    captures = 0
    for _ in range(3):
        [board] = new_boards(size)
        weights = from_scratch(board, policy)
        for _ in range(min(400, 8 * size * size)):
            color = choose.choice((1, 2))
            legal = [p for p in board.empty[: board.empty_count].tolist() if is_legal(board, p, color)]
            if not legal:
                continue
            point = choose.choice(legal)
            captured = int(play(board, point, color))
            captures += captured > 0
            weigh_after(weights[0], board, point, captured, policy, PATTERNS)
            fresh = from_scratch(board, policy)
            for field in ("at", "in_row", "in_all"):
                assert (weights[0][field] == fresh[0][field]).all(), field
    assert captures > 3


def expected_weight(board: Any, point: int, color: int, table: np.ndarray) -> int:
    """The weight of a shape, worked out one point at a time."""
    if board.color[point] != EMPTY or not is_playable(board, point, color):
        return 0
    step = round(learnt_weight(board, point, color, PATTERNS) * WEIGHT_STEPS) + len(table) // 2
    return int(table[step])


def test_a_weight_is_the_strength_of_the_shape_to_a_power() -> None:
    for exponent in (0.0, 0.5, 1.0):
        [policy] = policy_record(f"weighted,exponent:{exponent}")
        table = strengths(exponent)
        assert table[len(table) // 2] == STRENGTH_ONE
        position = Position(9)
        for move in ["E5", "E6", "D5", "D6", "F6", "C5", "A1", "J9", "A2", "H9", "B1", "J8"]:
            position.play(move)
        board = position.board[0]
        weights = from_scratch(board, policy)[0]
        for color in (1, 2):
            expected = [expected_weight(board, point, color, table) for point in range(POINTS)]
            assert weights["at"][(color - 1) * POINTS : color * POINTS].tolist() == expected
            assert weights["in_all"][color - 1] == sum(expected) > 0


def is_beside(point: int, center: int) -> bool:
    rows, columns = abs(point // STRIDE - center // STRIDE), abs(point % STRIDE - center % STRIDE)
    return max(rows, columns) == 1


def drawn(position: Position, policy: str, tries: int) -> Counter[int]:
    points, rules = np.zeros(tries, np.int64), np.zeros(tries, np.int64)
    root = new_roots(position.board, policy_record(policy, position.size))
    policy_choices(new_tables(), root, new_threads(1), 0, points, rules)
    return Counter(points.tolist())


def test_moves_come_as_often_as_their_weights_say() -> None:
    """Chi-square: of the strength, and the factors beside the last two moves, some points being beside both."""
    position, tries = Position(7), 40_000
    for move in ["D4", "D5", "C5", "E4", "E5"]:
        position.play(move)
    board, color = position.board[0], 2
    table = strengths(0.7)
    last, before = int(board.last_move), int(board.previous_move)
    weights = {}
    for point in range(POINTS):
        weight = float(expected_weight(board, point, color, table))
        weight *= (3.5 if is_beside(point, last) else 1.0) * (2.0 if is_beside(point, before) else 1.0)
        if weight > 0:
            weights[point] = weight
    count = drawn(position, "weighted:1,exponent:0.7,near:3.5,near-before:2", tries)
    assert count.keys() <= weights.keys()
    chi_square = 0.0
    for point, weight in weights.items():
        expected = tries * weight / sum(weights.values())
        chi_square += (count[point] - expected) ** 2 / expected
    freedom = len(weights) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def test_what_is_given_up_is_drawn_no_more_and_comes_back() -> None:
    """B1 is a bad self-atari, which is never played however often it is drawn."""
    position = Position.from_diagram(
        """
        . . . . .
        . . . . .
        . O O O .
        O X X . .
        O . O O ."""
    )
    lost = Vertex.parse("B1", 5).point
    assert drawn(position, "weighted:1", 3000)[lost] > 0
    assert drawn(position, "weighted:1,self-atari", 3000)[lost] == 0


def test_without_a_move_there_is_a_pass() -> None:
    position = Position.from_diagram(
        """
        . O O
        O O O
        O O ."""
    )
    assert drawn(position, "weighted", 5) == {PASS: 5}  # both are suicide


def test_the_choice_among_the_moves_of_a_rule() -> None:
    """By weight the shapes come unevenly, by an exponent of 0 as often as each other."""
    position = Position(9)
    for move in ["C6", "A1", "C7", "D6"]:
        position.play(move)
    even, uneven = drawn(position, "pattern,by-weight,exponent:0", 4000), drawn(position, "pattern,by-weight", 4000)
    assert even.keys() == uneven.keys() == drawn(position, "pattern", 400).keys()
    assert len(even) > 2
    assert min(even.values()) > 0.7 * max(even.values())
    assert min(uneven.values()) < 0.7 * max(uneven.values())


@pytest.mark.parametrize("text", ["weighted,near", "weighted,near:0", "weighted,exponent:x", "weighted,exponent:nan"])
def test_numbers_out_of_bounds_are_refused(text: str) -> None:
    with pytest.raises(TengenError, match="of a playout must be a number from"):
        policy_record(text)
