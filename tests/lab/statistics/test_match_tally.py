"""The tally of a match, and the interval that knows of draws and pairs."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.errors import TengenError
from tengen.lab.statistics import Interval, MatchTally, likelihood_of_superiority, wilson_interval


@settings(deadline=None)
@given(st.integers(0, 500), st.integers(0, 500))
def test_without_draws_and_pairs_it_is_wilsons_interval(wins: int, losses: int) -> None:
    tally = MatchTally(wins, 0, losses)
    if wins + losses:
        expected = wilson_interval(wins, wins + losses)
        assert (tally.paired_interval().low, tally.paired_interval().high) == pytest.approx(
            (expected.low, expected.high)
        )
        assert tally.los == likelihood_of_superiority(wins, losses)


def test_draws_make_the_interval_narrower() -> None:
    assert (
        MatchTally(25, 50, 25).paired_interval().half_width < 0.8 * MatchTally(50, 0, 50).paired_interval().half_width
    )


def test_a_match_of_draws_alone_does_not_prove_too_much() -> None:
    tally = MatchTally(0, 4, 0)
    assert tally.paired_interval().half_width > 0.15
    assert MatchTally(2, 0, 2, pairs=(0, 0, 2, 0, 0)).paired_interval().half_width > 0.2


def test_independent_pairs_are_worth_their_games() -> None:
    tally = MatchTally(50, 0, 50, pairs=(12, 0, 26, 0, 12))
    assert tally.effective_games == pytest.approx(100, rel=0.05)
    alike = MatchTally(50, 0, 50, pairs=(25, 0, 0, 0, 25))  # always the same result twice
    assert alike.effective_games == pytest.approx(50, rel=0.05)


def test_intervals_of_pairs_hold_the_truth() -> None:
    rng = np.random.default_rng(4)
    inside = 0
    for _ in range(500):
        as_black, as_white = rng.random((2, 40)) < np.array([[0.9], [0.3]])  # colour matters a lot
        scores = np.stack([as_black, as_white], axis=1).ravel().astype(float)
        tally = MatchTally.of_scores(list(scores), paired=True)
        inside += 0.6 in tally.paired_interval()
    assert 0.925 < inside / 500 < 0.985


def test_elo_and_its_interval() -> None:
    tally = MatchTally(64, 0, 36)
    assert tally.elo == pytest.approx(100, abs=0.1)
    assert tally.elo in tally.elo_interval()
    won = MatchTally(10, 0, 0)
    assert won.elo == math.inf
    assert won.elo_interval().low > 100
    assert won.paired_interval() == Interval(wilson_interval(10, 10).low, 1.0)
    assert won.exact_los == pytest.approx(1 - 0.5**11)
    assert "Elo +inf" in str(won)


def test_games_in_order_make_pairs() -> None:
    tally = MatchTally.of_scores([1, 1, 0.5, 1, 0, 0, 0.5, 0, 1], paired=True)
    assert tally == MatchTally(4, 2, 3, pairs=(1, 1, 0, 1, 1))
    assert MatchTally.of_scores([]) == MatchTally(0, 0, 0)


def test_tallies_add_up() -> None:
    pairs = MatchTally(3, 0, 1, pairs=(0, 0, 1, 0, 1))
    assert pairs + pairs == MatchTally(6, 0, 2, pairs=(0, 0, 2, 0, 2))
    assert pairs + MatchTally(1, 1, 0) == MatchTally(4, 1, 1)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(TengenError, match="whole numbers"):
        MatchTally(-1, 0, 0)
    with pytest.raises(TengenError, match="are not of"):
        MatchTally(1, 0, 1, pairs=(0, 0, 0, 0, 1))
    with pytest.raises(TengenError, match="are not of"):
        MatchTally(1, 0, 0, pairs=(0, 0, 1, 0, 0))
    with pytest.raises(TengenError, match=r"0\.5 or 0"):
        MatchTally.of_scores([2])
    with pytest.raises(TengenError, match="no score"):
        _ = MatchTally(0, 0, 0).score
    assert str(MatchTally(0, 0, 0)) == "0 wins, 0 draws, 0 losses of 0"
