"""What is set about time is what the engines do: effort in the opening, prolonged reading."""

from typing import Any

import pytest

from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.engines.registry import create_engine
from tengen.engines.request import Limit
from tengen.engines.thinking_engine import limits_of
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.search.clock import Clock
from tengen.search.time_control import allot

from .test_thinking_time import LATE, new_engine, takes


@pytest.mark.parametrize("name", ["mcts", "montecarlo"])
def test_the_first_moves_take_three_times_the_playouts(name: str) -> None:
    """Of the call as of the options; a player counts his own moves."""
    triple = {"opening_effort": 3, "opening_moves": 2}
    position = Position(7)
    with create_engine(name, playouts=40, seed=2, settings=triple) as engine:
        for playouts in (120, 120, 120, 120, 40, 40):
            report = engine.choose_move(position)
            assert report.playouts == playouts
            position.play(report.vertex)
        assert engine.choose_move(Position(7), Limit(playouts=50)).playouts == 150
        assert engine.analyze(Position(7)).playouts == 40  # an analysis is no move


def test_whose_opening_it_is_hangs_on_the_player() -> None:
    """White's first move is his first, whatever handicap Black had; one who passes has made a move."""
    engine = new_engine(playouts=40, opening_effort=2.5, opening_moves=1)
    position = Position(9)
    position.give_handicap(["C3", "G7", "G3", "C7"])
    assert engine.choose_move(position).playouts == 100
    position.play("C5")
    assert engine.choose_move(position).playouts == 100
    position.play("pass")
    assert engine.choose_move(position).playouts == 40


def test_the_first_moves_take_three_times_the_seconds() -> None:
    engine = MctsEngine(EngineOptions(seconds=0.1, seed=1, settings={"memory": 5, "opening_effort": 3}))
    assert takes(engine, Position(9), Limit(), 0.29, 0.3 + LATE)
    assert takes(engine, Position(9), Limit(seconds=0.2), 0.59, 0.6 + LATE)
    # A clock goes before them.
    assert takes(engine, Position(9), Limit(seconds=20, clock=Clock(period=0.6, periods=1)), 0.0, 0.6 + LATE)
    after = Position(9)
    for _ in range(12):
        after.play("pass" if after.move_number % 2 else after.legal_moves()[0])
    assert takes(engine, after, Limit(), 0.09, 0.1 + LATE)


def test_by_the_clock_the_first_moves_take_longer() -> None:
    """As long as nobody has played his six moves."""
    engine, position, limit = new_engine(opening_effort=3), Position(9), Limit(clock=Clock(main=600))
    for own, times in ((0, 3), (5, 3), (6, 1)):
        while position.move_number < 2 * own:
            position.play(position.legal_moves()[-1])
        usual = limits_of(engine.options, position, limit)[1]
        allotment = limits_of(engine.options, position, limit, rules=engine.time_rules)[1]
        assert usual is not None
        assert allotment is not None
        assert allotment.desired == pytest.approx(times * usual.desired)


def test_less_effort_is_at_least_a_playout() -> None:
    engine = new_engine(opening_effort=0.1)
    assert engine.choose_move(Position(9), Limit(playouts=50)).playouts == 5
    assert engine.choose_move(Position(9), Limit(playouts=1)).playouts == 1


def test_a_level_is_as_strong_as_it_is() -> None:
    usual = new_engine(level="15k", network="no").choose_move(Position(9)).playouts
    assert new_engine(level="15k", network="no", opening_effort=3).choose_move(Position(9)).playouts == usual


def test_without_prolonged_reading_a_move_takes_what_it_normally_does() -> None:
    """In an opening nobody can judge."""
    clock = Clock(main=60)
    usual = allot(clock, 0, 81, 81)
    assert usual.maximum > usual.desired + 0.8
    assert takes(new_engine(prolonged_reading=False), Position(9), Limit(clock=clock), 0.0, usual.desired + LATE)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("opening_effort", 0, "a number from 0.1 to 10"),
        ("opening_effort", "triple", "a number from 0.1 to 10"),
        ("opening_moves", 2.5, "a whole number from 0 to 1,000"),
        ("best2_ratio", 0.9, "a number from 1 to 10"),
        ("prolonged_reading", "seldom", "yes or no"),
    ],
)
def test_what_cannot_be_meant_is_refused(name: str, value: Any, told: str) -> None:
    with pytest.raises(TengenError, match=f"{name}=.* is not possible: write {told}"):
        new_engine(**{name: value})
