"""Dynamic komi: points the search gives one side on top of the real komi, so that the game stays worth playing.

A tree search maximises its chance to win. Where nearly all simulations are won, or lost, all moves look alike
to it, and it plays at random or in despair: in handicap games from the first move on. Moving the threshold
between a win and a loss to where the game is close brings the differences back; the real count is not touched.

Petr Baudiš, "Balancing MCTS by Dynamically Adjusting Komi Value" (2011; thesis 4), which names Hideki Kato,
David Fotland and Hiroshi Yamashita as users of the idea before. One file each:

    linear      by the handicap, less with every move (`linear.py`)
    score       by the mean score of the simulations (`score.py`)
    value       by the win rate at the root (`value.py`)
    extremes    the same, but only where the game is nearly won or lost
    average     every simulation against the mean of those before it (`average.py`; McGnuGo)

`controller.py` keeps the komi of a game and sees to its limits. Throughout, `given` is what our side gives to the
opponent, negative if we take points: whoever plays White turns the sign, not the methods.
"""

from tengen.search.dynamic_komi.controller import DynamicKomi
from tengen.search.dynamic_komi.parameters import METHODS, DynamicKomiParameters

__all__ = ["METHODS", "DynamicKomi", "DynamicKomiParameters"]
