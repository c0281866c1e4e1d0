"""Threads for compiled work, which a process that forks gets anew.

A forked process has only the thread that called `fork`. An executor it inherits still believes in its threads and
would wait for them for ever, so here the executor is made on first use in each process.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Threads:
    """A number of threads; with one, work is done by the caller's.

    >>> Threads(2, "example").map(str.upper, ["a", "b"])
    ['A', 'B']
    """

    def __init__(self, count: int, name: str) -> None:
        self.count = count
        self._name = name
        self._executor: Executor | None = None
        self._process = 0  # whose threads they are

    def map(self, function: Callable[[_Item], _Result], items: Iterable[_Item]) -> list[_Result]:
        """What `function` makes of each item, at the same time."""
        if self.count == 1:
            return [function(item) for item in items]
        if self._executor is None or self._process != os.getpid():
            self._executor = ThreadPoolExecutor(self.count, self._name)
            self._process = os.getpid()
        return list(self._executor.map(function, items))

    def close(self) -> None:
        """End the threads."""
        if self._executor is not None and self._process == os.getpid():
            self._executor.shutdown()
        self._executor = None
