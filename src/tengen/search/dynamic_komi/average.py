"""AVERAGE: a simulation is won if its score is better than the mean of those before it.

From the paper on McGnuGo (section 6), against "prematurely abandoning hope": its simulations were won or lost by
the real komi, and once most were lost it no longer told good moves from bad. The mean is kept in the
kernel, simulation by simulation (`kernels/tree/margin.py`); here is only what of it counts.
"""

import math


def bounds(least_given: float, we_are_black: bool) -> tuple[float, float]:
    """Between which values White's extra komi may move if we give at least `least_given`.

    >>> bounds(-30.0, True), bounds(-30.0, False)
    ((-30.0, inf), (-inf, 30.0))
    """
    return (least_given, math.inf) if we_are_black else (-math.inf, -least_given)
