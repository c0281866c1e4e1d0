"""What every engine can do.

An engine is given a position and a limit and answers with a `MoveReport`: its move and the `SearchReport` behind it. An
engine that searches can be asked for that report alone (`search`), and so be analysed with everywhere. It may keep
what it learnt between moves; the position tells it, with its history, what happened meanwhile.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from tengen.cores import MOST_THREADS, usable_cores
from tengen.defaults import DEFAULT_ENGINE
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.move_report import MoveReport
from tengen.engines.request import (
    MOST_PLAYOUTS,
    MOST_SECONDS,
    Limit,
    MoveRequest,
    OnProgress,
    SearchRequest,
    require,
)
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.parameters import describe, with_settings
from tengen.search.region import Region
from tengen.search.report import SearchReport

if TYPE_CHECKING:
    from tengen.search.searcher import Searcher


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
        require("playouts", self.playouts, 1, MOST_PLAYOUTS)
        require("seconds", self.seconds, 0.001, MOST_SECONDS)
        require("threads", self.threads, 1, MOST_THREADS)


def usual_threads(seed: int | None) -> int:
    """Threads where nothing is said: several never repeat a game, and whoever names a seed wants that.

    >>> usual_threads(seed=1)
    1
    """
    return 1 if seed is not None else min(MOST_THREADS, usable_cores())


class Engine(ABC):
    """A player; `tengen.create_engine` makes one by name.

    Subclasses give a `name`, a frozen dataclass of `default_parameters` (see `tengen.parameters`), `choose` and
    `judge`, and `search` if they can be analysed with. They look at `is_stopping` and the request's own `stop` between
    slices of their work.
    """

    name: ClassVar[str]
    default_parameters: ClassVar[Any]
    searcher: "Searcher | None" = None  # of an engine with a tree: holds that of the last search, for looking at

    def __init__(self, options: EngineOptions | None = None) -> None:
        self.options = options or EngineOptions()
        self.parameters = with_settings(self.default_parameters, self.options.settings)
        self._stop = threading.Event()

    # ---- moves and searches ----------------------------------------------------------

    @abstractmethod
    def choose(self, request: MoveRequest) -> MoveReport:
        """Choose a move for the player to move; the position itself is left alone."""

    def choose_move(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        cleanup: bool = False,
        may_resign: bool = True,
        regions: Sequence[Region] = (),
        stop: Callable[[], bool] | None = None,
        on_progress: OnProgress | None = None,
        every: float = 1.0,
    ) -> MoveReport:
        """Choose a move; the arguments are those of `MoveRequest`."""
        return self.choose(
            MoveRequest(
                position,
                limit or Limit(),
                tuple(regions),
                stop,
                on_progress,
                every,
                cleanup=cleanup,
                may_resign=may_resign,
            )
        )

    @property
    def can_search(self) -> bool:
        """Whether it can be analysed with."""
        return type(self).search is not Engine.search

    def require_search(self) -> None:
        """Refuse, if it cannot be analysed with."""
        if not self.can_search:
            raise self._no_search()

    def _no_search(self) -> TengenError:
        return TengenError(f"the engine {self.name} does not search and cannot analyse: use {DEFAULT_ENGINE}")

    def search(self, request: SearchRequest) -> SearchReport:
        """Search a position and say what it is worth; what was found serves the next move, too."""
        raise self._no_search()

    def analyze(
        self,
        position: Position,
        *,
        playouts: int | None = None,
        visits: int | None = None,
        seconds: float | None = None,
        regions: Sequence[Region] = (),
        on_update: OnProgress | None = None,
        every: float = 0.5,
        stopped: Callable[[], bool] | None = None,
    ) -> SearchReport:
        """What the engine thinks of a position: moves, win rate, score, ownership; within its limits or those given."""
        limit = Limit(playouts, seconds, visits=visits)
        return self.search(SearchRequest(position, limit, tuple(regions), stopped, on_update, every))

    def forget(self) -> None:
        """Have the next search begin with nothing known."""
        return

    def apart(self) -> "Engine":
        """Another engine with the same options and settings, for work that leaves this one's memory alone."""
        return type(self)(replace(self.options, settings=self.settings()))

    @abstractmethod
    def judge(self, position: Position) -> Judgement:
        """Say which stones are dead, and count, as if the game ended here."""

    def judge_quickly(self, position: Position) -> Judgement:
        """The same at a glance, to be asked while a game goes on."""
        return self.judge(position)

    # ---- on the opponent's time ------------------------------------------------------

    def start_pondering(self, position: Position) -> None:
        """Think in the background about a position in which it is the opponent's turn.

        What is found serves the next `choose_move`. Most engines have nothing to ponder on.
        """
        return

    def stop_pondering(self) -> None:
        """End what `start_pondering` began, and return when it has ended."""
        return

    # ---- settings --------------------------------------------------------------------

    def change_settings(self, values: Mapping[str, Any]) -> None:
        """Set parameters, by value or by its text; on an error nothing changes."""
        self.parameters = with_settings(self.parameters, values)

    def asks_network(self, size: int) -> bool:
        """Whether its playouts on a board of `size` are evaluations by a network: far fewer of them will do."""
        return self.searcher is not None and self.searcher.asks_network(size)

    def settings(self) -> dict[str, Any]:
        """The parameters and their values."""
        return {name: value for name, value, _ in describe(self.parameters)}

    # ---- ending ----------------------------------------------------------------------

    def stop(self) -> None:
        """Make the `choose_move` under way in another thread, or the next one, answer soon."""
        self._stop.set()

    @property
    def is_stopping(self) -> bool:
        """Whether there was a `stop` that nothing has answered yet."""
        return self._stop.is_set()

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
