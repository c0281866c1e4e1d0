"""How strong to play: ranks, Elo ratings, and what makes an engine that weak.

A level is a number of playouts and a temperature (`level_choice.py` says what that does). Which
ones play at which rating was measured: `levels.csv` has the settings that played and the Elo they came to,
written by `benchmarks/levels.py`; every level between them is interpolated. docs/levels.md tells how it
came about and how far the levels are really apart.

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
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tengen.errors import TengenError

STRONGEST = "max"  # the engine as it is
ANCHOR_ELO = 1800.0
ANCHOR_KYU = 8
ELO_A_RANK = 100.0
TABLE = Path(__file__).with_name("levels.csv")
_RANK = re.compile(r"(\d{1,2})([kd])")
_ELO = re.compile(r"\d{1,5}(\.\d+)?")
_SETTINGS = re.compile(r"(\d{1,9})@(\d{1,4}(?:\.\d+)?)")  # for measuring
_DRAWING = re.compile(r"(\d{1,3}(?:\.\d+)?)x(\d{1,4}(?:\.\d+)?)")  # likewise
_MEASURED_ON = 9 * 9  # points: of the board on which the levels were measured


class Drawing(NamedTuple):
    """How moves are drawn from the network's opinion (`network_level.py`)."""

    temperature: float  # 0: its best move
    looks: float  # moves drawn, of which the best is played


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
        return self.drawing

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


def elo_of_rank(rank: str) -> float:
    """The rating of a rank such as 8k or 1d.

    >>> elo_of_rank("20k"), elo_of_rank("8k"), elo_of_rank("1d")
    (600.0, 1800.0, 2600.0)
    """
    found = _RANK.fullmatch(rank)
    if found is None or int(found[1]) == 0:
        raise TengenError(f"{rank[:20]!r} is not a rank: write 20k to 1k")
    steps = ANCHOR_KYU - int(found[1]) if found[2] == "k" else ANCHOR_KYU + int(found[1]) - 1
    return ANCHOR_ELO + ELO_A_RANK * steps


def ranks() -> list[str]:
    """All ranks there are, the weakest first."""
    lowest, highest = measured()[0].elo, measured()[-1].elo
    return [f"{kyu}k" for kyu in range(30, 0, -1) if lowest <= elo_of_rank(f"{kyu}k") <= highest]


def parse_level(text: str) -> Level | None:
    """The level that a person means: a rank (12k), an Elo rating (1400), or max, which is None.

    ``30@2.5`` means thirty playouts and a temperature of 2.5, whatever strength that is.
    """
    name = text.strip().lower()
    if name == STRONGEST:
        return None
    settings = _SETTINGS.fullmatch(name)
    if settings is not None and int(settings[1]) > 0:
        return Level(name, None, int(settings[1]), float(settings[2]))
    drawing = _DRAWING.fullmatch(name)
    if drawing is not None and float(drawing[2]) >= 1:
        return Level(name, None, 1, 0.0, Drawing(float(drawing[1]), float(drawing[2])))
    if _RANK.fullmatch(name):
        return level_of_elo(elo_of_rank(name), name)
    if _ELO.fullmatch(name):
        return level_of_elo(float(name), name)
    raise TengenError(f"level {text[:20]!r} is not possible: {_choices()}")


def _choices() -> str:
    lowest, highest = measured()[0].elo, measured()[-1].elo
    return (
        f"choose a rank from {ranks()[0]} to {ranks()[-1]}, an Elo rating from {math.ceil(lowest)} to "
        f"{math.floor(highest)}, or max"
    )


def level_of_elo(elo: float, name: str = "") -> Level:
    """The level of a rating; between those that were measured it is interpolated, beyond them there is none."""
    knots = measured()
    if not knots[0].elo <= elo <= knots[-1].elo:
        beyond = "stronger" if elo > knots[-1].elo else "weaker"
        raise TengenError(f"level {name or f'{elo:g}'} is {beyond} than any that was measured: {_choices()}")
    above = max(1, bisect_left([knot.elo for knot in knots], elo))
    low, high = knots[above - 1], knots[above]
    part = (elo - low.elo) / (high.elo - low.elo)
    playouts = math.exp((1 - part) * math.log(low.playouts) + part * math.log(high.playouts))
    temperature = (1 - part) * low.temperature + part * high.temperature
    return Level(name or f"{elo:g}", elo, round(playouts), round(temperature, 3))
