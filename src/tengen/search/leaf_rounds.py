"""Rounds of leaf parallelisation: find leaves, play them out on all threads, count."""

from typing import Any

import numpy as np

from tengen.kernels.board_record import BOARD
from tengen.kernels.tree.leaf import ENDING, LEAVES, MOST_LEAVES, count_leaves, find_leaves, play_leaves
from tengen.search.threads import Threads

Array = np.ndarray[Any, Any]


class LeafRounds:
    """The leaves under way and each thread's playouts of them."""

    def __init__(self, threads: int) -> None:
        self._boards = np.zeros(MOST_LEAVES, BOARD)
        self._leaves = np.zeros(MOST_LEAVES, LEAVES)
        self._endings = [np.zeros(MOST_LEAVES, ENDING) for _ in range(threads)]

    def run(
        self,
        pool: Threads,
        tree: tuple[Array, Array],  # nodes, arena
        game: tuple[Array, Array, Array, Array, Array],  # root board, settings, shut and open points, past
        policy: tuple[Array, Array],  # rules, patterns
        threads: list[tuple[Array, Array, Array, Array, Array, Array]],  # of each: scratch, work … as `play` takes them
        most: int,
    ) -> int:
        """Run one round of at most `most` simulations; returns how many."""
        nodes, arena = tree
        boards, settings, shut, open_points, past = game
        rules, patterns = policy
        players = min(len(threads), most)
        count = min(MOST_LEAVES, most // players)
        scratch, work = threads[0][:2]
        find_leaves(
            nodes, arena, boards, scratch, work, self._boards, self._leaves, settings, patterns, shut, past, count
        )

        def play(index: int) -> None:
            scratch, work, generator, replies, liberty_map, tally = threads[index]
            play_leaves(
                boards,
                self._boards,
                self._leaves,
                self._endings[index],
                scratch,
                work,
                generator,
                rules,
                patterns,
                replies,
                liberty_map,
                settings,
                open_points,
                tally,
                count,
            )

        pool.map(play, range(players))
        for index in range(players):
            tally = threads[index][5]
            count_leaves(nodes, boards, self._leaves, self._endings[index], settings, tally, count, index == 0)
        return count * players
