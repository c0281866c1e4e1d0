"""Positions that wait to be analysed, and which of them a free worker takes.

The highest priority comes first and among equals whoever came first, with one exception: a worker goes on with the game
it has in its tree, and the next turns of that game are left to it while there is something else to do. Thus a game is
analysed in stretches of consecutive turns, in each of which one worker's tree serves from turn to turn.

Nothing here looks at all jobs, but for what concerns all: a job comes and goes in a time that hardly depends on how
many wait.
"""

import heapq
import threading
from collections.abc import Iterable, Set

from tengen.protocols.json_analysis.job import Job
from tengen.protocols.json_analysis.waiting import Waiting

MOST_WAITING = 100_000  # positions
_FEW = 64  # priorities that are gone and not worth clearing away


class JobQueue:
    """The jobs of all queries; every method may be called from any thread."""

    def __init__(self, workers: int) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[int, Waiting] = {}  # by priority; none of them is empty
        self._priorities: list[int] = []  # a heap, negative, the highest at its top; some have nothing waiting any more
        self._named: dict[str, dict[int, set[Job]]] = {}  # those that wait, by the id of their query and their turn
        self._count = 0
        self._age = 0  # of the next job
        self._last: list[int | None] = [None] * workers  # the key of the position each worker has in its tree
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
                job.age, job.waits = self._age, True
                self._age += 1
                self._count += 1
                if job.priority not in self._waiting:
                    self._waiting[job.priority] = Waiting()
                    heapq.heappush(self._priorities, -job.priority)
                self._waiting[job.priority].add(job)
                self._named.setdefault(job.query.id, {}).setdefault(job.turn, set()).add(job)
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
            self._remove(job)
            self._running[worker], self._last[worker] = job, job.line[0]
            return job

    def stop(self, name: str | None = None, turns: Set[int] | None = None) -> list[Job]:
        """Stop the jobs of the queries of this id, or all; of these turns, or all.

        Returns those that had not begun, which are gone; the oldest comes first.
        """
        with self._changed:
            for job in self._running:
                if job is not None and name in (None, job.query.id) and (turns is None or job.turn in turns):
                    job.stopped = True
            if name is None and turns is None:
                gone = [job for waiting in self._waiting.values() for job in waiting.all()]
                self._waiting, self._priorities, self._named, self._count = {}, [], {}, 0
                for job in gone:
                    job.waits = False
            else:
                names = list(self._named) if name is None else [name]
                gone = [job for each in names for job in self._waiting_turns(each, turns)]
                for job in gone:
                    self._remove(job)
            return sorted(gone, key=lambda job: job.age)

    def close(self) -> None:
        """Let the workers end when everything that waits is done."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _choose(self, worker: int) -> Job:
        while -self._priorities[0] not in self._waiting:
            heapq.heappop(self._priorities)
        waiting, last = self._waiting[-self._priorities[0]], self._last[worker]
        job = None if last is None else waiting.nearest_ahead(last)
        return job if job is not None else waiting.oldest(self._taken())

    def _taken(self) -> set[int]:
        """The positions that workers look at now."""
        return {job.line[0] for job in self._running if job is not None}

    def _waiting_turns(self, name: str, turns: Set[int] | None) -> list[Job]:
        """The jobs that wait of an id, of these turns or all."""
        named = self._named.get(name, {})
        wanted = named.keys() if turns is None else named.keys() & turns
        return [job for turn in wanted for job in named[turn]]

    def _remove(self, job: Job) -> None:
        """A job waits no more."""
        job.waits = False
        self._count -= 1
        waiting = self._waiting[job.priority]
        waiting.remove(job)
        if not waiting.count:
            del self._waiting[job.priority]
            if len(self._priorities) > 2 * len(self._waiting) + _FEW:
                self._priorities = sorted(-priority for priority in self._waiting)
        turns = self._named[job.query.id]
        turns[job.turn].remove(job)
        if not turns[job.turn]:
            del turns[job.turn]
        if not turns:
            del self._named[job.query.id]
