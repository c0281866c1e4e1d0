"""When a runner stops: a test that has decided, and a person who presses Ctrl-C twice."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from tengen.lab.conclusion import conclusion, sequential_verdict
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, GameResult
from tengen.lab.players import Entrant
from tengen.lab.results import PairingResult
from tengen.lab.runner import Runner
from tengen.lab.statistics import SequentialTest
from tengen.lab.store import Store
from tengen.lab.worker_handle import GameProgress, GameTask, WorkerHandle

RANDOM = Entrant("random", engine="random")


def test_a_match_that_is_decided_already_plays_no_more(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        event = store.add_event("event", "match", "a match")
        store.set_pairing(event, RANDOM, RANDOM, Conditions(size=5), 4)
        runner = Runner(store, [event], 1, enough=lambda: True)
        runner.run()
        assert runner.played == 0


class Lingering(WorkerHandle):
    """A worker that takes its time to leave."""

    killed = False

    def start(self, task: GameTask) -> "Future[GameResult]":
        raise NotImplementedError

    def progress(self) -> GameProgress:
        return GameProgress()

    def leave(self) -> "Future[None]":
        return Future()

    def kill(self) -> None:
        self.killed = True


def test_a_second_interrupt_does_not_leave_workers_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tengen.lab.runner.futures.wait", interrupted)
    with Store(tmp_path / "results.db") as store:
        runner = Runner(store, [], 2)
        workers = [Lingering(), Lingering()]
        runner.workers = list(workers)
        with pytest.raises(KeyboardInterrupt):
            runner._dismiss()
        assert all(worker.killed for worker in workers)
        assert runner.workers == []


def test_a_sequential_test_does_not_conclude_from_the_interval() -> None:
    verdict = sequential_verdict(SequentialTest(0, 200).of_pairs((0, 0, 2, 0, 20)))
    assert verdict.startswith("Sequential test accepted")
    assert "of a match of fixed length" in verdict


def test_a_player_against_himself_is_told_apart(arena: Any) -> None:
    broken = arena.program("a", "--on", "genmove", "--nth", "1", "--do", "exit")
    arena.play((broken, broken, 2))
    (event,) = arena.store.events()
    (pairing,) = arena.store.pairings(event)
    result = PairingResult(pairing, tuple(arena.store.games(pairing)), {})
    assert result.faults == {("a (the first)", End.CRASH): 1, ("a (the second)", End.CRASH): 1}
    assert conclusion(result).startswith("Nothing can be concluded")
