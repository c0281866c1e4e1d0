"""The likeliest distribution that has a given mean: empirical likelihood (Art Owen, 1988).

Of outcomes with values a_i, seen with shares q_i, the distribution p that maximises Σ q_i log p_i
while its mean is m has, by Lagrange's multipliers,

    p_i = q_i / (1 + x (a_i - m)),   with x such that Σ q_i (a_i - m) / (1 + x (a_i - m)) = 0.

The sum falls with x between the two poles where a probability would be infinite, so it has one zero
there. The generalised sequential test (`sprt.py`) compares two such distributions.

>>> [round(p, 3) for p in likeliest_with_mean(0.5, (0, 1), (0.3, 0.7))]
[0.5, 0.5]
"""

import math
from collections.abc import Sequence

from tengen.errors import TengenError

_STEPS = 200  # of Newton's method or halving; a few are taken
_PRECISION = 1e-12  # of the multiplier, relative to its distance from the nearer pole
_ROUNDS = 100  # of adjusting the deviation of `likeliest_with_t_value`; a few are taken
_SETTLED = 1e-9  # mean and deviation that change less have settled


def likeliest_with_mean(mean: float, values: Sequence[float], shares: Sequence[float]) -> list[float]:
    """The likeliest distribution with this mean; shares are above 0 and add up to 1.

    >>> [round(p, 3) for p in likeliest_with_mean(0.5, (0, 0.5, 1), (0.3, 0.2, 0.5))]
    [0.4, 0.2, 0.4]
    """
    return _likeliest([value - mean for value in values], shares)


def likeliest_with_t_value(t: float, start: float, values: Sequence[float], shares: Sequence[float]) -> list[float]:
    """The likeliest distribution whose mean lies t of its own standard deviations above `start`.

    The condition m = start + t·σ is not linear in p. But m and σ once given, the one that is,

        Σ p_i (a_i - start - tσ/2 · (1 + ((a_i - m) / σ)²)) = 0,

    holds for the distribution sought and has the same derivatives there; so it is solved with the m
    and σ of the last solution until they no longer change.

    >>> p = likeliest_with_t_value(0.0, 0.5, (0, 0.5, 1), (0.2, 0.2, 0.6))
    >>> [round(share, 3) for share in p]
    [0.4, 0.2, 0.4]
    """
    found = [1 / len(values)] * len(values)
    mean, deviation = _moments(values, found)
    for _ in range(_ROUNDS):
        if deviation <= 0:
            break
        offsets = [a - start - t * deviation / 2 * (1 + ((a - mean) / deviation) ** 2) for a in values]
        found = _likeliest(offsets, shares)
        last = mean, deviation
        mean, deviation = _moments(values, found)
        if math.dist(last, (mean, deviation)) < _SETTLED:
            return found
    raise TengenError(f"no distribution of these results has its mean {t:g} deviations from {start:g}")


def _moments(values: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    mean = sum(p * a for a, p in zip(values, shares, strict=True))
    return mean, math.sqrt(sum(p * (a - mean) ** 2 for a, p in zip(values, shares, strict=True)))


def _likeliest(offsets: Sequence[float], shares: Sequence[float]) -> list[float]:
    """The likeliest distribution under which the offsets are 0 on average."""
    if not min(offsets) < 0 < max(offsets):
        raise TengenError("no distribution of these results has the difference claimed: it is too great")
    poles = -1 / max(offsets), -1 / min(offsets)
    low, high = poles
    x = 0.0
    for _ in range(_STEPS):
        ratios = [offset / (1 + x * offset) for offset in offsets]
        excess = sum(q * ratio for q, ratio in zip(shares, ratios, strict=True))
        if excess > 0:
            low = x
        else:
            high = x
        slope = sum(q * ratio * ratio for q, ratio in zip(shares, ratios, strict=True))
        step = x + excess / slope
        if not low < step < high:
            step = (low + high) / 2
        change, x = abs(step - x), step
        if change <= _PRECISION * min(x - poles[0], poles[1] - x):
            break
    return [q / (1 + x * offset) for offset, q in zip(offsets, shares, strict=True)]
