"""The likelihood of superiority: how sure it is that the one who leads a match is stronger.

Draws say nothing about who is stronger, so only wins and losses count (Rémi Coulom's remark; the
Chess Programming Wiki, "Match Statistics", gives both forms):

- `likelihood_of_superiority`, ½(1 + erf((w - l) / sqrt(2(w + l)))), the normal approximation that
  match programs print;
- `exact_superiority`, the probability that the rate is above one half, if before the match every rate
  was equally likely: of the beta distribution with w + 1 and l + 1.

Neither is the chance that a match would have come out so by luck, which `sign_test` tells; and looking
again and again until it is 95 % finds "superior" programs that are not. To stop early, use the sequential
test (`sprt.py`).
"""

import math

from tengen.errors import TengenError
from tengen.lab.statistics.incomplete_beta import beta_probability


def likelihood_of_superiority(wins: float, losses: float) -> float:
    """The normal approximation; one half before the first decided game.

    >>> likelihood_of_superiority(10, 10)
    0.5
    >>> round(likelihood_of_superiority(60, 40), 4)
    0.9772
    """
    _check(wins, losses)
    if wins == losses:
        return 0.5
    # erfc rather than 1 + erf: precise where the likelihood is nearly 0.
    return math.erfc((losses - wins) / math.sqrt(2 * (wins + losses))) / 2


def exact_superiority(wins: float, losses: float) -> float:
    """The Bayesian probability, exact for any number of games.

    >>> round(exact_superiority(1, 0), 4), round(exact_superiority(3, 0), 4)
    (0.75, 0.9375)
    """
    _check(wins, losses)
    return beta_probability(0.5, losses + 1, wins + 1)


def sign_test(wins: int, losses: int) -> float:
    """How likely equal players are to come out so unevenly or more so, either way: the exact two-sided test.

    >>> sign_test(8, 8), round(sign_test(1, 15), 5)
    (1.0, 0.00052)
    """
    _check(wins, losses)
    games = wins + losses
    tail: int = sum(math.comb(games, count) for count in range(min(wins, losses) + 1))
    return min(1.0, float(2 * tail / 2**games))


def _check(wins: float, losses: float) -> None:
    if not (0 <= wins < math.inf and 0 <= losses < math.inf):
        raise TengenError(f"wins and losses are counted from 0, not {wins:g} and {losses:g}")
