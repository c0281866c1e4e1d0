"""Analysing a position: a search that is watched while it runs, stopped when wanted, and held to a region.

It works on the tree of an engine, so that what was found serves the engine's next move too, and the analysis of the
next position of a game goes on where the last one stopped.
"""

import threading
import time
from collections.abc import Callable, Sequence

from tengen.analysis.model import Analysis
from tengen.engines.interface import Engine
from tengen.engines.judgement import judge_by_playouts
from tengen.engines.outlook import outlook_of
from tengen.engines.passing import Opinion
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import Vertex
from tengen.search.region import Region
from tengen.search.results import visits_along
from tengen.search.searcher import UNLIMITED, Searcher
from tengen.search.territory import Outlook

OnUpdate = Callable[[Analysis], None]
_UNWATCHED = 1000  # simulations at a time where nobody looks at a clock; Ctrl-C waits for them
_LEAST_PLAYOUTS = 40  # or who owns what would be anybody's guess
_JUDGING_SHARE = 25  # of the playouts one in so many goes into looking for the end of a game of territory
_FEWEST_JUDGED, _MOST_JUDGED = 20, 400  # playouts


class Analyzer:
    """Analyses positions with an engine's tree; one analysis at a time.

    >>> from tengen.engines import create_engine
    >>> with create_engine("mcts", seed=1) as engine:
    ...     found = Analyzer(engine).analyze(Position(9), playouts=300)
    >>> found.playouts, found.best.visits > 10, round(sum(found.policy.values()), 6)
    (300, True, 1.0)
    """

    def __init__(self, engine: Engine) -> None:
        searcher = getattr(engine, "searcher", None)
        if not isinstance(searcher, Searcher):
            raise TengenError(f"the engine {engine.name} keeps no search tree and cannot analyse: use mcts")
        self.engine = engine
        self.searcher = searcher
        self._at_work = threading.Lock()

    def analyze(
        self,
        position: Position,
        *,
        playouts: int | None = None,
        visits: int | None = None,
        seconds: float | None = None,
        regions: Sequence[Region] = (),
        on_update: OnUpdate | None = None,
        every: float = 0.5,
        first: float | None = None,
        stopped: Callable[[], bool] | None = None,
        least: int = _LEAST_PLAYOUTS,
        visited: bool = False,
    ) -> Analysis:
        """Search until the first limit is reached, or until `stopped` says so; without limits only that ends it.

        `playouts` are those of this analysis, `visits` all that the tree then has of the position, with those an
        earlier search left; but for `least` playouts of its own are always run, for scores and ownership are of this
        analysis alone. `on_update` is called about `every` so many seconds, or for the first time after `first`, with
        what is known so far; `regions` say which moves are considered. With `visited` the priors of moves never tried
        are left out, which is quicker.
        """
        if playouts is None and visits is None and seconds is None and stopped is None:
            raise TengenError("an analysis needs an end: give it playouts, visits or seconds")
        with self._at_work:
            self.engine.stop_pondering()
            searcher = self.searcher
            searcher.begin(position, outlook=_outlook(position, playouts or visits), regions=regions)
            began = time.monotonic()
            due = began + (every if first is None else first)
            is_watched = seconds is not None or stopped is not None or on_update is not None
            while True:
                left = self._left(playouts, visits, least)
                elapsed = time.monotonic() - began
                out_of_time = seconds is not None and elapsed >= seconds
                if searcher.simulations and (left <= 0 or out_of_time or (stopped is not None and stopped())):
                    break
                if is_watched:
                    searcher.run_slice(left, None if seconds is None else max(0.0, seconds - elapsed))
                else:
                    searcher.run(min(left, _UNWATCHED))
                if on_update is not None and time.monotonic() >= due:
                    due = time.monotonic() + every
                    on_update(Analysis.of(searcher.report(visited=visited), position))
            return Analysis.of(searcher.report(visited=visited), position)

    def visits_along(self, line: Sequence[Vertex]) -> list[int]:
        """The visits of each move of a variation, as the tree has them now."""
        return visits_along(self.searcher.trees, line)

    def forget(self) -> None:
        """Have the next analysis begin with an empty tree."""
        with self._at_work:
            self.engine.stop_pondering()
            for tree in self.searcher.trees:
                tree.clear()

    def _left(self, playouts: int | None, visits: int | None, least: int) -> int:
        """How many simulations are still to be run."""
        searcher = self.searcher
        left = UNLIMITED if playouts is None else playouts - searcher.simulations
        if visits is not None:
            missing = visits - searcher.reused - searcher.simulations
            left = min(left, max(missing, least - searcher.simulations))
        return left


def _outlook(position: Position, playouts: int | None) -> Outlook | None:
    """What a search by territory rules needs to know of the end of the game, in a small part of its effort."""
    if position.rules.scoring is not Scoring.TERRITORY or not Opinion(position, None).is_due:
        return None
    wanted = _MOST_JUDGED if playouts is None else playouts // _JUDGING_SHARE
    judgement = judge_by_playouts(position, min(_MOST_JUDGED, max(_FEWEST_JUDGED, wanted)))
    return outlook_of(position, judgement)
