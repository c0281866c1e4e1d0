"""How long experiments take, roughly: the minutes in their files are not far off.

The figures are those of one core of the machine this was written on; they are for planning, not for claims.
"""

import math
from collections.abc import Iterable

import pytest

from tengen.lab.experiments import experiments, plan
from tengen.lab.experiments.model import MATCH, Experiment, Planned
from tengen.lab.players import Entrant

_SIZES = (9, 13, 19)
_OWN_MOVES = (30.0, 60.0, 125.0)  # of each player in a game
_PLAYOUTS_A_SECOND = (11_000.0, 7_000.0, 4_000.0)  # of the tree search as it is
_FASTER = {"light": 5.0, "mogo": 2.8}  # with simpler playouts
_GNUGO_SECONDS = (9.0, 20.0, 75.0)  # a game, at level 10
_GNUGO_FASTER = 10.0  # at level 1
_FULL_LEVEL = 10
_JUDGING = 0.003  # seconds a move in which our engines look at dead stones and passing, on 9x9
_HYBRID = "hybrid"  # an engine that asks GNU Go too
_DEFAULT_PLAYOUTS = 10_000  # where a player has no limit

MATCHES = [found for found in experiments() if found.kind == MATCH]


def minutes_if_complete(planned: Iterable[Planned], cores: int = 2) -> float:
    """Minutes a plan takes with a game on each core, once all is there; rows that a scale leaves out stay out."""
    rows = [row for row in planned if row.is_available or row.missing.startswith("needs ")]
    return sum(row.games * seconds_of(row) for row in rows) / cores / 60


def seconds_of(row: Planned) -> float:
    """Seconds of one core a game of a row takes."""
    return _player_seconds(row.first, row) + _player_seconds(row.second, row)


def _player_seconds(player: Entrant, row: Planned) -> float:
    size, conditions = row.conditions.size, row.conditions
    moves = _at(size, _OWN_MOVES)
    if player.level is not None:
        share = math.log(_FULL_LEVEL / min(max(player.level, 1), _FULL_LEVEL)) / math.log(_FULL_LEVEL)
        return _at(size, _GNUGO_SECONDS) / math.pow(_GNUGO_FASTER, share)
    thinking = math.inf
    if player.engine and (player.playouts or not (player.seconds or conditions.clock())):
        speed = _at(size, _PLAYOUTS_A_SECOND) * _faster(str(player.settings.get("playout", "")))
        thinking = moves * (player.playouts or _DEFAULT_PLAYOUTS) / speed
    if player.seconds:
        thinking = min(thinking, moves * player.seconds * player.threads)
    if conditions.clock():
        overtime = conditions.increment + (conditions.period / max(1, conditions.stones))
        thinking = min(thinking, (conditions.main_time + moves * overtime) * player.threads)
    if math.isinf(thinking):  # a program that nobody limits: as if it were GNU Go
        return _at(size, _GNUGO_SECONDS)
    if player.engine == _HYBRID:
        thinking += _at(size, _GNUGO_SECONDS)
    return thinking + moves * _JUDGING * (size / _SIZES[0]) ** 2


def _faster(playout: str) -> float:
    """How much faster the search is with these playouts; rules spelled out count as the usual ones."""
    name = playout.partition(",")[0].partition("-")[0]
    return _FASTER.get(name, 1.0)


def _at(size: int, figures: tuple[float, float, float]) -> float:
    """A figure for any board, between those for 9, 13 and 19, by the number of points."""
    points = [side * side for side in _SIZES]
    here = size * size
    if here <= points[0]:
        return figures[0]
    for index in (0, 1):
        low, high = points[index], points[index + 1]
        if here <= high:
            part = (here - low) / (high - low)
            return figures[index] * math.pow(figures[index + 1] / figures[index], part)
    return figures[2]


@pytest.mark.parametrize("found", MATCHES, ids=lambda found: found.name)
def test_small_runs_in_half_an_hour_on_two_cores(found: Experiment) -> None:
    estimate = minutes_if_complete(plan(found, "small"), cores=2)
    stated = found.scales["small"].minutes
    assert stated is not None
    assert estimate <= stated < 30
    assert stated < estimate * 1.2 + 1
