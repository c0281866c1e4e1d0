"""How good forecasts are: probabilities of something that then came true or did not.

- **Right**: the share in which the likelier of the two came true; a forecast of one half is half right.
- **AUC**, the area under the curve: how often something that came true had been given more than something that did
  not; a half is guessing, one is perfect. It does not mind if all forecasts are too cautious.
- **Brier score** (Brier 1950): the mean of the squared differences; 0.25 is guessing, 0 is perfect.

Intervals of the last two are by resampling (the bootstrap, Efron 1979), always whole groups: two forecasts about the
same game do not tell as much as about two games. Two forecasters of the same events are compared by resampling the
events once for both, which leaves out what is hard for either of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tengen.errors import TengenError
from tengen.lab.statistics.intervals import CONFIDENCE, Interval

Floats = npt.NDArray[np.float64]
Figure = Callable[[Floats, Floats], float]

RESAMPLINGS = 2000


@dataclass(frozen=True)
class Measured:
    """A figure and where its true value lies."""

    value: float
    interval: Interval


def area_under_curve(forecasts: Floats, came_true: Floats) -> float:
    """The AUC of `forecasts`; nan if all came true, or nothing did.

    >>> area_under_curve(np.array([0.2, 0.4, 0.6, 0.9]), np.array([0.0, 1.0, 0.0, 1.0]))
    0.75
    """
    _, places, counts = np.unique(forecasts, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]  # equal forecasts share the mean of their ranks
    positives = float(came_true.sum())
    negatives = len(came_true) - positives
    if not positives or not negatives:
        return float("nan")
    return float((ranks[came_true > 0].sum() - positives * (positives + 1) / 2) / (positives * negatives))


def brier_score(forecasts: Floats, came_true: Floats) -> float:
    """The mean squared difference.

    >>> round(brier_score(np.array([0.9, 0.5]), np.array([1.0, 0.0])), 3)
    0.13
    """
    return float(np.mean((forecasts - came_true) ** 2))


def share_right(forecasts: Floats, came_true: Floats) -> float:
    """How often the likelier of the two came true.

    >>> share_right(np.array([0.9, 0.5, 0.6]), np.array([1.0, 0.0, 0.0]))
    0.5
    """
    return float(np.mean(np.where(forecasts == 0.5, 0.5, (forecasts > 0.5) == (came_true > 0.5))))


def measure(figure: Figure, forecasts: Floats, came_true: Floats, groups: Sequence[object]) -> Measured:
    """A figure with its interval; `groups` says which forecasts belong together."""
    return _measure(lambda chosen: figure(forecasts[chosen], came_true[chosen]), _members(groups, len(forecasts)))


def measure_difference(
    figure: Figure, one: Floats, other: Floats, came_true: Floats, groups: Sequence[object]
) -> Measured:
    """By how much the figure of `one` is above that of the `other` about the same events."""

    def difference(chosen: npt.NDArray[np.int64]) -> float:
        return figure(one[chosen], came_true[chosen]) - figure(other[chosen], came_true[chosen])

    return _measure(difference, _members(groups, len(one)))


def _members(groups: Sequence[object], count: int) -> list[npt.NDArray[np.int64]]:
    if not count or len(groups) != count:
        raise TengenError("a figure needs at least one forecast, and a group for each")
    members: dict[object, list[int]] = {}
    for index, group in enumerate(groups):
        members.setdefault(group, []).append(index)
    return [np.array(indices, np.int64) for indices in members.values()]


def _measure(figure: Callable[[npt.NDArray[np.int64]], float], members: list[npt.NDArray[np.int64]]) -> Measured:
    generator = np.random.default_rng(1)  # the same figures give the same interval
    drawn = []
    for _ in range(RESAMPLINGS):
        chosen = generator.integers(len(members), size=len(members))
        drawn.append(figure(np.concatenate([members[index] for index in chosen])))
    value = figure(np.concatenate(members))
    if np.isnan(drawn).all():
        return Measured(value, Interval(0.0, 1.0))
    low, high = np.nanquantile(drawn, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Measured(value, Interval(float(low), float(high)))
