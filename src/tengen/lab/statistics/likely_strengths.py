"""The strengths that make results likeliest: Newton's method for `ratings.py`.

With d the strength of Black less that of White plus the advantage of colour γ, all on the scale of a
natural logarithm of odds, and δ = log ν for draws (Davidson, 1970; Davidson and Beaver, 1977),

    P(Black wins) = exp(d/2) / Z,   P(White wins) = exp(-d/2) / Z,   P(draw) = exp(δ) / Z.

This is an exponential family in (strengths, γ, δ): the log-likelihood is concave, and its second
derivative does not depend on who won, so it is the Fisher information. Without draws it is the model of
Bradley and Terry. The prior's games are half a win and half a loss each, without colour or draws.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tengen.errors import TengenError

Array = npt.NDArray[np.float64]

_STEPS = 200  # of Newton's method; about ten are taken
_SETTLED = 1e-10  # a step that changes nothing by more is the last; natural logarithm of odds
_FARTHEST = 200.0  # a strength beyond (35,000 Elo) is on its way to infinity
_LONGEST = 2.0  # a step is shortened to this, so that it does not overshoot
_NEAR = 1e-3  # a step so short needs no check
_LEAST_INFORMATION = 1e-9  # less is none: what it is about is on its way to infinity
_NO_DRAWS = -math.inf
_NOT_FINITE = "these results have no finite likeliest ratings: give a prior above 0, or leave colour out"


@dataclass(frozen=True)
class Pairings:
    """Results as arrays, one entry for two players with given colours."""

    black: npt.NDArray[np.int64]  # a player's index
    white: npt.NDArray[np.int64]
    black_wins: Array
    draws: Array
    white_wins: Array

    @property
    def games(self) -> Array:
        """How many in each entry."""
        return self.black_wins + self.draws + self.white_wins

    def color_can_be_told(self) -> bool:
        """Whether the advantage of colour is something else than a difference of strengths."""
        players = int(max(self.black.max(), self.white.max())) + 1
        design = _design(players, self, color=True)
        return bool(np.linalg.matrix_rank(design) > np.linalg.matrix_rank(design[:, :-1]))


@dataclass(frozen=True)
class Model:
    """What is fitted besides the strengths."""

    color: bool
    draws: bool
    prior: float  # even games for each player


@dataclass(frozen=True)
class Strengths:
    """The likeliest parameters; strengths have the mean 0, and so have the rows of their covariance."""

    strengths: Array
    covariance: Array
    color: float  # γ
    color_error: float
    draws: float  # ν


def fit(players: int, pairings: Pairings, model: Model) -> Strengths:
    """Find the maximum of the likelihood by Newton's method from equal strengths."""
    design = _design(players, pairings, model.color)
    virtual_design, virtual_games = _prior(players, pairings, model)
    parameters = design.shape[1] + model.draws
    point = np.zeros(parameters)
    if model.draws:
        drawn = float(pairings.draws.sum() / pairings.games.sum())
        point[-1] = math.log(2 * drawn / (1 - drawn))
    all_alike = np.zeros((parameters, parameters))
    all_alike[:players, :players] = 1 / players  # the direction in which nothing changes

    def likelihood(at: Array) -> float:
        return _log_likelihood(at, design, pairings, model.draws) + _log_prior(at, virtual_design, virtual_games)

    for _ in range(_STEPS):
        slope, information = _derivatives(point, design, pairings, model.draws)
        _add_prior(slope, information, point, virtual_design, virtual_games)
        step = _solve(information + all_alike, slope)
        longest = float(np.abs(step).max())
        if longest > _LONGEST:
            step *= _LONGEST / longest
        if longest > _NEAR:  # nearer the maximum Newton's step is right, and the comparison is rounding
            before = likelihood(point)
            while likelihood(point + step) < before and float(np.abs(step).max()) > _NEAR:
                step /= 2
        point += step
        point[:players] -= point[:players].mean()
        if not np.abs(point).max() < _FARTHEST:
            break
        if longest < _SETTLED:
            return _finished(players, point, information, all_alike, model)
    raise TengenError(_NOT_FINITE)


def _log_likelihood(point: Array, design: Array, pairings: Pairings, draws: bool) -> float:
    d = design @ point[: design.shape[1]]
    delta = point[-1] if draws else 0.0
    log_z = np.logaddexp(d / 2, -d / 2)
    if draws:
        log_z = np.logaddexp(log_z, delta)
    # Without a model of draws a drawn game is half a win and half a loss: it adds nothing to the margin.
    margin = (pairings.black_wins - pairings.white_wins) * d / 2
    return float((margin + pairings.draws * delta - pairings.games * log_z).sum())


def _log_prior(point: Array, design: Array, games: Array) -> float:
    d = design @ point[: design.shape[1]]
    return -float((games * np.logaddexp(d / 2, -d / 2)).sum())


def _finished(players: int, point: Array, information: Array, all_alike: Array, model: Model) -> Strengths:
    if float(np.linalg.eigvalsh(information + all_alike).min()) < _LEAST_INFORMATION:
        raise TengenError(_NOT_FINITE)
    covariance = _solve(information + all_alike, np.eye(len(point))) - all_alike
    color = float(point[players]) if model.color else 0.0
    color_variance = float(covariance[players, players]) if model.color else 0.0
    draws = math.exp(point[-1]) if model.draws else 0.0
    return Strengths(point[:players], covariance[:players, :players], color, math.sqrt(color_variance), draws)


def _design(players: int, pairings: Pairings, color: bool) -> Array:
    """A row for each pairing: which parameters d is the sum of."""
    design = np.zeros((len(pairings.black), players + color))
    rows = np.arange(len(pairings.black))
    design[rows, pairings.black] = 1
    design[rows, pairings.white] = -1
    if color:
        design[:, players] = 1
    return design


def _derivatives(point: Array, design: Array, pairings: Pairings, draws: bool) -> tuple[Array, Array]:
    """The gradient of the log-likelihood and the Fisher information."""
    size = design.shape[1]
    d = design @ point[:size]
    delta = point[-1] if draws else _NO_DRAWS
    top = np.maximum(np.abs(d) / 2, delta)  # taken out so that nothing overflows
    black, white, draw = np.exp(d / 2 - top), np.exp(-d / 2 - top), np.exp(delta - top)
    total = black + white + draw
    black, white, draw = black / total, white / total, draw / total

    games = pairings.games
    margin = (pairings.black_wins - pairings.white_wins - games * (black - white)) / 2
    slope = np.zeros(len(point))
    slope[:size] = design.T @ margin
    information = np.zeros((len(point), len(point)))
    variance = games * (black + white - (black - white) ** 2) / 4
    information[:size, :size] = (design.T * variance) @ design
    if draws:
        slope[-1] = (pairings.draws - games * draw).sum()
        information[-1, -1] = (games * draw * (1 - draw)).sum()
        information[:size, -1] = information[-1, :size] = design.T @ (-games * draw * (black - white) / 2)
    return slope, information


def _prior(players: int, pairings: Pairings, model: Model) -> tuple[Array, Array]:
    """The even games of the prior: each player's spread over his opponents as his games were."""
    rows = _design(players, pairings, color=False)
    games = pairings.games
    played = np.bincount(pairings.black, games, players) + np.bincount(pairings.white, games, players)
    virtual = model.prior / 2 * (games / played[pairings.black] + games / played[pairings.white])
    if model.color:  # and `prior` even games between equals, for colour
        rows = np.block([[rows, np.zeros((len(rows), 1))], [np.zeros((1, players)), np.ones((1, 1))]])
        virtual = np.append(virtual, model.prior)
    return rows, virtual


def _add_prior(slope: Array, information: Array, point: Array, design: Array, games: Array) -> None:
    size = design.shape[1]
    score = 1 / (1 + np.exp(-(design @ point[:size])))
    slope[:size] += design.T @ (games * (0.5 - score))
    information[:size, :size] += (design.T * (games * score * (1 - score))) @ design


def _solve(matrix: Array, right: Array) -> Array:
    try:
        return np.asarray(np.linalg.solve(matrix, right), np.float64)
    except np.linalg.LinAlgError:
        raise TengenError(_NOT_FINITE) from None
