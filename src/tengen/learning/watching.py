"""A bar for whoever waits while something is learnt."""

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn


class LearningBar:
    """Shows what is being done and how long it will take."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
            TimeRemainingColumn(), console=console, transient=True,
        )  # fmt: skip
        self._task: TaskID | None = None
        self._what = ""

    def step(self, what: str, done: int, of: int, note: str = "") -> None:
        """Tell what is being done, how much of it, and what else is to be said of it."""
        if what != self._what:
            if self._task is not None:
                self._progress.remove_task(self._task)
            self._what, self._task = what, self._progress.add_task(what, total=max(of, 1))
        assert self._task is not None
        self._progress.update(self._task, completed=done, description=what + note)

    def __enter__(self) -> "LearningBar":
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


class CountingLine:
    """Shows what is being counted, where nobody knows how much there is of it."""

    def __init__(self, console: Console) -> None:
        self._status = console.status("")

    def step(self, what: str, done: int, of: int) -> None:
        """Tell what is being done, and how much has been."""
        self._status.update(f"{what} {done:,}" if done else what)

    def __enter__(self) -> "CountingLine":
        self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._status.stop()
