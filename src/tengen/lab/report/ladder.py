"""The players of a report by strength: Bradley and Terry's ratings of all its games together."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tengen.errors import TengenError
from tengen.lab.outcome import one_line
from tengen.lab.players import Entrant
from tengen.lab.report.model import Report
from tengen.lab.results import PairingResult
from tengen.lab.statistics import Encounter, Interval, Ratings, rate

_FEWEST = 3  # players: the difference of two stands in the table already


@dataclass(frozen=True)
class Rung:
    """A player on the ladder; 0 Elo is the mean of its players."""

    name: str
    elo: float
    interval: Interval

    def __str__(self) -> str:
        figures = [f"{value:+.0f}" for value in (self.elo, self.interval.low, self.interval.high)]
        return "{} ({} to {})".format(*figures).replace("-", "−")


def rungs(report: Report) -> list[Rung]:
    """The ladder of all players that games link, the strongest first; nothing for fewer than three."""
    found = []
    names = distinct_names(
        player for result in results_in(report) for player in (result.pairing.first, result.pairing.second)
    )
    for ratings in ladders(report):
        if len(ratings.players) >= _FEWEST:
            steps = [Rung(names[key], ratings.rating(key).value, ratings.interval(key)) for key in ratings.players]
            found += sorted(steps, key=lambda rung: -rung.elo)
    return found


def results_in(report: Report) -> list[PairingResult]:
    """The results of the rows that have one."""
    return [row.result for row in report.rows if row.result is not None]


def distinct_names(players: Iterable[Entrant]) -> dict[str, str]:
    """The players' names by key; where two have the same name, with the beginning of the key."""
    by_key = {player.key: one_line(player.name) for player in players}
    often = Counter(by_key.values())
    return {key: name if often[name] == 1 else f"{name} ({key[:4]})" for key, name in by_key.items()}


def ladders(report: Report) -> list[Ratings]:
    """Ratings of the players, by their keys: one ladder for each group of players linked by games."""
    groups = _linked(_encounters(report))
    return [ratings for group in groups if (ratings := _rated(group)) is not None]


def _encounters(report: Report) -> list[Encounter]:
    counts: dict[tuple[str, str], list[int]] = {}
    for result in results_in(report):
        first, second = result.pairing.first.key, result.pairing.second.key
        if first == second:
            continue  # a player against himself says nothing about his rating
        for game in result.counted:
            colors = (first, second) if game.first_black else (second, first)
            place = {"black": 0, "white": 1, None: 2}[game.winner]
            counts.setdefault(colors, [0, 0, 0])[place] += 1
    return [Encounter(black, white, *numbers) for (black, white), numbers in counts.items()]


def _linked(encounters: list[Encounter]) -> list[list[Encounter]]:
    """The encounters, by groups of players who can be compared."""
    group_of: dict[str, set[str]] = {}
    for each in encounters:
        joined = group_of.get(each.black, {each.black}) | group_of.get(each.white, {each.white})
        group_of.update(dict.fromkeys(joined, joined))
    groups: dict[frozenset[str], list[Encounter]] = {}
    for each in encounters:
        groups.setdefault(frozenset(group_of[each.black]), []).append(each)
    return sorted(groups.values(), key=lambda group: -sum(each.games for each in group))


def _rated(encounters: list[Encounter]) -> Ratings | None:
    """The ratings, by a model with as much in it as the games can tell."""
    for draws, color in ((True, True), (True, False), (False, True), (False, False)):
        try:
            return rate(encounters, draws=draws, color=color)
        except TengenError:
            continue  # all games drawn, or colours never changed
    return None
