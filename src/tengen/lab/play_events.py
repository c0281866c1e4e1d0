"""Playing events in front of a person: the runner, the display, and what Ctrl-C means."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.cores import usable_cores
from tengen.errors import TengenError
from tengen.lab.interrupts import terminated_like_interrupted
from tengen.lab.live_standings import LiveStandings, pace_of
from tengen.lab.runner import Runner
from tengen.lab.store import Event, Pairing, Store


class Stopped(TengenError):
    """The person, or the system, asked to stop; what was finished is stored."""


def count_of(games: int) -> str:
    """A number of games, in words."""
    return "1 game" if games == 1 else f"{games} games"


@dataclass(frozen=True)
class Played:
    """How much was played now, by this process."""

    games: int
    seconds: float

    def __str__(self) -> str:
        return f"{count_of(self.games)} played in {self.seconds:.1f} s, {pace_of(self.games, self.seconds)}"


def play_events(
    store: Store,
    events: Sequence[Event],
    jobs: int,
    *,
    quiet: bool = False,
    enough: Callable[[], bool] = lambda: False,
    look: Callable[[], str] = lambda: "",
) -> Played:
    """Play what the events want, showing how it goes.

    `look` is called now and then: what it returns is told. `Stopped` says that not all was played.
    """
    began = time.monotonic()
    again = store.forget_unbegun(events)
    with LiveStandings(store, events, quiet=quiet) as progress:
        if again:
            progress.say(f"{count_of(again)} in which a player did not start: to be played now")

        def tick(runner: Runner) -> None:
            if news := look():
                progress.say(news)
            progress.tick(runner)

        runner = Runner(store, events, jobs, tell=progress.tell, tick=tick, enough=enough)
        try:
            with terminated_like_interrupted():
                runner.run()
        except KeyboardInterrupt:
            raise Stopped(f"stopped: {count_of(runner.played)} played and stored now") from None
    return Played(runner.played, time.monotonic() - began)


def default_jobs(pairings: Sequence[Pairing]) -> int:
    """How many games fit side by side: as many as cores, fewer if the players use several threads."""
    threads = max((player.threads for pairing in pairings for player in (pairing.first, pairing.second)), default=1)
    return max(1, usable_cores() // threads)
