"""A worker as the runner sees it, wherever it is: in a process of this machine (`local_worker.py`), or elsewhere."""

import math
from abc import ABC, abstractmethod
from concurrent.futures import Future
from dataclasses import dataclass

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import GameResult
from tengen.lab.players import Entrant


@dataclass(frozen=True)
class GameTask:
    """A game to play."""

    first: Entrant
    second: Entrant
    conditions: Conditions
    first_black: bool
    opening: str
    seed: int


@dataclass(frozen=True)
class GameProgress:
    """Where a worker is in its game."""

    move: int = 0  # 0: it has not begun
    thinker: Color | None = None  # who is asked; None: nobody yet, or the referee
    seconds_left: float = math.inf  # until an answer must have come


class WorkerGone(TengenError):
    """A worker has ended in the middle of a game; the message says how, to stand after a colon."""


class WorkerHandle(ABC):
    """Plays one game at a time. A handle is of one thread, and may not be used any more once it was killed."""

    @abstractmethod
    def start(self, task: GameTask) -> "Future[GameResult]":
        """Have a game played; the result, in time, or `WorkerGone`."""

    @abstractmethod
    def progress(self) -> GameProgress:
        """Where it is in the game that was started last, also when it is gone."""

    @abstractmethod
    def leave(self) -> "Future[None]":
        """No more games: the players, and then the worker, leave in peace."""

    @abstractmethod
    def kill(self) -> None:
        """End it now, whatever it does, with everything that it has started."""
