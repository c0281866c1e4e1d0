"""Intervals of win rates: published figures, and SciPy as an independent calculation."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tengen.errors import TengenError
from tengen.lab.statistics import Interval, exact_interval, games_for_half_width, normal_interval, wilson_interval
from tengen.lab.statistics.incomplete_beta import beta_probability, beta_quantile

counts = st.integers(1, 3000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games)))


@pytest.mark.parametrize(
    ("rate", "games", "half_width"),
    [
        # SmartStart (Steinmetz and Gini, 2014), section 11: p ± 2.16 %, ± 0.825 %
        (0.421, 2000, 0.0216),
        (0.5535, 14_000, 0.00825),
    ],
)
def test_smartstart_gives_the_normal_interval(rate: float, games: int, half_width: float) -> None:
    assert normal_interval(rate * games, games).half_width == pytest.approx(half_width, abs=0.00005)


def test_some_half_widths_of_smartstart_cannot_be() -> None:
    # ± 0.68 % of 24,000 games and ± 0.777 % of 16,000 are more than any rate gives.
    assert normal_interval(12_000, 24_000).half_width < 0.0064
    assert normal_interval(8000, 16_000).half_width == pytest.approx(0.00775, abs=0.00001)


@pytest.mark.parametrize(
    ("percent", "games", "half_width"),
    [
        (26, 100, 8.7),
        (41.8, 500, 4.4),
        (51.5, 400, 5.0),
        (80, 800, 2.8),
        (41.2, 500, 4.4),
        (27, 600, 3.6),
        (20, 100, 8),
    ],
)
def test_mogo_gives_two_standard_errors(percent: float, games: int, half_width: float) -> None:
    # Tables 3 to 6 of the report say "95 %"; what they print is nearer to 95.45 %, two deviations.
    found = 100 * normal_interval(percent / 100 * games, games, confidence=math.erf(math.sqrt(2))).half_width
    assert found == pytest.approx(half_width, abs=0.1)


@pytest.mark.parametrize(
    ("wins", "games", "wilson", "exact"),
    [
        # Newcombe, Statistics in Medicine 17 (1998) 857-872, table I
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_newcombe_table(wins: int, games: int, wilson: tuple[float, float], exact: tuple[float, float]) -> None:
    for interval, published in ((wilson_interval(wins, games), wilson), (exact_interval(wins, games), exact)):
        assert (interval.low, interval.high) == pytest.approx(published, abs=0.00005)


@settings(deadline=None)
@given(counts, st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_scipy_agrees(count: tuple[int, int], confidence: float) -> None:
    result = stats.binomtest(*count)
    for method, ours in (("wilson", wilson_interval), ("exact", exact_interval)):
        theirs = result.proportion_ci(confidence, method=method)
        found = ours(*count, confidence)
        assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)
        assert count[0] / count[1] in found


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0.5, 5000), st.floats(0.5, 5000))
def test_beta_agrees_with_scipy(x: float, a: float, b: float) -> None:
    # Next to 1 SciPy is off by 3e-9 (a = b = 1/2, where the arcsine says so): asked from the other end it is exact.
    expected = stats.beta.cdf(x, a, b) if x < 0.5 else 1 - stats.beta.cdf(1 - x, b, a)
    assert beta_probability(x, a, b) == pytest.approx(expected, abs=1e-9)


def test_beta_of_many_games() -> None:
    assert beta_probability(0.5, 500_500.5, 499_500.5) == pytest.approx(
        stats.beta.cdf(0.5, 500_500.5, 499_500.5), rel=1e-6
    )
    assert beta_quantile(0.025, 510_000, 490_001) == pytest.approx(stats.beta.ppf(0.025, 510_000, 490_001), rel=1e-9)


def test_a_jigo_is_half_a_win() -> None:
    low, middle, high = (wilson_interval(wins, 20) for wins in (9, 9.5, 10))
    assert low.low < middle.low < high.low
    assert low.high < middle.high < high.high
    assert 9.5 / 20 in exact_interval(9.5, 20)


def test_games_for_half_width_is_the_least_number() -> None:
    games = games_for_half_width(0.02, rate=0.3)
    assert (
        normal_interval(0.3 * games, games).half_width
        <= 0.02
        < normal_interval(0.3 * (games - 1), games - 1).half_width
    )
    # SmartStart: an "approximately 2 % confidence interval" (± 1 %) at 50 % takes 10,000 games.
    assert games_for_half_width(0.01) == pytest.approx(10_000, rel=0.05)


@pytest.mark.parametrize(("wins", "games"), [(1, 0), (-1, 10), (11, 10), (math.nan, 10), (1, math.inf)])
def test_impossible_counts_are_refused(wins: float, games: float) -> None:
    for interval in (normal_interval, wilson_interval, exact_interval):
        with pytest.raises(TengenError):
            interval(wins, games)


def test_impossible_confidence_is_refused() -> None:
    for interval in (normal_interval, wilson_interval, exact_interval):
        with pytest.raises(TengenError, match=r"95 % is 0\.95"):
            interval(5, 10, 95)
    with pytest.raises(TengenError, match="upwards"):
        Interval(1, 0)
    with pytest.raises(TengenError):
        games_for_half_width(0)
