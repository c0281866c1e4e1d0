"""How strong to play: ranks, Elo ratings, and what makes an engine that weak.

With a network a level is a temperature at which moves are drawn from its opinion, or above its best move at first
sight a number of evaluations (`network_level.py`); without one, a number of playouts and a temperature
(`level_choice.py`). Which ones play at which rating was measured: `network_levels.csv` (for each size of the board)
and `levels.csv` have the settings that played and the Elo they came to, written by `benchmarks/levels.py` and
`benchmarks/classical_levels.py`; every level between them is interpolated. docs/levels.md tells how it came about and
what the levels really come to.

The scale is anchored at GNU Go 3.8 at level 10, which is given 1800 Elo and the rank 8k; a rank is 100 Elo.

>>> parse_level("8k").elo, parse_level("1500").name, parse_level("max")
(1800.0, '1500', None)
>>> parse_level("40k")
Traceback (most recent call last):
...
tengen.errors.TengenError: level 40k ... choose ...
"""

import math
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from tengen.errors import TengenError

STRONGEST = "max"  # the engine as it is
ANCHOR_ELO = 1800.0
ANCHOR_KYU = 8
ELO_A_RANK = 100.0
TABLE = Path(__file__).with_name("levels.csv")  # without a network
NETWORK_TABLE = Path(__file__).with_name("network_levels.csv")
_RANK = re.compile(r"(\d{1,2})([kd])")
_ELO = re.compile(r"\d{1,5}(\.\d+)?")
_SETTINGS = re.compile(r"(\d{1,9})@(\d{1,4}(?:\.\d+)?)")  # for measuring
_DRAWING = re.compile(r"(\d{1,3}(?:\.\d+)?)x([1-9]\d{0,4})")  # likewise
_FEWEST_EVALUATIONS = 4  # of a search: with fewer it has seen nothing
_MEASURED_ON = 9 * 9  # points: of the board on which the levels were measured


class Drawing(NamedTuple):
    """How moves are drawn from the network's opinion (`network_level.py`)."""

    temperature: float  # 0: its best move
    evaluations: int  # of a search; 1: no search, but a move drawn at first sight


@dataclass(frozen=True)
class Level:
    """A strength to play at."""

    name: str
    elo: float | None  # None: by its settings, whatever they come to
    playouts: int  # a move, on 9x9, where there is no network
    temperature: float  # 0: the best move that was found
    drawing: Drawing | None = None  # by the network, whatever strength that is

    def drawing_on(self, size: int) -> Drawing | None:
        """How moves are drawn on a board of `size` where there is a network; None: as without one."""
        return self.drawing if self.elo is None else drawing_of_elo(self.elo, size)

    def playouts_on(self, size: int) -> int:
        """Playouts a move on a board of `size`: more where there is more to look at."""
        return max(1, round(self.playouts * size * size / _MEASURED_ON))


class Knot(NamedTuple):
    """Settings that were measured."""

    elo: float
    playouts: int
    temperature: float


@cache
def measured() -> tuple[Knot, ...]:
    """The settings that were measured, the weakest first."""
    lines = TABLE.read_text(encoding="utf-8").split()[1:]
    rows = (line.split(",") for line in lines)
    return tuple(sorted(Knot(float(elo), int(playouts), float(temperature)) for elo, playouts, temperature in rows))


class NetworkKnot(NamedTuple):
    """Settings that were measured with the network."""

    elo: float
    temperature: float
    evaluations: int


_K = TypeVar("_K", Knot, NetworkKnot)


@cache
def network_knots() -> Mapping[int, tuple[NetworkKnot, ...]]:
    """The settings that were measured with the network on each size of the board, the weakest first."""
    found: dict[int, list[NetworkKnot]] = {}
    for line in NETWORK_TABLE.read_text(encoding="utf-8").split()[1:]:
        size, elo, temperature, evaluations = line.split(",")
        found.setdefault(int(size), []).append(NetworkKnot(float(elo), float(temperature), int(evaluations)))
    return {size: tuple(sorted(knots)) for size, knots in found.items()}


def offered(network: bool = True) -> tuple[float, float]:
    """The ratings from which and to which there are levels: with the network, those measured on every board."""
    if not network:
        return measured()[0].elo, measured()[-1].elo
    tables = network_knots().values()
    return max(knots[0].elo for knots in tables), min(knots[-1].elo for knots in tables)


def elo_of_rank(rank: str) -> float:
    """The rating of a rank such as 8k or 1d.

    >>> elo_of_rank("20k"), elo_of_rank("8k"), elo_of_rank("1d")
    (600.0, 1800.0, 2600.0)
    """
    found = _RANK.fullmatch(rank)
    if found is None or int(found[1]) == 0:
        raise TengenError(f"{rank[:20]!r} is not a rank: write 20k to 1k, or 1d")
    steps = ANCHOR_KYU - int(found[1]) if found[2] == "k" else ANCHOR_KYU + int(found[1]) - 1
    return ANCHOR_ELO + ELO_A_RANK * steps


def ranks(network: bool = True) -> list[str]:
    """All ranks there are, the weakest first."""
    lowest, highest = offered(network)
    named = [*(f"{kyu}k" for kyu in range(30, 0, -1)), *(f"{dan}d" for dan in range(1, 10))]
    return [rank for rank in named if lowest <= elo_of_rank(rank) <= highest]


def parse_level(text: str, network: bool = True) -> Level | None:
    """The level that a person means: a rank (12k), an Elo rating (1400), or max, which is None.

    ``30@2.5`` means thirty playouts without a network and a temperature of 2.5, ``1.5x1`` a temperature of 1.5 and one
    evaluation by the network, whatever strength that is. If not `network`, the levels are those without one.
    """
    name = text.strip().lower()
    if name == STRONGEST:
        return None
    settings = _SETTINGS.fullmatch(name)
    if settings is not None and int(settings[1]) > 0:
        return Level(name, None, int(settings[1]), float(settings[2]))
    drawing = _DRAWING.fullmatch(name)
    if drawing is not None:
        return Level(name, None, 1, 0.0, Drawing(float(drawing[1]), int(drawing[2])))
    if _RANK.fullmatch(name):
        return level_of_elo(elo_of_rank(name), name, network)
    if _ELO.fullmatch(name):
        return level_of_elo(float(name), name, network)
    raise TengenError(f"level {text[:20]!r} is not possible: {_choices(network)}")


def _choices(network: bool) -> str:
    lowest, highest = offered(network)
    named = ranks(network)
    return (
        f"choose a rank from {named[0]} to {named[-1]}, an Elo rating from {math.ceil(lowest)} to "
        f"{math.floor(highest)}, or max"
    )


def level_of_elo(elo: float, name: str = "", network: bool = True) -> Level:
    """The level of a rating; between those that were measured it is interpolated, beyond them there is none.

    Where the network turns out to be missing the nearest level without one is played.
    """
    lowest, highest = offered(network)
    if not lowest <= elo <= highest:
        beyond = "stronger" if elo > highest else "weaker"
        raise TengenError(f"level {name or f'{elo:g}'} is {beyond} than any that was measured: {_choices(network)}")
    low, high, part = _between(measured(), elo)
    playouts = math.exp((1 - part) * math.log(low.playouts) + part * math.log(high.playouts))
    temperature = (1 - part) * low.temperature + part * high.temperature
    return Level(name or f"{elo:g}", elo, round(playouts), round(temperature, 3))


def beyond_those_without(level: Level) -> str:
    """What is to be said where a level is played without the network, and only with it there is such a level."""
    lowest, highest = offered(network=False)
    if level.elo is None or lowest <= level.elo <= highest:
        return ""
    nearest = min(max(level.elo, lowest), highest)
    return f"without the network there is no level {level.name}; the nearest, {nearest:.0f} Elo, plays"


def drawing_of_elo(elo: float, size: int) -> Drawing:
    """How moves are drawn at a rating on a board: interpolated in the table of the size that is nearest."""
    tables = network_knots()
    nearest = min(sorted(tables), key=lambda known: abs(known - size))
    low, high, part = _between(tables[nearest], elo)
    heat = (1 - part) * _heat(low.temperature) + part * _heat(high.temperature)
    temperature = heat if heat <= 1 else math.exp(heat - 1)
    evaluations = round(math.exp((1 - part) * math.log(low.evaluations) + part * math.log(high.evaluations)))
    return Drawing(round(temperature, 3), evaluations if evaluations >= _FEWEST_EVALUATIONS else 1)


def _heat(temperature: float) -> float:
    """What grows about evenly with weakness."""
    return temperature if temperature <= 1 else 1 + math.log(temperature)


def _between(knots: Sequence[_K], elo: float) -> tuple[_K, _K, float]:
    """The knots below and above a rating, and how far it lies on the way between them; beyond all it is the last."""
    elo = min(max(elo, knots[0].elo), knots[-1].elo)
    above = max(1, bisect_left([knot.elo for knot in knots], elo))
    low, high = knots[above - 1], knots[above]
    return low, high, (elo - low.elo) / (high.elo - low.elo)
