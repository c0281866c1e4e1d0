"""A review while it goes on: a bar in a terminal, with the time left and who is ahead; nothing elsewhere."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from tengen.game.color import BLACK
from tengen.records import GameRecord
from tengen.review.reviewer import Progress as ReviewProgress


class ReviewBar:
    """Shows how far a review is, on a terminal."""

    def __init__(self, console: Console) -> None:
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[standing]}"),
            console=console,
            disable=not console.is_terminal,
            transient=True,
            refresh_per_second=4,  # the search needs the processor more
        )
        self._task: TaskID | None = None

    def begin(self, name: str, record: GameRecord, number: int, files: int) -> None:
        """Another game."""
        if self._task is not None:
            self._bar.remove_task(self._task)
        which = f"{number}/{files} " if files > 1 else ""
        told = f"{which}{name}"[:40].replace("[", r"\[")
        self._task = self._bar.add_task(told, total=None, standing="")

    def step(self, progress: ReviewProgress) -> None:
        """Another position."""
        if self._task is not None:
            standing = f"Black wins {progress.evaluation.winrate_of(BLACK):.0%}"
            self._bar.update(self._task, completed=progress.done, total=progress.total, standing=standing)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
