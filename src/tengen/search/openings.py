"""The clustered openings that a search uses (SmartStart): those that ship, or a person's own file.

`small` was learnt from 1,000 games and `medium` from 8,000, as in the paper (10.1). Where a file, a board size or a
number of clusters is not there, that is told once, and the search goes on without.
"""

import logging
from functools import lru_cache
from pathlib import Path

from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.kernels.openings.clusters import Openings
from tengen.sealed_files import FilesInUse
from tengen.search.openings_file import OpeningsSection, read_openings

log = logging.getLogger(__name__)
SHIPPED = {name: Path(__file__).with_name(f"openings_{name}.bin") for name in ("small", "medium")}


_files = FilesInUse(
    read_openings,
    "there are no openings {path}: smartstart_database is small, medium or a file",
    "playing on without openings",
    log,
)


@lru_cache(8)
def _tables(section: OpeningsSection) -> Openings:
    return section.tables()


def _path_of(database: str) -> Path:
    """The file that a setting names."""
    return SHIPPED.get(database) or Path(database)


def check_clusters(database: str, clusters: int) -> None:
    """Refuse a number of clusters that a file does not have; what else is wrong with it is told when it is used."""
    try:
        path = _path_of(database)
        there = sorted({section.clusters for section in _files.read(path).sections})
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
    path = _path_of(database)
    file = _files.find(path)
    if file is None:
        return None
    section = file.section(size, clusters)
    if section is None:
        there = ", ".join(f"{each.clusters} clusters on {each.size}x{each.size}" for each in file.sections)
        _files.warn(f"the openings {path.name} have no {clusters} clusters on {size}x{size}, but {there}")
        return None
    return _tables(section)


def begins_empty(position: Position) -> bool:
    """Whether a game began as those that openings are learnt from: Black first, on an empty board."""
    return not position.initial_stones and position.initial_player is BLACK
