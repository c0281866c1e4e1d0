"""Whatever ends a runner, the store is sound, no finished game is lost and none is played twice.

Every process here, and all that it starts, carries a mark in its environment, by which it is found afterwards.
"""

import contextlib
import os
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest

from tengen.lab.store import GameRow, Store

HERE = Path(__file__).parent
TROUBLEMAKER = [sys.executable, "-S", str(HERE / "troublemaker.py")]
PATIENCE = 90.0  # seconds, on a very busy machine
KILLS = 12


class Runners:
    """Processes that play the same match."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "results.db"
        self.folder = folder
        self.mark = uuid.uuid4().hex
        self.started: list[subprocess.Popen[bytes]] = []
        self.outputs: list[Path] = []

    def start(self, games: int, *options: str) -> "subprocess.Popen[bytes]":
        """One more."""
        output = self.folder / f"told {len(self.outputs)}"
        self.outputs.append(output)
        command = [sys.executable, str(HERE / "runner_process.py"), str(self.path), str(games), *options]
        environment = {**os.environ, "TENGEN_TEST_MARK": self.mark}
        with output.open("wb") as out, output.with_suffix(".err").open("wb") as err:
            process = subprocess.Popen(command, stdout=out, stderr=err, env=environment, start_new_session=True)
        self.started.append(process)
        return process

    def told(self, number: int | None = None) -> list[tuple[int, str]]:
        """The games that all of them, or one, told of: number and uid; a line cut short was not told."""
        lines = []
        for output in self.outputs if number is None else [self.outputs[number]]:
            lines += [line.split() for line in output.read_text().splitlines(keepends=True) if line.endswith("\n")]
        return [(int(game), uid) for game, uid in lines]

    def errors(self) -> str:
        return "".join(output.with_suffix(".err").read_text() for output in self.outputs)

    def games(self) -> list[GameRow]:
        with Store(self.path) as store:
            return store.games(store.pairings(store.events()[0])[0])

    def count(self, table: str) -> int:
        """Rows of a table; 0 if there is none yet."""
        with contextlib.suppress(sqlite3.OperationalError), contextlib.closing(sqlite3.connect(self.path)) as store:
            return int(store.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        return 0

    def check(self) -> None:
        """The store is sound and has every game that was told."""
        with contextlib.closing(sqlite3.connect(self.path)) as store:
            assert store.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            assert store.execute("PRAGMA foreign_key_check").fetchall() == []
            if not self.count("games"):
                assert self.told() == []
                return
            stored = store.execute("SELECT number, uid FROM games").fetchall()
            halves = "SELECT 1 FROM games WHERE moves != (SELECT count(*) FROM moves WHERE game = games.id)"
            assert store.execute(halves).fetchall() == []
        told = self.told()
        assert set(told) <= set(stored)
        assert len(told) == len(set(told))
        assert len({number for number, _ in stored}) == len(stored)

    def processes(self) -> list[str]:
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if process.environ().get("TENGEN_TEST_MARK") == self.mark:
                    found.append(f"{process.pid} {process.cmdline()}")
        return found

    def has(self, text: str) -> bool:
        return any(text in one for one in self.processes())

    def gone(self, seconds: float = 15.0) -> bool:
        """Whether all processes end within some seconds."""
        return until(lambda: not self.processes(), seconds)

    def end(self) -> None:
        for process in self.started:
            with contextlib.suppress(OSError):
                os.kill(process.pid, signal.SIGCONT)
            process.kill()
            process.wait()


def until(true: Callable[[], object], seconds: float = PATIENCE) -> bool:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


@pytest.fixture
def runners(tmp_path: Path) -> Iterator[Runners]:
    runners = Runners(tmp_path)
    yield runners
    runners.end()
    assert runners.gone(), runners.processes()


def test_killed_at_random_moments(runners: Runners) -> None:
    """Half of the kills while it starts, the others while it plays."""
    chance = random.Random()
    for number in range(KILLS):
        process = runners.start(100_000, "--jobs", str(1 + number % 4 // 2))
        if number % 2:
            assert until(lambda: runners.told(-1)), runners.errors()
        time.sleep(chance.uniform(0, 0.3 if number % 2 else 1.5))
        assert process.poll() is None, runners.errors()
        process.kill()
        process.wait()
        if runners.path.exists():
            runners.check()
    assert runners.gone(), runners.processes()
    played = len(runners.games())
    assert played >= len(runners.told()) >= KILLS // 2
    wanted = played + 15
    assert runners.start(wanted).wait(PATIENCE) == 0
    runners.check()
    assert [game.number for game in runners.games()] == list(range(wanted))
    assert runners.count("claims") == runners.count("runners") == 0
    assert runners.errors() == ""


@pytest.mark.parametrize("number", [2, 3])
def test_several_runners_play_one_match(runners: Runners, number: int) -> None:
    """One of them is killed; the others take over what it was playing."""
    wanted = 300
    processes = [runners.start(wanted, "--jobs", "1") for _ in range(number)]
    assert until(lambda: len(runners.told(0)) >= 5 or processes[0].poll() is not None)
    processes[0].kill()
    for process in processes[1:]:
        assert process.wait(PATIENCE) == 0
    runners.check()
    assert [game.number for game in runners.games()] == list(range(wanted))
    assert len({game.uid for game in runners.games()}) == wanted
    assert wanted - 1 <= len(runners.told()) <= wanted  # it may have been killed before it told the last one
    assert runners.count("claims") == runners.count("runners") == 0
    assert runners.errors() == ""


def test_the_last_to_live_waits_for_the_games_of_the_others(runners: Runners, tmp_path: Path) -> None:
    """Nothing is left to claim, but a game is still played by one that will be killed: it is played again."""
    once = tmp_path / "once"
    hangs = shlex.join([*TROUBLEMAKER, "--on", "genmove", "--do", "hang", "--once", str(once)])
    options = ("--jobs", "1", "--second", hangs)
    doomed = runners.start(3, *options)
    assert until(once.exists)
    other = runners.start(3, *options)
    assert until(lambda: len(runners.told(1)) == 2)
    time.sleep(0.5)
    assert other.poll() is None
    doomed.kill()
    assert other.wait(PATIENCE) == 0
    assert [game.number for game in runners.games()] == [0, 1, 2]
    assert sorted(number for number, _ in runners.told(1)) == [0, 1, 2]


def test_a_stopped_runner_comes_back_too_late(runners: Runners) -> None:
    """It is on another machine, where nobody can see whether it lives: its silence is all there is to go by."""
    slow = shlex.join([*TROUBLEMAKER, "--on", "genmove", "--nth", "2", "--do", "slow", "--seconds", "2"])
    options = ("--jobs", "1", "--second", slow)
    stopped = runners.start(4, *options, "--machine", "far away")
    assert until(lambda: runners.count("claims") == 1)
    os.kill(stopped.pid, signal.SIGSTOP)
    time.sleep(1.5)
    other = runners.start(4, *options, "--silence", "1")
    assert other.wait(PATIENCE) == 0
    assert [number for number, _ in runners.told()] == [0, 1, 2, 3]
    with Store(runners.path) as store:  # more games are wanted when it comes back
        event = store.events()[0]
        pairing = store.pairings(event)[0]
        store.set_pairing(event, pairing.first, pairing.second, pairing.conditions, 6)
    os.kill(stopped.pid, signal.SIGCONT)
    assert stopped.wait(PATIENCE) == 0, runners.errors()
    assert [number for number, _ in runners.told(0)] == [4, 5]  # its first game was another's by then
    assert [game.number for game in runners.games()] == list(range(6))
    assert runners.count("claims") == runners.count("runners") == 0
    assert runners.errors() == ""


def test_programs_end_with_the_runner(runners: Runners) -> None:
    """Also those that do not listen to anything: while they start, and while they play."""
    starting = ["sh", "-c", "trap '' TERM HUP INT; while :; do sleep 60; done"]
    playing = [*TROUBLEMAKER, "--on", "genmove", "--do", "hang"]
    for name, deaf, on in (("sleep", starting, "start"), ("--on", playing, "move")):
        runners.path = runners.folder / f"{on}.db"
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            process = runners.start(10, "--jobs", "1", "--second", shlex.join(deaf))
            assert until(partial(runners.has, f"{name!r}, "))
            time.sleep(0.3)
            os.kill(process.pid, how)
            process.wait(PATIENCE)
            assert runners.gone(), (on, how, runners.processes())
    assert runners.errors() == ""


def test_ctrl_c_at_any_moment(runners: Runners) -> None:
    """The terminal sends it to every process of the group: all end, without a word, and no finished game is lost."""
    for pause in (0.0, 0.2, 0.5, 1.0):
        process = runners.start(100_000)
        assert until(lambda: len(runners.processes()) >= 3)  # the first workers are starting
        time.sleep(pause)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert runners.gone(), runners.processes()
        runners.check()
        assert runners.count("claims") == runners.count("runners") == 0
    assert runners.errors() == ""
