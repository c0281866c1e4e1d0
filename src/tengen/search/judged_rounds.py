"""Simulations that are not played out: each thread finds a leaf, has it judged, and counts that, for itself.

Where a leaf is worth what an evaluator says of it and nothing else, the time goes into asking. Threads do not wait for
one another then, and at most one leaf a thread is under way, so that the tree knows nearly all when it chooses. Whoever
comes to a leaf which another thread is asking about waits a moment and tries again.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tengen.game.position import Position
from tengen.kernels.thread_record import SIMULATION
from tengen.kernels.tree.nodes import FULL
from tengen.kernels.tree.waiting import publish_leaves, withdraw_leaves
from tengen.kernels.tree.walk import TreeArrays, search_slice
from tengen.search.evaluator import Leaves, by_point
from tengen.search.threads import Threads
from tengen.search.waiting_leaves import WaitingLeaves

Array = np.ndarray[Any, Any]
_A_MOMENT = 0.0003  # seconds


class JudgedRounds:
    """The threads of a searcher, each with one place for a leaf."""

    def __init__(self, threads: list[Array], waiting: WaitingLeaves, tree_of: Callable[[int], TreeArrays]) -> None:
        self._threads, self._waiting, self._tree_of = threads, waiting, tree_of
        self._places = [np.zeros(1, SIMULATION) for _ in threads]
        self._lock = threading.Lock()
        self._left = 0

    def run(self, pool: Threads, tables: list[Any], root: Array, position: Position, simulations: int) -> int:
        """Run so many simulations, or until a tree is full; how many."""
        self._left = simulations
        jobs = range(min(len(self._threads), simulations))
        return sum(pool.map(lambda index: self._run_thread(index, tables[index], root, position), jobs))

    def _run_thread(self, index: int, tables: Any, root: Array, position: Position) -> int:
        tree, thread, places = self._tree_of(index), self._threads[index], self._places[index]
        done = 0
        while self._take_one():
            while not search_slice(tree, tables, root, thread, places, 0, 1):
                if tree.arenas["full"][0] == FULL:
                    return done
                time.sleep(_A_MOMENT)
            done += 1
            if thread["waits"][0]:
                thread["waits"] = 0
                try:
                    self._judge(tree, root, position, places)
                except BaseException:
                    self._left = 0  # nobody begins another
                    withdraw_leaves(tree.nodes, places, 1)
                    raise
                search_slice(tree, tables, root, thread, places, 1, 0)
        return done

    def _take_one(self) -> bool:
        with self._lock:
            self._left -= 1
            return self._left >= 0

    def _judge(self, tree: TreeArrays, root: Array, position: Position, places: Array) -> None:
        leaves = Leaves(position, [places], root["settings"])
        said = self._waiting.evaluator.evaluate(leaves).checked(leaves)
        moves = said.winrates * said.games, said.games, said.chances
        wins, games, chances = (by_point(each, position.size) for each in moves)
        with self._lock:
            self._waiting.add_owners(leaves, said)
        publish_leaves(tree.nodes, root, places, 1, wins, games, chances, said.values, said.margins, said.deviations)
