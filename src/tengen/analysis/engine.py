"""An engine for people: `tengen.Engine(playouts=500)` plays, analyses and judges."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tengen.analysis.analyzer import Analyzer
from tengen.analysis.model import Analysis
from tengen.engines.interface import Judgement, Limit, MoveReport, usual_threads
from tengen.engines.playing import DEFAULT_PLAYOUTS
from tengen.engines.registry import DEFAULT_ENGINE, create_engine
from tengen.game.position import Position
from tengen.search.region import Region


class Engine:
    """A player that can be asked what it thinks.

    With a `seed` it thinks with one thread and repeats itself; otherwise all cores are used. `settings` are those that
    ``tengen engines`` lists.

    >>> from tengen import Position
    >>> with Engine(playouts=400, seed=1) as engine:
    ...     position = Position(9)
    ...     analysis = engine.analyze(position)
    ...     report = engine.play(position)
    >>> analysis.playouts, report.playouts, analysis.best.visits > 20
    (400, 400, True)
    """

    def __init__(
        self,
        name: str = DEFAULT_ENGINE,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        seed: int | None = None,
        level: str | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        if threads is None:
            threads = usual_threads(seed)
        values = dict(settings or {}) | ({} if level is None else {"level": level})
        self._engine = create_engine(
            name, playouts=playouts, seconds=seconds, threads=threads, seed=seed, settings=values
        )
        self._analyzer: Analyzer | None = None

    @property
    def name(self) -> str:
        """The engine's name."""
        return self._engine.name

    @property
    def analyzer(self) -> Analyzer:
        """What analyses; its `searcher` holds the tree."""
        if self._analyzer is None:
            self._analyzer = Analyzer(self._engine)
        return self._analyzer

    def analyze(
        self,
        position: Position,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        regions: Sequence[Region] = (),
        on_update: Callable[[Analysis], None] | None = None,
        every: float = 0.5,
        stopped: Callable[[], bool] | None = None,
    ) -> Analysis:
        """What the engine thinks of a position: moves, win rate, score, ownership; within its limits or those given."""
        if playouts is None and seconds is None and stopped is None:
            playouts, seconds = self._engine.options.playouts, self._engine.options.seconds
            if playouts is None and seconds is None:
                playouts = DEFAULT_PLAYOUTS
        return self.analyzer.analyze(
            position,
            playouts=playouts,
            seconds=seconds,
            regions=regions,
            on_update=on_update,
            every=every,
            stopped=stopped,
        )

    def play(self, position: Position, limit: Limit | None = None) -> MoveReport:
        """Choose a move; the position itself is left alone."""
        return self._engine.choose_move(position, limit)

    def judge(self, position: Position) -> Judgement:
        """Which stones are dead, and the count, as if the game ended here."""
        return self._engine.judge(position)

    def close(self) -> None:
        """Give back what the engine holds."""
        self._engine.close()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
