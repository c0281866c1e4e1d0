"""Eye spaces: which shapes are dead, where their vital point is, and the sekis that come of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tactics.nakade import is_dead_shape
from tengen.kernels.tactics.questions import breaks_nakade_seki_move, is_false_eye_seki_move, nakade_point_at

Shape = frozenset[tuple[int, int]]

STRAIGHT_THREE = """
    . . . . . .
    X X X X X .
    X . . . X .
    X X X X X .
    . . . . . .
    . . . . . ."""
BENT_THREE = """
    . . . . .
    X X X X .
    X . . X .
    X . X X .
    X X X . ."""
PYRAMID = """
    . . . . .
    X X X X X
    X . . . X
    X X . X X
    . X X X ."""
SQUARE = """
    . . . . .
    X X X X .
    X . . X .
    X . . X .
    X X X X ."""
STRAIGHT_FOUR = """
    . . . . . .
    X X X X X X
    X . . . . X
    X X X X X X
    . . . . . .
    . . . . . ."""
BULKY_FIVE = """
    . . . . .
    X X X X .
    X . . X X
    X . . . X
    X X X X X"""
CROSSED_FIVE = """
    . X X X .
    X X . X X
    X . . . X
    X X . X X
    . X X X ."""
RABBITY_SIX = """
    . X X X .
    X X . X X
    X . . . X
    X . . X X
    X X X X ."""
RECTANGULAR_SIX = """
    . . . . .
    X X X X X
    X . . . X
    X . . . X
    X X X X X"""


def vital(diagram: str, point: str, color: str = "white") -> str:
    """Where `color` kills the eye space around `point`."""
    board = Position.from_diagram(diagram).board
    found = int(nakade_point_at(board, Vertex.parse(point).point, int(Color.parse(color))))
    return str(Vertex.from_point(found)) if found else "pass"


@pytest.mark.parametrize(
    ("diagram", "point", "expected"),
    [
        (STRAIGHT_THREE, "B4", "C4"),
        (BENT_THREE, "B2", "B3"),
        (PYRAMID, "C2", "C3"),
        (SQUARE, "B2", "pass"),
        (STRAIGHT_FOUR, "B4", "pass"),
        (BULKY_FIVE, "B3", "C2"),
        (CROSSED_FIVE, "C4", "C3"),
        (RABBITY_SIX, "B2", "C3"),
        (RECTANGULAR_SIX, "B2", "pass"),
    ],
    ids=["straight three", "bent three", "pyramid", "square", "straight four", "bulky", "crossed", "rabbity", "six"],
)
def test_vital_points(diagram: str, point: str, expected: str) -> None:
    assert vital(diagram, point) == expected


def test_stones_inside_belong_to_the_space() -> None:
    diagram = PYRAMID.replace("X . . . X", "X O . . X")
    assert vital(diagram, "C2") == "C3"


def test_a_vital_point_already_held_needs_no_move() -> None:
    diagram = PYRAMID.replace("X . . . X", "X . O . X")
    assert vital(diagram, "C2") == "pass"


def test_a_large_space_has_no_vital_point() -> None:
    assert vital(BENT_THREE, "E3") == "pass"


def _grown(shapes: set[Shape]) -> set[Shape]:
    """All shapes with one point more, moved to the corner."""
    larger = set()
    for shape in shapes:
        for x, y in shape:
            for point in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if point not in shape:
                    points = [*shape, point]
                    left, low = min(p[0] for p in points), min(p[1] for p in points)
                    larger.add(frozenset((p[0] - left, p[1] - low) for p in points))
    return larger


def test_exactly_the_known_shapes_are_dead() -> None:
    """Of all shapes of up to seven points, with their turns: 4 pyramids and the square, 8 bulky and 1 crossed..."""
    shapes: set[Shape] = {frozenset([(0, 0)])}
    dead = {}
    for points in range(1, 8):
        found = 0
        for shape in shapes:
            inside = [sum((x + dx, y + dy) in shape for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))) for x, y in shape]
            found += bool(is_dead_shape(points, sum(inside), max(inside)))
        dead[points] = found, len(shapes)
        shapes = _grown(shapes)
    assert dead == {1: (1, 1), 2: (2, 2), 3: (6, 6), 4: (5, 19), 5: (9, 63), 6: (4, 216), 7: (0, 760)}


THREE_STONE_SEKI = """
    . X . X X X .
    . X X X O O O
    . . X . O . X
    . . X . O O X
    . . X . O . X
    . . X X O O O
    . . . X X X ."""


def breaks(diagram: str, move: str, color: str = "white") -> bool:
    """Whether the move begins to take a dead shape in the only eye."""
    board = Position.from_diagram(diagram).board
    return bool(breaks_nakade_seki_move(board, Vertex.parse(move).point, int(Color.parse(color))))


def test_three_stones_in_the_only_eye_are_left_there() -> None:
    """White on F5 and F3 takes three stones in a row; Black on the middle of them kills."""
    assert breaks(THREE_STONE_SEKI, "F5")
    assert breaks(THREE_STONE_SEKI, "F3")
    assert not breaks(THREE_STONE_SEKI, "D4")


def test_with_another_eye_they_are_taken() -> None:
    diagram = THREE_STONE_SEKI.replace(". X . X X X .\n    . X X X O O O", ". X . X O . .\n    . X X X O O O", 1)
    assert not breaks(diagram, "F5")


def test_no_seki_where_the_stones_can_become_a_dead_shape() -> None:
    """With F4 empty and F3 filled, Black on F4 makes the pyramid: White may as well take."""
    diagram = THREE_STONE_SEKI.replace(". . X . O O X", ". . X . O . X").replace(
        ". . X . O . X\n    . . X X O O O", ". . X . O O X\n    . . X X O O O"
    )
    assert not breaks(diagram, "F5")
    assert not breaks(diagram, "F4")


BENT_FOUR = """
    . . . . . . .
    . . . . . . .
    X X X X . . .
    O O O X . . .
    X . O X . . .
    X O O . . . .
    X . O X . . ."""
ON_THE_SIDE = """
    X X X X . . .
    O O O X . . .
    X . O X . . .
    X O O . . . .
    X . O X . . .
    O O O X . . .
    X X X X . . ."""


@pytest.mark.parametrize(("diagram", "moves", "seki"), [(BENT_FOUR, "B1 B3", False), (ON_THE_SIDE, "B3 B5", True)])
def test_the_bent_four_in_the_corner_is_no_seki(diagram: str, moves: str, seki: bool) -> None:
    for move in moves.split():
        assert breaks(diagram, move) is seki


def test_a_false_eye_is_not_filled_in_a_seki() -> None:
    diagram = """
        X . X O . . .
        . X X O O . .
        X X O . . O O
        X O . O O X X
        O . O X X X .
        . O O X O O X
        . . O X . O ."""
    board = Position.from_diagram(diagram).board
    assert is_false_eye_seki_move(board, Vertex.parse("G3").point, 1)
    assert not is_false_eye_seki_move(board, Vertex.parse("B7").point, 1)


@pytest.mark.parametrize(
    ("suite", "name", "ask", "least"),
    [
        ("seki.t", "breaking_nakade_seki", breaks_nakade_seki_move, 100),
        ("false_eye_seki.t", "false_eye_seki", is_false_eye_seki_move, 2),
    ],
)
def test_pachis_sekis(
    suite: str, name: str, ask: Any, least: int, pachi_questions: Callable[..., Iterator[tuple[Any, Any, Any]]]
) -> None:
    wrong, asked = [], 0
    for diagram, boards, question in pachi_questions(suite, name):
        color, move, expected = question.arguments
        asked += 1
        if bool(ask(boards, Vertex.parse(move, diagram.size).point, int(Color.parse(color)))) is not bool(
            int(expected)
        ):
            wrong.append(question.line)
    assert asked >= least
    assert wrong == []
