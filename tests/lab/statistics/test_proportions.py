"""Two win rates: the figures of SmartStart and Newcombe, and SciPy's chi-square test."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tengen.errors import TengenError
from tengen.lab.statistics import difference_interval, games_needed, proportion_test

counts = st.integers(1, 500).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games)))


@pytest.mark.parametrize(
    ("first", "second", "published"),
    [
        ((510, 1000), (500, 1000), "0.3437"),
        ((5100, 10_000), (5000, 10_000), "0.08074"),
        ((7140, 14_000), (7000, 14_000), "0.04831"),
        # Table 3, where only rounded rates are given: 55.35 % and 55.84 % against 54.275 % of 12,000
        ((7749, 14_000), (6513, 12_000), "0.0424"),
        ((7818, 14_000), (6513, 12_000), "0.0058"),
    ],
)
def test_smartstart_p_values(first: tuple[int, int], second: tuple[int, int], published: str) -> None:
    digits = len(published) - 2
    assert f"{proportion_test(*first, *second).one_sided:.{digits}f}" == published
    assert f"{proportion_test(*first, *second, corrected=False).one_sided:.{digits}f}" != published


@settings(deadline=None)
@given(counts, counts, st.booleans())
def test_scipy_agrees(first: tuple[int, int], second: tuple[int, int], corrected: bool) -> None:
    (a, n), (b, m) = first, second
    test = proportion_test(a, n, b, m, corrected=corrected)
    if 0 < a + b < n + m:
        square, p, *_ = stats.chi2_contingency([[a, n - a], [b, m - b]], correction=corrected)
        assert (test.z**2, test.two_sided) == pytest.approx((square, p), abs=1e-9)
    assert test.one_sided == pytest.approx(stats.norm.sf(test.z), abs=1e-12)
    assert proportion_test(b, m, a, n, corrected=corrected).one_sided == pytest.approx(1 - test.one_sided)


def test_a_tiny_p_value_is_not_zero() -> None:
    assert 0 < proportion_test(900, 1000, 500, 1000).one_sided < 1e-50


@pytest.mark.parametrize(
    ("counts", "published"),
    [
        # Newcombe, Statistics in Medicine 17 (1998) 873-890, table II, method 10
        ((56, 70, 48, 80), (0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.1705, 0.8090)),
        ((6, 7, 2, 7), (0.0582, 0.8062)),
        ((5, 56, 0, 29), (-0.0381, 0.1926)),
        ((0, 10, 0, 10), (-0.2775, 0.2775)),
        ((10, 10, 0, 10), (0.6075, 1.0)),
    ],
)
def test_newcombe_differences(counts: tuple[int, int, int, int], published: tuple[float, float]) -> None:
    interval = difference_interval(*counts)
    assert (interval.low, interval.high) == pytest.approx(published, abs=0.00006)


@pytest.mark.parametrize(("rates", "sides"), [((0.51, 0.5), 1), ((0.55, 0.5), 2), ((0.3, 0.35), 1)])
def test_games_needed_have_the_power_asked_for(rates: tuple[float, float], sides: int) -> None:
    games = games_needed(*rates, power=0.8, level=0.05, sides=1 if sides == 1 else 2)
    # The power by another way: the distribution of the difference against the critical value.
    mean = sum(rates) / 2
    critical = stats.norm.isf(0.05 / sides) * math.sqrt(2 * mean * (1 - mean) / games)
    deviation = math.sqrt(sum(rate * (1 - rate) for rate in rates) / games)
    assert stats.norm.sf(critical, abs(rates[0] - rates[1]), deviation) == pytest.approx(0.8, abs=0.001)


def test_smartstart_games_for_a_point() -> None:
    # 51 % against 50 % is not significant with 10,000 games each but is with 14,000.
    assert 10_000 < games_needed(0.51, 0.50, power=0.5) <= 14_000
    assert games_needed(0.51, 0.50, power=0.5, sides=2) > 14_000


def test_more_power_a_finer_level_and_a_smaller_difference_need_more_games() -> None:
    games = games_needed(0.55, 0.5)
    assert games < games_needed(0.55, 0.5, power=0.9)
    assert games < games_needed(0.55, 0.5, level=0.01)
    assert games < games_needed(0.54, 0.5)
    assert games == games_needed(0.5, 0.55)


def test_bad_input_is_refused() -> None:
    with pytest.raises(TengenError, match="equal rates"):
        games_needed(0.5, 0.5)
    with pytest.raises(TengenError, match="power lies between 0 and 1"):
        games_needed(0.5, 0.6, power=1)
    with pytest.raises(TengenError, match="level lies between 0 and 1"):
        games_needed(0.5, 0.6, level=0)
    with pytest.raises(TengenError):
        games_needed(0.5, 1.2)
    with pytest.raises(TengenError, match="at least one game"):
        difference_interval(0, 0, 1, 2)
    with pytest.raises(TengenError, match="cannot be"):
        proportion_test(3, 2, 1, 2)
