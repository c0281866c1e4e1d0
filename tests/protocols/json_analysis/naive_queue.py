"""The rule of the queue written down plainly: every choice looks at every job."""

from collections.abc import Set

from tengen.protocols.json_analysis.job import STRETCH, Job

_BYTES = 3  # of a packed move


class NaiveQueue:
    """What `JobQueue` should choose, for one thread; a job is taken only while some wait."""

    def __init__(self, workers: int) -> None:
        self.waiting: dict[int, list[Job]] = {}  # by priority, in the order they came
        self._last: list[Job | None] = [None] * workers
        self._running: list[Job | None] = [None] * workers

    def put(self, jobs: list[Job]) -> None:
        for job in jobs:
            self.waiting.setdefault(job.priority, []).append(job)

    def take(self, worker: int) -> Job:
        self._running[worker] = None
        jobs = self.waiting[max(self.waiting)]
        index = self._next_in_game(worker, jobs)
        if index is None:
            index = next((i for i, job in enumerate(jobs) if not self._is_left_to_another(job)), 0)
        job = jobs[index]
        self._remove(job)
        self._running[worker] = self._last[worker] = job
        return job

    def stop(self, name: str | None = None, turns: Set[int] | None = None) -> list[Job]:
        wanted = [
            job
            for jobs in self.waiting.values()
            for job in jobs
            if name in (None, job.query.id) and (turns is None or job.turn in turns)
        ]
        for job in wanted:
            self._remove(job)
        return wanted

    def _remove(self, job: Job) -> None:
        self.waiting[job.priority].remove(job)
        if not self.waiting[job.priority]:
            del self.waiting[job.priority]

    def _next_in_game(self, worker: int, jobs: list[Job]) -> int | None:
        """The job that the worker's tree serves best."""
        last = self._last[worker]
        if last is None:
            return None
        ahead = [(turns_ahead(last, job), index) for index, job in enumerate(jobs)]
        near = [(turns, index) for turns, index in ahead if turns is not None and turns <= STRETCH]
        return min(near)[1] if near else None

    def _is_left_to_another(self, job: Job) -> bool:
        ahead = (turns_ahead(running, job) for running in self._running if running is not None)
        return any(turns is not None and 0 < turns <= STRETCH for turns in ahead)


def turns_ahead(one: Job, other: Job) -> int | None:
    """How many turns `other` is after `one` in the same game; None if it is not."""
    here, there, length = one.query.game, other.query.game, one.turn * _BYTES
    if one.turn > other.turn or there.moves[:length] != here.moves[:length] or there.setup != here.setup:
        return None
    return other.turn - one.turn
