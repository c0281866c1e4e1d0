"""Learnt weights of 3×3 shapes: one for all orientations and colours, and what strong players like stands above."""

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.patterns import WEIGHT_STEPS, learnt_weight
from tengen.kernels.playouts.policies import default_patterns
from tengen.kernels.shape_weights import CODES, canonical_codes, shape_weights

HANE = """
    . . . . . . .
    . . . . . . .
    . . O X . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""
CROWDED = """
    . . . . . . .
    . . . X . . .
    . . X X . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""


def weight(diagram: str, vertex: str, color: int = 1) -> float:
    """The learnt weight of a move in a diagram."""
    position = Position.from_diagram(diagram)
    return float(learnt_weight(position.board[0], Vertex.parse(vertex).point, color, default_patterns()))


def test_a_code_stands_for_itself_or_for_a_smaller_one() -> None:
    black, white = canonical_codes()
    assert (black <= np.arange(CODES)).all()
    assert (black[black] == black).all()
    assert set(np.unique(white)) == set(np.unique(black))


def test_all_orientations_of_a_position_have_the_same_shape() -> None:
    position = Position.from_diagram(HANE)
    codes = canonical_codes()
    here = {int(codes[0][position.board["code"][0][v.point]]) for v in position.legal_moves()}
    turned = Position.from_diagram("\n".join("".join(reversed(row)) for row in HANE.split("\n")))
    there = {int(codes[0][turned.board["code"][0][v.point]]) for v in turned.legal_moves()}
    assert here == there


def test_colours_exchanged_and_the_mover_too_is_the_same_shape() -> None:
    exchanged = HANE.replace("X", "?").replace("O", "X").replace("?", "O")
    for vertex in ("C4", "D4", "E5", "B5"):
        assert weight(HANE, vertex, 1) == weight(exchanged, vertex, 2)


def test_hane_is_liked_and_an_empty_triangle_is_not() -> None:
    assert weight(HANE, "C4") > 1
    assert weight(CROWDED, "C6") < weight(HANE, "C4") - 2


def test_the_table_of_shapes_has_the_weights_to_a_sixteenth() -> None:
    position = Position.from_diagram(HANE)
    for color in (1, 2):
        weights = shape_weights()[color - 1]
        for vertex in position.legal_moves():
            code = int(position.board["code"][0][vertex.point])
            got = float(learnt_weight(position.board[0], vertex.point, color, default_patterns()))
            assert got == pytest.approx(weights[code], abs=0.5 / WEIGHT_STEPS + 1e-9)
