"""Clocks: shares of the time that never overstep it."""

import pytest

from tengen.engines.clock import LAG_RESERVE, Clock
from tengen.errors import TengenError


@pytest.mark.parametrize("increment", [0.0, 5.0])
@pytest.mark.parametrize("main", [1.0, 10.0, 600.0])
def test_sudden_death_and_fischer_never_reach_the_flag(main: float, increment: float) -> None:
    """A long game of 180 moves of one player, each a little slower than allotted."""
    left = main
    for move in range(180):
        clock = Clock(main=left, increment=increment)
        left -= clock.seconds_for_move(max(0, 361 - 2 * move)) * 1.02
        assert left > 0
        left += increment


def test_japanese_overtime_uses_its_period_and_no_more() -> None:
    assert Clock(period=1, periods=3).seconds_for_move(100) == pytest.approx(1 - LAG_RESERVE)
    main_left = Clock(main=60, period=10, periods=3).seconds_for_move(300)
    assert 9 < main_left < 15


def test_canadian_overtime_divides_its_period() -> None:
    """5 seconds for 10 stones: the ten moves together stay below five seconds."""
    left, stones = 5.0, 10
    while stones:
        left -= Clock(period=left, stones=stones).seconds_for_move(50) * 1.01
        assert left > 0
        stones -= 1


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
