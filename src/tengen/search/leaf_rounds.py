"""Rounds of leaf parallelisation: find leaves, play them out on all threads, count."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tengen.kernels.root_record import Tables
from tengen.kernels.thread_record import SIMULATION
from tengen.kernels.tree.leaf import MOST_LEAVES, count_leaves, find_leaves, play_leaves
from tengen.kernels.tree.walk import TreeArrays
from tengen.search.threads import Threads

Array = np.ndarray[Any, Any]


class LeafRounds:
    """The leaves under way and each thread's playouts of them."""

    def __init__(self, threads: int) -> None:
        self._leaves = np.zeros(MOST_LEAVES, SIMULATION)
        self._played = [np.zeros(MOST_LEAVES, SIMULATION) for _ in range(threads)]

    def run(
        self,
        pool: Threads,
        tree: TreeArrays,
        tables: Sequence[Tables],
        root: Array,
        threads: Sequence[Array],
        most: int,
    ) -> int:
        """Run one round of at most `most` simulations; returns how many."""
        players = min(len(threads), most)
        count = min(MOST_LEAVES, most // players)
        find_leaves(tree, tables[0], root, threads[0], self._leaves, count)

        def play(index: int) -> None:
            play_leaves(tree, tables[index], root, threads[index], self._leaves, self._played[index], count)

        pool.map(play, range(players))
        for index in range(players):
            count_leaves(tree.nodes, root, threads[index], self._played[index], count, index == 0)
        return count * players
