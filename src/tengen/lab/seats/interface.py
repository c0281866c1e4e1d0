"""What the referee asks of a player, whoever he is.

Whatever goes wrong with a player becomes a `Fault`, which names its kind and tells of it in one sentence;
nothing else comes out of a seat.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End
from tengen.lab.players import Player
from tengen.search.clock import Clock

GRACE = 5.0  # seconds


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


class Seat(ABC):
    """One player; he sits through one game after the other."""

    version: str = ""

    def __init__(self, player: Player, conditions: Conditions) -> None:
        self.player = player
        self.conditions = conditions

    @property
    def pid(self) -> int | None:
        """The process he is, if he is one of his own."""
        return None

    # A program's own timeouts come first; these are for what is not seen by them. One of our engines
    # in this process can only be ended with the process.

    @property
    def longest_answer(self) -> float:
        """Seconds for a move or a count after which something must be wrong with the seat itself."""
        return self.conditions.move_timeout + GRACE

    @property
    def longest_start(self) -> float:
        """The same for the start of a game."""
        return self.longest_answer + self.conditions.start_timeout

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
