"""Ratings of many players from the games they played: the model of Bradley and Terry.

Each player has a strength, and who plays whom does not matter otherwise (Bradley and Terry, 1952;
found earlier by Zermelo, 1929). The strengths are those that make the results likeliest.

- **Draws** are modelled as by Davidson (1970): a draw has the probability ν·sqrt(P(win)·P(loss)).
  Unlike that of Rao and Kupper (1967), his model counts a draw as exactly half a win and half a loss,
  and the likelihood has a single maximum. Switched off, draws are so counted without being predicted.
- **Colour**: playing Black is worth so many Elo, the same for all (Davidson and Beaver, 1977).
- **Prior**: everybody is taken to have played `prior` more games that ended even, against the
  opponents he really had (Rémi Coulom's Bayeselo, 2005, does so). So a player who won all his games
  has a finite rating. Without it there are ratings only where everyone is linked to everyone by a
  chain of wins (Ford, 1957).

Standard errors are those of the Fisher information at the maximum.

>>> ratings = rate([Encounter("Tengen", "GNU Go", 64, 36), Encounter("GNU Go", "Tengen", 36, 64)],
...                draws=False, color=False, prior=0, anchor="GNU Go", anchor_elo=1800)
>>> print(ratings)
Tengen   1900  1850 to 1950
GNU Go   1800  (anchor)
>>> round(ratings.difference("Tengen", "GNU Go").value, 1)
100.0
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tengen.errors import TengenError
from tengen.lab.statistics.elo import ELO_PER_UNIT, score_from_elo
from tengen.lab.statistics.intervals import CONFIDENCE, Estimate, Interval
from tengen.lab.statistics.likely_strengths import Model, Pairings, fit

PRIOR = 1.0  # even games added to everybody's


@dataclass(frozen=True)
class Encounter:
    """Games of two players with the same colours; counts may be halves."""

    black: str
    white: str
    black_wins: float = 0
    white_wins: float = 0
    draws: float = 0

    def __post_init__(self) -> None:
        if self.black == self.white:
            raise TengenError(f"'{self.black}' cannot be rated by games against itself")
        for count in (self.black_wins, self.white_wins, self.draws):
            if not 0 <= count < math.inf:
                raise TengenError(f"games of {self.black} and {self.white} are counted from 0, not {count:g}")

    @property
    def games(self) -> float:
        """How many there were."""
        return self.black_wins + self.white_wins + self.draws


@dataclass(frozen=True)
class Ratings:
    """What `rate` found; its text is a table, the strongest first."""

    players: tuple[str, ...]  # in the order in which they first appear in the results
    elo: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]  # of the ratings, in Elo²
    anchor: str | None  # whose rating was given; None: the mean was
    color_advantage: Estimate | None  # Elo of playing Black; None: not asked for
    draw_share: float | None  # of games between equals, colour aside; None: not asked for

    def rating(self, player: str) -> Estimate:
        """A player's rating; its error is that of the difference to the anchor (or to the mean)."""
        index = self._index(player)
        return Estimate(self.elo[index], math.sqrt(max(0.0, self.covariance[index][index])))

    def interval(self, player: str, confidence: float = CONFIDENCE) -> Interval:
        """Where a player's rating lies."""
        return self.rating(player).interval(confidence)

    def difference(self, player: str, opponent: str) -> Estimate:
        """By how much one is stronger than the other: more exact than two ratings side by side."""
        i, j = self._index(player), self._index(opponent)
        variance = self.covariance[i][i] + self.covariance[j][j] - 2 * self.covariance[i][j]
        return Estimate(self.elo[i] - self.elo[j], math.sqrt(max(0.0, variance)))

    def expected_score(self, player: str, opponent: str) -> float:
        """What the model expects of games with both colours in turn, a draw counting half."""
        difference = self.difference(player, opponent).value
        advantage = self.color_advantage.value if self.color_advantage else 0.0
        drawn = self.draw_share or 0.0
        total = 0.0
        for elo in (difference + advantage, difference - advantage):
            decided = score_from_elo(elo)
            draw = 2 * drawn / (1 - drawn) * math.sqrt(decided * (1 - decided))  # in proportion to the decided games
            total += (decided + draw / 2) / (1 + draw)
        return total / 2

    def _index(self, player: str) -> int:
        if player not in self.players:
            raise TengenError(f"there is no player '{player}' in these results; there are {', '.join(self.players)}")
        return self.players.index(player)

    def __str__(self) -> str:
        width = max(map(len, self.players)) + 2
        lines = []
        for player in sorted(self.players, key=lambda name: -self.rating(name).value):
            known = "(anchor)" if player == self.anchor else f"{self.interval(player):.0f}"
            lines.append(f"{player:<{width}} {self.rating(player).value:.0f}  {known}")
        if self.color_advantage is not None:
            lines.append(
                f"Black is worth {self.color_advantage.value:+.0f} Elo, {self.color_advantage.interval():+.0f}"
            )
        if self.draw_share is not None:
            lines.append(f"Equals draw {self.draw_share:.1%} of their games")
        return "\n".join(lines)


def rate(
    results: Iterable[Encounter],
    *,
    draws: bool = True,
    color: bool = True,
    prior: float = PRIOR,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
) -> Ratings:
    """Rate everybody by the results; `anchor` has the rating `anchor_elo`, or else the mean has it.

    >>> ratings = rate([Encounter("A", "B", black_wins=10), Encounter("B", "A", white_wins=10)])
    >>> 400 < ratings.difference("A", "B").value < 700
    True
    """
    encounters = [encounter for encounter in results if encounter.games]
    if not encounters:
        raise TengenError("there are no games to rate anybody by")
    if not 0 <= prior < math.inf:
        raise TengenError(f"a prior is a number of games from 0, not {prior:g}")
    players = tuple(dict.fromkeys(name for each in encounters for name in (each.black, each.white)))
    if anchor is not None and anchor not in players:
        raise TengenError(f"the anchor '{anchor}' has played no games; it can be {', '.join(players)}")
    pairings = _pairings(players, encounters)
    _check_connected(players, pairings)
    if not prior:
        _check_chains_of_wins(players, pairings)
    if color and not pairings.color_can_be_told():
        raise TengenError(
            "the advantage of colour cannot be told from strength, since players did not change colours: "
            "leave it out, or let some pairing be played with both colours"
        )
    drawn = float(pairings.draws.sum())
    if draws and drawn and drawn == pairings.games.sum():
        raise TengenError("all games were drawn: leave the model of draws out to have equal ratings")
    model = Model(color=color, draws=draws and drawn > 0, prior=prior)
    found = fit(len(players), pairings, model)

    weights = np.full(len(players), 1 / len(players))
    if anchor is not None:
        weights = np.array([float(name == anchor) for name in players])
    shift = np.eye(len(players)) - weights  # rows: strength less the weighted mean of all
    elo = shift @ found.strengths * ELO_PER_UNIT + anchor_elo
    covariance = shift @ found.covariance @ shift.T * ELO_PER_UNIT**2
    return Ratings(
        players,
        tuple(map(float, elo)),
        tuple(tuple(map(float, row)) for row in covariance),
        anchor,
        Estimate(found.color * ELO_PER_UNIT, found.color_error * ELO_PER_UNIT) if color else None,
        found.draws / (2 + found.draws) if draws else None,
    )


def _pairings(players: Sequence[str], encounters: Sequence[Encounter]) -> Pairings:
    """The same encounters as arrays, those of the same players and colours added up."""
    number = {name: index for index, name in enumerate(players)}
    added: dict[tuple[int, int], list[float]] = {}
    for each in encounters:
        counts = added.setdefault((number[each.black], number[each.white]), [0.0, 0.0, 0.0])
        for index, count in enumerate((each.black_wins, each.draws, each.white_wins)):
            counts[index] += count
    colors = np.array(list(added), np.int64)
    counts_of = np.array(list(added.values()), np.float64)
    return Pairings(colors[:, 0], colors[:, 1], counts_of[:, 0], counts_of[:, 1], counts_of[:, 2])


def _check_connected(players: Sequence[str], pairings: Pairings) -> None:
    links = np.eye(len(players), dtype=bool)
    links[pairings.black, pairings.white] = links[pairings.white, pairings.black] = True
    reached = _reached(links)[0]
    if not reached.all():
        raise TengenError(
            f"{_some(players, reached)} and {_some(players, ~reached)} are not linked by any games, "
            "so they cannot be compared: rate them apart, or let them play"
        )


def _check_chains_of_wins(players: Sequence[str], pairings: Pairings) -> None:
    beaten = np.eye(len(players), dtype=bool)  # [i, j]: i has taken something from j
    for winner, loser, points in (
        (pairings.black, pairings.white, pairings.black_wins + pairings.draws),
        (pairings.white, pairings.black, pairings.white_wins + pairings.draws),
    ):
        beaten[winner[points > 0], loser[points > 0]] = True
    chains = _reached(beaten)
    for row in chains:
        if not row.all():
            raise TengenError(
                f"{_some(players, row)} took nothing from {_some(players, ~row)}, so without a prior "
                "the difference is infinite: give a prior above 0"
            )


def _reached(links: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Who can be reached from whom along links."""
    for _ in range(len(links).bit_length()):
        links = (links.astype(np.float64) @ links.astype(np.float64)) > 0
    return links


def _some(players: Sequence[str], chosen: npt.NDArray[np.bool_]) -> str:
    names = [name for name, taken in zip(players, chosen, strict=True) if taken]
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} others"
