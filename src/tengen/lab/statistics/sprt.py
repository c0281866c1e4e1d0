"""The sequential probability ratio test: stop a match as soon as it has said enough.

Two claims stand against each other: the difference is `elo0` (H0) or `elo1` (H1). After every pair of
games the logarithm of their likelihood ratio (LLR) is looked at; beyond one bound H0 is accepted,
beyond the other H1, between them the match goes on (Abraham Wald, Sequential Analysis, 1947). If the
truth is `elo0`, H1 is accepted with a chance of about `alpha`; if it is `elo1`, H0 with about `beta`.

The generalised test of Michel Van den Bergh, which Stockfish's fishtest runs (his notes "A practical
introduction to the GSPRT" and "Normalized Elo", 2016-2021), needs no model of draws or of colours: each
claim is represented by the likeliest distribution of results that agrees with it. The results are those
of pairs of games with colours swapped (and the same opening), 0, ½, 1, 1½ or 2 points: what the
opening or the colour adds to one game of a pair it takes from the other, so pairs vary less than two
games alone, and the match is shorter. Games without pairs can be given as wins, draws and losses.

The claims are logistic Elo (`elo.py`) or, with `scale="normalized"`, normalised Elo: the expected gain
over one half in standard deviations of a game, times 800 / ln 10. On that scale a test takes equally
long whatever the share of draws.

>>> test = SequentialTest(elo0=0, elo1=5)
>>> test.of_pairs((0, 0, 10, 0, 0)).decision
<Decision.GO_ON: 'go on'>
>>> print(test.of_pairs((1000, 0, 2000, 0, 1150)))
LLR 3.34 (-2.94 to 2.94): accept H1, +5 Elo rather than 0
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tengen.errors import TengenError
from tengen.lab.statistics.elo import score_from_elo
from tengen.lab.statistics.intervals import Interval
from tengen.lab.statistics.likeliest import likeliest_with_mean, likeliest_with_t_value

NORMALIZED_ELO = 800 / math.log(10)  # for a gain of one standard deviation a game (Van den Bergh)
_MOST_ELO = 10_000
_UNSEEN = 1e-3  # the count an outcome not seen is taken to have, that no claim be impossible
_GREATEST_NORMALIZED = 200  # beyond 231 the search for the likeliest distribution has no start
_PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
_GAME_SCORES = (0.0, 0.5, 1.0)


class Decision(StrEnum):
    """What a sequential test says at a moment."""

    ACCEPT_H0 = "accept H0"
    ACCEPT_H1 = "accept H1"
    GO_ON = "go on"


@dataclass(frozen=True)
class SequentialState:
    """Where a sequential test stands; its text is the line a person reads."""

    test: "SequentialTest"
    llr: float  # the logarithm of the likelihood of H1 over that of H0

    @property
    def decision(self) -> Decision:
        """Which claim is accepted, if one is."""
        bounds = self.test.bounds
        if self.llr <= bounds.low:
            return Decision.ACCEPT_H0
        return Decision.ACCEPT_H1 if self.llr >= bounds.high else Decision.GO_ON

    def __str__(self) -> str:
        line = f"LLR {self.llr:.2f} ({self.test.bounds:.2f}): {self.decision}"
        signed = [f"{elo:+g}" if elo else "0" for elo in (self.test.elo0, self.test.elo1)]
        if self.decision is Decision.ACCEPT_H0:
            return f"{line}, {signed[0]} Elo rather than {signed[1]}"
        return f"{line}, {signed[1]} Elo rather than {signed[0]}" if self.decision is Decision.ACCEPT_H1 else line


@dataclass(frozen=True)
class SequentialTest:
    """H0, a difference of `elo0`, against H1, one of `elo1`."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # chance of accepting H1 where H0 is true
    beta: float = 0.05  # chance of accepting H0 where H1 is true
    scale: Literal["logistic", "normalized"] = "logistic"

    def __post_init__(self) -> None:
        if not -_MOST_ELO <= self.elo0 < self.elo1 <= _MOST_ELO:
            raise TengenError(
                f"elo0 has to be less than elo1, both from {-_MOST_ELO} to {_MOST_ELO}, "
                f"not {self.elo0:g} and {self.elo1:g}"
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise TengenError(
                f"alpha and beta are chances of error above 0, together below 1, not {self.alpha:g} and {self.beta:g}"
            )
        if self.scale not in ("logistic", "normalized"):
            raise TengenError(f"Elo can be logistic or normalized, not '{self.scale}'")
        if self.scale == "normalized" and max(-self.elo0, self.elo1) > _GREATEST_NORMALIZED:
            raise TengenError(
                f"normalized Elo can be claimed up to {_GREATEST_NORMALIZED}, not {self.elo0:g} to {self.elo1:g}"
            )

    @property
    def bounds(self) -> Interval:
        """Wald's bounds on the LLR.

        >>> print(f"{SequentialTest(0, 5).bounds:.2f}")
        -2.94 to 2.94
        """
        return Interval(math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))

    def of_pairs(self, pairs: Sequence[float]) -> SequentialState:
        """How the test stands after so many pairs of games with 0, ½, 1, 1½ and 2 points.

        >>> round(SequentialTest(-0.25, 1.25).of_pairs((292, 5905, 28939, 6129, 299)).llr, 2)  # Stockfish, 2020
        2.95
        """
        if len(pairs) != len(_PAIR_SCORES):
            raise TengenError(f"results of pairs are five counts (0, 0.5, 1, 1.5 and 2 points), not {len(pairs)}")
        return SequentialState(self, self._llr(_PAIR_SCORES, pairs, games_each=2))

    def of_games(self, wins: float, draws: float, losses: float) -> SequentialState:
        """How the test stands after so many games that were not played in pairs.

        >>> SequentialTest(0, 100).of_games(wins=40, draws=0, losses=10).decision
        <Decision.ACCEPT_H1: 'accept H1'>
        """
        return SequentialState(self, self._llr(_GAME_SCORES, (losses, draws, wins), games_each=1))

    def _llr(self, scores: Sequence[float], counts: Sequence[float], games_each: int) -> float:
        if not all(0 <= count < math.inf for count in counts):
            raise TengenError(f"results are counted from 0, not {', '.join(f'{count:g}' for count in counts)}")
        if not sum(counts):
            return 0.0
        seen = [count or _UNSEEN for count in counts]
        total = sum(seen)
        shares = [count / total for count in seen]
        h0, h1 = (self._likeliest(elo, scores, shares, games_each) for elo in (self.elo0, self.elo1))
        return sum(count * math.log(p1 / p0) for count, p0, p1 in zip(seen, h0, h1, strict=True))

    def _likeliest(self, elo: float, scores: Sequence[float], shares: Sequence[float], games_each: int) -> list[float]:
        if self.scale == "logistic":
            return likeliest_with_mean(score_from_elo(elo), scores, shares)
        # The mean of several games varies less than a game: by the root of their number.
        return likeliest_with_t_value(elo / NORMALIZED_ELO * math.sqrt(games_each), 0.5, scores, shares)
