"""What an engine is asked: how long to think, about what, and who wants to know meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.clock import Clock
from tengen.search.region import Region
from tengen.search.report import SearchReport

MOST_PLAYOUTS = 1_000_000_000
MOST_SECONDS = 1_000_000.0

OnProgress = Callable[[SearchReport], None]


@dataclass(frozen=True)
class Limit:
    """How long to think, whatever is reached first.

    `playouts` are new ones; `visits` count those too that an earlier search left in the tree, but at least
    `least_playouts` are new: scores and ownership are of the present search alone. Nothing given means the engine's
    own default.
    """

    playouts: int | None = None
    seconds: float | None = None
    clock: Clock | None = None  # the mover's clock; the engine allots its own time
    visits: int | None = None
    least_playouts: int = 40  # where `visits` are given: with fewer, who owns what would be anybody's guess

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        require("playouts", self.playouts, 1, MOST_PLAYOUTS)
        require("visits", self.visits, 1, MOST_PLAYOUTS)
        require("seconds", self.seconds, 0.001, MOST_SECONDS)

    @property
    def is_open(self) -> bool:
        """Whether nothing is said."""
        return all(given is None for given in (self.playouts, self.visits, self.seconds, self.clock))


@dataclass(frozen=True)
class SearchRequest:
    """A position to search.

    `stop` is asked between slices of some milliseconds; with it and without a limit, it alone ends the search.
    `on_progress` is told what is known, about `every` so many seconds, for the first time after `first`, if given.
    `regions` say which moves are considered.
    """

    position: Position
    limit: Limit = field(default_factory=Limit)
    regions: tuple[Region, ...] = ()
    stop: Callable[[], bool] | None = None
    on_progress: OnProgress | None = None
    every: float = 1.0
    first: float | None = None

    def admits(self, vertex: Vertex) -> bool:
        """Whether the regions leave this move to the player to move."""
        return all(region.admits(self.position.to_play, vertex) for region in self.regions)

    @property
    def is_stopped(self) -> bool:
        """Whether whoever asked has enough."""
        return self.stop is not None and self.stop()


@dataclass(frozen=True)
class MoveRequest(SearchRequest):
    """A position to find a move for.

    With `cleanup` the game is over but for dead stones to be captured (as KGS asks after a disagreement): the engine
    takes the opponent's, and passes when all are gone.
    """

    cleanup: bool = False
    may_resign: bool = True


def require(name: str, value: float | None, low: float, high: float) -> None:
    """Refuse a number out of its bounds."""
    if value is not None and not low <= value <= high:
        raise TengenError(f"{name} {value:g} is not possible: choose {low:g} to {high:,.0f}")
