"""What the plots of a report are drawn from: players, their moves by number, and ratings, out of the store."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tengen.errors import TengenError
from tengen.lab.players import Player
from tengen.lab.report.figures import one_line
from tengen.lab.report.model import Report
from tengen.lab.results import PairingResult
from tengen.lab.statistics import Encounter, Ratings, rate
from tengen.lab.store import Store

_STRIDE = 2  # moves of a game that are put together: a player makes every second one


@dataclass
class Thinking:
    """How a player thought, by the number of the move in the game (the first of each `_STRIDE`)."""

    seconds: dict[int, "array[float]"] = field(default_factory=lambda: defaultdict(lambda: array("d")))
    # His win rate as he saw it, in games he won (True) and lost (False).
    opinions: dict[bool, dict[int, "array[float]"]] = field(
        default_factory=lambda: {won: defaultdict(lambda: array("d")) for won in (True, False)}
    )


@dataclass(frozen=True)
class Gathered:
    """The players of a report by their keys, with names that tell them apart."""

    names: Mapping[str, str]
    players: Mapping[str, Player]
    versions: Mapping[str, tuple[str, ...]]
    thinking: Mapping[str, Thinking]


def results_in(report: Report) -> list[PairingResult]:
    """The results of the rows that have one."""
    return [row.result for row in report.rows if row.result is not None]


def gather(report: Report, store: Store) -> Gathered:
    """Read all that the page shows of the players."""
    results = results_in(report)
    players: dict[str, Player] = {}
    versions: dict[str, dict[str, None]] = {}
    for result in results:
        for first, player in ((True, result.pairing.first), (False, result.pairing.second)):
            players.setdefault(player.key, player)
            versions.setdefault(player.key, {}).update(dict.fromkeys(result.versions[first]))
    thinking: dict[str, Thinking] = {key: Thinking() for key in players}
    for pairing in {result.pairing.id: result.pairing for result in results}.values():
        keys = {True: pairing.first.key, False: pairing.second.key}
        rows = store.connection.execute(
            """SELECT (m.color = 'black') = g.first_black AS first, m.number, m.seconds, m.winrate, g.points
               FROM moves m JOIN games g ON g.id = m.game
               WHERE g.pairing = ? AND m.number > g.opening_moves""",
            (pairing.id,),
        )
        for first, number, seconds, winrate, points in rows:
            his = thinking[keys[bool(first)]]
            begin = number - (number - 1) % _STRIDE
            his.seconds[begin].append(seconds)
            if winrate is not None and points in (0, 1):
                his.opinions[points == first][begin].append(winrate)
    return Gathered(
        distinct_names(players.values()), players, {key: tuple(found) for key, found in versions.items()}, thinking
    )


def distinct_names(players: Iterable[Player]) -> dict[str, str]:
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
