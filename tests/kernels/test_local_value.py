"""Local value: what a move was worth where it was played, on finished boards."""

import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tactics.local_value import local_value

FINISHED = """. X X O . O O
              X . X O O . O
              X X X O . O O
              O O X X O O .
              . O O X X X O
              O . O O O X X
              O O . O X . X"""


def value(diagram: str, move: str, color: Color) -> float:
    return float(local_value(Position.from_diagram(diagram).board[0], Vertex.parse(move).point, int(color)))


@pytest.mark.parametrize(
    ("move", "black", "white"),
    [
        ("B6", 6, 0),  # Black's eye among Black's stones
        ("C4", 4, 2),  # the stone lives; White's are to its left and below
        ("E4", 2, 4),  # White's stone; Black's are to its left and below
        ("A7", 6, 2),  # a corner: what is beyond the edge is everybody's
        ("G4", 1, 6),  # White's eye on the edge, above a White stone
        ("D1", 2, 5),  # one edge, Black's E1
    ],
)
def test_a_third_for_the_point_and_a_sixth_for_each_neighbour(move: str, black: int, white: int) -> None:
    assert value(FINISHED, move, BLACK) == pytest.approx(black / 6)
    assert value(FINISHED, move, WHITE) == pytest.approx(white / 6)


def test_a_point_between_both_is_nobodys() -> None:
    seki = """X X . O O
              X X . O O
              X X . O O
              X X . O O
              X X . O O"""
    assert value(seki, "C3", BLACK) == pytest.approx(1 / 6)
    assert value(seki, "B3", BLACK) == pytest.approx(5 / 6)


def test_a_move_that_took_stones_from_outside_is_worth_all() -> None:
    taken = """. . . . .
               . X X X .
               X . . . X
               . X X X .
               . . . . ."""
    assert value(taken, "A3", BLACK) == 1
    assert value(taken, "C3", BLACK) == 1
    assert value(taken, "C3", WHITE) == 0
