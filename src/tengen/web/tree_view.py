"""The tree of a record as a picture: moves along the rows, a variation in a row of its own.

Placing the nodes and drawing them take time in proportion to their number. Of a very large tree only the part around
the move that is shown is drawn: a page with thousands of discs is slow in every browser. The ring around that move is a
picture of its own above the tree, so that a step along a game sends a few bytes.
"""

from typing import NamedTuple

from tengen.game.color import Color
from tengen.records import GameNode

WHOLE = 1_000  # nodes of a tree that is drawn whole
_ACROSS, _DOWN = 80, 24  # columns and rows drawn of a larger one; more where it has few of the other
_STEP = 26  # units between two nodes
_RADIUS = 9
_NEAR = 50  # rows looked at for a variation: more would be too much work in a tree made for that


class Placed(NamedTuple):
    """A node and where it stands: its column is its depth, its row the variation."""

    node: GameNode
    column: int
    row: int
    parent: int  # its index in the list, -1 for the root
    number: int  # of moves that lead to it, its own included


class Window(NamedTuple):
    """The columns and rows that are drawn, the last ones excluded."""

    left: int
    right: int
    top: int
    bottom: int

    def holds(self, item: Placed) -> bool:
        """Whether a node is drawn."""
        return self.left <= item.column < self.right and self.top <= item.row < self.bottom


def place_nodes(root: GameNode) -> list[Placed]:
    """All nodes of a tree with their places; the main line is in the first row, no two stand on the same place.

    >>> from tengen.records import GameRecord
    >>> record = GameRecord(9)
    >>> first = record.root.add("black", "E5")
    >>> _ = first.add("white", "C3"), first.add("white", "G3")
    >>> [(placed.column, placed.row) for placed in place_nodes(record.root)]
    [(0, 0), (1, 0), (2, 0), (2, 1)]
    """
    placed: list[Placed] = []
    rows = _Rows()
    waiting = [(root, -1)]  # the first node of a run without a choice, and its parent's index
    while waiting:
        node, parent = waiting.pop()
        run = list(node.main_line())
        if parent < 0:
            column = row = number = 0
            rows.take(0, 0, len(run))
        else:
            fork = placed[parent]
            column, number = fork.column + 1, fork.number
            row = rows.find(parent, fork, column + len(run) - 1)
        begin = len(placed)
        for item in run:
            number += item.move is not None
            placed.append(Placed(item, column, row, parent, number))
            parent, column = len(placed) - 1, column + 1
        # The last to be waited for is the first to be placed: forks from the end of the run on, so that the variations
        # of later moves stand nearer to it and none crosses the line that leads to another.
        for index in range(begin, len(placed)):
            waiting += [(child, index) for child in reversed(placed[index].node.children[1:])]
    return placed


class _Rows:
    """Which columns of each row are taken, as one stretch a row: variations come from the right to the left."""

    def __init__(self) -> None:
        self._first: list[int] = []
        self._last: list[int] = []
        self._latest: dict[int, int] = {}  # by fork the row of its latest variation: the next one is below

    def take(self, row: int, first: int, last: int) -> None:
        """Take columns of a row, which is the next new one or known."""
        if row == len(self._first):
            self._first.append(first)
            self._last.append(last)
        self._first[row] = min(self._first[row], first)
        self._last[row] = max(self._last[row], last)

    def find(self, index: int, fork: Placed, last: int) -> int:
        """Take the first row below a fork that is free behind its column, as far as `last`."""
        above = self._latest.get(index, fork.row)
        row = above + 1
        end = min(len(self._first), row + _NEAR)
        while row < end and self._first[row] <= last and fork.column < self._last[row]:
            row += 1
        if row == above + 1 + _NEAR:
            row = len(self._first)  # below everything, and whoever stands on the line that leads there stays there
        else:
            for passed in range(above + 1 if above == fork.row else above, row):
                self.take(passed, fork.column, fork.column)  # of the line that leads there: nobody is to stand on it
        self.take(row, fork.column + 1, last)
        self._latest[index] = row
        return row


def window_around(placed: list[Placed], at: Placed, before: Window | None = None) -> Window:
    """What is drawn of a tree while `at` is shown: `before`, as long as that is not near its border, so that a step
    along a game does not draw everything anew.
    """
    columns, rows = max(item.column for item in placed) + 1, max(item.row for item in placed) + 1
    if len(placed) <= WHOLE:
        return Window(0, columns, 0, rows)
    across = max(_ACROSS, WHOLE // min(rows, _DOWN))
    down = max(_DOWN, WHOLE // min(columns, _ACROSS))
    wanted = Window(*_stretch(at.column, across // 2, columns), *_stretch(at.row, down // 2, rows))
    if before is not None and before.holds(at):
        near = Window(*_stretch(at.column, across // 4, columns), *_stretch(at.row, down // 4, rows))
        kept = before._replace(right=min(columns, before.right), bottom=min(rows, before.bottom))
        if kept.left <= near.left and near.right <= kept.right and kept.top <= near.top and near.bottom <= kept.bottom:
            return kept
    return wanted


def _stretch(middle: int, half: int, count: int) -> tuple[int, int]:
    """Up to `half` on either side of the middle, of those that exist."""
    return max(0, middle - half), min(count, middle + half + 1)


def tree_markup(placed: list[Placed], window: Window) -> str:
    """The picture; nodes carry their number in `placed`."""
    lines, discs = [], []
    leaving: dict[
        tuple[int, bool], str
    ] = {}  # of a fork the longest line that leads out of the window: others are on it
    for index, item in enumerate(placed):
        fork = placed[item.parent] if item.parent >= 0 else None
        if window.holds(item):
            discs.append(_disc(item, index, window))
            if fork is not None:
                lines.append(_line(fork, item, window))
        elif fork is not None and window.holds(fork):
            leaving[item.parent, item.row == fork.row] = _line(fork, item, window)
    shown = f'<path class="tree-line" d="{"".join([*leaving.values(), *lines])}"/>{"".join(discs)}'
    return f'<svg {_extent(window)} role="group" aria-label="Game tree">{shown}</svg>'


def mark_markup(at: Placed, window: Window) -> str:
    """The ring around the move that is shown, to lie above the picture."""
    x, y = _place(at, window)
    ring = f'<circle class="tree-now" cx="{x:g}" cy="{y:g}" r="{_RADIUS + 3}"/>'
    return f'<svg {_extent(window)} aria-hidden="true">{ring}</svg>'


def told_of(placed: list[Placed], window: Window) -> str:
    """What there is to say about a picture that is not whole."""
    shown = sum(map(window.holds, placed))
    if shown == len(placed):
        return ""
    return f"{shown:,} of {len(placed):,} moves and variations are drawn: those around this move."


def _extent(window: Window) -> str:
    width, height = _STEP * (window.right - window.left), _STEP * (window.bottom - window.top)
    return f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'


def _place(item: Placed, window: Window) -> tuple[float, float]:
    return _STEP * (item.column - window.left + 0.5), _STEP * (item.row - window.top + 0.5)


def _line(fork: Placed, item: Placed, window: Window) -> str:
    (fx, fy), (x, y) = _place(fork, window), _place(item, window)
    bend = f"V{y - _STEP / 2:g}L{x:g} {y:g}" if fork.row != item.row else f"H{x:g}"
    return f"M{fx:g} {fy:g}{bend}"


def _disc(item: Placed, index: int, window: Window) -> str:
    node = item.node
    x, y = _place(item, window)
    name = str(node.move) if node.move else "start" if node.parent is None else "set-up"
    kind = "none" if node.move is None else "black" if node.move.color is Color.BLACK else "white"
    comment = f'<circle class="tree-comment" cx="{x + 7:g}" cy="{y - 7:g}" r="3"/>' if node.comment else ""
    return (
        f'<g data-node="{index}" role="button" aria-label="{name}"><title>{item.number} {name}</title>'
        f'<circle class="tree-{kind}" cx="{x:g}" cy="{y:g}" r="{_RADIUS}"/>{comment}</g>'
    )
