"""A smooth model of the win rate over all games: what is known of the optimum, and how well.

The win rate of a single point is mostly noise: of ten games, five won may mean anything from 24 % to 76 %,
and the best of many points is the luckiest as much as the best. So the games of all points together are
described by a quadratic logistic regression, as in CLOP (Coulom, "CLOP: Confident Local Optimization for
Noisy Black-Box Parameter Tuning", ACG 13, 2011):

- the logit of the win rate is a quadratic function of the coordinates (`space.py`), with a Gaussian prior
  on the coefficients, which keeps few games from promising much;
- a quadratic function describes no win rate everywhere. Points that are confidently worse than the average lose weight,
  w = min(w, exp((q - m) / (H·s))) with q the regression there and m ± s the average, and the fit is
  repeated until the weights hardly change;
- what is uncertain is described by the normal approximation to the posterior distribution (Laplace's method).

The choice is the point whose *lower* confidence bound is the highest, within the box of what was tried: at the
edges, where there are few games, the model is unsure, and its mere maximum lies there too often. Even so
its rate at the choice is still somewhat too good, because it was chosen: a fresh match decides (`confirm.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tengen.lab.statistics import Interval
from tengen.lab.statistics.intervals import two_sided_z

_AVERAGE_DEVIATION = 2.0  # of the prior on the logit at the middle
_SLOPE_DEVIATION = 1.0  # of the prior on the other coefficients: a logit for half the range
_LOCALITY = 5.0  # CLOP's H, which is 3 there: more is steadier for hundreds of games, less sees narrower peaks
_CAUTION = 1.0  # standard deviations that the choice's rate is taken to be lower
_CANDIDATES = 2048  # points among which the optimum is sought, then as many close to the best
_DRAWS = 400  # of the posterior distribution, for where the optimum may lie
_FITS = 20  # at most, of a local regression
_STEPS = 50  # at most, of Newton's method


@dataclass(frozen=True)
class ObservedPoint:
    """The counted games of one point."""

    coordinates: np.ndarray
    points: float  # wins, and half of the draws
    games: int


@dataclass(frozen=True)
class Forecast:
    """The win rate the model expects somewhere."""

    rate: float
    interval: Interval


class ResponseModel:
    """The regression of the games of some points; at least one has to have games."""

    def __init__(self, observations: Sequence[ObservedPoint], *, local: bool = True) -> None:
        seen = [observation for observation in observations if observation.games]
        if not seen:
            raise ValueError("there are no games to describe")
        self._tried = np.array([observation.coordinates for observation in seen])
        self._points = np.array([observation.points for observation in seen])
        self._games = np.array([observation.games for observation in seen], float)
        self.dimensions = self._tried.shape[1]
        self.weights = np.ones(len(seen))
        features = quadratic(self._tried)
        for _ in range(_FITS if local else 1):
            self._mean, self._covariance = self._fit(features, self.weights)
            if not local:
                break
            average, deviation = self._average(self.weights)
            with np.errstate(over="ignore"):
                local_weights = np.exp((features @ self._mean - average) / (_LOCALITY * deviation))
            weights = np.minimum(self.weights, local_weights)
            settled = weights @ self._games > 0.99 * (self.weights @ self._games)
            self.weights = weights
            if settled:
                break

    @property
    def effective_games(self) -> float:
        """How many games the model stands on: those far off the optimum count for less."""
        return float(self.weights @ self._games)

    def forecast(self, coordinates: np.ndarray) -> Forecast:
        """The win rate at a point, with 95 %."""
        means, deviations = self._logits(coordinates[None])
        reach = two_sided_z() * deviations[0]
        low, rate, high = _rate(means[0] + np.array([-reach, 0.0, reach]))
        return Forecast(float(rate), Interval(float(low), float(high)))

    def choice(self) -> np.ndarray:
        """The coordinates with the highest lower bound of the win rate, among what was tried."""
        generator = np.random.default_rng(1)
        candidates = self._candidates(generator)
        best = candidates[0]
        for spread in (0.1, 0.03):
            best = candidates[self._cautious(candidates).argmax()]
            near = best + generator.normal(0, spread, (_CANDIDATES, self.dimensions))
            candidates = np.vstack([best, self._clipped(near)])
        best = candidates[self._cautious(candidates).argmax()]
        return np.asarray(best)

    def optimum_range(self, share: float = 0.8) -> tuple[np.ndarray, np.ndarray]:
        """Between which coordinates the optimum lies, dimension by dimension, with a probability of `share`."""
        optima = self._drawn_optima(np.random.default_rng(2), _DRAWS)
        low, high = np.quantile(optima, [(1 - share) / 2, (1 + share) / 2], axis=0)
        return low, high

    def drawn_optimum(self, seed: int) -> np.ndarray:
        """Coordinates drawn with the probability that the optimum is there (Thompson, 1933)."""
        return np.asarray(self._drawn_optima(np.random.default_rng(seed), 1)[0])

    def smoothed(self, strength: float) -> np.ndarray:
        """Each point's rate (of those with games), drawn to the model's as if that were `strength` games."""
        expected = _rate(quadratic(self._tried) @ self._mean)
        return np.asarray((self._points + strength * expected) / (self._games + strength))

    def _fit(self, features: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The likeliest coefficients and their covariance, by Newton's method."""
        precision = np.full(features.shape[1], _SLOPE_DEVIATION**-2)
        precision[0] = _AVERAGE_DEVIATION**-2
        return _logistic(features, weights * self._points, weights * self._games, precision)

    def _average(self, weights: np.ndarray) -> tuple[float, float]:
        """The logit of the weighted average win rate, and its standard deviation."""
        ones = np.ones((len(weights), 1))
        precision = np.array([_AVERAGE_DEVIATION**-2])
        mean, covariance = _logistic(ones, weights * self._points, weights * self._games, precision)
        return float(mean[0]), float(np.sqrt(covariance[0, 0]))

    def _logits(self, coordinates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        features = quadratic(coordinates)
        variances = np.einsum("ij,jk,ik->i", features, self._covariance, features)
        return np.asarray(features @ self._mean), np.sqrt(variances)

    def _cautious(self, coordinates: np.ndarray) -> np.ndarray:
        means, deviations = self._logits(coordinates)
        return np.asarray(means - _CAUTION * deviations)

    def _candidates(self, generator: np.random.Generator) -> np.ndarray:
        low, high = self._tried.min(axis=0), self._tried.max(axis=0)
        return np.vstack([self._tried, generator.uniform(low, high, (_CANDIDATES, self.dimensions))])

    def _drawn_optima(self, generator: np.random.Generator, count: int) -> np.ndarray:
        """The optima of `count` functions drawn from the posterior distribution."""
        candidates = self._candidates(generator)
        root = np.linalg.cholesky(self._covariance)
        draws = self._mean[:, None] + root @ generator.normal(size=(len(self._mean), count))
        return np.asarray(candidates[(quadratic(candidates) @ draws).argmax(axis=0)])

    def _clipped(self, coordinates: np.ndarray) -> np.ndarray:
        return np.asarray(np.clip(coordinates, self._tried.min(axis=0), self._tried.max(axis=0)))


def quadratic(coordinates: np.ndarray) -> np.ndarray:
    """1, the coordinates, their squares and products, a row for each point.

    >>> quadratic(np.array([[2.0, 3.0]])).tolist()
    [[1.0, 2.0, 3.0, 4.0, 6.0, 9.0]]
    """
    rows, columns = np.triu_indices(coordinates.shape[1])
    products = coordinates[:, rows] * coordinates[:, columns]
    return np.hstack([np.ones((len(coordinates), 1)), coordinates, products])


def _logistic(
    features: np.ndarray, points: np.ndarray, games: np.ndarray, precision: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Ridge-regularised logistic regression: the mode and the covariance of the posterior distribution."""

    def objective(coefficients: np.ndarray) -> float:
        logits = features @ coefficients
        likelihood = points @ logits - games @ np.logaddexp(0, logits)
        return float(likelihood - precision @ coefficients**2 / 2)

    coefficients = np.zeros(features.shape[1])
    value = objective(coefficients)
    for _ in range(_STEPS):
        gradient, hessian = _derivatives(features, points, games, precision, coefficients)
        step = np.linalg.solve(hessian, gradient)
        while objective(coefficients + step) < value and np.abs(step).max() > 1e-12:
            step /= 2
        coefficients = coefficients + step
        value = objective(coefficients)
        if np.abs(step).max() < 1e-8:
            break
    covariance = np.linalg.inv(_derivatives(features, points, games, precision, coefficients)[1])
    return coefficients, (covariance + covariance.T) / 2


def _derivatives(
    features: np.ndarray, points: np.ndarray, games: np.ndarray, precision: np.ndarray, coefficients: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    rates = _rate(features @ coefficients)
    gradient = features.T @ (points - games * rates) - precision * coefficients
    hessian = (features.T * (games * rates * (1 - rates))) @ features + np.diag(precision)
    return gradient, hessian


def _rate(logits: np.ndarray) -> np.ndarray:
    return np.asarray(np.exp(-np.logaddexp(0, -logits)))
