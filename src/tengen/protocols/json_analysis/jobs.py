"""Positions that wait to be analysed, and which of them a free worker takes.

The highest priority comes first and among equals whoever came first, with one exception: a worker goes on with the game
it has in its tree, and the next turns of that game are left to it while there is something else to do. Thus a game is
analysed in stretches of consecutive turns, in each of which one worker's tree serves from turn to turn.
"""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tengen.protocols.json_analysis.query import Query

_STRETCH = 8  # turns ahead of a worker that are left to it
MOST_WAITING = 100_000  # positions


@dataclass(eq=False)
class Job:
    """A position to be analysed."""

    query: Query
    turn: int
    priority: int
    stopped: bool = False  # it is to be answered soon, with whatever is known

    def lies_ahead_of(self, other: "Job") -> int | None:
        """How many turns it is after `other` in the same game; None if it is not."""
        if not other.query.game.leads_to(other.turn, self.query.game, self.turn):
            return None
        return self.turn - other.turn


class JobQueue:
    """The jobs of all queries; every method may be called from any thread."""

    def __init__(self, workers: int) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[int, list[Job]] = {}  # by priority, in the order they came
        self._count = 0
        self._last: list[Job | None] = [None] * workers  # what each worker has in its tree
        self._running: list[Job | None] = [None] * workers
        self._closed = False

    def has_room_for(self, count: int) -> bool:
        """Whether so many more may wait."""
        with self._changed:
            return self._count + count <= MOST_WAITING

    def put(self, jobs: Iterable[Job]) -> None:
        """Add jobs."""
        with self._changed:
            for job in jobs:
                self._waiting.setdefault(job.priority, []).append(job)
                self._count += 1
            self._changed.notify_all()

    def take(self, worker: int) -> Job | None:
        """The next job of a worker, which is done with its last; waits for one; None when there will be none."""
        with self._changed:
            self._running[worker] = None
            while not self._waiting:
                if self._closed:
                    return None
                self._changed.wait()
            job = self._choose(worker)
            self._running[worker] = self._last[worker] = job
            return job

    def stop(self, wanted: Callable[[Job], bool]) -> list[Job]:
        """Stop the jobs that are wanted: returns those that had not begun, which are gone."""
        with self._changed:
            gone = [job for jobs in self._waiting.values() for job in jobs if wanted(job)]
            if gone:
                lost = set(map(id, gone))
                kept = {p: [job for job in jobs if id(job) not in lost] for p, jobs in self._waiting.items()}
                self._waiting = {priority: jobs for priority, jobs in kept.items() if jobs}
                self._count -= len(gone)
            for job in self._running:
                if job is not None and wanted(job):
                    job.stopped = True
            return gone

    def close(self) -> None:
        """Let the workers end when everything that waits is done."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _choose(self, worker: int) -> Job:
        priority = max(self._waiting)
        jobs = self._waiting[priority]
        index = self._next_in_game(worker, jobs)
        if index is None:
            index = next((i for i, job in enumerate(jobs) if not self._is_left_to_another(worker, job)), 0)
        job = jobs.pop(index)
        if not jobs:
            del self._waiting[priority]
        self._count -= 1
        return job

    def _next_in_game(self, worker: int, jobs: list[Job]) -> int | None:
        """The job that the worker's tree serves best."""
        last = self._last[worker]
        if last is None:
            return None
        ahead = [(job.lies_ahead_of(last), index) for index, job in enumerate(jobs)]
        near = [(turns, index) for turns, index in ahead if turns is not None and turns <= _STRETCH]
        return min(near)[1] if near else None

    def _is_left_to_another(self, worker: int, job: Job) -> bool:
        for other, running in enumerate(self._running):
            if other != worker and running is not None:
                turns = job.lies_ahead_of(running)
                if turns is not None and 0 < turns <= _STRETCH:
                    return True
        return False
