"""Evaluators: a program in Python, such as a neural network, that judges the leaves of a search.

A simulation that comes to a ripe leaf can stop there and wait while others go on; between two slices the evaluator is
given the leaves that wait, as one batch. What it says of their moves is added to the priors of the search, and what it
says of the position can take the place of the playout, or be mixed with it (`kernels/tree/waiting.py`).

>>> class Corner:
...     '''Thinks that A1 is worth twenty games won, and nothing else of anything.'''
...     batch, value_weight = 8, 0.0
...     def evaluate(self, leaves):
...         policy = np.zeros((len(leaves), leaves.moves_a_leaf))
...         policy[:, 0] = 1
...         return Evaluation.of_policy(policy, games=20)
>>> from tengen.search.parameters import SearchParameters
>>> from tengen.search.searcher import Searcher
>>> searcher = Searcher(SearchParameters(memory=10, patterns="no", network="no"), threads=1, seed=1, evaluator=Corner())
>>> searcher.begin(Position(9), fold_symmetry=False)
>>> searcher.run(100)
100
>>> max(searcher.branches(), key=lambda branch: branch.prior_visits).vertex
Vertex(column=0, row=0)
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

import numpy as np

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.geometry import EMPTY, POINTS

Array = np.ndarray[Any, Any]


class Leaves:
    """A batch of positions that wait to be judged."""

    def __init__(self, root: Position, simulations: Sequence[Array], settings: Array | None = None) -> None:
        self.root = root
        self.simulations = simulations  # arrays of one record, as the kernels take them
        self.settings = settings  # of the search, as the kernels take them
        self.size = root.size
        self.moves_a_leaf = self.size * self.size + 1  # by row and column from A1 on, and a pass
        self._points = move_points(self.size)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.simulations)

    def stones(self) -> Array:
        """The boards, by leaf, row and column: 1 a stone of whoever is to move, -1 the opponent's, 0 none."""
        colors = np.array([leaf["board"]["color"][0, self._points[:-1]] for leaf in self.simulations])
        movers = np.array([leaf["board"]["to_play"][0] for leaf in self.simulations]).reshape(-1, 1)
        stones = np.where(colors == EMPTY, 0, np.where(colors == movers, 1, -1)).astype(np.int8)
        return stones.reshape(len(self), self.size, self.size)

    def to_play(self, leaf: int) -> Color:
        """Whose turn it is."""
        return Color(int(self.simulations[leaf]["board"]["to_play"][0]))

    def moves(self, leaf: int) -> tuple[Vertex, ...]:
        """The moves from the root of the search to a leaf."""
        simulation = self.simulations[leaf]
        return tuple(map(Vertex.from_point, simulation["moves"][0, : int(simulation["depth"][0])].tolist()))

    def position(self, leaf: int) -> Position:
        """A leaf as a position of its own, with all that was played before; slower than the arrays."""
        position = self.root.copy()
        for vertex in self.moves(leaf):
            position.play(vertex, force=True)
        return position


def _nothing() -> Array:
    return np.zeros(0)


@dataclass(frozen=True)
class Evaluation:
    """What an evaluator says of a batch. Win rates are those of whoever is to move, from 0 to 1.

    `winrates`, `games` and `chances` have a row for each leaf and a column for each move: by row and column from A1
    on, and then the pass. What is left empty is not said.
    """

    winrates: Array  # of the moves
    games: Array  # in how many simulations that counts; 0: nothing is said of the move
    values: Array = field(default_factory=_nothing)  # of the leaves, or of none; NaN where nothing is said
    chances: Array = field(default_factory=_nothing)  # how likely each move is, for policy=puct
    margins: Array = field(default_factory=_nothing)  # by how much whoever is to move wins, in points
    deviations: Array = field(default_factory=_nothing)  # how far the margin may be off
    owners: Array = field(default_factory=_nothing)  # by leaf and point: 1 whoever is to move, -1 the opponent

    @classmethod
    def of_policy(cls, policy: Array, games: float, values: Sequence[float] | Array = ()) -> "Evaluation":
        """From how likely each move is: so many `games` won for the likeliest, for others in proportion."""
        likeliest = np.maximum(policy.max(axis=1, keepdims=True), 1e-12)
        return cls(np.ones_like(policy, np.float64), games * policy / likeliest, np.asarray(values), policy)

    def checked(self, leaves: Leaves) -> "Evaluation":
        """The same, if it fits the leaves and is possible."""
        shape = (len(leaves), leaves.moves_a_leaf)
        values, margins, deviations = (
            np.asarray(said, np.float64) if len(said) else np.full(len(leaves), np.nan)
            for said in (self.values, self.margins, self.deviations)
        )
        winrates, games = np.asarray(self.winrates, np.float64), np.asarray(self.games, np.float64)
        if winrates.shape != shape or games.shape != shape or values.shape != shape[:1]:
            raise TengenError(
                f"an evaluator must say win rates and games for {shape} moves and {shape[:1]} values, "
                f"not {winrates.shape}, {games.shape} and {values.shape}"
            )
        possible = np.all((winrates >= 0) & (winrates <= 1)) and np.all((games >= 0) & (games < MOST_GAMES))
        if not possible or np.any((values < 0) | (values > 1)):
            raise TengenError(f"an evaluator's win rates are 0 to 1, and its games 0 to {MOST_GAMES:,}")
        chances = np.asarray(self.chances, np.float64) if len(self.chances) else winrates * games
        if chances.shape != shape or margins.shape != shape[:1] or deviations.shape != shape[:1]:
            raise TengenError(f"an evaluator must say chances for {shape} moves and {shape[:1]} margins and deviations")
        if not (np.all(chances >= 0) and np.all(np.isfinite(chances))):
            raise TengenError("an evaluator's chances are numbers, 0 at least")
        return Evaluation(winrates, games, values, chances, margins, deviations, self.owners)


class Evaluator(Protocol):
    """Judges leaves. It is asked in a thread of its own, for one batch at a time."""

    @property
    def batch(self) -> int:
        """How many leaves it is given at a time, at most; 1 to 64 or so."""

    @property
    def value_weight(self) -> float:
        """What part of a result is the leaf's value: 0 none, all is the playout; 1 all, and nothing is played out."""

    def evaluate(self, leaves: Leaves) -> Evaluation:
        """What it thinks of them."""


MOST_GAMES = 1_000_000


@cache
def move_points(size: int) -> Array:
    """The points of the kernels' board by row and column from A1 on, and the pass."""
    return np.array([*(Vertex(c, r).point for r in range(size) for c in range(size)), PASS.point])


def by_point(moves: Array, size: int) -> Array:
    """An array by leaf and move as one by leaf and point."""
    points = np.zeros((len(moves), POINTS))
    points[:, move_points(size)] = moves
    return points
