"""The beta distribution: what an unknown win rate may be after some wins and losses.

Exact intervals (Clopper and Pearson, 1934) and the exact likelihood of superiority are
probabilities and quantiles of it. The regularised incomplete beta function is computed by
its continued fraction (DLMF 8.17.22; evaluated by the method of Lentz, 1976), quantiles by
halving the interval. NumPy has neither, and SciPy is a large thing to need for one function.
"""

import math

from tengen.errors import TengenError

_PRECISION = 1e-15  # the relative change at which the fraction is taken to have converged
_TINY = 1e-300  # stands for zero where Lentz's method would divide by it
_LOG_SMALLEST = -745.0  # exp of less is 0
_HALVINGS = 100  # more than a double has bits


def beta_probability(x: float, a: float, b: float) -> float:
    """The probability that a variable with the beta distribution of `a` and `b` is at most `x`.

    >>> beta_probability(0.5, 3, 3)
    0.5
    >>> round(beta_probability(0.5, 4, 1), 4)  # three wins of three: the rate is under one half
    0.0625
    """
    if not (0 < a < math.inf and 0 < b < math.inf and 0 <= x <= 1):
        raise TengenError(f"a beta distribution needs a, b > 0 and x from 0 to 1, not {a:g}, {b:g} and {x:g}")
    if x in (0, 1):
        return float(x)
    if a == b and x == 0.5:
        return 0.5
    if x <= (a + 1) / (a + b + 2):  # where the fraction converges fast
        return _lower_tail(x, a, b)
    return 1 - _lower_tail(1 - x, b, a)


def beta_quantile(probability: float, a: float, b: float) -> float:
    """The `x` with `beta_probability(x, a, b) == probability`.

    >>> round(beta_quantile(0.0625, 4, 1), 4)
    0.5
    """
    if not 0 <= probability <= 1:
        raise TengenError(f"a probability is a number from 0 to 1, not {probability:g}")
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if beta_probability(middle, a, b) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _lower_tail(x: float, a: float, b: float) -> float:
    log_front = (
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x) - math.log(a)
    )
    return math.exp(log_front) / _fraction(x, a, b) if log_front > _LOG_SMALLEST else 0.0


def _fraction(x: float, a: float, b: float) -> float:
    """1 + d1/(1 + d2/(1 + ...)) with the coefficients of DLMF 8.17.23."""
    value = numerator = 1.0
    denominator = 0.0
    for n in range(1, 200 + 10 * math.isqrt(math.ceil(a + b))):
        m = n // 2
        if n % 2:
            d = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            d = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        denominator = 1 / ((1 + d * denominator) or _TINY)
        numerator = (1 + d / numerator) or _TINY
        value *= numerator * denominator
        if abs(numerator * denominator - 1) < _PRECISION:
            break
    return value
