"""The searcher: one tree, some threads, compiled slices with Python between them.

Each thread has a board, a generator and a part of the node array of its own and runs slices
of simulations without the GIL on the tree all share. Between slices Python looks at the
clock, at the limit and whether somebody wants it to stop.
"""

import hashlib
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from tengen.game.position import Position
from tengen.game.ruleset import Ko
from tengen.game.vertex import Vertex
from tengen.kernels.board_record import BOARD
from tengen.kernels.geometry import POINTS
from tengen.kernels.playouts.last_good_reply import new_replies
from tengen.kernels.playouts.policies import default_patterns, policy_record
from tengen.kernels.random import new_generators
from tengen.kernels.tree.nodes import NO_NODE, ROOT, clear_node, new_arenas, new_nodes
from tengen.kernels.tree.repetition import PAST_SIZE, remember_past, situation_key
from tengen.kernels.tree.walk import search_slice
from tengen.search.parameters import SearchParameters

Array = np.ndarray[Any, Any]
_SLICE_SECONDS = 0.02  # between two looks at the clock
_FIRST_SLICE = 32  # simulations


class RootMove(NamedTuple):
    """What the tree knows of a move at its root; the win rate is the mover's."""

    vertex: Vertex
    visits: int
    winrate: float
    prior: float
    variation: tuple[Vertex, ...]


class Searcher:
    """Searches positions.

    >>> searcher = Searcher(SearchParameters(playout="light", memory=10), threads=1, seed=1)
    >>> searcher.begin(Position(9))
    >>> searcher.run(500)
    500
    >>> sum(move.visits for move in searcher.root_moves())
    500
    """

    def __init__(self, parameters: SearchParameters, threads: int, seed: int) -> None:
        self._threads = threads
        self._generators = [new_generators(seed * 1_000_003 + index) for index in range(threads)]
        self._scratch = [np.zeros(1, BOARD) for _ in range(threads)]
        self._owners = [np.zeros(POINTS + 1, np.int64) for _ in range(threads)]
        self._executor = ThreadPoolExecutor(threads, "tengen-search") if threads > 1 else None
        self.set_parameters(parameters)

    def set_parameters(self, parameters: SearchParameters) -> None:
        """Search by these parameters from the next `begin` on."""
        self.parameters = parameters
        self._policy = policy_record(parameters.playout)
        self._nodes = new_nodes(parameters.memory)

    def begin(self, position: Position, moves: Collection[Vertex] | None = None) -> None:
        """Start a tree for `position`; `moves` are those to consider at its root, all if None."""
        self._position = position
        self._boards = position.board.copy()
        self._settings = self.parameters.record(position)
        self._arenas = [
            new_arenas(len(self._nodes), self._threads)[index : index + 1] for index in range(self._threads)
        ]
        self._allowed = np.ones(POINTS, np.uint8)
        if moves is not None:
            self._allowed[:] = 0
            self._allowed[[vertex.point for vertex in moves]] = 1
        situational = int(position.rules.ko is Ko.SITUATIONAL)
        # The present position is the first of every path; the set holds those before it.
        keys = [situation_key(np.uint64(h), int(t), situational) for h, t in position.past_situations[:-1]]
        self._past = np.zeros(PAST_SIZE, np.uint64)
        latest = np.array(keys[-PAST_SIZE // 2 :], np.uint64)
        remember_past(self._past, latest, len(latest))
        clear_node(self._nodes, ROOT, NO_NODE, 0, 0.0, 0.0)
        self._replies = [new_replies() for _ in range(self._threads)]
        for owners in self._owners:
            owners[:] = 0
        self.simulations = 0
        self._slice = _FIRST_SLICE

    def run(self, simulations: int) -> int:
        """Run so many simulations, shared among the threads; returns their number."""
        share, rest = divmod(simulations, self._threads)
        tasks = []
        for index in range(self._threads):
            part = share + (index < rest)
            if self._executor is None:
                self._run_thread(index, part)
            else:
                tasks.append(self._executor.submit(self._run_thread, index, part))
        for task in tasks:
            task.result()
        self.simulations += simulations
        return simulations

    def run_slice(self, most: int) -> int:
        """Run about as many simulations as fit between two looks at the clock, at most `most`."""
        count = min(most, self._slice)
        began = time.perf_counter()
        self.run(count)
        taken = time.perf_counter() - began
        if taken < _SLICE_SECONDS / 2:
            self._slice *= 2
        elif taken > _SLICE_SECONDS * 2:
            self._slice = max(_FIRST_SLICE, self._slice // 2)
        return count

    def _run_thread(self, index: int, count: int) -> None:
        search_slice(
            self._nodes,
            self._arenas[index],
            self._boards,
            self._scratch[index],
            self._generators[index],
            self._policy,
            default_patterns(),
            self._replies[index],
            self._settings,
            self._allowed,
            self._past,
            self._owners[index],
            count,
        )

    def root_moves(self) -> list[RootMove]:
        """The moves at the root, most visited first."""
        moves = []
        for child in self._children(ROOT):
            node = self._nodes[child]
            visits = int(node["visits"])
            winrate = float(node["wins"]) / visits if visits else 0.0
            prior = float(node["prior_wins"]) / max(1e-9, float(node["prior_visits"]))
            moves.append(RootMove(Vertex.from_point(int(node["move"])), visits, winrate, prior, self._variation(child)))
        return sorted(moves, key=lambda move: (move.visits, move.winrate), reverse=True)

    def _children(self, node: int) -> range:
        first = int(self._nodes[node]["first_child"])
        return range(first, first + int(self._nodes[node]["child_count"])) if first else range(0)

    def _variation(self, node: int, longest: int = 12) -> tuple[Vertex, ...]:
        """The most visited continuation from a node on."""
        moves: list[Vertex] = []
        while len(moves) < longest:
            moves.append(Vertex.from_point(int(self._nodes[node]["move"])))
            children = self._children(node)
            if not children:
                break
            node = children[int(np.argmax(self._nodes["visits"][children.start : children.stop]))]
            if self._nodes[node]["visits"] == 0:
                break
        return tuple(moves)

    def ownership(self) -> dict[Vertex, float]:
        """The mean owner of every point over all playouts, -1 White's to 1 Black's."""
        total = np.sum(self._owners, axis=0)
        playouts = max(1, int(total[POINTS]))
        return {vertex: round(float(total[vertex.point]) / playouts, 4) for vertex in self._position.vertices()}

    @property
    def node_count(self) -> int:
        """How many nodes the tree has."""
        fresh = new_arenas(len(self._nodes), self._threads)
        return 1 + sum(int(self._arenas[i]["used"][0] - fresh["used"][i]) for i in range(self._threads))

    def signature(self) -> str:
        """A digest of the whole tree: the same seed, playouts and one thread give the same one."""
        used = int(self._arenas[0]["used"][0])
        tree = self._nodes[ROOT:used]
        digest = hashlib.sha256()
        for name in ("move", "visits", "amaf_visits", "first_child"):
            digest.update(np.ascontiguousarray(tree[name]).tobytes())
        return digest.hexdigest()[:16]

    def close(self) -> None:
        """End the threads."""
        if self._executor is not None:
            self._executor.shutdown()
