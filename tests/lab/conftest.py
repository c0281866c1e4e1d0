"""An arena for matches in tests: a store, players that misbehave, and a look at what processes are left."""

import os
import shlex
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tengen.lab.conditions import Conditions
from tengen.lab.outcome import GameResult
from tengen.lab.players import Entrant
from tengen.lab.runner import Finished, Runner
from tengen.lab.store import GameRow, Store
from tengen.lab.worker import Worker, WorkerState
from tengen.lab.worker_handle import GameTask

TROUBLEMAKER = Path(__file__).with_name("troublemaker.py")
QUICK = {"size": 5, "move_timeout": 1.5, "start_timeout": 10.0, "count": "tengen"}


class Arena:
    """Plays matches in a store of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.marker = f"marker-{uuid.uuid4().hex}"
        self.store = Store(folder / "results.db")
        self._events = 0

    def program(self, name: str, *options: str, **values: object) -> Entrant:
        """A program that behaves, but for its options."""
        words = [sys.executable, "-S", str(TROUBLEMAKER), "--marker", self.marker, *options]
        for key, value in values.items():
            words += [f"--{key}", str(value)]
        return Entrant(name, command=shlex.join(words))

    def play(self, *pairings: tuple[Entrant, Entrant, int], jobs: int = 1, **conditions: Any) -> list[list[GameRow]]:
        """The games of each pairing of a match, which is played to its end."""
        self._events += 1
        event = self.store.add_event(f"event {self._events}", "match", "a match")
        rules = Conditions(**{**QUICK, **conditions})
        wanted = [self.store.set_pairing(event, first, second, rules, games) for first, second, games in pairings]
        told: list[Finished] = []
        runner = Runner(self.store, [event], jobs, tell=told.append)
        runner.run()
        games = [self.store.games(pairing) for pairing in wanted]
        assert runner.played == len(told) == sum(map(len, games))
        for played, (_, _, number) in zip(games, pairings, strict=True):
            assert [game.number for game in played] == list(range(number))
        return games

    def work(self, first: Entrant, second: Entrant, games: int = 1, **conditions: Any) -> list[GameResult]:
        """Games that a worker plays in this very process, the first player with Black and White in turn."""
        rules = Conditions(**{**QUICK, **conditions})
        worker = Worker(WorkerState())
        try:
            return [worker.play(GameTask(first, second, rules, n % 2 == 0, "", n)) for n in range(games)]
        finally:
            worker.close()

    def left(self, seconds: float = 60.0) -> list[str]:
        """The processes of this arena's programs, and zombies of ours, that are there even after some seconds."""
        deadline = time.monotonic() + seconds
        while (found := self._processes()) and time.monotonic() < deadline:
            time.sleep(0.05)
        return found

    def _processes(self) -> list[str]:
        found = []
        for process in psutil.process_iter(["cmdline", "status", "ppid"]):
            told = process.info
            ours_and_dead = told["status"] == psutil.STATUS_ZOMBIE and told["ppid"] == os.getpid()
            if self.marker in (told["cmdline"] or ()) or ours_and_dead:
                found.append(str(process))
        return found


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    """A store and players; nothing they started is left behind."""
    arena = Arena(tmp_path)
    yield arena
    arena.store.close()
    assert arena.left() == []
