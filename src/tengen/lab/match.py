"""A match: two players, some conditions, many games.

>>> result = match("mcts playouts=30", "random", games=4, size=5, jobs=1)
>>> result.tally.games, result.pairing.conditions.size
(4, 5)
"""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tengen.errors import TengenError
from tengen.lab.conclusion import sequential_state, stored_test
from tengen.lab.conditions import Conditions
from tengen.lab.play_events import Played, Stopped, default_jobs, play_events
from tengen.lab.players import Entrant, parse_player
from tengen.lab.referee import check_referee
from tengen.lab.results import PairingResult, result_of
from tengen.lab.statistics import Decision, SequentialTest
from tengen.lab.store import Event, Pairing, Store
from tengen.lab.store.store import pairing_key

GAMES = 100  # of a match of which nothing else is said


@dataclass(frozen=True)
class PlayedMatch:
    """A match as it stands, and what was played of it now; `stopped` if it was to be cut short."""

    result: PairingResult
    played: Played | None
    test: SequentialTest | None = None
    stopped: Stopped | None = None


def match(
    first: Entrant | str,
    second: Entrant | str,
    *,
    games: int | None = None,
    store: Path | str | None = None,
    resume: bool = False,
    jobs: int | None = None,
    **conditions: Any,
) -> PairingResult:
    """Play a match and return what it says; the keywords are the fields of `Conditions`.

    Players are written as on the command line (`tengen.lab.players`). Without a `store` the games are
    forgotten. Workers are processes of their own: a script that calls this does so under
    ``if __name__ == "__main__":``.
    """
    players = [parse_player(player) if isinstance(player, str) else player for player in (first, second)]
    rules = Conditions.from_definition(conditions)
    check_match(players[0], players[1], rules)
    with ExitStack() as stack:
        path = store or Path(stack.enter_context(tempfile.TemporaryDirectory()), "match.db")
        opened = stack.enter_context(Store(path))
        found = play_match(opened, players[0], players[1], rules, games, resume=resume, jobs=jobs, quiet=True)
        if found.stopped is not None:
            raise KeyboardInterrupt
        return found.result


def check_match(first: Entrant, second: Entrant, conditions: Conditions) -> None:
    """Say what could not be played before anything is written: an unknown setting, a missing referee."""
    for player in (first, second):
        player.check()
    check_referee(conditions)


def play_match(
    store: Store,
    first: Entrant,
    second: Entrant,
    conditions: Conditions,
    games: int | None = None,
    *,
    name: str = "",
    resume: bool = False,
    jobs: int | None = None,
    test: SequentialTest | None = None,
    quiet: bool = False,
) -> PlayedMatch:
    """Play a match in a store, or go on with it, until all games are played or a sequential test has decided.

    What is not said of a match that is gone on with, `games` and `test`, stays as it is in the store.
    """
    key = f"match:{name}:{pairing_key(first, second, conditions)}"
    known = store.event(key)
    if known is not None and not resume:
        done = sum(len(store.games(pairing)) for pairing in store.pairings(known))
        raise TengenError(
            f"this match is in {store.path} already, with {done} games: --resume goes on with it "
            "(also beside another process), --name begins another"
        )
    if known is not None:
        test = test or stored_test(known)
        games = games or next((pairing.games for pairing in store.pairings(known)), None)
    definition = {} if test is None else {"sprt": asdict(test)}
    event = store.add_event(key, "match", name or f"{first.name} – {second.name}", definition)
    pairing = store.set_pairing(event, first, second, conditions, games or GAMES)
    played = stopped = None
    try:
        workers = jobs or default_jobs([pairing])
        played = play_events(store, [event], workers, quiet=quiet, enough=_decided(store, event, pairing, test))
    except Stopped as interruption:
        stopped = interruption
    return PlayedMatch(result_of(store, pairing), played, test, stopped)


def _decided(store: Store, event: Event, pairing: Pairing, test: SequentialTest | None) -> Callable[[], bool]:
    """Whether a sequential test has decided, to be asked before the first game and after each."""
    if test is None:
        return lambda: False

    def decided() -> bool:
        result = PairingResult(pairing, tuple(store.games(pairing)), {})  # the moves are not looked at for that
        if sequential_state(result, test).decision is Decision.GO_ON:
            return False
        store.keep_only(event, ())  # nobody else goes on with it either
        return True

    return decided
