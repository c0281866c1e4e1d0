"""What simulations came to since the dynamic komi changed last."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]


class Observation(NamedTuple):
    """Simulations with one komi; wins and margins are Black's."""

    simulations: int = 0
    wins: float = 0.0
    margin: float = 0.0  # the sum of all

    def plus(self, other: "Observation") -> "Observation":
        """Both together."""
        return Observation(self.simulations + other.simulations, self.wins + other.wins, self.margin + other.margin)


def take_observation(tallies: Sequence[Array]) -> Observation:
    """What the threads have counted since they were asked last."""
    seen = Observation(
        sum(int(tally["observed"][0]) for tally in tallies),
        sum(float(tally["observed_wins"][0]) for tally in tallies),
        sum(float(tally["observed_margin"][0]) for tally in tallies),
    )
    for tally in tallies:
        tally["observed"], tally["observed_wins"], tally["observed_margin"] = 0, 0.0, 0.0
    return seen


def extra_komi_told(settings: Array, tallies: Sequence[Array]) -> float:
    """The dynamic komi at this moment, White's points; where every thread has an average of its own, their mean."""
    extra = float(settings["extra_komi"][0])
    if settings["extra_komi_window"][0]:
        extra = float(np.mean([tally["mean_margin"][0] for tally in tallies]))
    return min(max(extra, float(settings["extra_komi_least"][0])), float(settings["extra_komi_most"][0]))
