"""The end of a game in the terminal, and its beginning with a handicap."""

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.terminal.ending import agree
from tengen.terminal.handicap import ask_for_places, places_of

SETTLED = """
    . X . X O . O .
    X X X X O O O O
    . X . X O . O .
    X X X X O O O O
    X X X X O O O O
    . . O X O O O .
    X X X X O O O O
    . X . X O O O ."""


def typing(*lines: str) -> Callable[[str], str]:
    waiting = iter(lines)
    return lambda prompt: next(waiting)


def ended(*lines: str) -> tuple[str | None, str]:
    """The count agreed upon by typing these lines, and the screen."""
    position = Position.from_diagram(SETTLED, komi=0.5)
    screen = io.StringIO()
    console = Console(file=screen, width=100)
    judgement = agree(position, create_engine("mcts", seed=1).judge(position), console, typing(*lines))
    return None if judgement is None else str(judgement.score), screen.getvalue()


def test_the_dead_stones_are_shown_and_agreed_upon() -> None:
    score, screen = ended("yes")
    assert score == "W+0.5"
    assert "Dead stones: C3. Count: W+0.5." in screen
    assert " 3 . . o X " in screen  # drawn small


def test_a_person_may_turn_the_status_of_a_group_and_turn_it_back() -> None:
    assert ended("c3", "yes")[0] == "W+4.5"
    assert ended("c3", "C3", "y")[0] == "W+0.5"
    assert ended("a7", "c3", "yes")[0] == "W+64.5"


def test_a_person_may_play_on() -> None:
    assert ended("play")[0] is None


@pytest.mark.parametrize("line", ["a6", "z9", "pass", "resign", "[bold]", "help", "gibberish"])
def test_mistakes_are_explained(line: str) -> None:
    score, screen = ended(line, "yes")
    assert score == "W+0.5"
    assert "yes: agree" in screen


# ---- handicap ---------------------------------------------------------------------------


def placed(stones: int, *lines: str) -> list[str]:
    console = Console(file=io.StringIO(), width=100)
    return [str(vertex) for vertex in ask_for_places(Position(9), stones, console, typing(*lines))]


def test_a_person_places_his_own_stones() -> None:
    assert placed(3, "c3", "e5", "undo", "pass", "c3", "z1", "g7", "D4") == ["C3", "G7", "D4"]


def test_an_empty_line_leaves_the_rest_to_the_engine() -> None:
    places = placed(4, "e5", "")
    assert places[0] == "E5"
    assert len(set(places)) == 4


def test_one_stone_is_the_first_move_and_none_is_none() -> None:
    assert places_of(9, 0, "free") == places_of(9, 1, "fixed") == []


def test_fixed_places_end_and_free_ones_do_not() -> None:
    assert places_of(19, 9, "fixed") == places_of(19, 9, "free")
    with pytest.raises(TengenError, match="--placement free"):
        places_of(19, 10, "fixed")
    assert len(places_of(19, 17, "free") or ()) == 17


@pytest.mark.parametrize(("stones", "placement"), [(-1, "free"), (81, "free"), (3, "sideways")])
def test_bad_handicaps_are_refused(stones: int, placement: str) -> None:
    with pytest.raises(TengenError, match="choose"):
        places_of(9, stones, placement)


def test_a_vertex_that_parses_is_on_the_board() -> None:
    assert all(Vertex.parse(name, 9).is_on(9) for name in placed(2, "J10", "A1", "J9"))
