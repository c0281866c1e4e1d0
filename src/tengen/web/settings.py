"""What a game in the browser is played with; checked when it is made, kept with the game."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from tengen.engines.levels import STRONGEST, parse_level
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.play import GameSetup
from tengen.search.clock import Clock
from tengen.search.clock_text import parse_clock

LEAST_SIZE, LARGEST_SIZE = 5, 19
HUMAN, ENGINE = "human", "tengen"
_MOST_HANDICAP = 25
_LONGEST_THINKING = 600.0  # seconds a move


@dataclass(frozen=True)
class GameSettings(GameSetup):
    """Board, players, rules and time.

    >>> GameSettings(size=13, handicap=3).position().handicap
    3
    >>> GameSettings(size=4)
    Traceback (most recent call last):
    ...
    tengen.errors.TengenError: a board of 4x4 is not offered here: choose 5 to 19
    """

    black: str = HUMAN
    white: str = ENGINE
    level: str = STRONGEST
    seconds: float = 2.0  # a move of Tengen's, at full strength and without a clock
    clock: str = ""  # each player's, such as 10:00+5x0:30; empty: none

    def __post_init__(self) -> None:
        """Refuse what cannot be played, in words for the player."""
        if not LEAST_SIZE <= self.size <= LARGEST_SIZE:
            raise TengenError(
                f"a board of {self.size}x{self.size} is not offered here: choose {LEAST_SIZE} to {LARGEST_SIZE}"
            )
        for side in (self.black, self.white):
            if side not in (HUMAN, ENGINE):
                raise TengenError(f"nobody here is called {str(side)[:20]!r}: a player is {HUMAN} or {ENGINE}")
        if not 0 <= self.handicap <= min(_MOST_HANDICAP, self.size**2 // 4):
            raise TengenError(f"{self.handicap} handicap stones do not go on {self.size}x{self.size} here")
        if not 0.1 <= self.seconds <= _LONGEST_THINKING:
            raise TengenError(f"{self.seconds:g} seconds a move are not possible: choose 0.1 to {_LONGEST_THINKING:g}")
        if self.komi is not None and not (math.isfinite(self.komi) and abs(self.komi) <= self.size**2):
            raise TengenError(f"a komi of {self.komi:g} points is not possible on {self.size}x{self.size}")
        super().__post_init__()
        parse_level(self.level)
        self.new_clock()

    def new_clock(self) -> Clock | None:
        """Each player's clock at the start; None without time."""
        return parse_clock(self.clock) if self.clock else None

    def is_engine(self, color: Color) -> bool:
        """Whether Tengen plays this colour."""
        return (self.black if color is Color.BLACK else self.white) == ENGINE

    def name_of(self, color: Color) -> str:
        """Whom the record names."""
        if not self.is_engine(color):
            return "You" if self.is_engine(color.other) else str(color).capitalize()
        return "Tengen" if self.level == STRONGEST else f"Tengen {self.level}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "GameSettings":
        """What `to_dict` made; unknown names are passed over, wrong values refused."""
        known = {field.name for field in fields(cls)}
        try:
            return cls(**{name: value for name, value in plain.items() if name in known})
        except (TypeError, ValueError, AttributeError) as error:
            raise TengenError(f"these are no settings of a game: {error}") from None
