"""What the plots of a report are drawn from: players and their moves by number, out of the store."""

from array import array
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from tengen.lab.players import Entrant
from tengen.lab.report.ladder import distinct_names, results_in
from tengen.lab.report.model import Report
from tengen.lab.store import SOUND_MOVE, Store

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
    players: Mapping[str, Entrant]
    versions: Mapping[str, tuple[str, ...]]
    thinking: Mapping[str, Thinking]


def gather(report: Report, store: Store) -> Gathered:
    """Read all that the page shows of the players."""
    results = results_in(report)
    players: dict[str, Entrant] = {}
    versions: dict[str, dict[str, None]] = {}
    for result in results:
        for first, player in ((True, result.pairing.first), (False, result.pairing.second)):
            players.setdefault(player.key, player)
            versions.setdefault(player.key, {}).update(dict.fromkeys(result.versions[first]))
    thinking: dict[str, Thinking] = {key: Thinking() for key in players}
    for pairing in {result.pairing.id: result.pairing for result in results}.values():
        keys = {True: pairing.first.key, False: pairing.second.key}
        rows = store.connection.execute(
            f"""SELECT (m.color = 'black') = g.first_black AS first, m.number, m.seconds, m.winrate, g.points
               FROM moves m JOIN games g ON g.id = m.game
               WHERE g.pairing = ? AND m.number > g.opening_moves AND {SOUND_MOVE}""",
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
