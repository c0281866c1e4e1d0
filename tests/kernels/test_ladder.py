"""Ladders: what runs in vain, what gets away, and why."""

import random
from pathlib import Path

import numpy as np
import pytest

from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.tactics.questions import atari_catches, is_group_caught, is_group_lost
from tengen.kernels.tactics.reading import new_readings
from tengen.regression.diagrams import boards_of, load_diagrams

SUITES = Path(__file__).resolve().parents[3] / "shared" / "suites" / "pachi"
READINGS = new_readings(patience=100_000)
SIMPLE_KO = Ruleset.named("japanese")


def caught(diagram: str, stone: str) -> bool:
    """Whether the group of `stone` is caught when it runs."""
    return bool(is_group_caught(Position.from_diagram(diagram).board, READINGS, Vertex.parse(stone).point))


def lost(diagram: str, stone: str) -> bool:
    """Whether the group of `stone` is caught, whatever its owner does."""
    return bool(is_group_lost(Position.from_diagram(diagram).board, READINGS, Vertex.parse(stone).point))


def catching(diagram: str, stone: str) -> set[str]:
    """Where the attacker catches the group of `stone`, which has two liberties."""
    position = Position.from_diagram(diagram)
    return {
        str(liberty)
        for liberty in position.group(stone).liberties
        if atari_catches(position.board, READINGS, Vertex.parse(stone).point, liberty.point)
    }


LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . O . . . . . .
    . O X . . . . . .
    . . O O . . . . .
    . . . . . . . . ."""


def with_stone(diagram: str, vertex: str, color: Color) -> str:
    """The diagram with one stone more."""
    position = Position.from_diagram(diagram)
    position.place(color, [vertex])
    return position.diagram()


def test_a_ladder_runs_into_the_corner() -> None:
    assert caught(LADDER, "C3")
    assert lost(LADDER, "C3")


@pytest.mark.parametrize("breaker", ["E4", "F5", "F6", "G7", "H8"])
def test_a_stone_in_the_way_breaks_it(breaker: str) -> None:
    assert not caught(with_stone(LADDER, breaker, Color.BLACK), "C3")


@pytest.mark.parametrize("elsewhere", ["J1", "B8", "D9"])
def test_a_stone_elsewhere_does_not(elsewhere: str) -> None:
    assert caught(with_stone(LADDER, elsewhere, Color.BLACK), "C3")


def test_a_stone_of_the_attacker_does_not_break_it() -> None:
    assert caught(with_stone(LADDER, "F6", Color.WHITE), "C3")


def test_along_the_edge() -> None:
    """Black B4 is stopped at B5 and pushed to the edge, where A4 has but one liberty; a friend at B5 helps."""
    edge = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . O . . . .
        O X X O . . .
        . O O . . . .
        . . . . . . ."""
    assert caught(edge, "B3")
    assert not caught(with_stone(edge, "B5", Color.BLACK), "B3")


def test_no_room_to_run() -> None:
    """Running to A1 leaves one liberty or none."""
    assert caught(
        """
        . . . .
        O . . .
        X O . .
        . O . .""",
        "A2",
    )


def test_a_chaser_gets_into_atari_on_the_way() -> None:
    """White E3, the first chaser, has one liberty when Black comes to E4: Black takes it at F3."""
    assert not caught(with_stone(LADDER, "E2", Color.BLACK), "C3")


def test_taking_a_chaser_at_once_is_not_running() -> None:
    """Black D1 would be suicide, but White B1 stands in atari: Black takes it at A1."""
    diagram = """
        . . . . .
        . . . . .
        . X . . .
        . X O O .
        . O X . O"""
    assert caught(diagram, "C1")
    assert not lost(diagram, "C1")


def test_an_atari_from_the_right_side() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O X . . . .
        . . O O . . .
        . . . . . . ."""
    assert catching(diagram, "C3") == {"C4"}
    assert catching(with_stone(diagram, "F5", Color.BLACK), "C3") == set()


def test_an_atari_towards_the_edge() -> None:
    diagram = """
        . . . . .
        . . . . .
        . O . . .
        O X . . .
        . . . . ."""
    assert catching(diagram, "B2") == {"C2"}


def test_the_question_leaves_the_board_alone() -> None:
    board = Position.from_diagram(LADDER).board
    before = board.tobytes()
    is_group_lost(board, READINGS, Vertex.parse("C3").point)
    assert board.tobytes() == before


def test_without_patience_nothing_is_caught_by_reading() -> None:
    board = Position.from_diagram(LADDER).board
    assert not is_group_caught(board, new_readings(patience=5), Vertex.parse("C3").point)


class SlowReader:
    """The same reading as plainly as it can be written: every choice, on a `Position`."""

    def __init__(self, position: Position, stone: Vertex) -> None:
        self.position = position
        self.stone = stone
        owner = position[stone]
        assert owner is not None
        self.owner = owner

    def answers(self) -> list[Vertex]:
        """Running out, and taking what is in atari around the group."""
        group = self.position.group(self.stone)
        moves = set(group.liberties)
        for stone in group.stones:
            for beside in stone.neighbors(self.position.size):
                if self.position[beside] is self.owner.other:
                    attacker = self.position.group(beside)
                    if len(attacker.liberties) == 1:
                        moves |= set(attacker.liberties)
        return sorted(move for move in moves if self.position.is_legal(move, self.owner))

    def is_lost(self, depth: int = 0, first: Vertex | None = None) -> bool:
        """Whether the group in atari is caught, its owner to play."""
        for move in self.answers() if first is None else [first]:
            self.position.play(move, self.owner)
            escaped = not self.can_be_caught(depth + 1)
            self.position.undo()
            if escaped:
                return False
        return True

    def can_be_caught(self, depth: int) -> bool:
        """Whether the attacker, to play, catches it."""
        liberties = self.position.group(self.stone).liberties
        attacker = self.owner.other
        if len(liberties) == 1:
            return self.position.is_legal(min(liberties), attacker)
        return len(liberties) == 2 and depth < 60 and any(self.is_caught_by(move, depth) for move in sorted(liberties))

    def is_caught_by(self, move: Vertex, depth: int = 0) -> bool:
        """Whether this atari catches it."""
        if not self.position.is_legal(move, self.owner.other):
            return False
        self.position.play(move, self.owner.other)
        caught = self.is_lost(depth + 1)
        self.position.undo()
        return caught


def test_slow_reading_says_the_same() -> None:
    """Random positions: every group in atari, and every atari on a group with two liberties."""
    choose = random.Random(5)
    asked = {"caught": 0, "lost": 0, "catches": 0}
    true = dict(asked)
    for _ in range(60):
        position = Position(choose.choice((5, 6, 7)), rules=SIMPLE_KO)
        for _ in range(choose.randrange(8, 30)):
            position.play(choose.choice(position.legal_moves() or [PASS]))
        stones = sorted({min(position.group(vertex).stones) for vertex in position.stones})
        for stone in stones:
            slow = SlowReader(position, stone)
            liberties = sorted(position.group(stone).liberties)
            found: list[tuple[str, bool, bool]] = []
            if len(liberties) == 1:
                legal = position.is_legal(liberties[0], slow.owner)
                caught = slow.is_lost(0, liberties[0]) if legal else True
                found.append(("caught", bool(is_group_caught(position.board, READINGS, stone.point)), caught))
                found.append(("lost", bool(is_group_lost(position.board, READINGS, stone.point)), slow.is_lost()))
            elif len(liberties) == 2:
                for move in liberties:
                    fast = bool(atari_catches(position.board, READINGS, stone.point, move.point))
                    found.append(("catches", fast, slow.is_caught_by(move)))
            for what, fast, expected in found:
                asked[what] += 1
                true[what] += expected
                assert fast is expected, f"{what} {stone}\n{position}"
    assert all(asked[what] > true[what] > 10 for what in asked), (asked, true)


# What Pachi's tests say otherwise, by file and line: a reason for each.
DISAGREEMENTS: dict[tuple[str, int], str] = {}


@pytest.mark.parametrize("name", ["ladder.t", "ladder_any.t"])
def test_pachis_ladders(name: str) -> None:
    """`ladder` and `ladder_any` ask the same of one who reads all defences."""
    path = SUITES / name
    if not path.exists():
        pytest.skip(f"the test suite {path} is missing")
    wrong = []
    for diagram in load_diagrams(path):
        boards = boards_of(diagram)
        for question in diagram.questions:
            color, stone, expected = question.arguments
            point = Vertex.parse(stone, diagram.size).point
            assert question.name in ("ladder", "ladder_any")
            assert boards[0].color[point] == Color.parse(color)
            if bool(is_group_lost(boards, READINGS, point)) is not bool(int(expected)):
                wrong.append((name, question.line))
    assert wrong == [place for place in DISAGREEMENTS if place[0] == name]


def test_a_reading_is_made_of_whole_words() -> None:
    """Numba cannot take an array of records that end in padding behind a nested record."""
    assert READINGS.dtype.itemsize % np.dtype(np.int64).itemsize == 0
    assert sum(READINGS.dtype[field].itemsize for field in READINGS.dtype.names or ()) == READINGS.dtype.itemsize
