"""The books that a setting names, and the moves that are played from them.

`no` is none, `auto` those that ship, if there are any, and all else files, separated by commas: the first that knows a
position is heard. A file that cannot be used is told of once in the log, and play goes on without it. In handicap games
no book is asked: books are of even games.
"""

import logging
import random
from collections.abc import Callable, Iterable
from pathlib import Path

from tengen.books.book import Book, BookMove, Kind
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import Vertex
from tengen.sealed_files import FilesInUse

log = logging.getLogger(__name__)
NO_BOOK, BY_DEFAULT = "no", "auto"
SHIPPED = Path(__file__).with_name("shipped")  # a folder, which need not be there


BOOKS_IN_USE = FilesInUse(
    Book.open, "there is no book {path}: give the name of a file, or book=no", "playing on without it", log
)


def books_named(setting: str) -> list[Book]:
    """The books that a setting names, in their order; one that cannot be used is told of, and is not among them.

    >>> books_named("no")
    []
    """
    if setting == BY_DEFAULT:
        shipped = [book for path in sorted(SHIPPED.glob("*.book")) if (book := BOOKS_IN_USE.find(path)) is not None]
        return sorted(shipped, key=lambda book: book.kind is Kind.TREE)  # what is played at once goes first
    paths = [Path(name.strip()) for name in setting.split(",") if name.strip() not in ("", NO_BOOK)]
    return [book for path in paths if (book := BOOKS_IN_USE.find(path)) is not None]


def serves(book: Book, position: Position) -> bool:
    """Whether a book is for this game: an even one, and counted as those that a tree book was grown with."""
    if position.handicap > 1:
        return False
    if book.kind is not Kind.TREE:
        return True
    about, points = book.about, position.points_for_white
    if about.get("size", position.size) != position.size:
        return False
    if "rules" in about and Ruleset.named(about["rules"]).scoring is not position.rules.scoring:
        return False
    if about.get("komi", points) != points:
        if not (SHIPPED / book.name).is_file():  # whoever named it should know
            BOOKS_IN_USE.warn(f"the book {book.name} is for a komi of {about['komi']:g}, not {points:g}")
        return False
    return True


def move_to_play(
    books: Iterable[Book],
    position: Position,
    least_share: float,
    seed: int,
    admits: Callable[[Vertex], bool] = lambda _: True,
) -> BookMove | None:
    """The move to play at once by the first forced book, or one of statistics, that has any that one `admits`.

    Of a forced book's replies each is as likely, of moves in games those that were played often: the others, with less
    than `least_share` of the position's games, are left out. The same seed draws the same move in the same position. A
    pass is no opening move. Where a tree book comes first that knows the position, there is none: that is for a search.
    """
    for book in books:
        if book.kind is Kind.JOSEKI or not serves(book, position):
            continue
        if book.kind is Kind.TREE:
            if book.moves(position):
                return None  # the search is to begin with what it says
            continue
        moves = [move for move in book.moves(position) if admits(move.vertex) and not move.vertex.is_pass]
        least = least_share * sum(move.games for move in moves)
        likely = [move for move in moves if move.games >= least]
        if likely:
            draw = random.Random(f"{seed} {position.canonical_hash} {position.move_number}")
            return draw.choices(likely, [move.games or 1 for move in likely])[0]
    return None


def tree_moves(books: Iterable[Book], position: Position) -> list[BookMove]:
    """What the first tree book that knows the position says of its moves, for a search to begin with."""
    for book in books:
        if book.kind is Kind.TREE and serves(book, position) and (moves := book.moves(position)):
            return moves
    return []
