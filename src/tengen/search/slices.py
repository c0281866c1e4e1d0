"""The loop of every search: slices of simulations, and Python's say between them."""

import time
from collections.abc import Callable

from tengen.search.report import SearchReport
from tengen.search.searcher import Searcher


def run_slices(
    searcher: Searcher,
    wanted: Callable[[], int],
    seconds_left: Callable[[], float] | None = None,
    on_progress: Callable[[SearchReport], None] | None = None,
    every: float = 1.0,
    first: float | None = None,
) -> None:
    """Search on while `wanted` says how many simulations are still to be run; 0 is enough.

    A slice is shortened to the `seconds_left`. `on_progress` is told what is known about `every` so many seconds,
    for the first time after `first`, if given.
    """
    due = time.monotonic() + (every if first is None else first)
    while (count := wanted()) > 0:
        searcher.run_slice(count, None if seconds_left is None else max(0.0, seconds_left()))
        if on_progress is not None and time.monotonic() >= due:
            due = time.monotonic() + every
            on_progress(searcher.report())
