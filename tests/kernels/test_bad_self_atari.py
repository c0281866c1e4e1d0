"""Self-ataris: the bad ones, those that are meant, and what to play instead."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.tactics.questions import is_bad_self_atari_move, is_snapback_move, safer_liberty_than

NO_SUPERKO = Ruleset.named("japanese")


def is_bad(diagram: str, move: str, color: str = "black") -> bool:
    """Whether the move is a bad self-atari."""
    position = Position.from_diagram(diagram)
    return bool(is_bad_self_atari_move(position.board, Vertex.parse(move).point, int(Color.parse(color))))


def is_snapback(diagram: str, move: str, color: str = "black") -> bool:
    """Whether the move gives a stone to take more back."""
    position = Position.from_diagram(diagram)
    return bool(is_snapback_move(position.board, Vertex.parse(move).point, int(Color.parse(color))))


def instead(diagram: str, move: str, color: str = "black") -> str:
    """What is played in place of the move."""
    position = Position.from_diagram(diagram)
    found = int(safer_liberty_than(position.board, Vertex.parse(move).point, int(Color.parse(color))))
    return str(Vertex.from_point(found)) if found else "pass"


def test_running_along_the_edge_into_nothing() -> None:
    diagram = """
        . . . . .
        . . . . .
        . O O O .
        O X X . .
        O . O O ."""
    assert is_bad(diagram, "B1")
    assert not is_bad(diagram, "D2")
    assert instead(diagram, "B1") == "D2"


def test_there_is_no_safer_liberty_when_the_other_one_is_no_better() -> None:
    diagram = """
        . . . . .
        . O O O .
        O X X X O
        . O O . O
        . . . O ."""
    assert is_bad(diagram, "D2")
    assert instead(diagram, "D2") == "pass"


def test_a_single_stone_has_no_other_liberty() -> None:
    diagram = """
        . . . . .
        . O . O .
        . . O . .
        . . . . .
        . . . . ."""
    assert is_bad(diagram, "C4")
    assert instead(diagram, "C4") == "pass"


def test_suicide_is_bad_and_has_no_substitute() -> None:
    diagram = """
        . . . . .
        . . O . .
        . O . O .
        . . O . .
        . . . . ."""
    assert is_bad(diagram, "C3")
    assert instead(diagram, "C3") == "pass"


@pytest.mark.parametrize("move", ["C3", "E5", "A1"])
def test_open_moves_are_never_bad(move: str) -> None:
    diagram = """
        . . . . .
        . O . . .
        . . . X .
        . . . . .
        . . . . ."""
    assert not is_bad(diagram, move)


def test_taking_two_stones_is_good() -> None:
    diagram = """
        X X O .
        . O X .
        X X X .
        . . . ."""
    assert not is_bad(diagram, "A3", "white")


def test_taking_a_ko_is_good() -> None:
    diagram = """
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . ."""
    assert not is_bad(diagram, "C3")


def test_taking_a_stone_in_a_snapback_is_bad() -> None:
    diagram = """
        . X O . .
        X . X O .
        X O O X .
        . X X X .
        . . . . ."""
    assert is_bad(diagram, "B4", "white")


def test_a_snapback() -> None:
    diagram = """
        . X O . .
        X . . O .
        X O O X .
        . X X X .
        . . . . ."""
    assert is_snapback(diagram, "C4")
    assert not is_bad(diagram, "C4")


def test_no_snapback_when_the_taker_breathes_elsewhere() -> None:
    diagram = """
        . X O . .
        X . . O .
        X O O X .
        . . X X .
        . . . . ."""
    assert not is_snapback(diagram, "C4")
    assert is_bad(diagram, "C4")


def test_a_throw_in_in_the_middle() -> None:
    diagram = """
        . . . X .
        O O O X .
        O . . O O
        O O O X .
        . . . X ."""
    assert not is_bad(diagram, "C3")
    assert is_bad(diagram, "B3")


def test_a_throw_in_at_the_edge() -> None:
    diagram = """
        . . . . .
        . . . . .
        . . . O .
        . X X O .
        . . . X ."""
    assert not is_bad(diagram, "C1", "white")


def test_no_throw_in_without_the_corner_of_the_eye() -> None:
    diagram = """
        . . . . .
        . . . . .
        . . . O .
        . X X X .
        . . . X ."""
    assert is_bad(diagram, "C1", "white")


def test_two_stones_thrown_in() -> None:
    diagram = """
        . . . . .
        . . . . .
        . . . O .
        . X X O .
        . O . X ."""
    assert not is_bad(diagram, "C1", "white")


def test_filling_an_eye_with_a_dead_shape() -> None:
    """The pyramid on B2 leaves one eye when it is taken; the straight four on D1 would leave two."""
    diagram = """
        . . . . .
        O O O O .
        X X X O O
        X . X X X
        O O O . X"""
    assert not is_bad(diagram, "B2", "white")
    assert is_bad(diagram, "D1", "white")


def test_stones_in_atari_are_given_for_the_eye() -> None:
    """White on C3 would have two eyes; black stones there leave one. On B3 they would leave two."""
    diagram = """
        . . . . .
        O O O O .
        O . . X O
        . O O O O
        . . . . ."""
    assert not is_bad(diagram, "C3")
    assert is_bad(diagram, "B3")


def test_a_strong_group_is_not_attacked_from_within() -> None:
    diagram = """
        . . . .
        . O O O
        . O . .
        . O O O"""
    assert is_bad(diagram, "C2")


def test_a_group_with_an_eye_elsewhere_is_not_attacked_from_within() -> None:
    diagram = """
        . . . . .
        X X X X .
        O O O X X
        . . O O X
        O O . O X"""
    assert is_bad(diagram, "A2")
    assert is_bad(diagram, "B2")


def test_three_liberties_become_two_without_a_way_out() -> None:
    diagram = """
        O O O . .
        O . O . .
        . X O . .
        . X O . .
        O O O . ."""
    assert is_bad(diagram, "B4")


def test_two_real_eyes_are_enough_to_fill_the_third_liberty() -> None:
    diagram = """
        . . . . .
        O O O O .
        X X X . O
        . X . X O
        X X X X O"""
    assert not is_bad(diagram, "D3")


def _liberties_after(position: Position, move: Vertex, color: Color) -> int:
    """The liberties of the stone, played; 0 for suicide."""
    if not position.is_legal(move, color):
        return 0
    position.play(move, color)
    liberties = len(position.group(move).liberties)
    position.undo()
    return liberties


def _random_position(choose: random.Random) -> Position:
    position = Position(choose.choice((4, 5, 6, 7)), rules=NO_SUPERKO)
    for _ in range(choose.randrange(8, 45)):
        position.play(choose.choice(position.legal_moves() or [PASS]))
    return position


def _empty_points(position: Position) -> list[tuple[Vertex, Color]]:
    """Every empty point but the ko, for both colours."""
    vertices = [Vertex(x, y) for x in range(position.size) for y in range(position.size)]
    return [(v, c) for v in vertices if position[v] is None and v != position.ko for c in (BLACK, WHITE)]


def test_random_moves_against_playing_them() -> None:
    """A bad move leaves two liberties at most, suicide is bad, and what is played instead is safe."""
    choose = random.Random(11)
    seen = {"bad": 0, "meant": 0, "safer": 0}
    for _ in range(150):
        position = _random_position(choose)
        for move, color in _empty_points(position):
            liberties = _liberties_after(position, move, color)
            bad = bool(is_bad_self_atari_move(position.board, move.point, int(color)))
            where = f"{color} {move}\n{position}"
            assert bad or liberties > 0, where
            assert not bad or liberties < 3, where
            seen["bad"] += bad
            seen["meant"] += liberties == 1 and not bad
            other = int(safer_liberty_than(position.board, move.point, int(color)))
            if bad and other:
                seen["safer"] += 1
                assert _liberties_after(position, Vertex.from_point(other), color) > 1, where
    assert min(seen.values()) > 20, seen


def _takes_back_more(position: Position, move: Vertex, color: Color) -> bool:
    """A snapback as it is defined: play, be taken as a single stone, take two or more back."""
    if any(position[n] is color for n in move.neighbors(position.size)) or not position.is_legal(move, color):
        return False
    before = position.captures(color)
    position.play(move, color)
    liberties = position.group(move).liberties
    found = False
    if len(liberties) == 1 and position.captures(color) == before:
        last = min(liberties)
        taken = position.captures(color.other)
        position.play(last, color.other)
        single = position.captures(color.other) == taken + 1
        group = position.group(last)
        found = single and len(group.stones) > 1 and group.liberties == {move}
        position.undo()
    position.undo()
    return found


def test_random_snapbacks_against_playing_them() -> None:
    choose = random.Random(12)
    seen = 0
    for _ in range(400):
        position = _random_position(choose)
        for move, color in _empty_points(position):
            expected = _takes_back_more(position, move, color)
            seen += expected
            found = bool(is_snapback_move(position.board, move.point, int(color)))
            assert found is expected, f"{color} {move}\n{position}"
    assert seen > 4


# What Pachi's tests say otherwise, by line: a reason for each.
DISAGREEMENTS = {
    305: "Black C2 is slow but loses nothing: with the eye on E1 and White's three stones caught, Black lives",
    982: "White D4 runs from C4 with one liberty and both stones can be taken; Pachi's file has a question mark there",
}


def test_pachis_self_ataris(pachi_questions: Callable[..., Iterator[tuple[Any, Any, Any]]]) -> None:
    wrong, asked = [], 0
    for diagram, boards, question in pachi_questions("selfatari.t", "bad_selfatari", "sar", "snapback"):
        color, move, expected = question.arguments
        ask = is_snapback_move if question.name == "snapback" else is_bad_self_atari_move
        answer = ask(boards, Vertex.parse(move, diagram.size).point, int(Color.parse(color)))
        asked += 1
        if bool(answer) is not bool(int(expected)):
            wrong.append(question.line)
    assert asked > 300
    assert wrong == list(DISAGREEMENTS)
    assert len(wrong) <= 0.05 * asked
