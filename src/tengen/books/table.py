"""The table that every book is: positions by their canonical hash, each with its moves, as arrays side by side.

A move is written as the point it is in the canonical orientation (`game/canonical.py`). Where that orientation is
itself symmetric, moves that go over into each other are one: the one with the least number stands for all.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

# What is known of a move, and in how many bits; each column may be packed in fewer in a file.
COLUMNS = {
    "games": np.uint32,
    "decided": np.uint32,  # those of which the winner is known
    "wins": np.float64,  # of the mover
    "first_year": np.uint16,  # 0: not known
    "last_year": np.uint16,
    "searched": np.uint32,  # of a tree book: games in the position's own search
    "steps": np.uint32,  # … and how often growing went this way
}


@dataclass(frozen=True, eq=False)
class Rows:
    """Moves of positions as they are gathered, in any order and with repetitions."""

    keys: Array  # hashes of positions
    moves: Array  # canonical points
    columns: dict[str, Array]


@dataclass(frozen=True, eq=False)
class BookTable:
    """Positions in the order of their hashes; the moves of each lie side by side, the best first."""

    keys: Array  # uint64
    starts: Array  # int64, one more than positions: where the moves of each begin
    moves: Array  # int16
    columns: dict[str, Array]

    def place(self, key: int) -> slice | None:
        """Where the moves of a position are; None if it is not in the table."""
        index = int(np.searchsorted(self.keys, np.uint64(key)))
        if index == len(self.keys) or int(self.keys[index]) != key:
            return None
        return slice(int(self.starts[index]), int(self.starts[index + 1]))

    @property
    def positions(self) -> int:
        """How many there are."""
        return len(self.keys)


def empty_columns(count: int) -> dict[str, Array]:
    """Columns that say nothing, for so many moves."""
    return {name: np.zeros(count, kind) for name, kind in COLUMNS.items()}


def gather(rows: Rows, least: int = 0, *, as_they_came: bool = False) -> BookTable:
    """The table of these rows: the same move of the same position is one, and must have `least` games.

    Games, wins and steps are added up, years reach from the first to the last. The moves of a position are in the order
    of their games, and where they have as many, of their wins; or `as_they_came`.
    """
    order = np.lexsort((rows.moves, rows.keys))  # stable: what came first stays first
    keys, moves = rows.keys[order], rows.moves[order]
    is_new = np.ones(len(order), bool)
    is_new[1:] = (keys[1:] != keys[:-1]) | (moves[1:] != moves[:-1])
    firsts = np.flatnonzero(is_new)
    columns = {name: _merged(name, column[order], firsts) for name, column in rows.columns.items()}
    kept = columns["games"] >= least
    merged = Rows(keys[firsts][kept], moves[firsts][kept], {name: column[kept] for name, column in columns.items()})
    return _sorted(merged, order[firsts][kept] if as_they_came else None)


def _merged(name: str, column: Array, firsts: Array) -> Array:
    if not len(column):
        return column
    if name == "first_year":  # 0 is no year
        years = np.where(column == 0, np.iinfo(column.dtype).max, column)
        least = np.minimum.reduceat(years, firsts)
        return np.where(least == np.iinfo(column.dtype).max, 0, least).astype(column.dtype)
    if name == "last_year":
        return np.maximum.reduceat(column, firsts)
    total = np.add.reduceat(column.astype(np.float64 if name == "wins" else np.int64), firsts)
    return np.minimum(total, np.iinfo(np.uint32).max).astype(column.dtype)


def _sorted(rows: Rows, came: Array | None) -> BookTable:
    """Rows without repetitions as a table; `came` says which came first, where that counts."""
    games, wins = rows.columns["games"].astype(np.int64), rows.columns["wins"]
    order = np.lexsort((rows.moves, -wins, -games, rows.keys) if came is None else (came, rows.keys))
    keys = rows.keys[order]
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])) if len(keys) else np.zeros(0, np.int64)
    columns = {name: column[order] for name, column in rows.columns.items()}
    ends = np.append(starts, len(keys)).astype(np.int64)
    return BookTable(keys[starts], ends, rows.moves[order].astype(np.int16), columns)
