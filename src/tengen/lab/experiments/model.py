"""What an experiment is: rows of two players with a paper's figures, and the scales it can be played at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tengen.lab.conditions import Conditions
from tengen.lab.players import Entrant
from tengen.lab.published import Published

SCALES = ("small", "paper")
MATCH, SPEED = "match", "speed"
KINDS = (MATCH, SPEED)


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
    published: Published | None = None  # None: the paper has no number here
    baseline: bool = False  # what the other rows are compared with; of no use alone


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
    first: Entrant
    second: Entrant
    conditions: Conditions
    games: int
    published: Published | None
    missing: str = ""  # one sentence: why it cannot be played
    baseline: bool = False

    @property
    def is_available(self) -> bool:
        """Whether it can be played."""
        return not self.missing
