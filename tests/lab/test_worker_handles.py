"""The runner knows workers by their handles alone: here they are threads, or nothing but a script of what happens."""

import multiprocessing.process
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, GameResult
from tengen.lab.players import Entrant
from tengen.lab.runner import Finished, Runner
from tengen.lab.store import Event, GameRow, Store
from tengen.lab.worker import Worker, WorkerState
from tengen.lab.worker_handle import GameProgress, GameTask, WorkerGone, WorkerHandle

RANDOM = Entrant("random", engine="random")
OTHER = Entrant("other", engine="random")


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", refuse)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as opened:
        yield opened


def match(store: Store, games: int) -> Event:
    event = store.add_event("match", "match", "a match")
    store.set_pairing(event, RANDOM, OTHER, Conditions(size=5, rules="tromp-taylor"), games)
    return event


def games_of(store: Store, event: Event) -> list[GameRow]:
    (pairing,) = store.pairings(event)
    return store.games(pairing)


class ThreadWorker(WorkerHandle):
    """Plays in a thread of this process."""

    def __init__(self) -> None:
        self.state = WorkerState()
        self.worker = Worker(self.state)
        self.thread = ThreadPoolExecutor(1)
        self.left = self.killed = False

    def start(self, task: GameTask) -> "Future[GameResult]":
        self.state.begin()
        return self.thread.submit(self.worker.play, task)

    def progress(self) -> GameProgress:
        thinker = Color(self.state.thinker) if self.state.thinker else None
        return GameProgress(self.state.move, thinker, self.state.deadline - time.monotonic())

    def leave(self) -> "Future[None]":
        self.left = True
        return self.thread.submit(self.worker.close)

    def kill(self) -> None:
        self.killed = True
        self.thread.shutdown()


def test_a_match_is_played_without_a_process(store: Store) -> None:
    made: list[ThreadWorker] = []
    told: list[Finished] = []
    seen: list[int] = []

    def make() -> ThreadWorker:
        made.append(ThreadWorker())
        return made[-1]

    def look(runner: Runner) -> None:
        seen.extend(game.worker.progress().move for game in runner.in_play.values())

    event = match(store, 12)
    runner = Runner(store, [event], 2, tell=told.append, tick=look, make_worker=make)
    threads = threading.active_count()
    runner.run()
    games = games_of(store, event)
    assert [game.number for game in games] == list(range(12))
    assert {game.end for game in games} == {End.SCORE}
    assert runner.played == len(told) == 12
    assert max(seen) > 0
    assert len(made) == 2
    assert all(worker.left and worker.killed for worker in made)
    assert runner.workers == []
    assert threading.active_count() == threads


@dataclass
class Scripted(WorkerHandle):
    """Does with each game what its script says next: ends it with a result, an error, or not at all."""

    script: list[GameResult | WorkerGone | GameProgress]
    where: GameProgress = field(default_factory=GameProgress)
    killed: bool = False

    def start(self, task: GameTask) -> "Future[GameResult]":
        future: Future[GameResult] = Future()
        what = self.script.pop(0)
        if isinstance(what, WorkerGone):
            future.set_exception(what)
        elif isinstance(what, GameResult):
            future.set_result(what)
        else:
            self.where = what
        return future

    def progress(self) -> GameProgress:
        return self.where

    def leave(self) -> "Future[None]":
        future: Future[None] = Future()
        future.set_result(None)
        return future

    def kill(self) -> None:
        self.killed = True


WON = GameResult(End.RESIGNATION, BLACK)
GONE = WorkerGone("the machine it was on went dark")
Script = Sequence[GameResult | WorkerGone | GameProgress]


def scripted(*scripts: tuple[Script, GameProgress]) -> tuple[list[Scripted], Callable[[], Scripted]]:
    """Workers that are made one after the other, each with a script and where it stands."""
    workers = [Scripted(list(script), where) for script, where in scripts]
    waiting = iter(workers)
    return workers, lambda: next(waiting)


def test_a_worker_that_is_gone_costs_the_game_it_played(store: Store) -> None:
    event = match(store, 3)
    workers, make = scripted(([WON, GONE], GameProgress(7, WHITE)), ([WON], GameProgress()))
    Runner(store, [event], 1, make_worker=make).run()
    first, second, third = games_of(store, event)
    assert (first.end, third.end) == (End.RESIGNATION, End.RESIGNATION)
    assert (second.end, second.at_fault) == (End.CRASH, "white")
    assert second.detail == "random: the machine it was on went dark at move 7"  # White is the first player here
    assert all(worker.killed for worker in workers)


def test_a_worker_whose_answer_is_overdue_is_ended(store: Store) -> None:
    event = match(store, 2)
    workers, make = scripted(([GameProgress(4, BLACK, -0.1)], GameProgress()), ([WON], GameProgress()))
    Runner(store, [event], 1, make_worker=make).run()
    first, second = games_of(store, event)
    assert (first.end, first.at_fault, first.detail) == (End.TIMEOUT, "black", "random: no answer in time at move 4")
    assert second.end is End.RESIGNATION
    assert workers[0].killed


def test_a_worker_that_is_gone_while_the_referee_counts_is_nobodys_fault(store: Store) -> None:
    event = match(store, 1)
    _, make = scripted(([GONE], GameProgress(30)))
    Runner(store, [event], 1, make_worker=make).run()
    (game,) = games_of(store, event)
    assert (game.end, game.at_fault) == (End.UNCOUNTED, None)
    assert game.detail == "the referee cannot count: the machine it was on went dark"


def test_a_game_that_was_not_begun_is_played_by_another_worker(store: Store) -> None:
    event = match(store, 2)
    _, make = scripted(*[([GONE], GameProgress())] * 2, ([WON, WON], GameProgress()))
    Runner(store, [event], 1, make_worker=make).run()
    assert [game.end for game in games_of(store, event)] == [End.RESIGNATION] * 2


def test_three_workers_in_a_row_that_cannot_begin_are_enough(store: Store) -> None:
    event = match(store, 2)
    workers, make = scripted(*[([GONE], GameProgress())] * 3)
    with pytest.raises(TengenError, match="no game can be begun on this machine: the machine it was on went dark"):
        Runner(store, [event], 1, make_worker=make).run()
    assert games_of(store, event) == []
    assert all(worker.killed for worker in workers)
