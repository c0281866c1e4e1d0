"""The opening explorer: what the books that ship know of the position shown, as a table and as marks on the board.

Where the whole board is in no book of games, or a game has handicap, the joseki dictionary tells of its corners. Only
statistics of games are shown: the visits of a tree book are no games. The files are read once, when somebody first
asks. Whatever is wrong with them is told in the log, and the page goes on without.
"""

import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from html import escape
from string import ascii_lowercase

from tengen.books.book import Book, BookMove, Kind
from tengen.books.corners import LEAST_SHARE
from tengen.books.in_play import BY_DEFAULT, books_named, serves
from tengen.game.position import Position
from tengen.game.svg import Frame
from tengen.game.vertex import Vertex

log = logging.getLogger(__name__)
NOT_KNOWN = "Not in the book"
NOT_WITH_HANDICAP = "No book for handicap games"
NO_BOOK = "There is no book"
_SHOWN = 8  # moves in the table, and letters on the board


@dataclass(frozen=True)
class Known:
    """What is known of a position: its moves, those played most first, or in words that there are none."""

    moves: tuple[BookMove, ...] = ()
    told: str = ""
    head: str = "Opening"

    @property
    def shown(self) -> dict[str, BookMove]:
        """The moves that are shown, by their letters."""
        return dict(zip(ascii_lowercase[:_SHOWN], self.moves, strict=False))


class Explorer:
    """Looks positions up in books of games.

    >>> Explorer(lambda: []).look(Position(9)).told
    'There is no book'
    """

    def __init__(self, read: Callable[[], Iterable[Book]]) -> None:
        self._read = read
        self._books: list[Book] | None = None  # not read yet

    def look(self, position: Position) -> Known:
        """What the first book that knows the position says of it."""
        try:
            return self._look(position)
        except Exception:  # no file may be the end of a page
            log.exception("the opening book cannot be used; the page goes on without it")
            self._books = []
            return Known(told=NO_BOOK)

    def _look(self, position: Position) -> Known:
        if self._books is None:
            self._books = [book for book in self._read() if book.kind in (Kind.STATISTICS, Kind.JOSEKI)]
        if not self._books:
            return Known(told=NO_BOOK)
        for kind in (Kind.STATISTICS, Kind.JOSEKI):  # a whole board says more than its corners
            for book in self._books:
                known = self._known(book, position) if book.kind is kind and not position.is_over else None
                if known is not None:
                    return known
        return Known(told=NOT_WITH_HANDICAP if position.handicap > 1 else NOT_KNOWN)

    @staticmethod
    def _known(book: Book, position: Position) -> Known | None:
        """What one book says of a position; None for nothing."""
        if book.kind is Kind.JOSEKI:
            frequent = (move for move in book.moves(position) if move.games >= LEAST_SHARE * move.of)
            moves, head = tuple(frequent), "Joseki"
        elif serves(book, position):
            moves, head = tuple(move for move in book.moves(position) if not move.vertex.is_pass), "Opening"
        else:
            return None
        return Known(moves, head=head) if moves else None


SHIPPED = Explorer(partial(books_named, BY_DEFAULT))  # for all pages


def openings_markup(known: Known) -> str:
    """The moves as a table, each with the letter it has on the board."""
    if not known.moves:
        return f'<div class="openings-note">{escape(known.told)}</div>' if known.told else ""
    total = sum(move.games for move in known.moves)
    rows = [
        f'<tr data-vertex="{move.vertex}"><td class="vertex"><span class="letter">{letter}</span>{move.vertex}</td>'
        f"{''.join(f'<td>{cell}</td>' for cell in move.cells(total))}</tr>"
        for letter, move in known.shown.items()
    ]
    more = len(known.moves) - len(rows)
    note = f'<div class="openings-note">and {more} more</div>' if more else ""
    head = f'<tr><th class="line">{known.head}</th><th>Games</th><th>Share</th><th>Won</th><th>Years</th></tr>'
    return f"<table>{head}{''.join(rows)}</table>{note}"


def openings_marks(known: Known, frame: Frame, taken: Collection[Vertex] = ()) -> str:
    """A letter on each move shown, except on points that are `taken`."""
    parts = []
    for letter, move in known.shown.items():
        if move.vertex not in taken:
            x, y = frame.place(move.vertex)
            parts.append(
                f'<g data-opening="{move.vertex}"><circle cx="{x:g}" cy="{y:g}" r="12" fill="#fdfdfb" stroke="#77777a" '
                f'stroke-width=".7" opacity=".85"/><text x="{x:g}" y="{y + 5:g}" font-size="16" font-weight="600" '
                f'text-anchor="middle" fill="#2b2620">{letter}</text></g>'
            )
    return f'<g class="tengen-openings" font-family="system-ui, sans-serif">{"".join(parts)}</g>' if parts else ""
