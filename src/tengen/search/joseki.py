"""The joseki dictionary that a search uses: the one that ships, a person's own file, or none."""

import logging
from functools import lru_cache
from pathlib import Path

import numpy as np

from tengen.books.book import Book, BookMove, Kind
from tengen.books.corners import kernel_table
from tengen.books.in_play import BOOKS_IN_USE
from tengen.books.in_play import SHIPPED as SHIPPED_BOOKS
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.playouts.policies import parse_policy
from tengen.sealed_files import FilesInUse

log = logging.getLogger(__name__)
SHIPPED = SHIPPED_BOOKS / "joseki.book"
YES, NO = "yes", "no"
RULE = "joseki"  # of the playouts


def _read(path: Path) -> Book:
    book = BOOKS_IN_USE.read(path)
    if book.kind is not Kind.JOSEKI:
        raise TengenError(f"the book {path} is no joseki dictionary: make one with tengen book joseki")
    return book


_files = FilesInUse(
    _read,
    "there is no joseki dictionary {path}: give the name of a file, or joseki=no",
    "playing on without joseki",
    log,
)


def joseki_named(setting: str) -> Book | None:
    """The dictionary that a setting names; a file that cannot be used is told of once, and there is none then.

    >>> joseki_named("no") is None
    True
    """
    if setting == NO:
        return None
    return _files.find(SHIPPED if setting == YES else Path(setting))


@lru_cache(4)
def table_of(book: Book) -> np.ndarray:
    """A dictionary as the kernels take it."""
    return kernel_table(book.table)


def joseki_table(setting: str) -> np.ndarray | None:
    """What the kernels look up for a setting; None for nothing."""
    book = joseki_named(setting)
    return None if book is None else table_of(book)


def joseki_for_playouts(policy: str) -> np.ndarray | None:
    """What playouts of a policy look up where nobody has named a dictionary: the one that ships, if they ask for it."""
    return joseki_table(YES) if asks_joseki(policy) else None


def asks_joseki(policy: str) -> bool:
    """Whether a policy of playouts has the rule.

    >>> asks_joseki("moggy"), asks_joseki("moggy,joseki:0.5")
    (False, True)
    """
    return dict(parse_policy(policy)).get(RULE, 0.0) > 0


def joseki_move(setting: str, position: Position, vertex: Vertex) -> BookMove | None:
    """What the dictionary knows of a move."""
    book = joseki_named(setting)
    moves = [] if book is None else book.moves(position)
    return next((move for move in moves if vertex in (move.vertex, *move.twins)), None)
