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
