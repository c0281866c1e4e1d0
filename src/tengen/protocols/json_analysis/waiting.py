"""The waiting jobs of one priority, found by age and by the positions they lie ahead of.

A job is entered under the key of its own position and of each of the few before it in its game, so the nearest job
ahead of a position is the top of one heap, however many wait. Jobs that are left to a worker are set aside when they
are met on the way to the oldest one, and come back when he is elsewhere: nobody has to pass over them twice.

Jobs that are gone stay in the heaps until they are met, or until they are the greater part and all is sorted anew.
"""

import heapq
from collections.abc import Set

from tengen.protocols.json_analysis.job import Job

_FEW = 64  # jobs that are gone and not worth clearing away
_ByAge = tuple[int, Job]
_ByTurn = tuple[int, int, Job]  # turn, age


class Waiting:
    """Jobs of one priority."""

    def __init__(self) -> None:
        self.count = 0
        self._gone = 0
        self._jobs: list[_ByAge] = []  # a heap; those set aside are not in it
        self._aside: dict[int, list[_ByAge]] = {}  # heaps, by the position that a worker looked at
        self._ahead: dict[int, _ByTurn | list[_ByTurn]] = {}  # by position: a job, or a heap of several

    def add(self, job: Job) -> None:
        """Let a job wait; it is younger than those that do."""
        self.count += 1
        self._enter(job)

    def remove(self, job: Job) -> None:
        """A job that waited waits no more."""
        self.count -= 1
        self._gone += 1
        if self._gone > self.count + _FEW:
            self._clear_away()

    def nearest_ahead(self, key: int) -> Job | None:
        """The job with the fewest turns, from none on, after the position of a key; of several the oldest."""
        found = self._ahead.get(key)
        if isinstance(found, list):
            while found and not found[0][2].waits:
                heapq.heappop(found)
            found = found[0] if found else None
        if found is None or not found[2].waits:
            self._ahead.pop(key, None)
            return None
        return found[2]

    def oldest(self, taken: Set[int]) -> Job:
        """The oldest job that is not ahead of one of the positions `taken`; if all are, the oldest of all."""
        for key in self._aside.keys() - taken:
            for item in self._aside.pop(key):
                heapq.heappush(self._jobs, item)
        while (job := _first(self._jobs)) is not None:
            holder = next((key for key in job.line[1:] if key in taken), None)
            if holder is None:
                return job
            heapq.heappush(self._aside.setdefault(holder, []), heapq.heappop(self._jobs))
        return min((job for heap in self._aside.values() if (job := _first(heap))), key=lambda job: job.age)

    def all(self) -> list[Job]:
        """All jobs that wait, in any order."""
        return [job for heap in (self._jobs, *self._aside.values()) for _, job in heap if job.waits]

    def _enter(self, job: Job) -> None:
        heapq.heappush(self._jobs, (job.age, job))
        ahead, item = self._ahead, (job.turn, job.age, job)
        for key in job.line:
            found = ahead.setdefault(key, item)
            if isinstance(found, list):
                heapq.heappush(found, item)
            elif found is not item:
                ahead[key] = [found, item] if found < item else [item, found]

    def _clear_away(self) -> None:
        jobs = self.all()
        self._jobs, self._aside, self._ahead, self._gone = [], {}, {}, 0
        for job in sorted(jobs, key=lambda job: job.age):
            self._enter(job)


def _first(heap: list[_ByAge]) -> Job | None:
    """The oldest job of a heap that still waits."""
    while heap and not heap[0][1].waits:
        heapq.heappop(heap)
    return heap[0][1] if heap else None
