"""What the referee asks of a player, whoever he is.

Whatever goes wrong with a player becomes a `Fault`, which names its kind and tells of it in one sentence;
nothing else comes out of a seat.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End
from tengen.lab.players import Player
from tengen.search.clock import Clock

GRACE = 5.0  # seconds
_LARGEST = 2**63 - 1  # number that the store takes


class Fault(TengenError):
    """A player broke the game off."""

    def __init__(self, end: End, text: str) -> None:
        super().__init__(text)
        self.end = end


@dataclass(frozen=True)
class Answer:
    """A move, as the player wrote it, and what he thought of it."""

    vertex: str
    winrate: float | None = None
    score: float | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        """A player may tell anything of himself; what is no number is not kept."""
        for name in ("winrate", "score"):
            object.__setattr__(self, name, _finite(getattr(self, name)))
        playouts = _finite(self.playouts)
        whole = None if playouts is None or not 0 <= playouts < _LARGEST else int(playouts)
        object.__setattr__(self, "playouts", whole)


def _finite(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


class Seat(ABC):
    """One player; he sits through one game after the other."""

    version: str = ""

    def __init__(self, player: Player, conditions: Conditions) -> None:
        self.player = player
        self.conditions = conditions
        self.on_start: Callable[[], None] = lambda: None  # called when he has started a process of his own

    @property
    def pid(self) -> int | None:
        """The process he is, if he is one of his own."""
        return None

    def patience(self, clock: Clock | None = None) -> float:
        """Seconds an answer may take: those of the match, and at least what the player has on his clock."""
        settings = self.conditions.clock()
        if clock is None or settings is None:
            return self.conditions.move_timeout
        return max(self.conditions.move_timeout, clock.left_for_move(settings) + GRACE)

    # A program's own timeouts come first; these are for what is not seen by them. One of our engines
    # in this process can only be ended with the process.

    def longest_answer(self, clock: Clock | None = None) -> float:
        """Seconds for a move or a count after which something must be wrong with the seat itself."""
        return self.patience(clock) + GRACE

    @property
    def longest_start(self) -> float:
        """The same for the start of a game."""
        return self.longest_answer() + self.conditions.start_timeout

    @abstractmethod
    def begin(self, position: Position, seed: int) -> None:
        """A new game from `position`, whose moves so far are its opening."""

    @abstractmethod
    def choose(self, position: Position, clock: Clock | None) -> Answer:
        """His move; the time he takes is the referee's to measure."""

    @abstractmethod
    def watch(self, color: Color, vertex: str) -> None:
        """The opponent has played."""

    @abstractmethod
    def final_score(self, position: Position) -> str | None:
        """His count of the game, such as W+3.5; None if he does not count."""

    @abstractmethod
    def close(self) -> None:
        """He leaves; nothing of him is left behind."""
