"""Which points get the next games.

Four kinds of batches take turns:

- the *defaults* always have their share, a fifth: they are what the outcome is compared with;
- the first points, and a quarter of the later ones, are *spread* evenly over the ranges, which a regression
  likes better than chance (the additive sequence of Martin Roberts, "The Unreasonable Effectiveness of
  Quasirandom Sequences", 2018) and which finds a narrow peak that the others have passed by;
- a quarter goes to where the model (`model.py`) may have its *optimum*, drawn by how probable that is: always
  at the likeliest place, the model would grow sure of where it happened to begin;
- and half to where Optuna's tree-structured Parzen estimator (Bergstra and others, 2011) *suggests*.

The study of Optuna is made anew from the stored games each time, so nothing but the store has to survive,
and the rates it is told are drawn to those of the model: it is made for functions that are hardly noisy,
and ten games are all noise. Points in play are told as running, so that the next one is another (its
"constant liar"). A suggestion next to a point that is there already gives that point more games.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

import numpy as np

from tengen.errors import TengenError
from tengen.lab.tuning.model import ObservedPoint, ResponseModel, quadratic
from tengen.lab.tuning.space import Point, Space

REFERENCE_SHARE = 0.2  # of all games, for the defaults
_TURNS = ("optimum", "suggested", "spread", "suggested")  # of the batches that the defaults do not get
_TRUST = 10.0  # games that the model's word is worth, for the rates Optuna is told


@dataclass(frozen=True)
class AllottedPoint:
    """A point (None: the defaults) and the games it has or is to have."""

    point: Point | None
    wanted: int
    points: float = 0.0
    counted: int = 0


def optuna_module() -> ModuleType:
    """Optuna, told to be quiet."""
    try:
        import optuna
    except ImportError:
        raise TengenError("tuning needs Optuna: run `make lab` or pip install 'tengen[lab]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def observations(space: Space, allotments: Sequence[AllottedPoint]) -> list[ObservedPoint]:
    """What the points in the ranges have shown; the defaults are one, if they lie inside."""
    found = []
    for allotment in allotments:
        point = space.default if allotment.point is None else allotment.point
        if point is not None and allotment.counted:
            found.append(ObservedPoint(space.coordinates(point), allotment.points, allotment.counted))
    return found


def next_point(space: Space, allotments: Sequence[AllottedPoint], batch: int, seed: int) -> Point | None:
    """The point that the next batch of games is for; None: the defaults. The same question has the same answer."""
    reference = sum(allotment.wanted for allotment in allotments if allotment.point is None)
    total = sum(allotment.wanted for allotment in allotments)
    if reference < REFERENCE_SHARE * (total + batch):
        return None
    tried = [allotment.point for allotment in allotments if allotment.point is not None]
    seen = observations(space, allotments)
    start = 1 + quadratic(np.zeros((1, len(space.dimensions)))).shape[1]
    turn = _TURNS[(total // batch) % len(_TURNS)]
    if turn == "spread" or len(tried) < start or len(seen) < start // 2:
        point = space.point(_spread(total // batch, len(space.dimensions), seed))
    elif turn == "optimum":
        point = space.point(ResponseModel(seen).drawn_optimum(seed + total))
    else:
        point = _suggested(space, allotments, seed + total)
    known = [*tried, *([space.default] if space.default else [])]
    close = space.nearest(point, known)
    if close is None:
        return point
    return close if close in tried else None


def _spread(number: int, dimensions: int, seed: int) -> np.ndarray:
    """The coordinates of the n-th of points that fill the ranges evenly."""
    golden = 2.0
    for _ in range(40):  # the root of x^(d+1) = x + 1
        golden = (1 + golden) ** (1 / (dimensions + 1))
    steps = golden ** -np.arange(1, dimensions + 1)
    start = np.random.default_rng(seed).random(dimensions)
    return np.asarray(2 * ((start + number * steps) % 1) - 1)


def _suggested(space: Space, allotments: Sequence[AllottedPoint], seed: int) -> Point:
    """Where Optuna would look next."""
    optuna = optuna_module()
    names = [str(number) for number in range(len(space.dimensions))]
    ranges = {name: optuna.distributions.FloatDistribution(-1.0, 1.0) for name in names}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what is experimental in one version and the rule in the next
        sampler = optuna.samplers.TPESampler(
            n_startup_trials=1, multivariate=True, constant_liar=True, seed=seed % 2**32
        )
        study = optuna.create_study(direction="maximize", sampler=sampler)
        for coordinates, rate in _rates(space, allotments):
            place = dict(zip(names, map(float, np.clip(coordinates, -1, 1)), strict=True))
            state = optuna.trial.TrialState.RUNNING if rate is None else optuna.trial.TrialState.COMPLETE
            study.add_trial(optuna.trial.create_trial(state=state, params=place, distributions=ranges, value=rate))
        trial = study.ask(ranges)
    return space.point([trial.params[name] for name in names])


def _rates(space: Space, allotments: Sequence[AllottedPoint]) -> list[tuple[np.ndarray, float | None]]:
    """Where the points in the ranges are and how they do; None for those without a game yet."""
    seen = observations(space, allotments)
    rates: list[tuple[np.ndarray, float | None]] = []
    if seen:
        smoothed = ResponseModel(seen, local=False).smoothed(_TRUST)
        rates += [(observation.coordinates, float(rate)) for observation, rate in zip(seen, smoothed, strict=True)]
    waiting = [allotment.point for allotment in allotments if not allotment.counted and allotment.point is not None]
    return rates + [(space.coordinates(point), None) for point in waiting]
