"""The clustered openings that a search uses (SmartStart): those that ship, or a person's own file.

`small` was learnt from 1,000 games and `medium` from 8,000, as in the paper (10.1). Where a file, a board size or a
number of clusters is not there, that is told once, and the search goes on without.
"""

import logging
from functools import cache
from pathlib import Path

from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.kernels.openings.clusters import Openings
from tengen.search.openings_file import OpeningsFile, read_openings

log = logging.getLogger(__name__)
SHIPPED = {name: Path(__file__).with_name(f"openings_{name}.bin") for name in ("small", "medium")}


@cache
def _of_file(path: Path, stamp: tuple[int, int]) -> OpeningsFile:
    return read_openings(path)


@cache
def _tables(path: Path, stamp: tuple[int, int], size: int, clusters: int) -> Openings | None:
    section = _of_file(path, stamp).section(size, clusters)
    return None if section is None else section.tables()


@cache
def _warn(message: str) -> None:
    """Say once what is wrong: an engine asks with every game."""
    log.warning("%s; playing on without openings", message)


def _path_of(database: str) -> tuple[Path, tuple[int, int]]:
    """The file that a setting names, and what tells whether it has changed."""
    path = SHIPPED.get(database) or Path(database).expanduser()
    try:
        status = path.stat()
    except OSError:
        raise TengenError(f"there are no openings {path}: smartstart_database is small, medium or a file") from None
    return path, (status.st_mtime_ns, status.st_size)


def check_clusters(database: str, clusters: int) -> None:
    """Refuse a number of clusters that a file does not have; what else is wrong with it is told when it is used."""
    try:
        path, stamp = _path_of(database)
        there = sorted({section.clusters for section in _of_file(path, stamp).sections})
    except TengenError:
        return
    if clusters not in there:
        numbers = " and ".join(map(str, there))
        raise TengenError(
            f"the openings {path.name} have {numbers} clusters, not {clusters}: set smartstart_clusters, "
            f"or make others with tengen learn openings --clusters {clusters}"
        )


def openings_for(database: str, clusters: int, size: int) -> Openings | None:
    """The openings that the settings name for a board of `size`; None, and a warning, where there are none."""
    try:
        path, stamp = _path_of(database)
        found = _tables(path, stamp, size, clusters)
        if found is None:
            there = ", ".join(
                f"{each.clusters} clusters on {each.size}x{each.size}" for each in _of_file(path, stamp).sections
            )
            raise TengenError(f"the openings {path.name} have no {clusters} clusters on {size}x{size}, but {there}")
    except TengenError as error:
        _warn(str(error))
        return None
    return found


def begins_empty(position: Position) -> bool:
    """Whether a game began as those that openings are learnt from: Black first, on an empty board."""
    return not position.initial_stones and position.initial_player is BLACK
