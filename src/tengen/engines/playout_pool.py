"""Flat playouts spread over threads, in slices that Python can stop between.

Each worker has a board, a generator, good replies and statistics of its own; nothing is shared
inside a slice, so the result depends on the seed and the number of threads alone.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tengen.game.position import Position
from tengen.kernels.geometry import POINTS
from tengen.kernels.playouts.flat import STATISTICS, flat_playouts
from tengen.kernels.playouts.last_good_reply import new_replies
from tengen.kernels.playouts.policies import parse_policy, policy_record
from tengen.kernels.root_record import new_roots, new_tables
from tengen.kernels.thread_record import new_threads
from tengen.search.joseki import joseki_for_playouts
from tengen.search.threads import Threads

Array = np.ndarray[Any, Any]
Statistics = Array  # of POINTS records, see tengen.kernels.playouts.flat


class PlayoutPool:
    """Workers that play positions out and count.

    >>> pool = PlayoutPool(threads=1, seed=1)
    >>> pool.begin(Position(9), moves=[0])
    >>> pool.run(100)
    >>> int(pool.statistics()["visits"][0])
    100
    """

    def __init__(self, threads: int, seed: int, policy: str = "mogo") -> None:
        self.set_policy(policy)
        self._workers = [new_threads(seed * 1_000_003 + index) for index in range(threads)]
        self.threads = threads
        self._threads = Threads(threads, "tengen-playouts")

    def set_policy(self, text: str) -> None:
        """Play by another policy from the next `begin` on: a name, or rules spelled out."""
        parse_policy(text)  # refuse it now
        self._policy_text = text
        self._tables = new_tables(joseki=joseki_for_playouts(text))

    def begin(self, position: Position, moves: Sequence[int]) -> None:
        """Start counting anew for `position`, with playouts that begin with `moves` in turn."""
        policy = policy_record(self._policy_text, position.size)
        self._root = new_roots(position.board, policy, position.points_for_white)
        self._moves = np.array(moves, np.int64)
        self.done = 0  # playouts
        self._counted = [np.zeros(POINTS, STATISTICS) for _ in self._workers]
        if policy["learns"]:
            for worker in self._workers:
                worker["replies"] = new_replies()

    def run(self, count: int) -> None:
        """Run one slice of `count` playouts, shared among the workers."""
        share, rest = divmod(count, len(self._workers))
        jobs: list[tuple[Any, ...]] = []
        for worker, counted in zip(self._workers, self._counted, strict=True):
            part = share + (len(jobs) < rest)
            jobs.append((self._tables, self._root, worker, self._moves, self.done, part, counted))
            self.done += part
        self._threads.map(lambda job: flat_playouts(*job), jobs)

    def statistics(self) -> Statistics:
        """What all workers counted since `begin`, by point."""
        total = np.zeros(POINTS, STATISTICS)
        for name in STATISTICS.names or ():
            total[name] = sum(counted[name] for counted in self._counted)
        return total

    def close(self) -> None:
        """End the threads."""
        self._threads.close()
