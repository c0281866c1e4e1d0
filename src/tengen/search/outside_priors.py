"""Priors from outside: other packages may say what they know of the moves in a position (thesis 3.3.2).

A package announces a source with an entry point of the group ``tengen.priors``: a function of a `Position` that
returns, for some of its moves, a win rate (of whoever is to move, 0 to 1) and how many simulations that shall count as.
Nothing is asked unless the setting `outside_priors` names it. docs/extending.md has an example.
"""

import logging
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any

import numpy as np

from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import POINTS

log = logging.getLogger(__name__)
Array = np.ndarray[Any, Any]
PriorSource = Callable[[Position], Mapping[Vertex, tuple[float, float]]]
NO_PRIORS = "none"
MOST_GAMES = 1_000_000  # of a move
_GROUP = "tengen.priors"


def source_names() -> list[str]:
    """The sources of priors that are installed."""
    return sorted({point.name for point in entry_points(group=_GROUP)})


def check_sources(text: str) -> list[str]:
    """The names in a setting, separated by commas; refuses those that nobody announces.

    >>> check_sources("none")
    []
    """
    names = [name.strip() for name in text.split(",") if name.strip() not in ("", NO_PRIORS)]
    known = source_names()
    for name in names:
        if name not in known:
            there = f"there are {', '.join(known)}" if known else "none is installed (docs/extending.md tells how)"
            raise TengenError(f"no source of priors is called {name[:40]!r}: {there}")
    return names


class OutsidePriors:
    """The sources that a setting names; one that fails is told of once, and then does without."""

    def __init__(self, text: str) -> None:
        self._names = check_sources(text)
        self._sources: dict[str, PriorSource] = {}
        self._failed: set[str] = set()

    def ask(self, position: Position) -> tuple[Array, Array]:
        """What all of them say: for each point games won, and games."""
        wins, games = np.zeros(POINTS), np.zeros(POINTS)
        for name in self._names:
            try:
                if name not in self._sources:
                    self._sources[name] = next(p for p in entry_points(group=_GROUP) if p.name == name).load()
                for point, winrate, weight in _checked(self._sources[name](position.copy()), position.size):
                    wins[point] += winrate * weight
                    games[point] += weight
            except Exception as error:  # whatever a stranger's code may raise
                if name not in self._failed:
                    self._failed.add(name)
                    log.warning("the priors %s failed (%s: %s); searching without", name, type(error).__name__, error)
        return wins, games


def _checked(told: Mapping[Vertex, tuple[float, float]], size: int) -> list[tuple[int, float, float]]:
    """What a source says, by point; an error if that cannot be."""
    said = []
    for vertex, (winrate, games) in told.items():
        if not (Vertex.of(vertex).is_pass or Vertex.of(vertex).is_on(size)):
            raise ValueError(f"{vertex} is not on the board")
        if not (0 <= winrate <= 1 and 0 <= games <= MOST_GAMES):
            raise ValueError(f"{vertex} has a win rate of {winrate} for {games} games: 0 to 1, and 0 to {MOST_GAMES:,}")
        said.append((Vertex.of(vertex).point, float(winrate), float(games)))
    return said
