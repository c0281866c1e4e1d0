"""Tournaments: everybody against everybody, or candidates against the same opponents.

A tournament is a TOML file; it may be edited while it is being played, as with Pachi's autotest (thesis
3.2.1): whoever works on it takes up the new pairings with his next game. ::

    name = "priors"
    kind = "gauntlet"              # or "round-robin"
    against = ["gnugo"]            # the opponents of a gauntlet
    reference = ["base", "gnugo"]  # a pairing that is always played on, for comparison
    games = 100                    # of each pairing

    [conditions]
    size = 9

    [players]
    base = "mcts playouts=1000"
    bare = "mcts playouts=1000 even_prior=0 near_prior=0"
    gnugo = "gnugo level=10"

    [[pairings]]                   # another number of games for one of them; 0: no more
    players = ["bare", "gnugo"]
    games = 200
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tengen.errors import TengenError
from tengen.lab.conditions import Conditions
from tengen.lab.players import Entrant, limits_of, players_of, read_toml
from tengen.lab.referee import check_referee
from tengen.lab.store import MOST_GAMES, Event, Store

KINDS = ("round-robin", "gauntlet")
_KEYS = {"name", "kind", "against", "reference", "games", "playouts", "seconds", "conditions", "players", "pairings"}


@dataclass(frozen=True)
class Wanted:
    """A pairing that a tournament wants played."""

    first: Entrant
    second: Entrant
    games: int
    reference: bool = False

    @property
    def label(self) -> str:
        """What it is called; players of other names are others, also where they play alike."""
        return f"{self.first.name} – {self.second.name}"


@dataclass(frozen=True)
class Tournament:
    """A tournament as its file has it."""

    name: str
    kind: str
    conditions: Conditions
    pairings: tuple[Wanted, ...]

    @property
    def key(self) -> str:
        """What it is known by in a store."""
        return f"tournament:{self.name}"

    @classmethod
    def load(cls, path: Path) -> "Tournament":
        """Read a file; what is wrong with it is told in a sentence that begins with its name."""
        try:
            return _read(read_toml(path), path.stem)
        except TengenError as error:
            told = str(error)
            raise TengenError(told if str(path) in told else f"{path}: {told}") from None

    def write(self, store: Store) -> Event:
        """Make the store want what the tournament wants now; games that were played stay."""
        event = store.add_event(self.key, "tournament", self.name, {"kind": self.kind})
        keys = []
        for wanted in self.pairings:
            pairing = store.set_pairing(
                event,
                wanted.first,
                wanted.second,
                self.conditions,
                wanted.games,
                label=wanted.label,
                active=wanted.games > 0,
                reference=wanted.reference,
            )
            keys.append(pairing.key)
        store.keep_only(event, keys)
        return event


def _read(table: Mapping[str, Any], stem: str) -> Tournament:
    unknown = set(table) - _KEYS
    if unknown:
        raise TengenError(f"a tournament has no {min(unknown)!r}; known: {', '.join(sorted(_KEYS))}")
    kind = table.get("kind", "round-robin")
    if kind not in KINDS:
        raise TengenError(f"there is no tournament of kind {kind!r}: choose one of {', '.join(KINDS)}")
    told = table.get("conditions", {})
    if not isinstance(told, Mapping):
        raise TengenError("the conditions are a table: write [conditions]")
    conditions = Conditions.from_definition(told)
    check_referee(conditions)
    limits = limits_of(table, "the tournament")
    players = {
        name: player.limited(limits.get("playouts"), limits.get("seconds"))
        for name, player in players_of(table.get("players", {}), "the tournament").items()
    }
    if len(players) < 2:
        raise TengenError("a tournament needs two players or more under [players]")
    for player in players.values():
        player.check()
    games, reference = _games(kind, table, players)
    if not games:
        raise TengenError("nobody plays: all players are opponents of the gauntlet")
    wanted = (Wanted(players[a], players[b], count, (a, b) == reference) for (a, b), count in games.items())
    return Tournament(str(table.get("name", stem)), kind, conditions, tuple(wanted))


def _games(
    kind: str, table: Mapping[str, Any], players: Mapping[str, Entrant]
) -> tuple[dict[tuple[str, str], int], tuple[str, str] | None]:
    """How many games are wanted of each pair of names, and which pair is the reference."""
    games = {pair: _whole(table.get("games", 100), "games") for pair in _pairs(kind, table, players)}

    def as_it_stands(value: Any, what: str) -> tuple[str, str]:
        """Two names, in the order in which they have a pairing already, if they have one."""
        pair = _names(value, players, what)
        return pair[::-1] if pair not in games and pair[::-1] in games else pair

    entries = table.get("pairings", [])
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise TengenError("other pairings are tables: write [[pairings]], players and games")
    for entry in entries:
        if unknown := set(entry) - {"players", "games"}:
            raise TengenError(f"a pairing has no {min(unknown)!r}: it has players and games")
        games[as_it_stands(entry.get("players"), "a pairing's players")] = _whole(entry.get("games"), "games")
    reference = None
    if "reference" in table:
        reference = as_it_stands(table["reference"], "the reference")
        # Always there, and never behind the others: they are compared with it.
        games[reference] = max([games.get(reference, 0), *games.values()])
    return games, reference


def _pairs(kind: str, table: Mapping[str, Any], players: Mapping[str, Entrant]) -> list[tuple[str, str]]:
    if kind == "round-robin":
        return list(combinations(players, 2))
    against = table.get("against")
    if not isinstance(against, list) or not against:
        raise TengenError('a gauntlet needs opponents: against = ["gnugo"]')
    for name in against:
        _known(name, players)
    return [(name, opponent) for name in players if name not in against for opponent in against]


def _names(value: Any, players: Mapping[str, Entrant], what: str) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise TengenError(f'{what} are two names: ["a", "b"]')
    first, second = (_known(name, players) for name in value)
    if first == second:
        raise TengenError(f"{what} are two names, not {first!r} twice")
    return first, second


def _known(name: Any, players: Mapping[str, Entrant]) -> str:
    if not isinstance(name, str) or name not in players:
        raise TengenError(f"nobody is called {name!r}; the players are {', '.join(players)}")
    return name


def _whole(value: Any, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_GAMES:
        raise TengenError(f"{what} cannot be {value!r}: write a whole number up to {MOST_GAMES:,}")
    return value


class TournamentFile:
    """A tournament's file, watched while it is being played."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen = self._state()
        self.tournament = Tournament.load(path)

    def _state(self) -> tuple[int, int] | None:
        try:
            state = os.stat(self.path)
        except OSError:
            return None
        return state.st_mtime_ns, state.st_size

    def look(self, store: Store) -> str:
        """Take up a change of the file; what there is to tell about it, if anything."""
        state = self._state()
        if state == self._seen:
            return ""
        self._seen = state
        try:
            changed = Tournament.load(self.path)
            if changed.name != self.tournament.name:
                raise TengenError(f"{self.path}: a running tournament keeps its name, {self.tournament.name!r}")
        except TengenError as error:
            return f"the change is not taken up: {error}"
        self.tournament = changed
        changed.write(store)
        wanted = sum(pairing.games > 0 for pairing in changed.pairings)
        return f"{self.path} has changed: {wanted} pairings are played now"
