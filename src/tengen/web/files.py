"""Games from outside: a file named on the command line, one that was uploaded, or pasted text."""

from pathlib import Path

from tengen.errors import TengenError
from tengen.records import GameRecord, load, loads
from tengen.web.settings import LARGEST_SIZE, LEAST_SIZE

LARGEST_FILE = 2_000_000  # bytes
_MOST_NODES = 20_000  # of a tree that a page can show


def read_game(data: bytes, name: str) -> GameRecord:
    """The game of an uploaded file; what cannot be shown is told."""
    if len(data) > LARGEST_FILE:
        raise TengenError(f"{name} is larger than {LARGEST_FILE // 1_000_000} MB: that is not one game")
    return _checked(loads(data, name))


def read_file(path: Path) -> GameRecord:
    """The game of a file."""
    return _checked(load(path))


def _checked(record: GameRecord) -> GameRecord:
    if not LEAST_SIZE <= record.size <= LARGEST_SIZE:
        raise TengenError(
            f"a board of {record.size}x{record.size} is not shown here: {LEAST_SIZE} to {LARGEST_SIZE} are"
        )
    if sum(1 for _ in record.nodes()) > _MOST_NODES:
        raise TengenError(f"this game has more than {_MOST_NODES:,} moves and variations: too many to show")
    record.position()  # whether it can be played
    return record
