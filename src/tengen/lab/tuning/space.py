"""What is tuned: numeric settings of an engine, each with a range.

``rave_equivalence=500:5000:log`` is a dimension between two bounds in which factors count, not
differences; ``expand_after=1:20:int`` has whole numbers only, as every setting has whose default is a whole number.

A *point* is a value for each dimension, in their order. Within the laboratory's models a point is a
vector of *coordinates*, from -1 at the lower bound of a dimension to 1 at the upper one.
"""

import difflib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tengen.engines.registry import engine_class
from tengen.engines.request import MOST_PLAYOUTS
from tengen.errors import TengenError
from tengen.parameters import describe, is_number

Point = tuple[float, ...]
PLAYOUTS = "playouts"  # the one thing that can be tuned and is no setting of an engine, but its limit
_FIGURES = 3  # of a value: finer differences are beyond what games can tell
_SAME = 0.04  # difference of coordinates below which two points are taken to be one: 2 % of the range


@dataclass(frozen=True)
class Dimension:
    """A setting and the range it is tuned in."""

    name: str
    low: float
    high: float
    log: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        """Refuse ranges that are none."""
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise TengenError(f"{self.name} needs a range that runs upwards, not {self.low:g}:{self.high:g}")
        if self.log and self.low <= 0:
            raise TengenError(
                f"{self.name} cannot be tuned by factors from {self.low:g}: leave out :log, or start above 0"
            )
        if self.whole and (self.low != int(self.low) or self.high != int(self.high)):
            raise TengenError(f"{self.name} has whole numbers only: not {self.low:g}:{self.high:g}")

    @classmethod
    def parse(cls, text: str) -> "Dimension":
        """A dimension as it is typed.

        >>> Dimension.parse("rave_equivalence=500:5000:log")
        Dimension(name='rave_equivalence', low=500.0, high=5000.0, log=True, whole=False)
        """
        name, equals, rest = text.partition("=")
        bounds, flags = rest.split(":")[:2], rest.split(":")[2:]
        try:
            low, high = map(float, bounds)
        except ValueError:
            equals = ""
        if not equals or not name.strip() or not set(flags) <= {"log", "int"}:
            raise TengenError(f"{text[:60]!r} is no range: write name=low:high, name=low:high:log or name=low:high:int")
        return cls(name.strip(), low, high, "log" in flags, "int" in flags)

    def __str__(self) -> str:
        flags = (":log" if self.log else "") + (":int" if self.whole else "")
        return f"{self.name}={self.low:.12g}:{self.high:.12g}{flags}"

    def coordinate(self, value: float) -> float:
        """Where a value lies between the bounds, -1 to 1.

        >>> Dimension("rave_equivalence", 100, 10_000, log=True).coordinate(10_000)
        1.0
        """
        low, high = self._scaled(self.low), self._scaled(self.high)
        return (2 * self._scaled(value) - low - high) / (high - low)

    def value(self, coordinate: float) -> float:
        """The value at a coordinate, rounded to what is worth telling and to what is allowed.

        >>> Dimension("exploration", 0, 1).value(0.123456), Dimension("near_prior", 0, 40).value(0.123456)
        (0.562, 22.5)
        """
        low, high = self._scaled(self.low), self._scaled(self.high)
        scaled = (low + high + coordinate * (high - low)) / 2
        value = math.exp(scaled) if self.log else scaled
        if self.whole:
            rounded = float(round(value))
        elif self.log:
            rounded = float(f"{value:.{_FIGURES}g}")
        else:
            rounded = round(value, _FIGURES - math.ceil(math.log10(high - low)))
        return min(max(rounded, self.low), self.high)

    def _scaled(self, value: float) -> float:
        return math.log(value) if self.log else value


@dataclass(frozen=True)
class Space:
    """The dimensions that are tuned together, and where the defaults lie."""

    dimensions: tuple[Dimension, ...]
    default: Point | None  # None: the defaults lie outside of the ranges, or mean something else (0: automatic)

    @property
    def names(self) -> tuple[str, ...]:
        """The settings that are tuned."""
        return tuple(dimension.name for dimension in self.dimensions)

    def point(self, coordinates: Sequence[float] | np.ndarray) -> Point:
        """The point, of rounded values, at some coordinates."""
        return tuple(d.value(float(c)) for d, c in zip(self.dimensions, coordinates, strict=True))

    def coordinates(self, point: Point) -> np.ndarray:
        """A point as the models see it."""
        return np.array([d.coordinate(value) for d, value in zip(self.dimensions, point, strict=True)])

    def texts(self, point: Point) -> dict[str, str]:
        """A point as settings.

        >>> Space((Dimension.parse("expand_after=1:20:int"),), None).texts((4.0,))
        {'expand_after': '4'}
        """
        return {name: f"{value:.12g}" for name, value in zip(self.names, point, strict=True)}

    def label(self, point: Point) -> str:
        """A point for people."""
        return " ".join(f"{name}={text}" for name, text in self.texts(point).items())

    def nearest(self, point: Point, others: Iterable[Point]) -> Point | None:
        """The one of the other points that is too near to be another; None if there is none."""
        here = self.coordinates(point)
        distances = {other: float(np.abs(self.coordinates(other) - here).max()) for other in others}
        close = min(distances, key=distances.__getitem__, default=None)
        return close if close is not None and distances[close] < _SAME else None


def space_of(engine: str, texts: Iterable[str], settings: Mapping[str, str], playouts: int | None = None) -> Space:
    """The space that is typed for an engine of ours whose other settings are fixed.

    >>> space_of("mcts", ["exploration=0:1"], {}).default
    (0.5,)
    """
    parameters = {name: (value, about) for name, value, about in describe(engine_class(engine).default_parameters)}
    dimensions: dict[str, Dimension] = {}
    defaults: list[Any] = []
    for text in texts:
        dimension = Dimension.parse(text)
        name = dimension.name
        if name in dimensions:
            raise TengenError(f"{name} is to be tuned twice: give it one range")
        if name in settings:
            raise TengenError(f"{name} is to be tuned and fixed at {settings[name]}: leave out one of the two")
        if name == PLAYOUTS:
            value, lowest, highest = playouts or 0, 1.0, float(MOST_PLAYOUTS)
        else:
            if name not in parameters:
                raise TengenError(_unknown(engine, name, parameters))
            value, about = parameters[name]
            lowest, highest = about.minimum or 0.0, about.maximum or 0.0  # a number has both
        if not is_number(value):
            raise TengenError(f"{name} of {engine} is no number, so it cannot be tuned: try its values in a tournament")
        if isinstance(value, int):
            dimension = Dimension(name, dimension.low, dimension.high, dimension.log, whole=True)
        if dimension.low < lowest or dimension.high > highest:
            bounds = f"between {lowest:,.15g} and {highest:,.15g}"
            raise TengenError(f"{name} of {engine} must be {bounds}: {dimension.low:g}:{dimension.high:g} goes beyond")
        dimensions[name] = dimension
        defaults.append(value)
    if not dimensions:
        raise TengenError("nothing is to be tuned: name a setting and its range, as in exploration=0:1")
    inside = all(d.low <= value <= d.high for d, value in zip(dimensions.values(), defaults, strict=True))
    return Space(tuple(dimensions.values()), tuple(map(float, defaults)) if inside else None)


def _unknown(engine: str, name: str, parameters: Mapping[str, tuple[Any, Any]]) -> str:
    numbers = [n for n, (value, _) in parameters.items() if is_number(value)]
    close = difflib.get_close_matches(name, parameters, 1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    return f"{engine} has no setting {name[:40]!r}{hint}; numbers to tune: {', '.join([*numbers, PLAYOUTS])}"
