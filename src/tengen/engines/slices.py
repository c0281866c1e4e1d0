"""The loop of every search: slices of simulations, and Python's say between them."""

import time
from collections.abc import Callable
from typing import Protocol

from tengen.engines.request import SearchRequest
from tengen.search.report import SearchReport


class Sliced(Protocol):
    """A search that can be run piece by piece: a tree's, or flat playouts."""

    def run_slice(self, most: int, seconds: float | None = None) -> int:
        """Run about as many simulations as fit between two looks at the clock, at most `most`, within `seconds`."""

    def report(self) -> SearchReport:
        """What is known so far."""


def run_slices(
    search: Sliced,
    wanted: Callable[[], int],
    seconds_left: Callable[[], float | None] = lambda: None,
    request: SearchRequest | None = None,
) -> None:
    """Search on while `wanted` says how many simulations are still to be run; 0 is enough.

    A slice is shortened to the `seconds_left`, if there is an end. Whoever made the `request` is told of the progress
    as he wishes.
    """
    tell, every, first = (None, 0.0, None) if request is None else (request.on_progress, request.every, request.first)
    due = time.monotonic() + (every if first is None else first)
    while (count := wanted()) > 0:
        seconds = seconds_left()
        search.run_slice(count, None if seconds is None else max(0.0, seconds))
        if tell is not None and time.monotonic() >= due:
            due = time.monotonic() + every
            tell(search.report())
