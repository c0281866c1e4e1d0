"""Tengen at the table: one engine in a thread of its own, whose work can be interrupted at any moment.

The thread, and with it those of the search, is nicer to others than the one that serves the browser, so that a click
is answered at once however hard the engine thinks.
"""

import asyncio
import contextlib
import math
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tengen.books.in_play import BY_DEFAULT
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.interface import Engine
from tengen.engines.move_report import MoveReport
from tengen.engines.registry import create_engine
from tengen.engines.request import Limit, OnProgress, SearchRequest
from tengen.engines.solving import Solution, solve
from tengen.game.position import Position
from tengen.search.report import SearchReport

Result = TypeVar("Result")
UPDATE_SECONDS = 0.35  # between two pictures of a search
_NICE = 10


def be_modest() -> None:
    """Let everybody else go first; where threads have no priority of their own, nothing happens."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


class Thinker:
    """An engine that does one thing at a time; what is asked for later waits, and interrupts nothing by itself."""

    def __init__(self, threads: int, memory: int, ponderers: threading.Semaphore | None = None) -> None:
        self._threads = threads
        self._memory = memory
        self._ponderers = ponderers or threading.Semaphore()  # how many of those who share it may ponder at once
        self._worker = ThreadPoolExecutor(1, "tengen-thinker", initializer=be_modest)
        self._engine: Engine | None = None
        self.is_pondering = False
        self._turn = threading.Lock()
        self._cancelled = threading.Event()  # of the work under way, or waiting
        self._is_moving = False

    @property
    def engine(self) -> Engine | None:
        """The engine, to look at its settings; None until it is first needed."""
        return self._engine

    # ---- what can be asked -----------------------------------------------------------

    async def choose_move(
        self, position: Position, level: str, limit: Limit, on_update: OnProgress, *, may_resign: bool
    ) -> MoveReport | None:
        """The engine's move; None if it was interrupted."""
        tell = _in_loop(on_update)

        def work(cancelled: threading.Event) -> MoveReport | None:
            engine = self._ready(level)
            with self._turn:
                if cancelled.is_set():
                    return None
                self._is_moving = True
            try:
                report = engine.choose_move(
                    position, limit, may_resign=may_resign, on_progress=tell, every=UPDATE_SECONDS
                )
            finally:
                with self._turn:
                    self._is_moving = False
                    engine.resume()
            return None if cancelled.is_set() else report

        return await self._do(work)

    async def analyze(
        self, position: Position, visits: int, on_update: OnProgress, seconds: float | None = None
    ) -> SearchReport | None:
        """What the engine at its full strength thinks of a position; None if it was interrupted."""
        tell = _in_loop(on_update)

        def work(cancelled: threading.Event) -> SearchReport | None:
            engine = self._ready()
            if cancelled.is_set():
                return None
            limit = Limit(visits=visits, seconds=seconds)
            found = engine.search(
                SearchRequest(position, limit, stop=cancelled.is_set, on_progress=tell, every=UPDATE_SECONDS)
            )
            return None if cancelled.is_set() else found

        return await self._do(work)

    async def judge(self, position: Position, *, quickly: bool = False) -> Judgement | None:
        """Dead stones and the count as if the game ended here; None if it was interrupted before it began."""

        def work(cancelled: threading.Event) -> Judgement | None:
            engine = self._ready()
            if cancelled.is_set():
                return None
            return engine.judge_quickly(position) if quickly else engine.judge(position)

        return await self._do(work)

    async def solve(self, position: Position, seconds: float) -> Solution | None:
        """The fights that the next move decides; None if it was interrupted."""

        def work(cancelled: threading.Event) -> Solution | None:
            found = solve(position, seconds=seconds, clock=lambda: math.inf if cancelled.is_set() else time.monotonic())
            return None if cancelled.is_set() else found

        return await self._do(work)

    async def ponder(self, position: Position, level: str) -> None:
        """Think about a position on a person's time until interrupted, unless enough others do already."""

        def work(cancelled: threading.Event) -> None:
            engine = self._ready(level)
            if self._ponderers.acquire(blocking=False):
                try:
                    self.is_pondering = True
                    engine.start_pondering(position)
                    cancelled.wait()
                    engine.stop_pondering()
                finally:
                    self.is_pondering = False
                    self._ponderers.release()

        await self._do(work)

    def interrupt(self) -> None:
        """Give up what is under way; whoever waits for it gets None, soon."""
        with self._turn:
            self._cancelled.set()
            if self._is_moving and self._engine is not None:
                self._engine.stop()

    def hurry(self) -> None:
        """Have the move under way played at once."""
        with self._turn:
            if self._is_moving and self._engine is not None:
                self._engine.stop()

    def close(self) -> None:
        """End the thread, and the engine with it."""
        self.interrupt()
        self._worker.submit(self._close_engine)
        self._worker.shutdown(wait=False)

    # ---- in the worker ----------------------------------------------------------------

    async def _do(self, work: Callable[[threading.Event], Result]) -> Result:
        cancelled = self._cancelled = threading.Event()
        return await asyncio.get_running_loop().run_in_executor(self._worker, work, cancelled)

    def _ready(self, level: str | None = None) -> Engine:
        """The engine, at this level; made when it is first needed."""
        if self._engine is None:
            # People like openings that differ, and come at once.
            settings = {"memory": self._memory, "book": BY_DEFAULT}
            self._engine = create_engine(threads=self._threads, settings=settings)
        if level is not None and self._engine.settings()["level"] != level:
            self._engine.change_settings({"level": level})
        return self._engine

    def _close_engine(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None  # the tree goes now, not when somebody looks for garbage


def _in_loop(tell: OnProgress) -> OnProgress:
    """The same call, carried out in the loop that is running now, from whichever thread it comes."""
    loop = asyncio.get_running_loop()

    def call(analysis: SearchReport) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(tell, analysis)

    return call
