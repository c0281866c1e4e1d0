"""Growing a tree book: searches of the `mcts` engine, one position after the other, until the time is over.

What is grown where is in `tengen.books.growth`, and how nothing is lost in `tengen.books.growing_file`. A seed, one
thread and a number of playouts give the same book, however often growing was broken off.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tengen.books import Book
from tengen.books.growing_file import GrowingFile
from tengen.books.growth import FoundMove, Growth
from tengen.engines import create_engine
from tengen.game.position import Position

Progress = Callable[[str, int, int], object]
_LEAST_SHARE = 0.01  # of a search's visits, for a move to be kept
_SAVED_EVERY = 60.0  # seconds
_MOST_IDLE = 500  # steps one after the other that found nothing new
_MEMORY = 100.0  # MB of a search's tree: it is small


@dataclass(frozen=True)
class GrowingWishes:
    """What a person wants grown."""

    path: Path
    size: int = 9
    komi: float | None = None  # the rules' own
    rules: str = "chinese"
    playouts: int = 1000  # of each search
    minutes: float = 60.0
    positions: int = 0  # at most so many more; 0: as many as there is time for
    longest: int = 20  # moves of a line
    width: float = 0.5  # how much is tried beside the best moves
    threads: int | None = None
    seed: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


def grow_book(wishes: GrowingWishes, on_progress: Progress = lambda *_: None) -> Book:
    """Grow a book, or go on growing it, and write the file; Ctrl-C keeps all that was found."""
    began = saved = time.monotonic()
    limit = 60 * wishes.minutes
    about = {
        "playouts": wishes.playouts,
        "settings": " ".join(f"{name}={text}" for name, text in wishes.settings.items()),
    }
    with GrowingFile(wishes.path, wishes.size, wishes.komi, wishes.rules) as file:
        growing = file.growing
        before, idle = growing.steps, 0
        try:
            while (passed := time.monotonic() - began) < limit:
                on_progress(f"growing: {len(growing):,} positions, seconds", int(passed), int(limit))
                if wishes.positions and growing.steps - before >= wishes.positions:
                    break
                line = growing.next_line(wishes.width, wishes.longest)
                idle = 0 if line[1] else idle + 1
                if idle > _MOST_IDLE:
                    break  # all lines of that length are known
                file.add(_step(line, growing.steps, wishes))
                if time.monotonic() - saved > _SAVED_EVERY:
                    file.save(**about)
                    saved = time.monotonic()
        finally:
            book = file.save(**about)
    return book


def _step(line: tuple[Position, bool], step: int, wishes: GrowingWishes) -> Growth:
    position, is_new = line
    played = tuple(move.vertex for move in position.moves)
    if not is_new:
        return Growth(step, played, 0, 0, ())
    seed = None if wishes.seed is None else (wishes.seed * 1_000_003 + step) % (1 << 40)
    own = {"memory": _MEMORY, **wishes.settings, "book": "no"}
    with create_engine("mcts", threads=wishes.threads, seed=seed, settings=own) as engine:
        found = engine.analyze(position, playouts=wishes.playouts)
    games = sum(move.visits for move in found.moves)
    # The visits of those that are left out go to nobody: a move that was hardly looked at is not known.
    kept = [move for move in found.moves if move.visits >= _LEAST_SHARE * games]
    moves = tuple(FoundMove(move.vertex, move.visits, round(move.visits * move.winrate)) for move in kept)
    return Growth(step, played, games, round(games * found.fair_winrate), moves)
