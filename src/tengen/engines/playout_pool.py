"""Flat playouts spread over threads, in slices that Python can stop between.

Each worker has a board, a generator, good replies and statistics of its own; nothing is shared
inside a slice, so the result depends on the seed and the number of threads alone.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tengen.game.position import Position
from tengen.kernels.board_record import BOARD
from tengen.kernels.geometry import POINTS
from tengen.kernels.playouts.flat import STATISTICS, flat_playouts
from tengen.kernels.playouts.last_good_reply import new_replies
from tengen.kernels.playouts.liberty_map import new_liberty_map
from tengen.kernels.playouts.policies import default_patterns, parse_policy, policy_record
from tengen.kernels.random import new_generators
from tengen.kernels.workspace import new_works
from tengen.search.threads import Threads

Array = np.ndarray[Any, Any]
Statistics = Array  # of POINTS records, see tengen.kernels.playouts.flat


class _Worker:
    def __init__(self, seed: int) -> None:
        self.generator = new_generators(seed)
        self.scratch = np.zeros(1, BOARD)
        self.work = new_works()
        self.liberty_map = new_liberty_map(used=False)
        self.clear()

    def clear(self) -> None:
        self.statistics = np.zeros(POINTS, STATISTICS)
        self.replies = new_replies()

    def run(self, boards: Array, policy: Array, moves: Array, first: int, count: int, komi: float) -> None:
        patterns = default_patterns()
        flat_playouts(
            boards,
            self.scratch,
            self.work,
            self.generator,
            policy,
            patterns,
            self.replies,
            self.liberty_map,
            moves,
            first,
            count,
            komi,
            self.statistics,
        )


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
        self._workers = [_Worker(seed * 1_000_003 + index) for index in range(threads)]
        self._threads = Threads(threads, "tengen-playouts")

    def set_policy(self, text: str) -> None:
        """Play by another policy from the next `begin` on: a name, or rules spelled out."""
        parse_policy(text)  # refuse it now
        self._policy_text = text

    def begin(self, position: Position, moves: Sequence[int]) -> None:
        """Start counting anew for `position`, with playouts that begin with `moves` in turn."""
        self._boards = position.board.copy()
        self._policy = policy_record(self._policy_text, position.size)
        self._komi = position.points_for_white
        self._moves = np.array(moves, np.int64)
        self._done = 0
        for worker in self._workers:
            worker.clear()

    def run(self, count: int) -> None:
        """Run one slice of `count` playouts, shared among the workers."""
        share, rest = divmod(count, len(self._workers))
        jobs = []
        for index, worker in enumerate(self._workers):
            part = share + (index < rest)
            arguments = (self._boards, self._policy, self._moves, self._done, part, self._komi)
            self._done += part
            jobs.append((worker, arguments))
        self._threads.map(lambda job: job[0].run(*job[1]), jobs)

    def statistics(self) -> Statistics:
        """What all workers counted since `begin`, by point."""
        total = np.zeros(POINTS, STATISTICS)
        for name in STATISTICS.names or ():
            total[name] = sum(worker.statistics[name] for worker in self._workers)
        return total

    def close(self) -> None:
        """End the threads."""
        self._threads.close()
