"""How a game is set up from its size, rules, komi and handicap."""

from collections.abc import Iterable
from dataclasses import dataclass

from tengen.errors import TengenError
from tengen.game.handicap import free_handicap
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset, checked_komi
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import MAX_SIZE, MIN_SIZE


@dataclass(frozen=True)
class GameSetup:
    """What is settled before the first move; checked when it is made.

    >>> position = GameSetup(size=13, handicap=3).position()
    >>> position.komi, str(position.to_play), len(position.stones)
    (0.5, 'white', 3)
    >>> GameSetup(handicap=81)
    Traceback (most recent call last):
    ...
    tengen.errors.TengenError: 81 handicap stones do not go on 9x9: choose 0 to 80
    """

    size: int = 9
    komi: float | None = None  # None: what is customary by the rules, with that handicap
    rules: str = "chinese"
    handicap: int = 0  # stones Black is given; one is only Black's first move

    def __post_init__(self) -> None:
        """Refuse what could not be played."""
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise TengenError(f"board size {self.size} is not possible: choose {MIN_SIZE} to {MAX_SIZE}")
        if not 0 <= self.handicap < self.size**2:
            most = self.size**2 - 1
            raise TengenError(
                f"{self.handicap} handicap stones do not go on {self.size}x{self.size}: choose 0 to {most}"
            )
        self.ruleset()
        checked_komi(self.komi or 0)

    def ruleset(self) -> Ruleset:
        """The rules."""
        return Ruleset.named(self.rules)

    def position(self, places: Iterable[Vertex] | None = None) -> Position:
        """The board before the first move, with the handicap stones on `places`; if not given, spread well."""
        rules = self.ruleset()
        komi = rules.default_komi(self.handicap) if self.komi is None else self.komi
        position = Position(self.size, rules=rules, komi=komi)
        if self.handicap > 1:
            position.give_handicap(free_handicap(self.size, self.handicap) if places is None else places)
        return position
