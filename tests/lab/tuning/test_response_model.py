"""The regression on simulated games of which the truth is known."""

from collections.abc import Callable

import numpy as np
import pytest

from tengen.lab.tuning.model import ObservedPoint, ResponseModel


def _logistic(logit: float) -> float:
    return float(1 / (1 + np.exp(-logit)))


def _play(
    rate: Callable[[np.ndarray], float], places: np.ndarray, games: int, generator: np.random.Generator
) -> list[ObservedPoint]:
    return [ObservedPoint(x, float(generator.binomial(games, rate(x))), games) for x in places]


def _hill(x: np.ndarray) -> float:
    """57 % at (0.4, -0.3), less around it."""
    return _logistic(0.3 - 1.5 * (x[0] - 0.4) ** 2 - 1.0 * (x[1] + 0.3) ** 2)


def test_finds_the_top_of_a_hill() -> None:
    generator = np.random.default_rng(5)
    model = ResponseModel(_play(_hill, generator.uniform(-1, 1, (200, 2)), 20, generator))
    assert model.choice() == pytest.approx([0.4, -0.3], abs=0.2)
    low, high = model.optimum_range(0.95)
    assert low[0] < 0.4 < high[0]
    assert low[1] < -0.3 < high[1]
    forecast = model.forecast(np.array([0.4, -0.3]))
    assert forecast.interval.low < _hill(np.array([0.4, -0.3])) < forecast.interval.high


def test_is_right_about_its_own_uncertainty() -> None:
    """Over 60 tunings of a quadratic truth, the 95 % interval at some place holds the truth about so often."""
    held = 0
    place = np.array([0.2, 0.1])
    for seed in range(60):
        generator = np.random.default_rng(seed)
        observations = _play(_hill, generator.uniform(-1, 1, (40, 2)), 10, generator)
        held += _hill(place) in ResponseModel(observations, local=False).forecast(place).interval
    assert 53 <= held <= 60


def test_a_few_lucky_games_promise_little() -> None:
    generator = np.random.default_rng(1)
    even = _play(lambda x: 0.5, np.linspace(-0.9, 0.9, 12)[:, None], 20, generator)
    lucky = ObservedPoint(np.array([0.95]), 4.0, 4)
    model = ResponseModel([*even, lucky])
    assert model.forecast(np.array([0.95])).rate < 0.65


def test_stays_within_what_was_tried() -> None:
    generator = np.random.default_rng(2)
    rising = _play(lambda x: _logistic(x[0]), np.linspace(-0.5, 0.5, 10)[:, None], 100, generator)
    model = ResponseModel(rising)
    assert 0.3 < model.choice()[0] <= 0.5
    assert model.optimum_range()[1][0] <= 0.5


def test_is_local_where_the_truth_is_not_quadratic() -> None:
    """A narrow peak on a plain: far points lose weight, and the top is found nearer than by one global fit."""

    def peak(x: np.ndarray) -> float:
        return _logistic(-1 + 1.5 * np.exp(-(((x[0] - 0.45) / 0.25) ** 2)))

    places = np.concatenate([np.linspace(-1, 1, 21), np.linspace(0.2, 0.7, 20)])[:, None]
    local = global_fit = 0.0
    for seed in range(10):
        generator = np.random.default_rng(seed)
        observations = _play(peak, places, 40, generator)
        model = ResponseModel(observations)
        assert model.effective_games < 0.9 * 41 * 40
        local += peak(model.choice()) / 10
        global_fit += peak(ResponseModel(observations, local=False).choice()) / 10
    assert local >= global_fit
    assert local > 0.57  # of 62 % at the top


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_games_all_won_or_all_lost_are_no_trouble(share: float) -> None:
    places = np.linspace(-1, 1, 6)[:, None]
    model = ResponseModel([ObservedPoint(x, 10 * share, 10) for x in places])
    forecast = model.forecast(model.choice())
    assert abs(forecast.rate - share) < 0.2
    assert 0 <= forecast.interval.low <= forecast.interval.high <= 1


def test_points_without_games_are_left_out() -> None:
    with pytest.raises(ValueError, match="no games"):
        ResponseModel([ObservedPoint(np.zeros(1), 0.0, 0)])
