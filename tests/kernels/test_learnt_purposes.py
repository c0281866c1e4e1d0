"""What moves are good for, by diagrams."""

import pytest

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.learnt import purposes
from tengen.kernels.learnt.features import PURPOSES, features_of
from tengen.kernels.learnt.purposes import BITS, RECENT, find_purposes
from tengen.kernels.learnt.strengths import look_at_board, nothing_learnt
from tengen.kernels.workspace import new_works

TWINS = ("take", "take_many", "take_later", "save", "save_many", "catch", "chase", "defend", "race")
ALONE = ("self_atari", "ko", "kill", "live")

ATARI = """
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . X O X . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""
ATARI_ON_THREE = """
    . . . . . . .
    . . X X X . .
    . X O O O . .
    . . X X X . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""
CAUGHT_ANYWAY = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    X . . . . . .
    X X X . . . .
    . X . . . . .
    O X . . . . ."""
LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X X . . . .
    . . X O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""
BROKEN_LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X X . . . .
    . . X O . . . . .
    . . . . . . O . .
    . . . . . . O . .
    . . . . . . . . ."""
RACE = """
    . . . . . . .
    . O . . X . .
    O . . . . X .
    O O O X X X .
    . . X O . . .
    . . X O . . .
    . . X O . . ."""
EYE_SPACE = """
    . . . . . .
    X X X X X .
    X . . . X .
    X X X X X .
    . . . . . .
    . . . . . ."""
KO = """
    . . . . . . .
    . . . . . . .
    . . X O . . .
    . X . X O . .
    . . X O . . .
    . . . . . . .
    . . . . . . ."""


def purposes_in(position: Position) -> dict[str, set[str]]:
    """The purposes of each move of whoever is to play, by name; those about the last move begin with "recent"."""
    work = new_works()[0]
    find_purposes(position.board[0], int(position.to_play), work)
    names = {getattr(purposes, name.upper()): name for name in (*TWINS, *ALONE)}
    names |= {RECENT + getattr(purposes, name.upper()): f"recent {name}" for name in TWINS}
    assert sorted(names) == list(range(BITS))
    found = {}
    for vertex in position.vertices():
        bits = int(work.purposes[vertex.point])
        assert bits >> BITS == 0
        if bits:
            found[str(vertex)] = {names[bit] for bit in range(BITS) if bits >> bit & 1}
    return found


def at(diagram: str, to_play: str, *moves: str) -> dict[str, set[str]]:
    """The same of a diagram, after some moves."""
    position = Position.from_diagram(diagram, to_play)
    for move in moves:
        position.play(move)
    return purposes_in(position)


def moves_for(purpose: str, found: dict[str, set[str]]) -> set[str]:
    return {move for move, served in found.items() if purpose in served}


def test_a_stone_in_atari_is_taken_or_saved() -> None:
    assert moves_for("take", at(ATARI, "black")) == {"D3"}
    assert moves_for("save", at(ATARI, "white")) == {"D3"}
    assert not moves_for("take_many", at(ATARI, "black"))
    assert not moves_for("take_later", at(ATARI, "black"))


def test_three_stones_are_many() -> None:
    assert moves_for("take_many", at(ATARI_ON_THREE, "black")) == {"F5"}
    assert not moves_for("take", at(ATARI_ON_THREE, "black"))
    assert moves_for("save_many", at(ATARI_ON_THREE, "white")) == {"F5"}
    assert not moves_for("save", at(ATARI_ON_THREE, "white"))


def test_what_cannot_get_away_may_be_taken_later() -> None:
    found = at(CAUGHT_ANYWAY, "black")
    assert moves_for("take_later", found) == {"A2"}
    assert not moves_for("take", found)
    assert not moves_for("save", at(CAUGHT_ANYWAY, "white"))


def test_a_ladder_catches_from_one_side_and_chases_from_the_other() -> None:
    found = at(LADDER, "black")
    assert moves_for("catch", found) == {"D3"}
    assert moves_for("chase", found) == {"E4"}


def test_a_ladder_that_does_not_work_only_chases() -> None:
    found = at(BROKEN_LADDER, "black")
    assert not moves_for("catch", found)
    assert moves_for("chase", found) == {"D3", "E4"}


def test_only_stones_that_would_be_caught_are_defended() -> None:
    assert moves_for("defend", at(LADDER, "white")) >= {"D3", "E4"}
    assert not moves_for("defend", at(BROKEN_LADDER, "white"))


def test_a_race_is_run_on_both_sides() -> None:
    """Three liberties each; a stone on the first line would not stand safely."""
    assert moves_for("race", at(RACE, "black")) == {"E2", "E3"}
    assert moves_for("race", at(RACE, "white")) == {"B2", "B3"}


def test_the_vital_point_of_an_eye_space_kills_or_lives() -> None:
    white, black = at(EYE_SPACE, "white"), at(EYE_SPACE, "black")
    assert white["C4"] == {"kill"}
    assert moves_for("kill", white) == moves_for("live", black) == {"C4"}
    assert not moves_for("live", white) | moves_for("kill", black)
    assert {"B4", "D4"} <= moves_for("self_atari", white)


def test_a_bad_self_atari_is_one_and_no_more() -> None:
    position = Position.from_diagram(ATARI, "white")
    position.place("black", ["D2"])
    assert "self_atari" not in purposes_in(position).get("D3", set())  # two liberties
    position.place("black", ["C3"])
    assert purposes_in(position)["D3"] == {"self_atari"}


def test_a_ko_is_one_for_ten_moves() -> None:
    position = Position.from_diagram(KO, "white")
    position.play("C4")
    assert position.captures("white") == 1
    threats = iter(("A1", "G7", "A2", "G6", "A3", "G5", "A4", "G4", "B1", "G3"))
    for age in range(10):
        assert moves_for("ko", purposes_in(position)) == {"D4"}, age
        position.play(next(threats))
    assert not moves_for("ko", purposes_in(position))


def test_a_ko_that_was_filled_is_one_no_more() -> None:
    position = Position.from_diagram(KO, "white")
    position.play("C4")
    position.play("A1")
    position.play("D4")
    assert not moves_for("ko", purposes_in(position))


@pytest.mark.parametrize(
    ("diagram", "to_play", "last", "purpose", "moves"),
    [
        (ATARI, "white", "F2", "take", {"D3"}),
        (ATARI, "black", "F2", "save", {"D3"}),
        (LADDER, "white", "H8", "catch", {"D3"}),
        (LADDER, "white", "H8", "chase", {"E4"}),
        (LADDER, "black", "H8", "defend", {"D3", "E4"}),
    ],
)
def test_what_the_last_move_has_nothing_to_do_with_is_not_recent(
    diagram: str, to_play: str, last: str, purpose: str, moves: set[str]
) -> None:
    found = at(diagram, to_play, last)
    assert moves_for(purpose, found) >= moves
    assert not moves_for(f"recent {purpose}", found)


def without(diagram: str, vertex: str) -> Position:
    """A diagram with a point made empty."""
    position = Position.from_diagram(diagram)
    stones = {found: color for found, color in position.stones.items() if str(found) != vertex}
    position.set_up(stones)
    return position


@pytest.mark.parametrize(
    ("diagram", "last", "color", "purpose", "moves"),
    [
        (ATARI, "D4", "white", "take", {"D3"}),
        (ATARI, "C4", "black", "save", {"D3"}),
        (ATARI_ON_THREE, "D5", "white", "take_many", {"F5"}),
        (ATARI_ON_THREE, "C4", "black", "save_many", {"F5"}),
        (CAUGHT_ANYWAY, "A1", "white", "take_later", {"A2"}),
        (LADDER, "D4", "white", "catch", {"D3"}),
        (LADDER, "D4", "white", "chase", {"E4"}),
        (LADDER, "C4", "black", "defend", {"D3", "E4"}),
        (RACE, "D2", "white", "race", {"E2", "E3"}),
        (RACE, "C2", "black", "race", {"B2", "B3"}),
    ],
)
def test_what_answers_the_last_move_is_recent(
    diagram: str, last: str, color: str, purpose: str, moves: set[str]
) -> None:
    position = without(diagram, last)
    position.play(last, color)
    found = purposes_in(position)
    assert moves_for(f"recent {purpose}", found) >= moves
    assert not moves_for(purpose, found)


def test_each_purpose_is_a_feature_of_the_move() -> None:
    position = Position.from_diagram(LADDER)
    board, work = position.board[0], new_works()[0]
    look_at_board(board, int(position.to_play), work)
    count = int(features_of(board, Vertex.parse("D3").point, int(position.to_play), work, nothing_learnt().keys))
    assert PURPOSES + purposes.CATCH in work.features[:count]
    assert PURPOSES + purposes.CHASE not in work.features[:count]
