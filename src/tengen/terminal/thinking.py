"""Waiting for an engine that thinks, with Ctrl-C at hand.

The engine works in a thread of its own, and Ctrl-C is counted instead of hitting whatever happens to run: the first one
asks the engine to come to an end, which it does in a moment, with the best it has found so far; a second one leaves the
game. What cannot be hurried is given up at the first, and the person is back at the prompt.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from tengen.errors import TengenError

_Answer = TypeVar("_Answer")
_LOOK_SECONDS = 0.05  # between two looks whether Ctrl-C was pressed


class GivenUp(TengenError):
    """The person did not wait for the answer."""


class _Work(threading.Thread, Generic[_Answer]):
    """A piece of work and what came of it."""

    def __init__(self, work: Callable[[], _Answer]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.answers: list[_Answer] = []
        self.error: BaseException | None = None
        self.done = threading.Event()

    def run(self) -> None:
        try:
            self.answers.append(self._work())
        except BaseException as error:
            self.error = error
        finally:
            self.done.set()


def wait_for(work: Callable[[], _Answer], hurry: Callable[[], None] | None = None) -> _Answer:
    """The answer of `work`. Ctrl-C calls `hurry`, and passes on the second time; without `hurry` it is `GivenUp`."""
    worker = _Work(work)
    with _counted_interrupts() as presses:
        worker.start()
        hurried = False
        while not worker.done.wait(_LOOK_SECONDS):
            if not presses:
                continue
            if hurry is None:
                raise GivenUp("left undone")
            if not hurried:
                hurried = True
                hurry()
            elif len(presses) > 1:
                raise KeyboardInterrupt
    if worker.error is not None:
        raise worker.error
    return worker.answers[0]


@contextmanager
def _counted_interrupts() -> Iterator[list[int]]:
    """Within, Ctrl-C only makes the list longer; in other threads than the first nothing changes."""
    presses: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield presses
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: presses.append(number))
    try:
        yield presses
    finally:
        signal.signal(signal.SIGINT, before)
