"""The sequential test: tests that fishtest published, errors as promised, and its symmetries."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from tengen.errors import TengenError
from tengen.lab.statistics import Decision, SequentialTest, score_from_elo
from tengen.lab.statistics.likeliest import likeliest_with_t_value

pair_counts = st.lists(st.integers(0, 300), min_size=5, max_size=5)


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "published"),
    [
        # "{...}" in Stockfish's pull requests 2493, 2951, 2971, 3017, 3273 and 3331 (2020-2021): logistic Elo
        (-1.00, 3.00, (424, 2948, 5832, 3045, 460), 2.94),
        (0.00, 2.00, (1284, 17437, 55536, 18085, 1292), 2.94),
        (-0.50, 1.50, (59, 754, 2467, 865, 75), 2.95),
        (0.25, 1.75, (33, 1185, 8378, 1302, 50), 2.95),
        (-0.50, 1.50, (17, 253, 1042, 337, 39), 2.96),
        (0.25, 1.75, (11, 407, 3238, 513, 11), 2.93),
        (-1.50, 0.50, (174, 2658, 10273, 2713, 178), 2.96),
        (-1.50, 0.50, (40, 1272, 12142, 1300, 30), 3.01),
        (-0.25, 1.25, (292, 5905, 28939, 6129, 299), 2.95),
        (0.25, 1.25, (5, 418, 6043, 506, 12), 2.92),
        (0.25, 1.25, (14, 1030, 14318, 1163, 19), 2.93),
    ],
)
def test_fishtest_published_logistic(elo0: float, elo1: float, pairs: tuple[int, ...], published: float) -> None:
    assert SequentialTest(elo0, elo1).of_pairs(pairs).llr == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "published"),
    [
        # "<...>" in pull requests 3811, 4194, 5257, 5712 and 6285 (2021-2025): normalised Elo
        (0.00, 2.50, (55, 2567, 5961, 2723, 102), 2.94),
        (0.50, 3.00, (6, 1821, 5079, 2025, 21), 2.94),
        (0.00, 2.00, (371, 10263, 24989, 10642, 379), 2.95),
        (0.50, 2.50, (47, 8181, 25234, 8575, 47), 2.94),
        (0.00, 2.00, (914, 28467, 61458, 29126, 899), 2.99),
        (0.50, 2.50, (307, 54901, 140959, 56230, 281), 2.95),
        (-1.75, 0.25, (289, 26459, 62934, 26379, 331), 2.94),
        # fastchess, nearly without losses
        (0.00, 20.0, (0, 0, 2, 0, 37), 2.96),
    ],
)
def test_fishtest_published_normalized(elo0: float, elo1: float, pairs: tuple[int, ...], published: float) -> None:
    assert SequentialTest(elo0, elo1, scale="normalized").of_pairs(pairs).llr == pytest.approx(published, abs=0.006)


def test_bounds_are_walds() -> None:
    assert SequentialTest(0, 5).bounds.high == pytest.approx(2.944, abs=0.001)
    bounds = SequentialTest(0, 5, alpha=0.01, beta=0.1).bounds
    assert (bounds.low, bounds.high) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_without_draws_it_is_the_ratio_of_two_binomials() -> None:
    wins, losses = 60, 40
    p0, p1 = score_from_elo(0), score_from_elo(50)
    binomial = wins * math.log(p1 / p0) + losses * math.log((1 - p1) / (1 - p0))
    assert SequentialTest(0, 50).of_games(wins, 0, losses).llr == pytest.approx(binomial, abs=0.001)


@settings(deadline=None)
@given(pair_counts, st.floats(-50, 50), st.floats(1, 60), st.sampled_from(["logistic", "normalized"]))
def test_it_is_symmetric(pairs: list[int], elo0: float, width: float, scale: str) -> None:
    test = SequentialTest(elo0, elo0 + width, scale="logistic" if scale == "logistic" else "normalized")
    mirror = SequentialTest(-elo0 - width, -elo0, scale=test.scale)
    llr = test.of_pairs(pairs).llr
    assert mirror.of_pairs(pairs[::-1]).llr == pytest.approx(-llr, abs=1e-4, rel=1e-4)


@settings(deadline=None)
@given(pair_counts, st.integers(0, 3), st.floats(-20, 20), st.floats(1, 40))
def test_a_better_pair_speaks_for_h1(pairs: list[int], index: int, elo0: float, width: float) -> None:
    pairs = [count + 20 for count in pairs]
    better = list(pairs)
    better[index] -= 1
    better[index + 1] += 1
    test = SequentialTest(elo0, elo0 + width)
    assert test.of_pairs(better).llr > test.of_pairs(pairs).llr


def test_scipy_finds_the_same_likeliest_distribution() -> None:
    values, shares = np.array([0, 0.25, 0.5, 0.75, 1]), np.array([0.1, 0.15, 0.3, 0.25, 0.2])
    for t in (-0.4, -0.05, 0.2, 0.5):

        def excess(p: np.ndarray, t: float = t) -> float:
            mean = p @ values
            return float(mean - 0.5 - t * math.sqrt(p @ (values - mean) ** 2))

        found = minimize(
            lambda p: -shares @ np.log(p),
            np.full(5, 0.2),
            bounds=[(1e-6, 1)] * 5,
            constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": excess}],
            options={"ftol": 1e-14, "maxiter": 500},
        ).x
        ours = np.array(likeliest_with_t_value(t, 0.5, list(values), list(shares)))
        assert ours.sum() == pytest.approx(1)
        assert excess(ours) == pytest.approx(0, abs=1e-8)
        assert ours == pytest.approx(found, abs=1e-4)


@pytest.mark.parametrize("scale", ["logistic", "normalized"])
def test_few_pairs_and_one_sided_ones_are_no_trouble(scale: str) -> None:
    test = SequentialTest(0, 30, scale="logistic" if scale == "logistic" else "normalized")
    assert test.of_pairs((0, 0, 0, 0, 0)).llr == 0
    for pairs in ((0, 0, 1, 0, 0), (1, 0, 0, 0, 0), (0, 0, 0, 0, 1), (0, 1, 0, 0, 0)):
        assert test.of_pairs(pairs).decision is Decision.GO_ON
    assert test.of_pairs((0, 0, 0, 0, 100)).decision is Decision.ACCEPT_H1
    assert test.of_pairs((100, 0, 0, 0, 0)).decision is Decision.ACCEPT_H0


def _share_of_h1(test: SequentialTest, elo: float, runs: int) -> float:
    """How often H1 is accepted in games without jigo, where Black wins a quarter more, looked at every 2 pairs."""
    rng = np.random.default_rng(20)
    as_black, as_white = score_from_elo(elo) + 0.125, score_from_elo(elo) - 0.125
    both, none = as_black * as_white, (1 - as_black) * (1 - as_white)
    accepted = 0
    for _ in range(runs):
        counts = np.zeros(3, np.int64)
        state = test.of_pairs((0, 0, 0, 0, 0))
        while state.decision is Decision.GO_ON:
            counts += rng.multinomial(2, [none, 1 - none - both, both])
            state = test.of_pairs((int(counts[0]), 0, int(counts[1]), 0, int(counts[2])))
        accepted += state.decision is Decision.ACCEPT_H1
    return accepted / runs


def test_errors_are_as_promised() -> None:
    test = SequentialTest(0, 80, alpha=0.05, beta=0.1)
    # Three standard deviations of 600 runs; Wald's bounds are overshot, so errors are rather smaller.
    assert 0.01 < _share_of_h1(test, 0, runs=600) < 0.05 + 0.027
    assert 0.01 < 1 - _share_of_h1(test, 80, runs=600) < 0.1 + 0.037
    assert _share_of_h1(test, -80, runs=100) < 0.01
    assert _share_of_h1(test, 160, runs=100) > 0.97


def test_bad_input_is_refused() -> None:
    with pytest.raises(TengenError, match="less than elo1"):
        SequentialTest(5, 0)
    with pytest.raises(TengenError, match="alpha and beta"):
        SequentialTest(0, 5, alpha=0)
    with pytest.raises(TengenError, match="up to 200"):
        SequentialTest(0, 300, scale="normalized")
    with pytest.raises(TengenError, match="five counts"):
        SequentialTest(0, 5).of_pairs((1, 2, 3))
    with pytest.raises(TengenError, match="counted from 0"):
        SequentialTest(0, 5).of_games(1, -2, 3)
