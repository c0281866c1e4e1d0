"""Ctrl-C and a polite kill: when they are heard, and that they are the same."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Let Ctrl-C and a polite kill wait until something is done; a process started meanwhile does not hear them.

    Blocking them is not enough, as another thread of the process may be given them; not to react is not
    enough, as a process that is being started would, until it can ignore them: it inherits the blocking.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    waiting: list[int] = []
    handlers = {number: signal.signal(number, lambda number, frame: waiting.append(number)) for number in _INTERRUPTS}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if waiting:
            signal.raise_signal(waiting[0])


@contextmanager
def terminated_like_interrupted() -> Iterator[None]:
    """Let a polite kill end a match as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
