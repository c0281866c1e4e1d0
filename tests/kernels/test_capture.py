"""Counter-captures: taking the attackers instead of running."""

import random
from pathlib import Path

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.geometry import POINTS
from tengen.kernels.tactics.questions import countercaptures_of, group_can_countercapture
from tengen.regression.diagrams import boards_of, load_diagrams

SUITES = Path(__file__).resolve().parents[3] / "shared" / "suites" / "pachi"


def saving(position: Position, stone: Vertex) -> list[str]:
    """The captures that save the group of `stone`, by point."""
    moves = np.zeros(POINTS, np.int64)
    count = int(countercaptures_of(position.board, stone.point, moves))
    assert bool(group_can_countercapture(position.board, stone.point)) is (count > 0)
    return [str(Vertex.from_point(int(point))) for point in moves[:count]]


def captures(diagram: str, stone: str) -> list[str]:
    """The captures that save the group of `stone` in a diagram."""
    return saving(Position.from_diagram(diagram), Vertex.parse(stone))


def test_an_attacker_in_atari_is_taken() -> None:
    diagram = """
        . . . . .
        . . . . .
        . X O . .
        X O X O .
        . . . . ."""
    assert captures(diagram, "C2") == ["B1"]
    assert captures(diagram, "A2") == ["B1"]  # not in atari itself: it may take all the same
    assert captures(diagram, "D2") == ["C1"]  # and so may White


def test_two_attackers_at_two_points() -> None:
    assert captures(
        """
        . . . . .
        . X . X .
        X O X O X
        . . O . .
        . . . . .""",
        "C3",
    ) == ["B2", "D2"]


def test_a_snapback_saves_nothing() -> None:
    """Black takes one stone at B1 and stands with one liberty, where White takes three back."""
    diagram = """
        . . . . .
        . . . . .
        O O O . .
        X X O . .
        O . O . ."""
    assert captures(diagram, "A2") == []


def test_taking_two_stones_leaves_two_liberties() -> None:
    diagram = """
        . . . . .
        . . . . .
        O O O . .
        X X X O .
        O . O X ."""
    assert captures(diagram, "A2") == ["B1"]


def test_a_ko_may_be_taken_but_not_back() -> None:
    position = Position.from_diagram(
        """
        . . . . .
        . O X . .
        O . O X .
        . O X O .
        . . . . ."""
    )
    assert saving(position, Vertex.parse("C2")) == ["B3"]
    position.play("B3", "black")
    assert position.ko == Vertex.parse("C3")
    assert saving(position, Vertex.parse("A3")) == []


def test_random_positions_played_out() -> None:
    """Every capture beside every group: played, it leaves two liberties, or it has made a ko."""
    choose = random.Random(8)
    counts = {True: 0, False: 0}
    for _ in range(200):
        position = Position(choose.choice((4, 5, 6)), rules=Ruleset.named("japanese"))
        for _ in range(choose.randrange(8, 40)):
            position.play(choose.choice(position.legal_moves() or [PASS]))
        for stone, color in position.stones.items():
            expected = set()
            for own in position.group(stone).stones:
                for beside in own.neighbors(position.size):
                    if position[beside] is color.other and len(position.group(beside).liberties) == 1:
                        expected |= set(position.group(beside).liberties)
            safe = []
            for move in sorted(expected, key=lambda vertex: vertex.point):
                if position.is_legal(move, color):
                    position.play(move, color)
                    is_safe = len(position.group(move).liberties) > 1 or position.ko is not None
                    position.undo()
                    counts[is_safe] += 1
                    safe += [str(move)] * is_safe
            assert saving(position, stone) == safe, f"{stone}\n{position}"
    assert min(counts.values()) > 20, counts


# What Pachi's tests say otherwise, by line: a reason for each.
DISAGREEMENTS: dict[int, str] = {}


def test_pachis_countercaptures() -> None:
    path = SUITES / "can_countercap.t"
    if not path.exists():
        pytest.skip(f"the test suite {path} is missing")
    wrong = []
    for diagram in load_diagrams(path):
        boards = boards_of(diagram)
        for question in diagram.questions:
            stone, expected = question.arguments
            point = Vertex.parse(stone, diagram.size).point
            if bool(group_can_countercapture(boards, point)) is not bool(int(expected)):
                wrong.append(question.line)
    assert wrong == list(DISAGREEMENTS)
