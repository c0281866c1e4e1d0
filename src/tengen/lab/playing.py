"""Playing events in front of a person: the runner, the display, and what Ctrl-C means."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from tengen.errors import TengenError
from tengen.lab.progress import Progress
from tengen.lab.runner import Runner
from tengen.lab.store import Event, Pairing, Store


class Stopped(TengenError):
    """The person, or the system, asked to stop; what was finished is stored."""


def play_events(
    store: Store,
    events: Sequence[Event],
    jobs: int,
    *,
    quiet: bool = False,
    enough: Callable[[], bool] = lambda: False,
    look: Callable[[], str] = lambda: "",
) -> int:
    """Play what the events want, showing how it goes; the number of games played.

    `look` is called now and then: what it returns is told. `Stopped` says that not all was played.
    """
    with Progress(store, events, quiet=quiet) as progress:

        def tick(runner: Runner) -> None:
            if news := look():
                progress.say(news)
            progress.tick(runner)

        runner = Runner(store, events, jobs, tell=progress.tell, tick=tick, enough=enough)
        try:
            with _terminated_like_interrupted():
                runner.run()
        except KeyboardInterrupt:
            raise Stopped(f"stopped: {runner.played} games were played and stored now") from None
    return runner.played


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Let a polite kill end a match as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def default_jobs(pairings: Sequence[Pairing], cores: int) -> int:
    """How many games fit side by side: as many as cores, fewer if the players use several threads."""
    threads = max((player.threads for pairing in pairings for player in (pairing.first, pairing.second)), default=1)
    return max(1, cores // threads)
