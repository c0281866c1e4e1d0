"""Giving up: by the real komi and the dynamic one together, and not because of a handicap."""

from dataclasses import replace

import pytest

from tengen.engines import create_engine
from tengen.engines.endgame.resignation import is_hopeless
from tengen.game.color import BLACK, WHITE
from tengen.game.handicap import free_handicap
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.report import SearchedMove

LOST = SearchedMove(Vertex(2, 2), 900, 0.02, -40.0, search_winrate=0.03)


def giving(stones: int, size: int = 9) -> Position:
    position = Position(size, komi=0.5)
    position.give_handicap(free_handicap(size, stones))
    return position


def test_a_lost_game_is_given_up() -> None:
    assert is_hopeless(Position(9), LOST, 0.1)
    assert not is_hopeless(Position(9), LOST, 0.02)
    assert not is_hopeless(Position(9), LOST, 0)


def test_few_visits_say_nothing() -> None:
    assert not is_hopeless(Position(9), replace(LOST, visits=20), 0.1)


def test_a_network_is_believed_after_a_few_visits() -> None:
    assert is_hopeless(Position(9), replace(LOST, visits=20), 0.1, judged=True)
    assert not is_hopeless(Position(9), replace(LOST, visits=3), 0.1, judged=True)
    assert not is_hopeless(Position(9), replace(LOST, visits=20, winrate=0.2), 0.1, judged=True)


@pytest.mark.parametrize(("resign_below", "gives_up"), [(0.1, True), (0.0, False)])
def test_a_lost_game_is_given_up_with_few_evaluations(resign_below: float, gives_up: bool) -> None:
    position = Position(9, komi=7.5)
    white = ("A1", "A9", "J1", "J9", "B1", "H9", "A2", "J8")  # the corners alone
    for black, answer in zip(("E5", "E7", "E3", "C5", "G5", "C7", "G3", "C3"), white, strict=True):
        position.play(black)
        position.play(answer)
    position.play("G7")
    settings = {"network": "yes", "resign_below": resign_below}
    with create_engine(playouts=24, seed=1, settings=settings) as engine:
        assert engine.choose_move(position).vertex.is_resign == gives_up


def test_points_we_give_or_take_are_no_reason() -> None:
    assert not is_hopeless(Position(9), replace(LOST, winrate=0.9), 0.1)  # we give so much that the tree loses
    assert not is_hopeless(Position(9), replace(LOST, search_winrate=0.46), 0.1)  # we take so much that there is hope
    assert is_hopeless(Position(9), replace(LOST, search_winrate=None), 0.1)


def test_whoever_gives_a_handicap_fights_on_for_half_of_the_game() -> None:
    position = giving(4)
    assert position.to_play is WHITE
    assert not is_hopeless(position, LOST, 0.1)
    for vertex in [vertex for vertex in position.vertices() if vertex not in position.stones][:32]:
        position.play(vertex)
    assert position.to_play is WHITE
    assert is_hopeless(position, LOST, 0.1)


def test_whoever_takes_one_may_give_up() -> None:
    position = giving(4)
    position.to_play = BLACK
    assert is_hopeless(position, LOST, 0.1)


@pytest.mark.parametrize("method", ["none", "linear", "score", "value", "average"])
def test_nine_stones_are_not_resigned_at_the_first_move(method: str) -> None:
    with create_engine("mcts", playouts=600, seed=1, settings={"dynamic_komi": method}) as engine:
        report = engine.choose_move(giving(9))
        assert not report.vertex.is_resign
        assert report.winrate is not None
        assert report.winrate < 0.2  # and what is told is the truth
        assert (report.extra_komi > 0) == (method != "none")
        assert ("extra komi" in report.summary()) == (method != "none")


def test_flat_monte_carlo_does_not_resign_a_handicap_either() -> None:
    settings = {"resign_below": 0.9}  # nobody wins so often with nine stones against him
    with create_engine("montecarlo", playouts=5000, seed=1, settings=settings) as engine:
        assert not engine.choose_move(giving(9)).vertex.is_resign
        lost = giving(9)
        lost.handicap = 0  # the same board without its being a handicap
        assert engine.choose_move(lost).vertex.is_resign
