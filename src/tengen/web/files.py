"""Games from outside: a file named on the command line, one that was uploaded, or pasted text.

What a guest brings is read in a thread of its own, one after the other, so that everybody else's clicks are answered
meanwhile. Python runs one thread at a time, so this holds only because the work is bounded: by bytes, by nodes, and by
records being read in time proportional to their text.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tengen.errors import TengenError
from tengen.records import GameRecord, load, loads
from tengen.web.positions import Positions
from tengen.web.settings import LARGEST_SIZE, LEAST_SIZE
from tengen.web.sizes import LARGEST_FILE, MOST_NODES
from tengen.web.table import playable
from tengen.web.thinking import be_modest

LONGEST_READING = 20.0  # seconds, waiting for others included: far more than the largest file takes
_reader = ThreadPoolExecutor(1, "tengen-reader", initializer=be_modest)


class Found(NamedTuple):
    """A game from outside that can be shown and played over."""

    record: GameRecord
    positions: Positions


async def read_for_guest(data: bytes, name: str, seconds: float = LONGEST_READING) -> Found:
    """The game of an uploaded file, while the server goes on; what cannot be shown, or not in time, is told."""
    reading = _reader.submit(read_game, data, name)
    try:
        return await asyncio.wait_for(asyncio.wrap_future(reading), seconds)
    except TimeoutError:
        told = f"{name} takes longer than {seconds:g} seconds to read: try again, or a smaller file"
        raise TengenError(told) from None


def read_game(data: bytes, name: str) -> Found:
    """The game of an uploaded file; what cannot be shown is told."""
    if len(data) > LARGEST_FILE:
        raise TengenError(f"{name} is larger than {LARGEST_FILE // 1_000_000} MB: that is not one game")
    return _checked(loads(data, name, most_nodes=MOST_NODES))


def read_file(path: Path) -> GameRecord:
    """The game of a file."""
    return _checked(load(path, most_nodes=MOST_NODES)).record


def _checked(record: GameRecord) -> Found:
    if not LEAST_SIZE <= record.size <= LARGEST_SIZE:
        raise TengenError(
            f"a board of {record.size}x{record.size} is not shown here: {LEAST_SIZE} to {LARGEST_SIZE} are"
        )
    return Found(record, playable(record))
