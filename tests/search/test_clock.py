"""Clocks as the protocols tell them."""

import pytest

from tengen.errors import TengenError
from tengen.search.clock import Clock


def test_time_left_as_gtp_tells_it() -> None:
    canadian = Clock(main=60, period=30, stones=5)
    assert canadian.with_time_left(42, 0) == Clock(main=42, period=30, stones=5)
    assert canadian.with_time_left(20, 3) == Clock(main=0, period=20, stones=3)
    japanese = Clock(main=60, period=30, periods=5)
    assert japanese.with_time_left(12, 2) == Clock(main=0, period=12, periods=2)
    assert Clock().with_time_left(-3, 0).main == 0


@pytest.mark.parametrize("fields", [{"main": -1}, {"main": 1e12}, {"period": -1}, {"stones": -1}, {"periods": -2}])
def test_impossible_clocks_are_refused(fields: dict[str, int]) -> None:
    with pytest.raises(TengenError, match=r"not possible|negative"):
        Clock(**fields)


# ---- kept by oneself ---------------------------------------------------------------------------------


def spend(clock: Clock, settings: Clock, *moves: float) -> Clock:
    for taken in moves:
        clock = clock.after_move(taken, settings)
    return clock


def test_sudden_death_runs_down_and_not_below_nothing() -> None:
    ten = Clock(main=10)
    assert spend(ten, ten, 2, 3) == Clock(main=5)
    assert spend(ten, ten, 2, 9) == spend(ten, ten, 11, 1) == Clock(main=0)


def test_an_increment_comes_after_every_move() -> None:
    fischer = Clock(main=10, increment=2)
    assert spend(fischer, fischer, 5) == Clock(main=7, increment=2)
    assert spend(fischer, fischer, 1, 1, 1) == Clock(main=13, increment=2)
    assert spend(fischer, fischer, 12) == Clock(main=2, increment=2)
    longest = Clock(main=1e9, increment=1e9, longest_move=3)
    assert spend(longest, longest, 1) == Clock(main=1e9, increment=1e9, longest_move=3)


def test_canadian_stones_count_when_main_time_is_over() -> None:
    canadian = Clock(main=10, period=6, stones=3)
    assert spend(canadian, canadian, 4) == Clock(main=6, period=6, stones=3)
    assert spend(canadian, canadian, 4, 8) == Clock(period=4, stones=2)
    assert spend(canadian, canadian, 4, 8, 1) == Clock(period=3, stones=1)


def test_a_canadian_period_begins_anew_with_its_last_stone() -> None:
    canadian = Clock(period=6, stones=3)
    assert spend(canadian, canadian, 1, 2, 1) == canadian
    assert spend(canadian, canadian, 1, 2, 1, 5) == Clock(period=1, stones=2)
    assert spend(canadian, canadian, 9) == Clock(period=0, stones=2)
    assert spend(Clock(period=2, stones=1), Clock(main=60, period=6, stones=3), 1) == canadian


def test_a_japanese_period_is_lost_when_it_is_overstepped_and_whole_again_when_not() -> None:
    japanese = Clock(main=10, period=5, periods=3)
    assert spend(japanese, japanese, 4) == Clock(main=6, period=5, periods=3)
    assert spend(japanese, japanese, 14) == Clock(period=5, periods=3)
    assert spend(japanese, japanese, 14, 4.9, 4.9) == Clock(period=5, periods=3)
    assert spend(japanese, japanese, 16) == Clock(period=5, periods=2)
    assert spend(japanese, japanese, 14, 11) == Clock(period=5, periods=1)
    assert spend(japanese, japanese, 14, 100) == Clock(period=5, periods=1)  # lost, but somebody plays on


def test_what_is_left_of_a_japanese_period_is_all_that_is_left_of_it() -> None:
    settings = Clock(main=10, period=30, periods=5)
    told = settings.with_time_left(12, 3)
    assert told.after_move(11, settings) == Clock(period=30, periods=3)
    assert told.after_move(13, settings) == Clock(period=30, periods=2)
    assert told.after_move(43, settings) == Clock(period=30, periods=1)


def test_periods_of_no_time_do_no_harm() -> None:
    for clock in (Clock(main=5, periods=3), Clock(main=5, stones=3)):
        assert spend(clock, clock, 2).main == 3
        assert spend(clock, clock, 6, 1, 1).main == 0
