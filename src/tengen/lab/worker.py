"""A process that plays one game after the other: the hands of a match.

The runner gives it games through a pipe and hears the results (`local_worker.py`). In a piece of shared memory it
tells where it is. So the runner can end a worker that hangs, and what it leaves behind. A worker whose runner dies ends
itself.
"""

import ctypes
import math
import os
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import parent_process

from tengen.game.color import BLACK, WHITE, Color
from tengen.lab.conditions import Conditions
from tengen.lab.game import MatchGame
from tengen.lab.outcome import End, GameResult
from tengen.lab.players import Entrant
from tengen.lab.referee import Referee
from tengen.lab.seats import Seat
from tengen.lab.worker_handle import GameTask

_LEAVING = 60.0  # seconds that players may take to leave


class WorkerState(ctypes.Structure):
    """Where a worker is, in memory that it shares with the runner's process."""

    move: int
    thinker: int  # a color; 0: nobody yet, or the referee
    deadline: float  # by the machine's monotonic clock: when an answer must have come
    pids: ctypes.Array[ctypes.c_int]  # the processes it has started: two players and the referee
    _fields_ = (
        ("move", ctypes.c_int),
        ("thinker", ctypes.c_int),
        ("deadline", ctypes.c_double),
        ("pids", ctypes.c_int * 3),
    )

    def begin(self) -> None:
        """A new game."""
        self.move = self.thinker = 0
        self.deadline = math.inf


def work(tasks: Connection, state: WorkerState) -> None:
    """Play until told to stop; the body of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the runner's to hear
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})  # blocked until now by the runner
    os.dup2(sys.stderr.fileno(), 1)  # standard output is the runner's; an engine may print
    worker = Worker(state)
    threading.Thread(target=_watch_runner, args=(worker,), daemon=True).start()
    try:
        while (task := tasks.recv()) is not None:
            tasks.send(worker.play(task))
    except (EOFError, OSError):
        pass  # the runner has gone
    finally:
        worker.close()


def _watch_runner(worker: "Worker") -> None:
    """End everything at once when the runner has died."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    worker.kill()
    os._exit(1)


class Worker:
    """The players and the referee of the games under way; they stay seated while the pairing is the same."""

    def __init__(self, state: WorkerState) -> None:
        self._state = state
        self._seated: tuple[Entrant, Entrant, Conditions] | None = None
        self._seats: tuple[Seat, ...] = ()
        self._referee: Referee | None = None

    def play(self, task: GameTask) -> GameResult:
        """Play a game."""
        seated = (task.first, task.second, task.conditions)
        if self._seated != seated:
            self._state.deadline = time.monotonic() + _LEAVING
            self.close()
            self._referee = Referee(task.conditions)
            self._seats = tuple(Seat(player, task.conditions) for player in seated[:2])
            self._seated = seated
            for one in self._everyone():
                one.on_start = self._note_processes
        assert self._referee is not None
        first, second = self._seats
        seats = {BLACK: first, WHITE: second} if task.first_black else {BLACK: second, WHITE: first}
        game = MatchGame(seats, task.conditions, self._referee, opening=task.opening, seed=task.seed, tell=self._tell)
        try:
            result = game.play_to_the_end()
            if result.at_fault is not None:
                self._state.deadline = time.monotonic() + _LEAVING
                seats[result.at_fault].close()  # he begins the next game afresh
            return result
        except Exception as error:  # a player's mistakes are faults: this one is ours
            traceback.print_exc()
            return GameResult(End.CRASH, detail=f"the laboratory broke down: {type(error).__name__}: {error}")
        finally:
            self._state.deadline = math.inf

    def _tell(self, number: int, color: Color | None, patience: float) -> None:
        self._state.move, self._state.thinker = number, color or 0
        self._state.deadline = time.monotonic() + patience
        self._note_processes()

    def _note_processes(self) -> None:
        for place, pid in enumerate(self._pids()):
            self._state.pids[place] = pid

    def _pids(self) -> list[int]:
        return [one.pid or 0 for one in self._everyone()]

    def _everyone(self) -> list[Seat | Referee]:
        return [*self._seats, *([self._referee] if self._referee else [])]

    def kill(self) -> None:
        """End the programs now; safe from another thread."""
        for pid in self._pids():
            kill_group(pid)

    def close(self) -> None:
        """The players leave."""
        for one in self._everyone():
            one.close()
        self._seats, self._referee, self._seated = (), None, None
        self._state.pids[:] = [0] * len(self._state.pids)


def kill_group(pid: int) -> None:
    """End a program and all that it has started."""
    if pid > 1:
        with suppress(OSError):
            os.killpg(pid, signal.SIGKILL)
