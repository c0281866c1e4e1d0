"""What a tuning is: whose settings, in which ranges, against whom, under which conditions, in how many games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tengen.errors import TengenError
from tengen.lab.conditions import Conditions
from tengen.lab.players import Entrant, fingerprint
from tengen.lab.tuning.space import PLAYOUTS, Point, Space, space_of

KIND = "tuning"


@dataclass(frozen=True)
class TuningPlan:
    """A tuning as it was asked for; the store keeps it, and `from_definition` makes it again."""

    engine: str
    parameters: tuple[str, ...]  # ranges as they are typed; see `tengen.lab.tuning.space`
    against: Entrant
    conditions: Conditions = field(default_factory=Conditions)
    settings: Mapping[str, str] = field(
        default_factory=dict
    )  # of our engine, fixed; part of what is called the defaults
    playouts: int | None = None
    seconds: float | None = None
    threads: int = 1
    name: str = ""  # what it is called; made up if not given
    games: int = 600  # of the tuning
    batch: int = 10  # games a point is given at a time
    confirm: int = 200  # games of the choice, and as many of the defaults, afterwards

    def __post_init__(self) -> None:
        """Refuse at once what could not be played."""
        if self.conditions.color == "alternate" and (self.batch < 2 or self.batch % 2 or self.confirm % 2):
            raise TengenError("batches and confirmations are even numbers of games, so that both colours count alike")
        if self.batch < 1 or self.confirm < 0:
            raise TengenError("a batch has at least one game, and a confirmation none or more")
        if self.games < 3 * self.batch:
            raise TengenError(f"{self.games} games are less than three batches of {self.batch}: give it more games")
        self.space.names  # noqa: B018  # says what is wrong with the ranges
        self.player(None).check()
        self.opponent.check()

    @cached_property
    def space(self) -> Space:
        """The ranges, and where the defaults lie in them."""
        return space_of(self.engine, self.parameters, self.settings, self.playouts)

    @cached_property
    def title(self) -> str:
        """The name it was given, or one that says what is tuned."""
        made_up = (
            f"{self.engine} {' '.join(self.space.names)} against {self.against.name} {fingerprint(self.identity())[:6]}"
        )
        return self.name or made_up

    @property
    def key(self) -> str:
        """The key of its event in a store."""
        return f"{KIND}: {self.title}"

    @property
    def opponent(self) -> Entrant:
        """The reference opponent, with the limit of the tuning where he has none of his own."""
        return self.against.limited(self.playouts, self.seconds)

    def player(self, point: Point | None) -> Entrant:
        """Our engine at a point; with the defaults (and what is fixed) for None."""
        fixed = Entrant(
            f"{self.engine} defaults",
            engine=self.engine,
            playouts=self.playouts,
            seconds=self.seconds,
            threads=self.threads,
            settings=dict(self.settings),
        )
        if point is None:
            return fixed
        values = self.space.texts(point)
        playouts = int(values.pop(PLAYOUTS)) if PLAYOUTS in values else self.playouts
        name = f"{self.engine} {self.space.label(point)}"
        return replace(fixed, name=name, playouts=playouts, settings={**self.settings, **values})

    def point_of(self, player: Entrant) -> Point | None:
        """The point a player of this tuning plays at; None: the defaults."""
        if player.key == self.player(None).key:
            return None
        values = {**player.settings, PLAYOUTS: str(player.playouts)}
        return tuple(float(values[name]) for name in self.space.names)

    def label(self, point: Point | None) -> str:
        """The label of a pairing. It has the tuning's name, so that two tunings do not play the same games."""
        return f"{self.title}: {'defaults' if point is None else self.space.label(point)}"

    def identity(self) -> dict[str, Any]:
        """What may not change when the tuning goes on."""
        return {
            "engine": self.engine,
            "parameters": [str(dimension) for dimension in self.space.dimensions],
            "against": self.against.definition(),
            "conditions": self.conditions.definition(),
            "settings": self.player(None).definition()["settings"],
            "playouts": self.playouts,
            "seconds": self.seconds,
            "threads": self.threads,
        }

    def definition(self) -> dict[str, Any]:
        """All of it as plain values."""
        rest = {"games": self.games, "batch": self.batch, "confirm": self.confirm}
        return {**self.identity(), **rest, "against_name": self.against.name}

    @classmethod
    def from_definition(cls, name: str, definition: Mapping[str, Any]) -> "TuningPlan":
        """The plan of a tuning that the store knows by its name."""
        values = dict(definition)
        against = Entrant.from_definition(values.pop("against_name"), values.pop("against"))
        conditions = Conditions.from_definition(values.pop("conditions"))
        parameters: Sequence[str] = values.pop("parameters")
        return cls(name=name, against=against, conditions=conditions, parameters=tuple(parameters), **values)
