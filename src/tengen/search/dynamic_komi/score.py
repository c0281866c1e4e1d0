"""SCORESITUATIONAL: follow the mean score of the simulations, early in the game at once and later hardly.

Baudiš 2011, algorithm 2 (Hiroshi Yamashita's Aya had a like method before). The paper writes GamePhase as the
filled part of the board *plus* s, with s = 0.75 and c = 20; its rate would then be below a millionth from the
first move to the last, while the text wants it high "up until a certain point in the game", which s determines.
That is the filled part *minus* s, and so it is here.
"""

import math


def komi_rate(filled: float, sharpness: float, phase: float) -> float:
    """How much of the score goes into the komi when this part of the board is filled.

    >>> [round(komi_rate(filled, 20.0, 0.75), 3) for filled in (0.0, 0.6, 0.75, 0.9)]
    [1.0, 0.953, 0.5, 0.047]
    """
    return 1.0 / (1.0 + math.exp(sharpness * (filled - phase)))


def follow_score(given: float, score: float, rate: float) -> float:
    """The komi given, after simulations in which we were `score` points ahead with the present one."""
    return given + rate * score
