"""Figures of forecasts agree with what they are by definition."""

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.lab.statistics.forecasts import area_under_curve, brier_score, measure, measure_difference, share_right


def test_the_area_is_the_share_of_pairs_in_order() -> None:
    generator = np.random.default_rng(5)
    forecasts, came_true = generator.integers(0, 8, 60) / 8, generator.integers(0, 2, 60).astype(float)
    pairs = [(one, other) for one in forecasts[came_true > 0] for other in forecasts[came_true == 0]]
    by_pairs = np.mean([1.0 if one > other else 0.5 if one == other else 0.0 for one, other in pairs])
    assert area_under_curve(forecasts, came_true) == pytest.approx(by_pairs)


def test_without_both_outcomes_there_is_no_area() -> None:
    assert np.isnan(area_under_curve(np.array([0.1, 0.9]), np.array([1.0, 1.0])))


def test_an_interval_holds_the_true_value_and_shrinks() -> None:
    generator = np.random.default_rng(60)
    chances = generator.random(2000)
    came_true = (generator.random(2000) < chances).astype(float)
    few = measure(brier_score, chances[:100], came_true[:100], range(100))
    many = measure(brier_score, chances, came_true, range(2000))
    true = 1 / 6  # the mean of p (1 - p) where every p is as likely
    assert true in many.interval
    assert many.interval.half_width < few.interval.half_width / 3


def test_forecasts_of_one_game_count_as_one() -> None:
    generator = np.random.default_rng(8)
    rates, won = generator.random(50), generator.integers(0, 2, 50).astype(float)
    once = measure(brier_score, rates, won, range(50))
    thrice = measure(brier_score, np.tile(rates, 3), np.tile(won, 3), list(range(50)) * 3)
    assert thrice.value == pytest.approx(once.value)
    assert thrice.interval.half_width == pytest.approx(once.interval.half_width, rel=0.1)


def test_a_paired_difference_is_sharper_than_two_intervals() -> None:
    generator = np.random.default_rng(9)
    won = generator.integers(0, 2, 300).astype(float)
    one = np.clip(0.5 + 0.2 * (won - 0.5) + generator.normal(0, 0.2, 300), 0, 1)
    other = np.clip(one + generator.normal(0, 0.02, 300), 0, 1)
    difference = measure_difference(brier_score, one, other, won, range(300))
    assert difference.value == pytest.approx(brier_score(one, won) - brier_score(other, won))
    assert difference.interval.half_width < measure(brier_score, one, won, range(300)).interval.half_width / 2


def test_nothing_cannot_be_measured() -> None:
    with pytest.raises(TengenError, match="at least one forecast"):
        measure(share_right, np.array([]), np.array([]), [])
