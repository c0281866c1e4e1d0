"""What comes out of a store: events, pairings and games as frozen values."""

from dataclasses import dataclass
from typing import Any

from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End
from tengen.lab.players import Entrant


@dataclass(frozen=True)
class Event:
    """A match, tournament, experiment or tuning."""

    id: int
    key: str
    kind: str
    name: str
    created: float
    definition: dict[str, Any]


@dataclass(frozen=True)
class Pairing:
    """Two players under some conditions, and how many games are wanted of them."""

    id: int
    key: str
    label: str
    first: Entrant
    second: Entrant
    conditions: Conditions
    games: int
    active: bool
    reference: bool


@dataclass(frozen=True)
class Pace:
    """How long a player thought, over all his moves of a pairing."""

    moves: int
    seconds: float
    playouts: int | None  # None if he never told

    @property
    def seconds_a_move(self) -> float:
        """Of his own moves; those of an opening are nobody's."""
        return self.seconds / self.moves


@dataclass(frozen=True)
class GameRow:
    """A finished game, without its moves and SGF, which are asked for apart."""

    id: int
    uid: str
    pairing: int
    origin: str
    number: int
    first_black: bool
    black_version: str
    white_version: str
    opening: str
    opening_moves: int
    seed: int
    finished: float  # seconds since 1970
    seconds: float
    end: End
    winner: str | None  # black, white
    points: float | None  # the first player's; None where the game says nothing
    margin: float | None
    at_fault: str | None  # black, white
    counted_by: str
    detail: str
    moves: int
    line: str

    @property
    def first_at_fault(self) -> bool | None:
        """Whether the first player broke the game off, or the second; None if neither."""
        return None if self.at_fault is None else (self.at_fault == "black") == self.first_black

    @property
    def why(self) -> str:
        """What ended it, with the detail if there is one."""
        return f"{self.end.value}, {self.detail}" if self.detail else self.end.value

    @property
    def first_margin(self) -> float | None:
        """Points the first player was ahead; None if the game was not counted out."""
        if self.margin is None or self.points is None:
            return None
        return self.margin if self.points == 1 else -self.margin
