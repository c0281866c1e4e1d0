"""Two eyes: one group, several that cannot be cut, and eyes that are none."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.geometry import POINTS
from tengen.kernels.tactics.eyes import is_eye, is_false_eye
from tengen.kernels.tactics.questions import has_group_two_eyes


def lives(diagram: str, stone: str) -> bool:
    """Whether the group of `stone` surely has two eyes."""
    return bool(has_group_two_eyes(Position.from_diagram(diagram).board, Vertex.parse(stone).point))


def test_one_group_with_two_eyes() -> None:
    diagram = """
        . . . . .
        X X . . .
        . X . . .
        X X . . .
        . X . . ."""
    assert lives(diagram, "B1")


def test_one_space_is_one_eye() -> None:
    diagram = """
        . . . . .
        X X . . .
        . X . . .
        . X . . .
        . X . . ."""
    assert not lives(diagram, "B1")


def test_an_eye_with_a_prisoner() -> None:
    diagram = """
        X X . . .
        . X . . .
        O X . . .
        X X . . .
        . X . . ."""
    assert lives(diagram, "B1")


def test_a_wall_that_can_be_cut_off_makes_a_false_eye() -> None:
    diagram = """
        . . . . .
        X O O O O
        . X O . O
        X X O . O
        . X O O ."""
    assert not lives(diagram, "B1")


def test_groups_connected_by_a_diagonal_live_together() -> None:
    diagram = """
        . . . . . . .
        . . O O O O .
        . O O X X O .
        . O X . X O .
        . . X X X O .
        X X . O O . .
        . X . . . . ."""
    assert lives(diagram, "B1")
    assert lives(diagram, "D3")


def test_a_cut_diagonal_does_not_connect() -> None:
    diagram = """
        . . . . . . .
        . . O O O O .
        . O O X X O .
        . O X . X O .
        . O X X X O .
        X X . O O . .
        . X . . . . ."""
    assert not lives(diagram, "B1")


def test_groups_that_share_both_eyes_need_no_connection() -> None:
    """Black's two groups touch both eyes; between them White has nothing to cut."""
    diagram = """
        . O O O O .
        O O X X O O
        O X X . X O
        O X . X X O
        O O X X O O
        . O O O O ."""
    assert lives(diagram, "B3")
    assert lives(diagram, "E4")


def test_an_eye_is_not_its_walls_connection() -> None:
    """White on B7 is thrown in, and the eye is gone: the two groups meet only there."""
    diagram = """
        . . X X X X X
        X X O O O O X
        . O X O . O X
        . O X . O O X
        . O X . O . X
        . X O O . X .
        . X X X X . ."""
    assert not lives(diagram, "A6")


def test_false_eyes() -> None:
    diagram = """
        . . . . .
        . X X O .
        . X . X .
        . O X X .
        . . . . ."""
    board = Position.from_diagram(diagram).board[0]
    center = Vertex.parse("C3").point
    assert is_false_eye(board, center, 1)
    assert not is_eye(board, center, 1)
    assert not is_false_eye(board, center, 2)
    assert not is_false_eye(board, Vertex.parse("A1").point, 1)


def _regions(position: Position, color: Color) -> list[set[Vertex]]:
    """The connected parts of the board without stones of `color`."""
    left = {Vertex(x, y) for x in range(position.size) for y in range(position.size)}
    left = {vertex for vertex in left if position[vertex] is not color}
    regions = []
    while left:
        region, border = set(), {left.pop()}
        while border:
            vertex = border.pop()
            region.add(vertex)
            border |= {n for n in vertex.neighbors(position.size) if n in left and n not in region}
        left -= region
        regions.append(region)
    return regions


def _is_vital(position: Position, stone: Vertex, region: set[Vertex]) -> bool:
    """Whether the group of `stone` alone walls the region and may play on each of its empty points."""
    group = position.group(stone)
    beside = {n for v in region for n in v.neighbors(position.size)} - region
    return beside <= group.stones and {v for v in region if position[v] is None} <= group.liberties


def test_a_chain_with_two_small_vital_regions_lives() -> None:
    """Benson's criterion for one group alone, in games played at random to their end."""
    choose = random.Random(21)
    seen = 0
    for _ in range(40):
        position = Position(choose.choice((5, 6, 7)), rules="tromp-taylor")
        for _ in range(120):
            color = position.to_play
            moves = [m for m in position.legal_moves() if not is_eye(position.board[0], m.point, int(color))]
            position.play(choose.choice(moves or [PASS]))
        for color in (Color.BLACK, Color.WHITE):
            own = [region for region in _regions(position, color) if len(region) <= 6]
            for stone in {min(position.group(v).stones) for v, c in position.stones.items() if c is color}:
                if sum(_is_vital(position, stone, region) for region in own) >= 2:
                    seen += 1
                    assert has_group_two_eyes(position.board, stone.point), f"{stone}\n{position}"
    assert seen > 20


def test_a_point_fits_in_nine_bits() -> None:
    """Points and groups are written so in `few_points.py`."""
    assert POINTS <= 1 << 9


DISAGREEMENTS: dict[int, str] = {}


def test_pachis_two_eyes(pachi_questions: Callable[..., Iterator[tuple[Any, Any, Any]]]) -> None:
    wrong, asked = [], 0
    for diagram, boards, question in pachi_questions("two_eyes.t", "two_eyes"):
        stone, expected = question.arguments
        asked += 1
        if bool(has_group_two_eyes(boards, Vertex.parse(stone, diagram.size).point)) is not bool(int(expected)):
            wrong.append(question.line)
    assert asked > 20
    assert wrong == list(DISAGREEMENTS)
