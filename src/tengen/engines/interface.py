"""What every engine can do, and the values it answers with.

An engine is given a position and a limit and answers with a `MoveReport`, one frozen
value that feeds GTP, JSON, SGF comments and tests alike. It may keep what it learnt
between moves; the position tells it, with its history, what happened meanwhile.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from tengen.cores import MOST_THREADS, usable_cores
from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.scoring import Score, count
from tengen.game.vertex import Vertex
from tengen.parameters import describe, with_settings
from tengen.search.clock import Clock
from tengen.search.region import Region
from tengen.search.report import SearchReport

MOST_PLAYOUTS = 1_000_000_000
MOST_SECONDS = 1_000_000.0


@dataclass(frozen=True)
class Limit:
    """How long to think about one move, whatever is reached first; whether giving up is welcome; and which moves are.

    No time and no number given means the engine's own default.
    """

    playouts: int | None = None
    seconds: float | None = None
    clock: Clock | None = None  # the mover's clock; the engine allots its own time
    may_resign: bool = True
    regions: tuple[Region, ...] = ()  # that hold the move, and the search for it

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        _require("playouts", self.playouts, 1, MOST_PLAYOUTS)
        _require("seconds", self.seconds, 0.001, MOST_SECONDS)


@dataclass(frozen=True)
class Candidate:
    """A move an engine considered; win rate and score are the mover's."""

    vertex: Vertex
    visits: int
    winrate: float
    score: float | None = None  # expected points ahead
    prior: float | None = None
    amaf: float | None = None  # win rate of all games in which the mover played it
    variation: tuple[Vertex, ...] = ()


@dataclass(frozen=True)
class MoveReport:
    """A chosen move and what the engine thought; win rate and score are the mover's."""

    color: Color
    vertex: Vertex
    engine: str
    playouts: int = 0
    seconds: float = 0.0
    winrate: float | None = None
    score: float | None = None
    candidates: tuple[Candidate, ...] = ()  # best first
    ownership: Mapping[Vertex, float] = field(default_factory=dict)  # -1 White's … 1 Black's
    comment: str = ""
    extra_komi: float = 0.0  # dynamic komi: points for White in the search only; win rate and score are without

    @property
    def playouts_per_second(self) -> float:
        """How fast the engine was."""
        return self.playouts / self.seconds if self.seconds > 0 else 0.0

    def summary(self) -> str:
        """One readable line.

        >>> MoveReport(Color.BLACK, Vertex(3, 3), "random").summary()
        'black D4 (random)'
        """
        parts = [self.engine]
        if self.winrate is not None:
            parts.append(f"win {self.winrate:.1%}")
        if self.score is not None:
            parts.append(f"lead {self.score:+.1f}")
        if self.extra_komi:
            parts.append(f"extra komi {self.extra_komi:+.1f}")
        if self.playouts:
            parts.append(f"{self.playouts} playouts in {self.seconds:.2f} s")
        if self.comment:
            parts.append(self.comment)
        return f"{self.color} {self.vertex} ({', '.join(parts)})"

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values, ready for JSON."""
        plain = asdict(self)
        plain["color"], plain["vertex"] = str(self.color), str(self.vertex)
        plain["ownership"] = {str(vertex): value for vertex, value in self.ownership.items()}
        for candidate in plain["candidates"]:
            candidate["vertex"] = str(candidate["vertex"])
            candidate["variation"] = [str(vertex) for vertex in candidate["variation"]]
        plain["candidates"] = list(plain["candidates"])
        return plain


@dataclass(frozen=True)
class Judgement:
    """An engine's opinion of a finished position: which stones are dead, which in seki.

    The score is what the rules make of it: under those that take no dead stones off the
    board (Tromp–Taylor) it counts the board as it stands.
    """

    dead: frozenset[Vertex]
    seki: frozenset[Vertex]
    score: Score
    ownership: Mapping[Vertex, float] = field(default_factory=dict)  # -1 White's … 1 Black's

    @classmethod
    def of(
        cls,
        position: Position,
        dead: frozenset[Vertex],
        seki: frozenset[Vertex],
        ownership: Mapping[Vertex, float] | None = None,
    ) -> "Judgement":
        """The judgement with its count."""
        taken_off = dead if position.rules.removes_dead else frozenset[Vertex]()
        return cls(dead, seki, count(position, taken_off, seki), ownership or {})

    def with_turned(self, position: Position, vertex: Vertex) -> "Judgement":
        """The judgement with the group at `vertex` dead if it was alive, and alive if it was dead."""
        if vertex.is_pass or vertex.is_resign or position[vertex] is None:
            raise TengenError(f"there is no stone at {vertex}")
        group = position.group(vertex).stones
        dead = self.dead - group if vertex in self.dead else self.dead | group
        return Judgement.of(position, dead, self.seki - group, self.ownership)


@dataclass(frozen=True)
class EngineOptions:
    """What every engine is started with; the command line's options of the same names."""

    playouts: int | None = None  # a move
    seconds: float | None = None  # a move
    threads: int = 1
    seed: int | None = None  # None: a different game every time
    settings: Mapping[str, Any] = field(default_factory=dict)  # values, or their text

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        _require("playouts", self.playouts, 1, MOST_PLAYOUTS)
        _require("seconds", self.seconds, 0.001, MOST_SECONDS)
        _require("threads", self.threads, 1, MOST_THREADS)


def usual_threads(seed: int | None) -> int:
    """Threads where nothing is said: several never repeat a game, and whoever names a seed wants that.

    >>> usual_threads(seed=1)
    1
    """
    return 1 if seed is not None else min(MOST_THREADS, usable_cores())


def _require(name: str, value: float | None, low: float, high: float) -> None:
    if value is not None and not low <= value <= high:
        raise TengenError(f"{name} {value:g} is not possible: choose {low:g} to {high:,.0f}")


OnProgress = Callable[[SearchReport], None]


class Engine(ABC):
    """A player.

    Subclasses give a `name`, a frozen `parameters` dataclass (see `tengen.parameters`)
    and `choose_move`; they look at `self._stop` between slices of their work. Those that search
    call `on_progress` now and then while they think, and leave their last report in `last_search`.
    """

    name: ClassVar[str]
    default_parameters: ClassVar[Any]

    def __init__(self, options: EngineOptions | None = None) -> None:
        self.options = options or EngineOptions()
        self.parameters = with_settings(self.default_parameters, self.options.settings)
        self._stop = threading.Event()
        self.on_progress: OnProgress | None = None
        self.progress_seconds = 1.0  # between two calls of it
        self.last_search: SearchReport | None = None

    @abstractmethod
    def choose_move(self, position: Position, limit: Limit | None = None, *, cleanup: bool = False) -> MoveReport:
        """Choose a move for the player to move; the position itself is left alone.

        With `cleanup` the game is over but for dead stones to be captured (as KGS asks
        after a disagreement): the engine takes the opponent's, and passes when all are gone.
        """

    @abstractmethod
    def judge(self, position: Position) -> Judgement:
        """Say which stones are dead, and count, as if the game ended here."""

    def start_pondering(self, position: Position) -> None:
        """Think in the background about a position in which it is the opponent's turn.

        What is found serves the next `choose_move`. Most engines have nothing to ponder on.
        """
        return

    def stop_pondering(self) -> None:
        """End what `start_pondering` began, and return when it has ended."""
        return

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters, by value or by its text; on an error nothing changes."""
        self.parameters = with_settings(self.parameters, values)

    def settings(self) -> dict[str, Any]:
        """The parameters and their values."""
        return {name: value for name, value, _ in describe(self.parameters)}

    @contextmanager
    def watched(self, on_progress: OnProgress, seconds: float) -> Iterator[None]:
        """While this lasts `on_progress` is called about every so many seconds of thinking; then all is as before."""
        before = self.on_progress, self.progress_seconds
        self.on_progress, self.progress_seconds = on_progress, seconds
        try:
            yield
        finally:
            self.on_progress, self.progress_seconds = before

    def stop(self) -> None:
        """Make the `choose_move` under way in another thread, or the next one, answer soon."""
        self._stop.set()

    def resume(self) -> None:
        """Forget a `stop`: the next `choose_move` takes its time again."""
        self._stop.clear()

    def close(self) -> None:
        """Give back what the engine holds; it is not used any more."""
        self.stop()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
