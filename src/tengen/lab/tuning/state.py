"""How a tuning stands: read from the store, where all of it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tengen.lab.results import PairingResult, results_of
from tengen.lab.store import Event, Store
from tengen.lab.tuning.model import Forecast, ResponseModel
from tengen.lab.tuning.plan import TuningPlan
from tengen.lab.tuning.sampler import AllottedPoint, observations
from tengen.lab.tuning.space import Point


@dataclass(frozen=True)
class Tried:
    """A point that was given games, and what came of them."""

    point: Point | None  # None: the defaults
    result: PairingResult

    @property
    def counted(self) -> int:
        """Games that say something."""
        return len(self.result.counted)

    @property
    def all_failed(self) -> bool:
        """Whether it played, and no game counts."""
        return bool(self.result.games) and not self.result.counted

    def allotment(self) -> AllottedPoint:
        """What the sampler has to know of it."""
        pairing, played = self.result.pairing, len(self.result.games)
        wanted = max(pairing.games, played) if pairing.active else played
        points = self.result.tally.points if self.counted else 0.0
        return AllottedPoint(self.point, wanted, points, self.counted)


@dataclass(frozen=True)
class Choice:
    """What the model makes of all games."""

    point: Point
    is_default: bool  # it is the defaults, or too near to them to be told apart
    forecast: Forecast
    low: Point  # where the optimum lies with 80 %, dimension by dimension
    high: Point
    effective_games: float


@dataclass(frozen=True)
class TuningState:
    """All points tried and what follows from them."""

    plan: TuningPlan
    tried: tuple[Tried, ...]

    @property
    def played(self) -> int:
        """Games stored, whether they count or not."""
        return sum(len(each.result.games) for each in self.tried)

    @property
    def counted(self) -> int:
        """Games that say something."""
        return sum(each.counted for each in self.tried)

    @property
    def wanted(self) -> int:
        """Games given out so far, played or not."""
        return sum(each.allotment().wanted for each in self.tried)

    @cached_property
    def allotments(self) -> Sequence[AllottedPoint]:
        """The points as the sampler sees them."""
        return [each.allotment() for each in self.tried]

    @property
    def reference(self) -> Tried | None:
        """The defaults."""
        return next((each for each in self.tried if each.point is None), None)

    @property
    def best_tried(self) -> Tried | None:
        """The point with the highest rate, lucky or not."""
        counted = [each for each in self.tried if each.counted]
        return max(counted, key=lambda each: (each.result.tally.score, each.counted), default=None)

    @cached_property
    def choice(self) -> Choice | None:
        """The point the model prefers; None as long as there is too little to fit it to."""
        space = self.plan.space
        seen = observations(space, self.allotments)
        if len(seen) < 2:
            return None
        model = ResponseModel(seen)
        point = space.point(model.choice())
        low, high = model.optimum_range()
        near = space.default is not None and space.nearest(point, [space.default]) is not None
        forecast = model.forecast(space.coordinates(point))
        return Choice(point, near, forecast, space.point(low), space.point(high), model.effective_games)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        names, choice = self.plan.space.names, self.choice
        return {
            "name": self.plan.title,
            **self.plan.definition(),
            "played": self.played,
            "counted": self.counted,
            "points": [
                {"values": None if each.point is None else dict(zip(names, each.point, strict=True))}
                | each.result.to_dict()
                for each in self.tried
            ],
            "choice": choice
            and {
                "values": dict(zip(names, choice.point, strict=True)),
                "is_default": choice.is_default,
                "rate": choice.forecast.rate,
                "low": choice.forecast.interval.low,
                "high": choice.forecast.interval.high,
                "optimum_low": dict(zip(names, choice.low, strict=True)),
                "optimum_high": dict(zip(names, choice.high, strict=True)),
                "effective_games": choice.effective_games,
            },
        }


def state_from(plan: TuningPlan, results: Iterable[PairingResult]) -> TuningState:
    """How a tuning stands by the results of its pairings."""
    return TuningState(plan, tuple(Tried(plan.point_of(result.pairing.first), result) for result in results))


def state_of(store: Store, event: Event, plan: TuningPlan) -> TuningState:
    """How a tuning stands now."""
    return state_from(plan, results_of(store, event))
