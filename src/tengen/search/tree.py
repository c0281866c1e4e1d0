"""The search tree as Python sees it: one node array, the arenas of its threads, and its upkeep."""

import hashlib
import logging
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from tengen.errors import TengenError
from tengen.game.vertex import Vertex
from tengen.kernels.tree.nodes import (
    FIRST_FREE,
    FROZEN,
    FULL,
    NO_NODE,
    NODE,
    ROOM,
    ROOT,
    clear_node,
    new_arenas,
    new_nodes,
)
from tengen.kernels.tree.prune import collect_blocks, make_root, move_blocks, restrict_root

log = logging.getLogger(__name__)
Array = np.ndarray[Any, Any]
_LARGEST_FAMILY = 19 * 19 + 1
LEADING = 4  # moves that are compared while the clock runs
_MOST_OF_THE_MACHINE = 0.75  # of its memory
_MOST_NODES = np.iinfo(np.int32).max  # an index of a node has so many bits
_MOST_VISITS = 1 << 30  # of the root: a count has 31 bits, and days of analysis fill them
_KEPT = 0.5  # of the nodes, when the tree is pruned
_NEARLY_FULL = 0.8
_DOUBLINGS = 31  # from one visit to the most there can be
_PRUNING_SECONDS_A_BYTE = 1e-9  # about twice what it takes
_WALKED = ("move", "visits", "first_child", "child_count")
_TOLD = ("visits", "wins", "amaf_visits", "amaf_wins", "prior_visits", "prior_wins")  # of a branch, in its order


class Branch(NamedTuple):
    """What the tree knows of a move at a node; values are the mover's."""

    vertex: Vertex
    visits: int
    wins: float
    amaf_visits: int
    amaf_wins: float
    prior_visits: float
    prior_wins: float
    node: int

    @property
    def winrate(self) -> float:
        """The share of its simulations that were won, 0 if there were none."""
        return self.wins / self.visits if self.visits else 0.0

    def plus(self, other: "Branch") -> "Branch":
        """The same move in two trees, taken together."""
        return self._replace(
            visits=self.visits + other.visits,
            wins=self.wins + other.wins,
            amaf_visits=self.amaf_visits + other.amaf_visits,
            amaf_wins=self.amaf_wins + other.amaf_wins,
            prior_visits=self.prior_visits + other.prior_visits,
            prior_wins=self.prior_wins + other.prior_wins,
        )


class Tree:
    """Nodes in a given amount of memory, shared by `threads` threads."""

    def __init__(self, megabytes: float, threads: int) -> None:
        given = sane_memory(megabytes, threads)
        try:
            self.nodes = new_nodes(given)
        except MemoryError:
            raise TengenError(f"there is no room for a tree of {given:,.0f} MB: choose less memory") from None
        self.threads = threads
        self.prunings = 0
        self.has_book = False  # whether the root's moves have games of a tree book; see `book_root.py`
        self.has_advice = False  # whether they have priors that came during a search
        self.clear()

    def clear(self) -> None:
        """Nothing but a root."""
        self.has_book = self.has_advice = False
        clear_node(self.nodes, ROOT, NO_NODE, 0, 0.0, 0.0)
        self._share_out(FIRST_FREE)

    def _share_out(self, used: int) -> None:
        arenas = new_arenas(len(self.nodes), self.threads, used)
        self._starts = arenas["used"].copy()
        self._packed = used  # nodes before the arenas
        self.arenas = [arenas[index : index + 1] for index in range(self.threads)]

    @property
    def is_full(self) -> bool:
        """Whether some thread has no room left."""
        return any(arena["full"][0] == FULL for arena in self.arenas)

    @property
    def has_room(self) -> bool:
        """Whether every thread has room for a family, however large."""
        return all(arena["limit"][0] - arena["used"][0] >= _LARGEST_FAMILY for arena in self.arenas)

    @property
    def node_count(self) -> int:
        """How many nodes there are, with those that a new root has lost and no pruning has removed yet."""
        grown = sum(int(arena["used"][0]) - int(start) for arena, start in zip(self.arenas, self._starts, strict=True))
        return self._packed - ROOT + grown

    @property
    def visits(self) -> int:
        """Simulations that went through the root."""
        return int(self.nodes[ROOT]["visits"])

    def prune(self) -> None:
        """Cut off what the root has lost, then the branches visited least, until half of the room is free."""
        blocks = np.empty(self.node_count, np.int32)
        sizes = np.zeros(_DOUBLINGS, np.int64)
        count, total = collect_blocks(self.nodes, 0, blocks, sizes)
        doublings, most = 0, int(_KEPT * len(self.nodes))
        while total > most and doublings < _DOUBLINGS:
            total -= int(sizes[doublings])
            doublings += 1
        if doublings:
            count, _ = collect_blocks(self.nodes, 1 << doublings, blocks, sizes)
        end = move_blocks(self.nodes, np.sort(blocks[:count]), int(count), FIRST_FREE)
        self._share_out(int(end))
        self.prunings += 1

    def forget_by_half(self) -> None:
        """Where the counts are about to overflow, let all that is known weigh half; values stay as they are."""
        if self.visits < _MOST_VISITS:
            return
        for name in ("visits", "amaf_visits", "wins", "amaf_wins"):
            column = self.nodes[name]
            np.divide(column, 2, out=column, casting="unsafe")

    @property
    def is_nearly_full(self) -> bool:
        """Whether little room is left for another search."""
        return self.node_count > _NEARLY_FULL * len(self.nodes)

    @property
    def pruning_seconds(self) -> float:
        """How long pruning may take, at the worst."""
        return self.nodes.nbytes * _PRUNING_SECONDS_A_BYTE

    def set_growing(self, growing: bool) -> None:
        """Whether a full arena ends a slice, so that the tree can be pruned, or the tree stays as it is."""
        for arena in self.arenas:
            arena["full"] = ROOM if growing else FROZEN

    def advance(self, points: Sequence[int]) -> bool:
        """Make the position after these moves the root; False, and an empty tree, if it is not in the tree."""
        node = ROOT
        for point in points:
            children = self.children(node)
            moves = self.nodes["move"][children.start : children.stop]
            found = np.flatnonzero(moves == point)
            if not found.size:
                self.clear()
                return False
            node = children[int(found[0])]
        if node != ROOT:
            make_root(self.nodes, node)  # what does not hang on it waits for the next pruning
            self._forget_book()
            self.has_advice = False
        return True

    def _forget_book(self) -> None:
        """A move has been played whose games of a book say nothing of the moves after it: leave the real visits."""
        if self.has_book:
            children = self.children()
            self.nodes["visits"][ROOT] = self.nodes["visits"][children.start : children.stop].sum()
            self.has_book = False

    def restrict(self, allowed: Array) -> None:
        """Keep only those of the root's moves that are `allowed` (POINTS, 0 or 1)."""
        restrict_root(self.nodes, allowed)

    def forget_others(self, allowed: Array) -> None:
        """Keep only those that are `allowed`, as if there had never been others, with visits and all that is likely."""
        before = self._at_root("visits")
        restrict_root(self.nodes, allowed)
        if not self.has_book:  # whose games are known by their number alone
            self.nodes["visits"][ROOT] -= int(before - self._at_root("visits"))
        likely, children = self._at_root("prior_wins"), self.children()
        family = self.nodes[children.start : children.stop]
        if likely > 0 and not family["prior_visits"].any():  # with puct priors are how likely moves are
            family["prior_wins"] /= likely

    def _at_root(self, name: str) -> float:
        """The sum over the root's moves."""
        children = self.children()
        return float(self.nodes[name][children.start : children.stop].sum())

    def add_priors(self, wins: Array, games: Array) -> None:
        """Add to what is known of the root's moves beforehand (POINTS each), if it has any."""
        children = self.children()
        family = self.nodes[children.start : children.stop]
        family["prior_wins"] += wins[family["move"]].astype(np.float32)
        family["prior_visits"] += games[family["move"]].astype(np.float32)

    def children(self, node: int = ROOT) -> range:
        """The indices of a node's children."""
        first = int(self.nodes[node]["first_child"])
        return range(first, first + int(self.nodes[node]["child_count"])) if first else range(0)

    def branches(self, node: int = ROOT, *, visited: bool = False) -> list[Branch]:
        """The moves at a node, most visited first; all, or those `visited` at least once."""
        children = self.children(node)
        if visited:
            found = np.flatnonzero(self.nodes["visits"][children.start : children.stop])
            return _by_visits(self._branches([children[index] for index in found.tolist()]))
        return _by_visits(self._branches(children))

    def leading_branches(self, node: int = ROOT, most: int = LEADING) -> list[Branch]:
        """The few moves at a node visited most, most visited first."""
        children = self.children(node)
        visits = self.nodes["visits"][children.start : children.stop]
        if len(visits) > most:
            return _by_visits(self._branches([children[int(i)] for i in np.argpartition(visits, -most)[-most:]]))
        return self.branches(node)

    def _branches(self, children: Sequence[int]) -> Iterator[Branch]:
        """What the tree knows of these nodes: column by column, as taking rows out one by one is slow."""
        if not children:
            return iter(())
        few = self.nodes[children.start : children.stop] if isinstance(children, range) else self.nodes[children]
        columns = [few[name].tolist() for name in _TOLD]
        vertices = (Vertex.from_point(point) for point in few["move"].tolist())
        return map(Branch, vertices, *columns, children)

    def moves(self) -> Array:
        """The points of the root's moves."""
        children = self.children()
        return self.nodes["move"][children.start : children.stop]

    def line_from(self, node: int, longest: int = 12) -> list[tuple[Vertex, int]]:
        """The move of a node and the most visited continuation, each with its visits."""
        plain = self.nodes.view(np.ndarray)  # columns of its own: rows of a record array are slow to take out
        move, visits, first_child, child_count = (plain[name] for name in _WALKED)
        line: list[tuple[Vertex, int]] = []
        while len(line) < longest:
            line.append((Vertex.from_point(int(move[node])), int(visits[node])))
            first = int(first_child[node])
            if not first:
                break
            node = first + int(visits[first : first + int(child_count[node])].argmax())
            if visits[node] == 0:
                break
        return line

    def signature(self) -> str:
        """A digest of the whole tree of one thread."""
        tree = self.nodes[ROOT : int(self.arenas[0]["used"][0])]
        digest = hashlib.sha256()
        for name in ("move", "visits", "amaf_visits", "first_child"):
            digest.update(np.ascontiguousarray(tree[name]).tobytes())
        return digest.hexdigest()[:16]


def sane_memory(megabytes: float, threads: int) -> float:
    """The memory asked for, or the nearest that a tree for so many threads can do with here; it is said which.

    >>> sane_memory(64, 2)
    64
    """
    # Room for two families a thread at least, or nothing could grow after pruning.
    least = 2 * (threads + 1) * _LARGEST_FAMILY * NODE.itemsize / 1e6
    most = min(max(least, _MOST_OF_THE_MACHINE * _machine_memory()), _MOST_NODES * NODE.itemsize / 1e6)
    if megabytes < least:
        log.warning("a tree for %d threads takes %.1f MB at least, not %g", threads, least, megabytes)
    elif megabytes > most:
        log.warning("a tree of %g MB is more than this machine can hold: it gets %.0f MB", megabytes, most)
    return min(max(megabytes, least), most)


def fair_share(trees: int) -> float:
    """Megabytes that each of several trees may have, all of which are there at the same time."""
    return _MOST_OF_THE_MACHINE * _machine_memory() / trees


def _machine_memory() -> float:
    """Megabytes of memory in this machine; where nobody tells, no limit."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (AttributeError, ValueError, OSError):
        return math.inf


def _by_visits(branches: Iterable[Branch]) -> list[Branch]:
    return sorted(branches, key=lambda branch: (branch.visits, branch.winrate), reverse=True)
