"""The positions of a record, for somebody who walks through it.

A position is made by playing all moves that lead to it. In a game of thousands of moves, or of thousands of set-ups,
that takes too long to be done for every step of a key that is held down. So on a long way a position shortly before its
end is remembered: the steps around it begin there.
"""

from collections import OrderedDict

from tengen.game.position import Position
from tengen.records import GameNode
from tengen.records.replay import empty_board, replay

_NEAR = 50  # nodes between a remembered position and the one asked for
_KEPT = 4  # a position remembers its whole game


class Positions:
    """Positions by their nodes; the moves and set-ups of nodes that were asked for must not change."""

    def __init__(self) -> None:
        self._before: OrderedDict[GameNode, Position] = OrderedDict()  # the position before a node, on the way to it

    def of(self, node: GameNode) -> Position:
        """The position after a node: one's own, to change as one likes."""
        path = [node]
        while path[-1] not in self._before and path[-1].parent is not None:
            path.append(path[-1].parent)
        path.reverse()
        known = self._before.get(path[0])
        if known is not None:
            self._before.move_to_end(path[0])
        position = empty_board(node.record) if known is None else known.copy()
        to_keep = len(path) - _NEAR if len(path) > 2 * _NEAR else 0
        for index, (_, latest) in enumerate(replay(path, before=position), 1):
            position = latest
            if index == to_keep:
                self._before[path[index]] = position.copy()
        while len(self._before) > _KEPT:
            self._before.popitem(last=False)
        return position
