"""Likelihood of superiority, and Elo from scores and back."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tengen.errors import TengenError
from tengen.lab.statistics import (
    elo_from_score,
    exact_superiority,
    likelihood_of_superiority,
    score_from_elo,
)

games = st.integers(0, 3000)


@settings(deadline=None)
@given(games, games)
def test_the_formula_of_the_chess_programming_wiki(wins: int, losses: int) -> None:
    if wins + losses:
        formula = 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses))))
        assert likelihood_of_superiority(wins, losses) == pytest.approx(formula, abs=1e-12)
    assert likelihood_of_superiority(0, 0) == exact_superiority(0, 0) == 0.5


@settings(deadline=None)
@given(games, games)
def test_the_exact_one_is_a_sum_of_binomials(wins: int, losses: int) -> None:
    # P(rate > 1/2) after a uniform prior = P(at most `wins` heads of wins + losses + 1 throws).
    expected = stats.binom.cdf(wins, wins + losses + 1, 0.5)
    assert exact_superiority(wins, losses) == pytest.approx(expected, abs=1e-9)
    assert exact_superiority(losses, wins) == pytest.approx(1 - expected, abs=1e-9)


@pytest.mark.parametrize(("games", "tolerance"), [(100, 0.005), (10_000, 0.0005), (1_000_000, 0.00005)])
def test_both_agree_for_many_games(games: int, tolerance: float) -> None:
    for deviations in (-2, -1, 0.3, 1, 2.5):
        wins = round(games / 2 + deviations * math.sqrt(games) / 2)
        approximate, exact = likelihood_of_superiority(wins, games - wins), exact_superiority(wins, games - wins)
        assert approximate == pytest.approx(exact, abs=tolerance)


def test_negative_counts_are_refused() -> None:
    for likelihood in (likelihood_of_superiority, exact_superiority):
        with pytest.raises(TengenError, match="counted from 0"):
            likelihood(-1, 3)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (100, 0.640), (200, 0.760), (400, 0.909), (-191, 0.25)])
def test_known_scores(elo: float, score: float) -> None:
    assert score_from_elo(elo) == pytest.approx(score, abs=0.0005)


@settings(deadline=None)
@given(st.floats(-3000, 3000))
def test_there_and_back(elo: float) -> None:
    assert elo_from_score(score_from_elo(elo)) == pytest.approx(elo, abs=1e-3)
    assert score_from_elo(elo) + score_from_elo(-elo) == pytest.approx(1)


def test_the_ends() -> None:
    assert elo_from_score(0) == -math.inf
    assert score_from_elo(-math.inf) == 0
    for bad in (-0.1, 1.1, math.nan):
        with pytest.raises(TengenError):
            elo_from_score(bad)
    with pytest.raises(TengenError):
        score_from_elo(math.nan)
