"""The local trees of a search as Python sees them: their upkeep over a game, and what they hold."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tengen.game.color import Color
from tengen.game.vertex import Vertex
from tengen.kernels.tree.age_local_trees import age_local_trees
from tengen.kernels.tree.local_sequences import local_line, rank_local_sequences
from tengen.kernels.tree.local_tree import (
    FIRST_LOCAL,
    LONGEST_SEQUENCE,
    MOST_LOCAL_NODES,
    MOST_RANKED,
    new_local_trees,
    new_local_works,
)

Array = np.ndarray[Any, Any]
_KEPT = 0.5  # of the nodes, from one move to the next


class LocalSequence(NamedTuple):
    """A sequence worth playing; the value is that of who begins it."""

    moves: tuple[Vertex, ...]
    visits: int  # of its last move
    value: float
    gain: float  # over the value its first point has when nothing is forced


class LocalTrees:
    """Two local trees, of Black's sequences and of White's, shared by `threads` threads."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.clear()

    def clear(self) -> None:
        """Know nothing."""
        self._take(new_local_trees(), FIRST_LOCAL)

    def _take(self, trees: Array, used: int) -> None:
        self.trees = trees
        works = new_local_works(self.threads, used)
        self.works = [works[index : index + 1] for index in range(self.threads)]

    def advance(self, moves: Sequence[int] | None) -> None:
        """After `moves` what was learnt counts for half; in another game (None) for nothing."""
        if moves is None:
            self.clear()
        elif moves:
            halvings, used = 0, MOST_LOCAL_NODES
            while used > _KEPT * MOST_LOCAL_NODES:
                halvings += 1
                aged = new_local_trees()
                used = int(age_local_trees(self.trees, aged, halvings))
            self._take(aged, used)

    def sequences(self, boards: Array, color: Color, settings: Array) -> list[LocalSequence]:
        """The sequences that `color` gains by on a board, the best first."""
        work = self.works[0].copy()
        rank_local_sequences(self.trees, work, boards, settings)
        side = int(color) - 1
        found = []
        for rank in range(side * MOST_RANKED, side * MOST_RANKED + int(work["ranked"][0][side])):
            line = np.zeros(LONGEST_SEQUENCE, np.int64)
            length = local_line(self.trees, int(work["rank_node"][0][rank]), settings, line)
            moves = tuple(Vertex.from_point(int(self.trees["move"][0][node])) for node in line[:length])
            last = int(line[length - 1])
            visits = int(self.trees["visits"][0][last])
            value = float(self.trees["value_sum"][0][last]) / visits
            found.append(LocalSequence(moves, visits, value, float(work["rank_gain"][0][rank])))
        return found
