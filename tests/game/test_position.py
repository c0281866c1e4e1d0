"""Playing on a position, taking back, setting up; and a refused call changes nothing."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.legality import Illegal, IllegalMove
from tengen.game.move import Move
from tengen.game.position import Position
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.kernels import entry_points as kernel

# Black to play: with C3 he takes the ko. With a stone at A1 as well, A2 is suicide for White.
BEFORE_KO = """
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . X . . .
"""


def vertices(names: str) -> set[Vertex]:
    return set(map(Vertex.parse, names.split()))


def stones(position: Position, color: Color) -> set[Vertex]:
    return {vertex for vertex, stone in position.stones.items() if stone is color}


@pytest.fixture
def after_ko() -> Position:
    """Black has taken a ko at C3; White's retaking at B3 is forbidden. A move has been undone."""
    position = Position.from_diagram(BEFORE_KO, rules="japanese")
    position.play("A1")
    position.play("E5")
    position.play("C3")
    position.play("D1")
    position.undo()
    return position


def test_an_empty_board() -> None:
    position = Position(9)
    assert position.stones == {}
    assert position.to_play is BLACK
    assert position.moves == ()
    assert position.last_move is None
    assert position.ko is None
    assert position.legal_moves() == list(position.vertices())
    assert not position.is_over


@pytest.mark.parametrize("size", [-1, 0, 1, 20, 9.0, "9"])
def test_board_sizes_that_are_not_possible(size: int) -> None:
    with pytest.raises(TengenError, match="choose 2 to 19"):
        Position(size)


def test_moves_alternate_and_are_remembered() -> None:
    position = Position(9)
    assert position.play("C3") == Move(BLACK, Vertex(2, 2))
    assert position["C3"] is BLACK
    assert position["D3"] is None
    assert position.to_play is WHITE
    position.play("pass")
    position.play(Vertex(6, 6))
    assert [str(move) for move in position.moves] == ["B C3", "W pass", "B G7"]
    assert str(position.last_move) == "B G7"
    assert position.move_number == 3
    assert len(position.past_hashes) == 4


def test_a_colour_may_play_out_of_turn() -> None:
    position = Position(9)
    position.play("C3", "black")
    position.play("D3", BLACK)
    assert position["D3"] is BLACK
    assert position.to_play is WHITE


def test_capturing_a_group() -> None:
    position = Position.from_diagram("""
        . X X . .
        X O O . .
        . X X . .
        . . . . .
        . . . . .
    """)
    position.play("D4")
    assert position.captures("black") == 2
    assert position.captures(WHITE) == 0
    assert stones(position, WHITE) == set()
    assert stones(position, BLACK) == vertices("B5 C5 A4 D4 B3 C3")


def test_one_stone_captures_three_groups() -> None:
    """The group of three touches C3 twice, from above and from the left, and is taken once."""
    position = Position.from_diagram("""
        . X X . .
        X O O X .
        X O . O X
        . X O X .
        . . X . .
    """)
    position.play("C3")
    assert position.captures(BLACK) == 5
    assert stones(position, WHITE) == set()
    assert position.ko is None  # five stones are no ko


def test_groups_and_their_liberties() -> None:
    position = Position.from_diagram("""
        . X X .
        X O . .
        . O X .
        . . . .
    """)
    group = position.group("B2")
    assert group.color is WHITE
    assert group.stones == vertices("B2 B3")
    assert group.liberties == vertices("A2 C3 B1")
    assert position.group("C4") == position.group("B4")
    with pytest.raises(TengenError, match="no stone at A1"):
        position.group("A1")
    with pytest.raises(TengenError, match="not on the 4x4 board"):
        position.group("E5")


def test_a_group_that_fills_the_board_but_for_one_point() -> None:
    size = 19
    position = Position(size)
    position.place("white", [vertex for vertex in position.vertices() if str(vertex) != "K10"])
    group = position.group("A1")
    assert len(group.stones) == size * size - 1
    assert group.liberties == vertices("K10")
    assert position.legal_moves(BLACK) == [Vertex.parse("K10")]  # takes all of it
    assert position.legal_moves(WHITE) == []
    position.play("K10", BLACK)
    assert position.captures(BLACK) == size * size - 1


@pytest.mark.parametrize(
    ("move", "reason", "sentence"),
    [
        ("B2", Illegal.OCCUPIED, "white B2 is illegal: the point is occupied"),
        ("A1", Illegal.OCCUPIED, "white A1 is illegal: the point is occupied"),
        ("B3", Illegal.KO, "white B3 is illegal: the ko may not be retaken at once"),
        ("A2", Illegal.SUICIDE, "white A2 is illegal: the stone would have no liberty (suicide)"),
    ],
)
def test_reasons(after_ko: Position, move: str, reason: Illegal, sentence: str) -> None:
    assert after_ko.why_illegal(move) is reason
    assert not after_ko.is_legal(move)
    assert Vertex.parse(move) not in after_ko.legal_moves()
    with pytest.raises(IllegalMove) as error:
        after_ko.play(move)
    assert str(error.value) == sentence
    assert (error.value.color, error.value.vertex, error.value.reason) == (WHITE, Vertex.parse(move), reason)


def test_off_the_board_and_superko_are_reasons_too(after_ko: Position) -> None:
    assert after_ko.why_illegal("F1") is Illegal.OFF_BOARD
    assert after_ko.why_illegal(Vertex(-7, 3)) is Illegal.OFF_BOARD
    with pytest.raises(IllegalMove, match="white T19 is illegal: the point is not on the 5x5 board"):
        after_ko.play(Vertex(18, 18))
    after_ko.rules = after_ko.rules.named("chinese")
    after_ko.play("pass")
    after_ko.play("pass")
    assert after_ko.why_illegal("B3") is Illegal.SUPERKO
    with pytest.raises(IllegalMove, match=r"white B3 is illegal: the position was on the board before \(superko\)"):
        after_ko.play("B3")


def test_passing_is_always_legal_and_never_listed(after_ko: Position) -> None:
    assert after_ko.is_legal("pass")
    assert after_ko.why_illegal(PASS) is None
    assert PASS not in after_ko.legal_moves()
    after_ko.play(PASS)
    assert after_ko.ko is None  # a pass lifts the ko
    assert after_ko.captures("black") == 1


@pytest.mark.parametrize("move", ["B3", "A2"], ids=["ko", "suicide"])
def test_a_record_may_hold_moves_that_are_not_legal(
    after_ko: Position, move: str, snapshot: Callable[[Position], object]
) -> None:
    assert not after_ko.is_legal(move)
    after_ko.play(move, force=True)
    forced = snapshot(after_ko)
    assert after_ko.undo() == Move(WHITE, Vertex.parse(move))
    assert after_ko.redo() == Move(WHITE, Vertex.parse(move))
    assert snapshot(after_ko) == forced


@pytest.mark.parametrize("move", ["B2", "A1"])
def test_a_stone_never_goes_on_a_stone(after_ko: Position, move: str) -> None:
    with pytest.raises(IllegalMove, match="occupied"):
        after_ko.play(move, force=True)


REFUSED: dict[str, Callable[[Position], object]] = {
    "an occupied point": lambda p: p.play("B2"),
    "a ko": lambda p: p.play("B3"),
    "suicide": lambda p: p.play("A2"),
    "a point off the board": lambda p: p.play(Vertex(5, 5)),
    "a name off the board": lambda p: p.play("F6"),
    "no vertex at all": lambda p: p.play("Z99"),
    "an occupied point, by force": lambda p: p.play("B2", force=True),
    "a point off the board, by force": lambda p: p.play(Vertex(5, 5), force=True),
    "resignation": lambda p: p.play(RESIGN),
    "no colour": lambda p: p.play("E1", "green"),
    "a turn of no colour": lambda p: setattr(p, "to_play", "green"),
    "a stone on a stone": lambda p: p.place("black", ["E1", "B2"]),
    "a stone twice": lambda p: p.place("black", ["E1", "E1"]),
    "a stone off the board": lambda p: p.place("black", ["E1", Vertex(9, 9)]),
    "a stone nowhere": lambda p: p.place("black", ["E1", "pass"]),
    "a stone without liberty": lambda p: p.place("white", ["E1", "A2"]),
    "stones of no colour": lambda p: p.place("green", ["E1"]),
    "a set-up without liberties": lambda p: p.set_up(dict.fromkeys(p.vertices(), BLACK)),
    "a set-up off the board": lambda p: p.set_up({Vertex(5, 0): BLACK}),
    "a set-up with nobody to play": lambda p: p.set_up({Vertex(0, 0): BLACK}, "green"),
    "handicap on stones": lambda p: p.give_handicap(["E1", "B2"]),
    "handicap twice": lambda p: p.give_handicap(["E1", "E1"]),
    "the group of an empty point": lambda p: p.group("E1"),
    "a look off the board": lambda p: p["F6"],
}


@pytest.mark.parametrize("call", REFUSED.values(), ids=REFUSED.keys())
def test_a_refused_call_changes_nothing(
    after_ko: Position, call: Callable[[Position], object], snapshot: Callable[[Position], object]
) -> None:
    before = snapshot(after_ko)
    with pytest.raises(TengenError):
        call(after_ko)
    assert snapshot(after_ko) == before
    assert str(after_ko.redo()) == "W D1"


def test_undo_and_redo_when_there_is_nothing(snapshot: Callable[[Position], object]) -> None:
    position = Position(5)
    before = snapshot(position)
    with pytest.raises(TengenError, match="no move to undo"):
        position.undo()
    with pytest.raises(TengenError, match="no undone move"):
        position.redo()
    assert snapshot(position) == before


def test_undo_brings_captured_stones_and_the_ko_back(after_ko: Position) -> None:
    assert str(after_ko.undo()) == "B C3"
    assert after_ko["B3"] is WHITE
    assert after_ko.captures("black") == 0
    assert after_ko.ko is None
    assert after_ko.to_play is BLACK
    assert str(after_ko.redo()) == "B C3"
    assert after_ko.ko == Vertex.parse("B3")
    assert after_ko.captures("black") == 1


def test_redo_goes_on_until_another_move_is_played() -> None:
    position = Position(9)
    for move in ("C3", "G7", "C7"):
        position.play(move)
    for _ in range(3):
        position.undo()
    assert [str(position.redo()), str(position.redo())] == ["B C3", "W G7"]
    position.undo()
    position.play("G3")  # another game: the moves undone are gone
    with pytest.raises(TengenError):
        position.redo()


def test_several_moves_are_undone_as_one_after_the_other(snapshot: Callable[[Position], object]) -> None:
    for count in range(1, 8):
        together = Position(5)
        for move in ("C3", "C2", "B2", "B1", "D2", "D1", "C1"):
            together.play(move)
        together.to_play = BLACK  # out of turn, which redo brings back
        one_by_one = together.copy()
        taken = [one_by_one.undo() for _ in range(count)]
        assert together.undo(count) == taken[-1]
        assert snapshot(together) == snapshot(one_by_one)
        assert [together.redo() for _ in range(count)] == taken[::-1]
        assert together.to_play is BLACK


@pytest.mark.parametrize("count", [0, -1, 4, 10**30, 1.5, "2", None])
def test_what_cannot_be_undone_leaves_the_game_as_it_was(count: Any, snapshot: Callable[[Position], object]) -> None:
    position = Position(5)
    for move in ("C3", "C2", "B2"):
        position.play(move)
    before = snapshot(position)
    with pytest.raises(TengenError, match=r"moves cannot be undone: 3 have been played"):
        position.undo(count)
    assert snapshot(position) == before


def test_a_long_game_is_replayed_once_however_many_moves_are_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position(5)
    for _ in range(500):
        position.play("pass")
    replayed: list[int] = []
    replay = kernel.replay

    def counted(board: Any, start: Any, points: Any, colors: Any, count: int) -> None:
        replayed.append(count)
        replay(board, start, points, colors, count)

    monkeypatch.setattr(kernel, "replay", counted)
    position.undo(400)
    assert replayed == [100]
    assert position.move_number == 100


def test_a_copy_goes_its_own_way(after_ko: Position, snapshot: Callable[[Position], object]) -> None:
    before = snapshot(after_ko)
    twin = after_ko.copy()
    assert twin == after_ko
    assert snapshot(twin) == before
    twin.play("E1")
    twin.play("D5")
    twin.komi = 0.5
    assert snapshot(after_ko) == before
    twin.undo()
    twin.undo()
    twin.undo()
    after_ko.play("D1")
    assert twin["C3"] is None
    assert twin["D1"] is None
    assert after_ko["C3"] is BLACK


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_every_kind_of_copy_is_independent_and_whole(duplicate: Callable[[Position], Position]) -> None:
    position = Position(9)
    position.play("C3")
    twin = duplicate(position)
    assert twin == position
    twin.play("E5")
    assert twin["E5"] is WHITE
    assert position["E5"] is None
    assert twin.undo() == Move(WHITE, Vertex.parse("E5"))
    assert twin == position


def test_names_pairs_and_vertices_are_all_the_same() -> None:
    position = Position(9)
    position.play((4, 4))
    assert position["E5"] is position[4, 4] is position[Vertex(4, 4)] is BLACK
    assert not position.is_legal((4, 4))


def test_rules_and_komi_are_checked_when_set() -> None:
    position = Position(9)
    position.rules = "japanese"
    assert position.rules.komi == 6.5
    for komi in (float("nan"), float("inf")):
        with pytest.raises(TengenError, match="komi"):
            position.komi = komi
    with pytest.raises(TengenError, match="no rules are called"):
        position.rules = "martian"
    assert position.rules.name == "japanese"


def test_one_dead_stone_stands_for_its_group() -> None:
    position = Position.from_diagram(
        """
        . . X O .
        . . X O .
        X X X O .
        O O O O .
        . . . . ."""
    )
    assert position.score(dead=["A3"]) == position.score(dead=["A3", "B3", "C3", "C4", "C5"])
