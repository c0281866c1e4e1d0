"""A tree book in a search: what it knows of the position is put into the tree, as games that were played before.

The thesis (3.3.1) loads a saved tree in the place of an empty one. Here the book is a table of positions, so it serves
however a position came about, and whichever way it is turned: as soon as the root has its moves, those that the book
knows get its games and wins as visits of their own, at most `book_games` of them in all. From there on they are like
visits that an earlier search has left. That is so with every policy: RAVE and UCB1 see games and win rates, PUCT sees
them beside what the network thinks likely, which stays as it is. Deeper moves the search finds by itself; when they
have been played, the book is asked again.

Nothing of this is compiled: the counts are written between two slices, when no thread runs.
"""

from collections.abc import Sequence

import numpy as np

from tengen.books.book import BookMove
from tengen.books.in_play import books_named, tree_moves
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tree.nodes import ROOT
from tengen.search.tree import Tree

_PATIENCE = 100  # rounds that a root may take to grow: where there is no room it never does


class BookRoot:
    """What a tree book knows of the root of a search, until it is in the tree."""

    def __init__(self, setting: str, most_games: float) -> None:
        self._setting, self._most_games = setting, most_games
        self.moves: dict[Vertex, BookMove] = {}  # known at this root, by every vertex that they are the same as
        self.games = 0  # put into the trees for this root
        self._waits = 0  # rounds that it may still take

    def begin(self, position: Position, trees: Sequence[Tree], *, used: bool = True) -> None:
        """A search of `position` begins with these trees; nothing is known unless a book is `used`."""
        self._waits = 0
        if any(not tree.has_book for tree in trees):
            self.games = 0
        found = tree_moves(books_named(self._setting), position) if used else []
        self.moves = {vertex: move for move in found for vertex in (move.vertex, *move.twins)}
        if found and not all(tree.has_book for tree in trees):
            self._waits = _PATIENCE

    @property
    def waits(self) -> bool:
        """Whether there is something to put into the tree; until then searches go by single simulations."""
        return self._waits > 0

    def write_to(self, trees: Sequence[Tree]) -> int:
        """Put what is known into trees whose roots have grown; how many games that was."""
        if not self.waits:
            return 0
        self._waits -= 1
        if not all(tree.children() for tree in trees):
            return 0
        self._waits = 0
        self.games = sum(self._write(tree, len(trees)) for tree in trees if not tree.has_book)
        return self.games

    def _write(self, tree: Tree, trees: int) -> int:
        children = tree.children()
        family = tree.nodes[children.start : children.stop]
        known = [self.moves.get(Vertex.from_point(point)) for point in family["move"].tolist()]
        there = [move for move in known if move is not None]
        total = sum({id(move): move.games for move in there}.values())
        scale = min(1.0, self._most_games / max(1, total)) / trees
        before = int(family["visits"].sum())
        for index, move in enumerate(known):
            if move is not None and move.games:
                games = round(move.games * scale / sum(other is move for other in there))
                family["visits"][index] += games
                family["wins"][index] += games * move.wins / move.games
        put = int(family["visits"].sum()) - before
        tree.nodes["visits"][ROOT] += np.int32(put)
        tree.has_book = True
        return put
