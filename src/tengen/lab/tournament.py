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
from tengen.lab.players import Player, players_of, read_toml
from tengen.lab.store import Event, Store
from tengen.lab.store.store import pairing_key

KINDS = ("round-robin", "gauntlet")
_KEYS = {"name", "kind", "against", "reference", "games", "playouts", "seconds", "conditions", "players", "pairings"}


@dataclass(frozen=True)
class Wanted:
    """A pairing that a tournament wants played."""

    first: Player
    second: Player
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
            store.set_pairing(
                event,
                wanted.first,
                wanted.second,
                self.conditions,
                wanted.games,
                label=wanted.label,
                active=wanted.games > 0,
                reference=wanted.reference,
            )
            keys.append(pairing_key(wanted.first, wanted.second, self.conditions, wanted.label))
        store.keep_only(event, keys)
        return event


def _read(table: Mapping[str, Any], stem: str) -> Tournament:
    unknown = set(table) - _KEYS
    if unknown:
        raise TengenError(f"a tournament has no {min(unknown)!r}; known: {', '.join(sorted(_KEYS))}")
    kind = table.get("kind", "round-robin")
    if kind not in KINDS:
        raise TengenError(f"there is no tournament of kind {kind!r}: choose one of {', '.join(KINDS)}")
    conditions = Conditions.from_definition(table.get("conditions", {}))
    players = {
        name: player.limited(table.get("playouts"), table.get("seconds"))
        for name, player in players_of(table.get("players", {}), "the tournament").items()
    }
    if len(players) < 2:
        raise TengenError("a tournament needs two players or more under [players]")
    for player in players.values():
        player.check()
    games = {pair: _whole(table.get("games", 100), "games") for pair in _pairs(kind, table, players)}
    for entry in table.get("pairings", []):
        pair = _names(entry.get("players"), players, "a pairing's players")
        games[pair if pair in games or pair[::-1] not in games else pair[::-1]] = _whole(entry.get("games"), "games")
    reference = None
    if "reference" in table:
        reference = _names(table["reference"], players, "the reference")
        # Always there, and never behind the others: they are compared with it.
        games[reference] = max([games.get(reference, 0), *games.values()])
    wanted = (Wanted(players[a], players[b], count, (a, b) == reference) for (a, b), count in games.items())
    return Tournament(str(table.get("name", stem)), kind, conditions, tuple(wanted))


def _pairs(kind: str, table: Mapping[str, Any], players: Mapping[str, Player]) -> list[tuple[str, str]]:
    if kind == "round-robin":
        return list(combinations(players, 2))
    against = table.get("against")
    if not isinstance(against, list) or not against:
        raise TengenError('a gauntlet needs opponents: against = ["gnugo"]')
    for name in against:
        _known(name, players)
    return [(name, opponent) for name in players if name not in against for opponent in against]


def _names(value: Any, players: Mapping[str, Player], what: str) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise TengenError(f'{what} are two names: ["a", "b"]')
    return _known(value[0], players), _known(value[1], players)


def _known(name: Any, players: Mapping[str, Player]) -> str:
    if not isinstance(name, str) or name not in players:
        raise TengenError(f"nobody is called {name!r}; the players are {', '.join(players)}")
    return name


def _whole(value: Any, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TengenError(f"{what} cannot be {value!r}: write a whole number")
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
