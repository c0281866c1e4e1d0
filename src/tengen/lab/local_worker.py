"""A worker in a process of this machine: a pipe for games and results, shared memory for where it is.

A thread of ours waits at the pipe, so that the runner can wait for any number of workers, of any kind, at once.
"""

import multiprocessing
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import wait

from tengen.game.color import Color
from tengen.lab.interrupts import interrupts_deferred
from tengen.lab.outcome import GameResult
from tengen.lab.worker import WorkerState, kill_group, work
from tengen.lab.worker_handle import GameProgress, GameTask, WorkerGone, WorkerHandle
from tengen.wire.process import describe_exit

_LAST_BREATH_SECONDS = 1.0  # for a process that has closed its pipe to end
_SPAWN = multiprocessing.get_context("spawn")


class LocalWorker(WorkerHandle):
    """The process is started with its first game."""

    def __init__(self) -> None:
        self._state: WorkerState = _SPAWN.RawValue(WorkerState)
        self._pipe, self._its_pipe = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=work, args=(self._its_pipe, self._state), daemon=True)
        self._thread = ThreadPoolExecutor(1)

    def start(self, task: GameTask) -> "Future[GameResult]":
        """Send the game to the process."""
        if self.process.pid is None:
            resource_tracker.ensure_running()  # or it is started inside, and lets Ctrl-C through again
            with interrupts_deferred():
                self.process.start()
            self._its_pipe.close()
        self._state.begin()
        return self._thread.submit(self._play, task)

    def _play(self, task: GameTask) -> GameResult:
        try:
            self._pipe.send(task)
            result: GameResult = self._pipe.recv()
        except (EOFError, OSError):
            self.process.join(_LAST_BREATH_SECONDS)
            how = describe_exit(self.process.exitcode)
            raise WorkerGone(f"the process that played the game {how}") from None
        return result

    def progress(self) -> GameProgress:
        """What the process has written into the shared memory."""
        state = self._state
        color = Color(state.thinker) if state.thinker else None
        return GameProgress(state.move, color, state.deadline - time.monotonic())

    def leave(self) -> "Future[None]":
        """Ask the process to end."""
        return self._thread.submit(self._say_goodbye)

    def _say_goodbye(self) -> None:
        with suppress(OSError):
            self._pipe.send(None)
        wait([self.process.sentinel])

    def kill(self) -> None:
        """End the process and the programs it has started."""
        pids = list(self._state.pids)
        if self.process.pid is not None:
            self.process.kill()
            self.process.join()
        for pid in pids:
            kill_group(pid)
        self._thread.shutdown()  # it has seen the end of the process
        self._pipe.close()
