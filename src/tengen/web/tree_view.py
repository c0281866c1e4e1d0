"""The tree of a record as a picture: moves along the rows, a variation in a row of its own."""

from typing import NamedTuple

from tengen.game.color import Color
from tengen.records import GameNode

_STEP = 26  # units between two nodes
_RADIUS = 9


class Placed(NamedTuple):
    """A node and where it stands: its column is its depth, its row the variation."""

    node: GameNode
    column: int
    row: int
    parent: int  # its index in the list, -1 for the root


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
    filled: list[int] = []  # of each row the last column taken
    waiting = [(root, 0, -1)]
    while waiting:
        node, column, parent = waiting.pop()
        least = placed[parent].row if parent >= 0 else 0
        if parent >= 0 and node is not placed[parent].node.children[0]:
            # A variation takes the first row below that is free from its fork on.
            least = next(
                (row for row in range(least + 1, len(filled)) if filled[row] < column - 1), max(least + 1, len(filled))
            )
        while len(filled) <= least:
            filled.append(-1)
        filled[least] = column
        placed.append(Placed(node, column, least, parent))
        index = len(placed) - 1
        waiting += [(child, column + 1, index) for child in reversed(node.children)]
    return placed


def tree_markup(placed: list[Placed], current: GameNode) -> str:
    """The picture; nodes carry their number in `placed`."""
    columns = max(item.column for item in placed) + 1
    rows = max(item.row for item in placed) + 1
    width, height = columns * _STEP, rows * _STEP
    lines, discs = [], []
    for index, item in enumerate(placed):
        x, y = _STEP * (item.column + 0.5), _STEP * (item.row + 0.5)
        if item.parent >= 0:
            fork = placed[item.parent]
            fx, fy = _STEP * (fork.column + 0.5), _STEP * (fork.row + 0.5)
            bend = f"V{y - _STEP / 2:g}L{x:g} {y:g}" if fork.row != item.row else f"H{x:g}"
            lines.append(f"M{fx:g} {fy:g}{bend}")
        discs.append(_disc(item.node, index, x, y, item.node is current))
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" role="group" '
        f'aria-label="Game tree"><path class="tree-line" d="{"".join(lines)}"/>{"".join(discs)}</svg>'
    )


def _disc(node: GameNode, index: int, x: float, y: float, is_current: bool) -> str:
    name = str(node.move) if node.move else "start" if node.parent is None else "set-up"
    kind = "none" if node.move is None else "black" if node.move.color is Color.BLACK else "white"
    ring = f'<circle class="tree-now" cx="{x:g}" cy="{y:g}" r="{_RADIUS + 3}"/>' if is_current else ""
    comment = f'<circle class="tree-comment" cx="{x + 7:g}" cy="{y - 7:g}" r="3"/>' if node.comment else ""
    return (
        f'{ring}<g data-node="{index}" role="button" aria-label="{name}"><title>{node.move_number} {name}</title>'
        f'<circle class="tree-{kind}" cx="{x:g}" cy="{y:g}" r="{_RADIUS}"/>{comment}</g>'
    )
