"""The replay engine: it plays what a playout policy would, and says by which rule."""

import time

import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.replay import DRAWS
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.legality import Illegal
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.report import SearchedMove

ATARI = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . O . O . . .
    . X O X . . .
    . . . . . . .
    . . . . . . ."""


@pytest.mark.parametrize("playout", ["light", "mogo", "mogo-lgrf2", "lgrf1:0.5,capture"])
@pytest.mark.parametrize("size", [5, 9, 19])
def test_whole_games_are_legal_and_end(size: int, playout: str) -> None:
    engine = create_engine("replay", seed=size, settings={"playout": playout, "practice": 5})
    position = Position(size, rules="tromp-taylor")
    while not position.is_over and position.move_number < 4 * size * size:
        position.play(engine.choose_move(position).vertex)
    assert position.is_over
    assert position.move_number > size


def moves_of(seed: int, playout: str) -> list[Vertex]:
    engine = create_engine("replay", seed=seed, settings={"playout": playout})
    position = Position(9)
    for _ in range(20):
        position.play(engine.choose_move(position).vertex)
    return [move.vertex for move in position.moves]


@pytest.mark.parametrize("playout", ["light", "mogo", "mogo-lgrf1"])
def test_a_seed_repeats_the_game(playout: str) -> None:
    assert moves_of(3, playout) == moves_of(3, playout)
    assert moves_of(3, playout) != moves_of(4, playout)


def after(diagram: str, last: str) -> Position:
    position = Position.from_diagram(diagram)
    position.play(last)
    return position


def test_an_answer_to_an_atari_is_called_so() -> None:
    report = create_engine("replay", seed=1).choose_move(after(ATARI, "C4"))
    assert report.color is WHITE
    assert str(report.vertex) in {"C2", "C5"}
    assert report.comment == "atari"
    assert report.summary() == f"white {report.vertex} (replay, atari)"


def test_a_shape_near_the_last_move_is_called_pattern() -> None:
    position = Position(9)
    position.play("E5")
    position.play("E6")
    report = create_engine("replay", seed=1).choose_move(position)
    assert report.comment == "pattern"
    assert abs(report.vertex.column - 4) <= 1
    assert abs(report.vertex.row - 5) <= 1


def test_a_capture_and_a_random_move_are_called_so() -> None:
    diagram = """
        . . . . . . X
        . . . . . . O
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    engine = create_engine("replay", seed=1)
    report = engine.choose_move(after(diagram, "A1"))
    assert (str(report.vertex), report.comment) == ("F7", "capture")
    assert engine.choose_move(Position(7)).comment == "random"


def test_a_good_reply_is_called_by_its_rule() -> None:
    """After some practice there is nearly always a reply that won."""
    position = Position(9)
    position.play("E5")
    for rule in ("lgrf1", "lgrf2"):
        engine = create_engine("replay", seed=1, settings={"playout": rule, "practice": 500})
        assert rule in {engine.choose_move(position).comment for _ in range(5)}
        engine.change_settings({"practice": 0})
        assert engine.choose_move(position).comment == "random"


def test_candidates_show_how_often_a_move_is_played() -> None:
    report = create_engine("replay", seed=1).choose_move(after(ATARI, "C4"))
    visits = {str(candidate.vertex): candidate.visits for candidate in report.candidates}
    assert set(visits) == {"C2", "C5"}
    assert sum(visits.values()) == DRAWS
    assert min(visits.values()) > DRAWS / 4  # each as likely
    assert list(visits.values()) == sorted(visits.values(), reverse=True)
    assert sum(candidate.prior or 0.0 for candidate in report.candidates) == pytest.approx(1)
    everywhere = create_engine("replay", seed=1, settings={"playout": "light"}).choose_move(Position(5))
    assert len(everywhere.candidates) == 25


def test_it_passes_when_nothing_is_left() -> None:
    position = Position.from_diagram(
        """
        . X O . O
        X X O O .
        X X X O O
        . X X O .
        X X O O O"""
    )
    engine = create_engine("replay", seed=1)
    for color in (BLACK, WHITE):
        position.to_play = color
        report = engine.choose_move(position)
        assert report.vertex.is_pass
        assert report.candidates == (SearchedMove(PASS, DRAWS, 0.5, prior=1.0, variation=(PASS,)),)
        assert report.comment == "nothing left to play"


def test_superko_is_kept_though_the_policy_does_not_know_it(ko_on_the_whole_board: Position) -> None:
    """A capture is all the rule wants, and it would repeat the board: something else is played."""
    position = ko_on_the_whole_board
    assert position.to_play is WHITE
    assert position.why_illegal("B3") is Illegal.SUPERKO
    report = create_engine("replay", seed=1, settings={"playout": "capture"}).choose_move(position)
    assert position.is_legal(report.vertex)
    assert not report.vertex.is_pass
    assert report.candidates == ()
    assert report.comment == "random, since the policy's move is not allowed"


def test_cleaning_up_takes_dead_stones_and_then_passes() -> None:
    position = Position.from_diagram(
        """
        . X . X O . X
        X X X X O . .
        X X X X O O O
        X X X X O O .
        X X X X O O O
        X . X X O O .
        X X X X O O O""",
        to_play="white",
    )
    engine = create_engine("replay", seed=1)
    for _ in range(6):
        report = engine.choose_move(position, cleanup=True)
        if report.vertex.is_pass:
            break
        position.play(report.vertex)
        position.play("pass")
    assert report.vertex.is_pass
    assert position["G7"] is not BLACK


def test_an_unknown_policy_is_refused_in_words() -> None:
    with pytest.raises(TengenError, match="no playout rule is called 'luck': choose from atari"):
        create_engine("replay", settings={"playout": "luck"})
    engine = create_engine("replay", seed=1)
    with pytest.raises(TengenError, match="chance of the playout rule"):
        engine.change_settings({"playout": "atari:2"})
    assert engine.settings()["playout"] == "mogo"
    engine.change_settings({"playout": "light"})
    assert engine.choose_move(after(ATARI, "C4")).comment == "random"


def test_it_answers_at_once_and_leaves_the_position_alone() -> None:
    engine = create_engine("replay", seed=1, settings={"playout": "mogo-lgrf2"})
    position = Position(19)
    position.play("D4")
    before = position.copy()
    engine.choose_move(position)  # load the compiled code
    began = time.monotonic()
    engine.choose_move(position)
    assert time.monotonic() - began < 10
    assert position == before
