"""What a game is played under: board, komi, rules, handicap, clock, who counts, and from which openings."""

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.lab.players import fingerprint
from tengen.play import GameSetup
from tengen.search.clock import Clock

COUNTS = ("agreement", "tengen", "gnugo")
COLORS = ("alternate", "black", "white")
_SECONDS = ("main_time", "period", "increment", "move_timeout", "start_timeout")
_LONGEST_WAIT = 1_000_000  # seconds
_MOST_MOVES = 1_000_000
_LONGEST_GAME = 3  # moves a point of the board, where nothing else is said …
_SHORTEST_LIMIT = 300  # … and so many at least: on small boards stones come and go


@dataclass(frozen=True)
class Conditions(GameSetup):
    """The conditions of a pairing; what is not given is as on the server of one's choice."""

    ko: str = ""  # simple, positional, situational; the rules' own if not given
    main_time: float = 0.0  # seconds; without any time there is no clock
    period: float = 0.0  # seconds of overtime
    stones: int = 0  # moves in a Canadian period
    periods: int = 0  # Japanese periods
    increment: float = 0.0  # Fischer's seconds a move
    move_timeout: float = 60.0  # seconds after which a player without an answer is given up
    start_timeout: float = 60.0  # seconds more for the first answer: networks are loaded, kernels compiled
    max_moves: int = 0  # 0: three a point of the board, and 300 at least
    count: str = "agreement"  # of both players, else the referee's; or the referee's in any case
    color: str = "alternate"  # of the first player
    seed: int = 0  # makes the games repeatable; 0: others for every store
    openings: tuple[str, ...] = ()  # moves, Black's first, that games begin with: "E5 C3 G7"

    def __post_init__(self) -> None:
        """Refuse at once what could not be played; 7 and 7.0 points are the same komi, also in the hash."""
        for name in ("komi", *_SECONDS):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, float(value))
        if self.count not in COUNTS:
            raise TengenError(f"nobody counts by {self.count!r}: choose one of {', '.join(COUNTS)}")
        if self.color not in COLORS:
            raise TengenError(f"the first player cannot have {self.color!r}: choose one of {', '.join(COLORS)}")
        if not 0 < self.move_timeout <= _LONGEST_WAIT or not 0 <= self.start_timeout <= _LONGEST_WAIT:
            raise TengenError(f"timeouts are positive numbers of seconds, up to {_LONGEST_WAIT:,}")
        if not 0 <= self.max_moves <= _MOST_MOVES:
            raise TengenError(f"the longest game is a positive number of moves, up to {_MOST_MOVES:,}")
        if self.handicap and self.openings:
            raise TengenError("a game has a handicap or an opening, not both")
        super().__post_init__()
        self._check_clock()
        for line in self.openings:
            if self.position_after(line).is_over:
                raise TengenError(f"the opening {line!r} ends the game")

    def _check_clock(self) -> None:
        """A clock has one kind of overtime, and some time for the first move."""
        if sum(map(bool, (self.stones, self.periods, self.increment))) > 1:
            raise TengenError("overtime is Canadian (stones), Japanese (periods) or Fischer's (increment): choose one")
        if (self.stones or self.periods) and not self.period:
            raise TengenError("overtime in stones or periods needs the seconds of a period")
        if self.increment and self.period:
            raise TengenError("Fischer's increment goes with main time, not with periods")
        if self.increment and not self.main_time:
            raise TengenError("Fischer's increment needs main time: without it the first move has none")
        self.clock()

    def ruleset(self) -> Ruleset:
        """The rules, with the ko rule asked for."""
        rules = Ruleset.named(self.rules)
        return rules.changed(ko=self.ko) if self.ko and self.ko != rules.ko.value else rules

    def clock(self) -> Clock | None:
        """Each player's clock at the start; None without time."""
        if not (self.main_time or self.period or self.increment):
            return None
        # A period of which nothing else is said is one for each move.
        periods = max(1, self.periods) if self.period and not self.stones else 0
        return Clock(self.main_time, self.period, self.stones, periods, self.increment)

    def position_after(self, opening: str) -> Position:
        """The board after the moves of an opening."""
        position = self.position()
        for vertex in opening.split():
            position.play(vertex)
        return position

    @property
    def longest(self) -> int:
        """Moves after which a game is given up."""
        return self.max_moves or max(_SHORTEST_LIMIT, _LONGEST_GAME * self.size**2)

    def opening_of(self, number: int, origin: str) -> str:
        """The opening of a game: the two of a pair have the same, and each store its own order."""
        if not self.openings:
            return ""
        order = list(range(len(self.openings)))
        random.Random(str(self.seed or origin)).shuffle(order)
        return self.openings[order[(number // 2) % len(order)]]

    def first_is_black(self, number: int) -> bool:
        """Whether the first player of the pairing has Black in a game."""
        return self.color == "black" or (self.color == "alternate" and number % 2 == 0)

    def definition(self) -> dict[str, Any]:
        """The conditions as plain values: those that are not the usual ones, and the size."""
        usual = Conditions()
        values = {name: value for name, value in asdict(self).items() if value != getattr(usual, name)}
        return {"size": self.size, **{k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}}

    @property
    def key(self) -> str:
        """A hash of the conditions."""
        return fingerprint(self.definition())

    @classmethod
    def from_definition(cls, values: Mapping[str, Any], base: "Conditions | None" = None) -> "Conditions":
        """The conditions of a table of a file or of the store; `base` has what it does not say.

        >>> Conditions.from_definition({"size": 13, "komi": 0.5}).komi
        0.5
        """
        base = base or cls()
        kinds: dict[str, Callable[[Any], Any]] = {f.name: type(f.default) for f in fields(cls)}
        changes: dict[str, Any] = {}
        for name, value in values.items():
            if name not in kinds:
                raise TengenError(f"there is no condition {name!r}; known: {', '.join(kinds)}")
            if name == "openings":
                changes[name] = _openings(value, values.get("size", base.size))
                continue
            kind = float if name == "komi" else kinds[name]
            try:
                changes[name] = kind(value)
            except (TypeError, ValueError, OverflowError):
                raise TengenError(f"the condition {name} cannot be {value!r}") from None
            if isinstance(value, bool) or (kind is int and isinstance(value, float) and changes[name] != value):
                raise TengenError(f"the condition {name} cannot be {value!r}")
        return replace(base, **changes)

    def describe(self) -> str:
        """One line for people.

        >>> Conditions(size=13, handicap=4, main_time=300).describe()
        '13x13, chinese rules, komi 0.5, 4 handicap stones, 300 s a game'
        """
        position = self.position()
        parts = [f"{self.size}x{self.size}", f"{self.rules} rules", f"komi {position.komi:g}"]
        if self.ko:
            parts.append(f"{self.ko} ko")
        if self.handicap:
            parts.append(f"{self.handicap} handicap stone{'s' if self.handicap > 1 else ''}")
        if self.main_time:
            parts.append(f"{self.main_time:g} s a game")
        if self.period:
            periods = f"{self.periods} periods" if self.periods > 1 else "1 period"
            moves = f"{self.stones} moves" if self.stones else f"a move, {periods}"
            parts.append(f"overtime {self.period:g} s for {moves}")
        if self.increment:
            parts.append(f"{self.increment:g} s more a move")
        if self.openings:
            parts.append(f"{len(self.openings)} openings")
        if self.color != "alternate":
            parts.append(f"the first player always {self.color}")
        return ", ".join(parts)


def _openings(value: Any, size: Any) -> tuple[str, ...]:
    """A list of lines of moves, or the SGF file that has them."""
    if isinstance(value, list | tuple):
        if not all(isinstance(line, str) for line in value):
            raise TengenError('openings are lines of moves, such as "E5 C3"')
        return tuple(value)
    return read_openings(Path(str(value)), size)


def read_openings(path: Path, size: int | None = None) -> tuple[str, ...]:
    """The openings of an SGF file: the moves to the end of each of its variations, each once."""
    from tengen.records import load

    record = load(path)
    if size is not None and record.size != size:
        raise TengenError(f"the openings of {path} are for {record.size}x{record.size}, not for {size}x{size}")
    lines: dict[str, None] = {}
    for leaf in record.nodes():
        if leaf.children:
            continue
        nodes = leaf.path()
        if any(node.has_setup for node in nodes):
            raise TengenError(f"{path}: an opening with stones set up cannot be told to GTP programs: use moves")
        moves = [node.move for node in nodes if node.move is not None]
        if any((move.color.letter == "B") != (number % 2 == 0) for number, move in enumerate(moves)):
            raise TengenError(f"{path}: in an opening Black moves first and the players take turns")
        if moves:
            lines[" ".join(str(move.vertex) for move in moves)] = None
    if not lines:
        raise TengenError(f"{path} has no openings: it holds no moves")
    return tuple(lines)
