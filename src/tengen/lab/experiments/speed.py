"""Measuring the rows of a table of speeds: playouts a second from the empty board, on one core."""

import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass

from tengen.engines.playout_pool import PlayoutPool
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.lab.experiments.availability import missing
from tengen.lab.experiments.model import SpeedRow

_TEST_SECONDS = 0.2
_FIRST_COUNT = 16  # playouts of the first try, which finds out how many fill a test


@dataclass(frozen=True)
class Speed:
    """Playouts a second over some tests."""

    tests: int
    minimum: float
    maximum: float
    mean: float
    deviation: float

    @classmethod
    def of(cls, rates: Iterable[float]) -> "Speed":
        """The figures of some tests.

        >>> Speed.of([90, 100, 110]).mean
        100
        """
        found = list(rates)
        deviation = statistics.stdev(found) if len(found) > 1 else 0.0
        return cls(len(found), min(found), max(found), statistics.mean(found), deviation)


def measure(row: SpeedRow, tests: int, seconds: float = _TEST_SECONDS) -> Speed:
    """Playouts a second of a row's policy over `tests` tests of some `seconds` each."""
    reason = missing(row)
    if reason:
        raise TengenError(f"{row.label} cannot be measured: it {reason}")
    pool = PlayoutPool(threads=1, seed=1, policy=row.playout)
    pool.begin(Position(row.size), moves=[0])
    count = _FIRST_COUNT
    while (taken := _timed(pool, count)) < seconds / 2:  # this warms up as well
        count *= 2
    count = max(1, round(count * seconds / taken))
    return Speed.of(count / _timed(pool, count) for _ in range(tests))


def _timed(pool: PlayoutPool, count: int) -> float:
    began = time.perf_counter()
    pool.run(count)
    return time.perf_counter() - began
