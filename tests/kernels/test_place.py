"""Where a point lies, and what was learnt of such places."""

import random

import pytest

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.place_weights import PLACE_WEIGHTS
from tengen.kernels.tactics.place import FARTHEST_STONE, LINES, PLACES, clearance, line_of, place_of


def point(name: str, size: int) -> int:
    return Vertex.parse(name, size).point


@pytest.mark.parametrize(("name", "line"), [("A1", 1), ("T10", 1), ("B18", 2), ("C10", 3), ("Q16", 4), ("K10", 10)])
def test_lines_are_counted_from_the_edge(name: str, line: int) -> None:
    assert line_of(Position(19).board[0], point(name, 19)) == line


@pytest.mark.parametrize(
    ("name", "clear"), [("D5", 0), ("C3", 0), ("D6", 1), ("B2", 1), ("G4", 2), ("A7", 2), ("H4", 3), ("T19", 3)]
)
def test_clearance_counts_diagonal_steps_as_one(name: str, clear: int) -> None:
    position = Position(19)
    position.play("D4")
    assert clearance(position.board[0], point(name, 19)) == clear


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_clearance_is_what_looking_at_all_stones_gives(size: int) -> None:
    rng = random.Random(size)
    position = Position(size)
    for _ in range(size):
        position.play(rng.choice(position.legal_moves()))
        stones = [vertex for vertex in position.vertices() if position[vertex] is not None]
        for vertex in position.vertices():
            if vertex in stones:
                continue
            nearest = min(max(abs(s.column - vertex.column), abs(s.row - vertex.row)) for s in stones)
            assert clearance(position.board[0], vertex.point) == min(nearest - 1, FARTHEST_STONE)


def test_the_opening_ends_when_one_point_in_nine_has_a_stone() -> None:
    position = Position(19)
    where = point("T19", 19)
    for number in range(41):
        assert place_of(position.board[0], where) < PLACES // 2
        position.play(Vertex.parse("ABCDEFGHJ"[number % 9] + str(1 + 2 * (number // 9)), 19))
    assert place_of(position.board[0], where) == (4 + FARTHEST_STONE) * LINES
    assert place_of(position.board[0], where) >= PLACES // 2


def test_what_was_learnt_is_what_every_teacher_says() -> None:
    opening, later = PLACE_WEIGHTS.reshape(2, FARTHEST_STONE + 1, LINES)
    assert opening.any()
    for weights in (opening, later):
        for clear in (1, 2, 3):
            assert weights[clear].argmax() in (2, 3)  # the third or fourth line
    assert opening[3, 2] > later[3, 2]  # a third line point in the open is urgent while there are corners left
    assert opening[3, 5] < -2  # not the middle of nowhere
    assert opening[3, 1] < -2  # nor the second line
