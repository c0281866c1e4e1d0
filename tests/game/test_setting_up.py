"""Stones that were not played: diagrams, handicap, whose turn it is; the end of the game."""

import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex

CORNER = """
    . X O .
    X O . O
    . X O .
    . . . .
"""


def played(moves: str, **options: str) -> Position:
    """A 9x9 position after moves such as `B:C3 W:pass`."""
    position = Position(9, **options)  # type: ignore[arg-type]
    for move in moves.split():
        color, _, vertex = move.partition(":")
        position.play(vertex, color)
    return position


def test_from_diagram() -> None:
    position = Position.from_diagram(CORNER, to_play="white", rules="aga", komi=3)
    assert position.size == 4
    assert position["B4"] is BLACK
    assert position["B3"] is WHITE
    assert position["A1"] is None
    assert position.to_play is WHITE
    assert position.initial_player is WHITE
    assert position.rules.name == "aga"
    assert position.komi == 3
    assert position.moves == ()
    assert position.initial_stones == position.stones


@pytest.mark.parametrize(
    ("diagram", "complaint"),
    [
        ("X O .\n. . .", "row 2 of the diagram has 3 points, not 2"),
        (". . .\n. . .\n. .", "row 1 of the diagram has 2 points, not 3"),
        (". Z\n. .", "'Z' at B2 of the diagram"),
        (".", "the diagram has 1 rows"),
        ("", "the diagram has 0 rows"),
        ("X X\nX X", "would have no liberty"),
        ("X O\nO .", "the group at A2 would have no liberty"),
    ],
)
def test_diagrams_that_mean_nothing(diagram: str, complaint: str) -> None:
    with pytest.raises(TengenError, match=complaint):
        Position.from_diagram(diagram)


def test_the_same_diagram_in_other_hands() -> None:
    plain = Position.from_diagram(CORNER)
    for spelling in (
        ".#O.\n#O.O\n.#O.\n....",
        "  A B C D\n4 . x o . 4\n3 x o . o 3\n2 . x o . 2\n1 . . . . 1\n  A B C D",
        ". ● ○ .\n● ○ . ○\n. ● ○ .\n. . . .",
        "|. X O .|\n|X(O). O|\n|. X O .|\n|+ , _ -|",
    ):
        assert Position.from_diagram(spelling) == plain


def test_the_diagram_marks_the_last_move() -> None:
    position = Position.from_diagram(CORNER)
    position.play("C3")
    assert str(position) == ("   A B C D\n 4 . X O . 4\n 3 X .(X)O 3\n 2 . X O . 2\n 1 . . . . 1\n   A B C D")
    assert position.diagram(coordinates=False) == ". X O .\nX .(X)O\n. X O .\n. . . ."


def test_setting_up_begins_a_new_history() -> None:
    position = Position(9)
    position.play("C3")
    position.play("G7")
    position.undo()
    position.set_up({Vertex(4, 4): WHITE}, WHITE)
    assert position.stones == {Vertex(4, 4): WHITE}
    assert position.to_play is WHITE
    assert position.moves == ()
    assert position.past_hashes == [position.hash]
    for step in (position.undo, position.redo):
        with pytest.raises(TengenError):
            step()


def test_setting_up_keeps_prisoners_and_forgets_the_ko() -> None:
    position = Position.from_diagram(CORNER)
    position.play("C3")
    position.set_up(position.stones, WHITE)
    assert position.captures(BLACK) == 1
    assert position.ko is None
    position.play("B3")
    assert position.captures(WHITE) == 1
    position.undo()
    assert (position.captures(BLACK), position.captures(WHITE)) == (1, 0)


def test_a_turned_board_keeps_what_was_before_it_was_set_up() -> None:
    position = Position.from_diagram(CORNER, rules="japanese")
    position.give_handicap(["A1"])
    position.play("pass")
    position.play("C3")
    position.set_up(position.stones, WHITE)
    turned = position.transformed(Symmetry.ROTATE_90)
    assert turned.captures(BLACK) == position.captures(BLACK) == 1
    assert turned.handicap == 1
    assert turned.to_play is WHITE


def test_placing_adds_stones_and_keeps_the_turn() -> None:
    position = Position(9)
    position.play("C3")
    position.place(WHITE, ["D4", Vertex(5, 5)])
    assert sorted(map(str, position.stones)) == ["C3", "D4", "F6"]
    assert position["F6"] is WHITE
    assert position.to_play is WHITE
    assert position.moves == ()


def test_handicap() -> None:
    position = Position(9)
    position.give_handicap(["C3", "G7", "C7"])
    assert position.handicap == 3
    assert position.to_play is WHITE
    assert position.initial_player is WHITE
    assert set(position.stones.values()) == {BLACK}
    position.play("E5")
    position.undo()
    assert position.to_play is WHITE
    assert position.copy().handicap == 3


def test_setting_the_turn_before_the_first_move() -> None:
    position = Position(9, rules="aga")
    position.to_play = "white"
    assert position.to_play is WHITE
    assert position.initial_player is WHITE
    position.play("E5")
    assert position["E5"] is WHITE
    position.undo()
    assert position.to_play is WHITE


def test_setting_the_turn_later() -> None:
    position = Position(9)
    position.play("C3")
    position.to_play = BLACK
    position.play("G7")
    assert position["G7"] is BLACK
    assert position.initial_player is BLACK
    assert position.to_play is WHITE
    position.undo()
    assert position.to_play is BLACK
    position.undo()
    assert position.to_play is BLACK


def test_undo_gives_the_turn_back_to_who_had_it() -> None:
    """White may play out of turn, as GTP allows; taken back, it is Black's turn as it was."""
    position = Position(9)
    position.play("C3", "white")
    position.undo()
    assert position.to_play is BLACK
    assert position == Position(9)


@pytest.mark.parametrize(
    ("moves", "rules", "over"),
    [
        ("", "chinese", False),
        ("B:pass", "chinese", False),
        ("B:pass W:pass", "chinese", True),
        ("B:C3 W:pass B:pass", "chinese", True),
        ("B:pass W:C3 B:pass", "chinese", False),
        ("B:pass W:pass B:C3", "chinese", False),
        ("B:pass W:pass", "aga", True),
        ("B:C3 W:pass B:pass", "aga", False),  # White passes last
        ("B:C3 W:pass B:pass W:pass", "aga", True),
        ("B:C3 W:pass B:pass", "japanese", True),
        ("B:pass B:pass", "chinese", False),  # White has not passed
        ("W:pass W:pass", "aga", False),
    ],
)
def test_the_end_of_the_game(moves: str, rules: str, over: bool) -> None:
    assert played(moves, rules=rules).is_over is over


def test_equality_is_what_matters_for_the_next_move() -> None:
    position = Position.from_diagram(CORNER)
    assert position == Position.from_diagram(CORNER, rules="aga")
    assert position != Position.from_diagram(CORNER, to_play=WHITE)
    assert position != Position(4)
    assert position != Position(5)
    assert position != "a board"
    taken = position.copy()
    taken.play("C3")
    without_ko = Position(4)
    without_ko.set_up(taken.stones, WHITE)
    assert taken != without_ko  # White may take the ko in one of them only
    taken.undo()
    assert taken == position
    with pytest.raises(TypeError):
        hash(position)


def test_the_same_stones_have_the_same_hash_whatever_came_before() -> None:
    one, other = played("B:C3 W:D4 B:E5"), played("B:E5 W:D4 B:C3")
    assert one.hash == other.hash
    assert one.hash != played("W:C3 B:D4 W:E5").hash
    assert Position(9).hash == Position(19).hash == 0


def test_how_a_position_introduces_itself() -> None:
    position = Position(13, rules="aga")
    position.play("D4")
    assert repr(position) == "<Position 13x13, aga rules, komi 7.5, move 1, white to play>"
    assert repr(Position(9, komi=-3)) == "<Position 9x9, chinese rules, komi -3, move 0, black to play>"
