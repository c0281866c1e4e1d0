"""What an experiment is: rows of two players with a paper's figures, and the scales it can be played at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tengen.lab.conditions import Conditions
from tengen.lab.players import Player

if TYPE_CHECKING:
    from tengen.lab.report.model import Published

SCALES = ("small", "paper")
MATCH, SPEED = "match", "speed"
KINDS = (MATCH, SPEED)


@dataclass(frozen=True)
class PrintedFigures:
    """A row of a paper's table as it is printed, in per cent of the games the first player won."""

    rate: float
    margin: float | None = None  # what follows the ± sign
    games: int | None = None
    black: float | None = None  # as Black
    white: float | None = None
    black_games: int | None = None
    white_games: int | None = None

    @property
    def all_games(self) -> int | None:
        """The games of the row, if the paper says how many there were."""
        if self.games is None and self.black_games is not None and self.white_games is not None:
            return self.black_games + self.white_games
        return self.games

    @property
    def expected_rate(self) -> float | None:
        """What the colours' rates come to, if the games of each are known, or else as many of each."""
        if self.black is None or self.white is None:
            return None
        black, white = self.black_games or 1, self.white_games or 1
        return (self.black * black + self.white * white) / (black + white)

    def published(self) -> "Published":
        """The figures as reports take them."""
        from tengen.lab.report.model import Published

        def share(percent: float | None) -> float | None:
            return None if percent is None else round(percent / 100, 6)

        return Published(
            round(self.rate / 100, 6),
            margin=share(self.margin),
            games=self.all_games,
            black=share(self.black),
            white=share(self.white),
        )


@dataclass(frozen=True)
class Side:
    """What a row or a scale says about how a pairing is played; what it leaves out is said elsewhere."""

    first: str = ""  # players as the file writes them
    second: str = ""
    conditions: Mapping[str, Any] = field(default_factory=dict)
    games: int | None = None  # or tests, where speed is measured
    playouts: int | None = None  # a move, of our engines that have no limit of their own
    seconds: float | None = None
    skip: str = ""  # why the row is not played at all


@dataclass(frozen=True)
class ExperimentScale:
    """A size an experiment can be played at."""

    name: str
    about: str
    side: Side
    minutes: float | None = None  # on two cores, as planned


@dataclass(frozen=True)
class ExperimentRow:
    """One pairing of a table."""

    label: str
    side: Side
    by_scale: Mapping[str, Side]  # what is different at a scale
    figures: PrintedFigures | None = None  # None: the paper has no number here
    baseline: bool = False  # what the other rows are compared with; of no use alone

    @property
    def published(self) -> "Published | None":
        """The paper's figures, as reports take them."""
        return None if self.figures is None else self.figures.published()


@dataclass(frozen=True)
class SpeedRow:
    """A row of a table of speeds: playouts a second over 100 tests, as printed."""

    label: str
    playout: str  # a policy, as in `--set playout=`
    size: int
    minimum: float
    maximum: float
    mean: float
    deviation: float
    baseline: bool = False  # what the other rows are compared with


@dataclass(frozen=True)
class Experiment:
    """A table of a paper that can be played again."""

    name: str
    title: str
    source: str
    about: str
    kind: str  # match, or speed: playouts a second
    rows: tuple[ExperimentRow, ...]
    speeds: tuple[SpeedRow, ...]
    scales: Mapping[str, ExperimentScale]
    notes: tuple[str, ...]  # what the paper leaves open and what is different here
    players: Mapping[str, str | Mapping[str, Any]]  # by the names the rows use


@dataclass(frozen=True)
class Planned:
    """A row of an experiment at a scale, ready to be played unless something is missing."""

    label: str
    first: Player
    second: Player
    conditions: Conditions
    games: int
    published: "Published | None"
    missing: str = ""  # one sentence: why it cannot be played
    baseline: bool = False

    @property
    def is_available(self) -> bool:
        """Whether it can be played."""
        return not self.missing
