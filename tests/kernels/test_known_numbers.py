"""Figures known from elsewhere, or from the rules alone, come out of the compiled board.

The numbers of legal positions are those of Tromp and Farnebäck, "Combinatorics of Go"
(2007), and tromp.github.io/go/legal.html: a colouring of the board is legal when every
group on it has a liberty. Nothing about them was taken from this program, so a wrong
capture, a missed suicide or a lost liberty would show.
"""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from tengen.game.reference import BLACK, WHITE, ReferenceBoard
from tengen.kernels.board_record import BOARD, new_board
from tengen.kernels.entry_points import play_move, set_up
from tengen.kernels.geometry import PASS, POINTS, STRIDE, column_row_of, point_of
from tengen.kernels.playouts.light import random_move
from tengen.kernels.random import new_generator

LEGAL_POSITIONS = {2: 57, 3: 12_675}
# Too many to visit, so a sample of all colourings is looked at.
MANY_LEGAL_POSITIONS = {
    4: 24_318_165,
    5: 414_295_148_741,
    9: 103_919_148_791_293_834_318_983_090_438_798_793_469,
    19: 208168199381979984699478633344862770286522453884530548425639456820927419612738015378525648451698519643907259916015628128546089888314427129715319317557736620397247064840935,  # noqa: E501
}

Coloring = tuple[int, ...]  # the colours of the points, row by row from the lowest


def on_points(coloring: Coloring, size: int) -> Any:
    """The colours of a colouring, indexed by the points of the compiled board."""
    colors = np.zeros(POINTS, np.int64)
    rows = colors[: 21 * STRIDE].reshape(21, STRIDE)
    rows[1 : size + 1, 1 : size + 1] = np.reshape(coloring, (size, size))
    return colors


def coloring_of(board: Any, size: int) -> Coloring:
    """The position on the compiled board as a colouring."""
    rows = board["color"][: 21 * STRIDE].reshape(21, STRIDE)
    return tuple(rows[1 : size + 1, 1 : size + 1].ravel().tolist())


def reference_of(coloring: Coloring, size: int) -> ReferenceBoard:
    reference = ReferenceBoard(size)
    reference.stones = {p: color for p, color in zip(reference.points(), coloring, strict=True) if color}
    return reference


def compiled(reference: ReferenceBoard) -> Any:
    """The compiled board of a position, as an array of one."""
    boards = np.zeros(1, BOARD)
    coloring = tuple(reference.color(point) for point in reference.points())
    assert set_up(boards, reference.size, on_points(coloring, reference.size)) == PASS
    return boards


def all_legal(size: int) -> set[Coloring]:
    """The colourings without a group that has no liberty, one by one."""
    return {
        coloring
        for coloring in product((0, BLACK, WHITE), repeat=size * size)
        if all(liberties for _, liberties in reference_of(coloring, size).groups())
    }


@pytest.mark.parametrize("size", LEGAL_POSITIONS)
def test_legal_positions_of_the_reference_board(size: int) -> None:
    assert len(all_legal(size)) == LEGAL_POSITIONS[size]


@pytest.mark.parametrize("size", LEGAL_POSITIONS)
def test_legal_positions_by_setting_them_up(size: int) -> None:
    """Put down stone by stone, a position loses stones exactly when it is not legal."""
    boards = np.zeros(1, BOARD)
    colorings = product((0, BLACK, WHITE), repeat=size * size)
    legal = sum(set_up(boards, size, on_points(coloring, size)) == PASS for coloring in colorings)
    assert legal == LEGAL_POSITIONS[size]


@pytest.mark.parametrize("size", LEGAL_POSITIONS)
def test_legal_positions_by_playing(size: int) -> None:
    """Every legal position, and no other, can be reached by moves of either colour.

    Every move is tried in every position, suicides and captures of all shapes among them.
    """
    start, boards = np.zeros(1, BOARD), np.zeros(1, BOARD)
    empty_board = (0,) * (size * size)
    reached = {empty_board}
    waiting = [empty_board]
    while waiting:
        coloring = waiting.pop()
        set_up(start, size, on_points(coloring, size))
        assert coloring_of(start[0], size) == coloring
        for index, color in product(range(size * size), (BLACK, WHITE)):
            if coloring[index] == 0:
                boards[0] = start[0]
                play_move(boards, point_of(index % size, index // size), color)
                after = coloring_of(boards[0], size)
                if after not in reached:
                    reached.add(after)
                    waiting.append(after)
    assert len(reached) == LEGAL_POSITIONS[size]
    assert reached == all_legal(size)


@pytest.mark.parametrize("size", MANY_LEGAL_POSITIONS)
def test_share_of_legal_positions(size: int) -> None:
    """1.2 in 100 colourings of 19×19 are legal, and about as many of a sample."""
    samples = 20_000
    expected = MANY_LEGAL_POSITIONS[size] / 3 ** (size * size)
    colorings = np.random.default_rng(size).integers(0, 3, (samples, size * size))
    boards = np.zeros(1, BOARD)
    legal = [set_up(boards, size, on_points(coloring, size)) == PASS for coloring in colorings]
    standard_error = (expected * (1 - expected) / samples) ** 0.5
    assert abs(sum(legal) / samples - expected) < 3.5 * standard_error
    for coloring, is_legal in zip(colorings[:500].tolist(), legal, strict=False):
        assert is_legal == all(liberties for _, liberties in reference_of(tuple(coloring), size).groups())


def chi_square_limit(freedom: int) -> float:
    """What chi-square stays below 999 times in 1000 (Wilson and Hilferty's approximation)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3)


def assert_uniform(counts: Counter[tuple[int, int]], expected_points: set[tuple[int, int]]) -> None:
    assert set(counts) == expected_points
    expected = counts.total() / len(expected_points)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < chi_square_limit(len(expected_points) - 1)


@pytest.mark.parametrize("size", [2, 9])
def test_first_move_is_uniform(size: int) -> None:
    board, generator = new_board(size), new_generator(size)
    moves = Counter(column_row_of(random_move(board, BLACK, generator)) for _ in range(30_000))
    assert_uniform(moves, set(ReferenceBoard(size).points()))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("keep_order", [True, False], ids=["order kept", "order restored"])
def test_move_between_eyes_is_uniform(seed: int, keep_order: bool) -> None:
    """Eyes and suicides are drawn and put aside, which must not favour what lies next to them.

    White to play has ten points: A3 to A7 and F7, G7, which are just empty, G4, which
    connects, and E1 and G1, false eyes as Black has F2. White keeps the eyes A1 and C1, and
    in Black's eyes D4, E5 and D6 a white stone would have no liberty.
    """
    position = ReferenceBoard.from_diagram("""
        . O X X X . .
        . O X . X X X
        . O X X . X O
        . O X . X X .
        . O X X X X O
        O O O O O X O
        . O . O . O .
    """)
    white = {(0, row) for row in range(2, 7)} | {(5, 6), (6, 6), (6, 3), (4, 0), (6, 0)}
    root, boards, generator = compiled(position), compiled(position), new_generator(seed)
    moves: Counter[tuple[int, int]] = Counter()
    for _ in range(20_000):
        if not keep_order:
            boards[0] = root[0]
        moves[column_row_of(random_move(boards[0], WHITE, generator))] += 1
    assert_uniform(moves, white)
