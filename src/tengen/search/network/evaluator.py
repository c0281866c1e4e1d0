"""The network as an evaluator of the search: chances of the moves, who wins, by how much, and who owns what.

A position is shown in one of its eight orientations, which one hangs on the position: over many leaves what the
network thinks of left and right evens out. What was said of a position is kept, for other orders of the same moves and
for the searches after this one.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import BLACK, NO_POINT
from tengen.kernels.network.inputs import GLOBALS, HISTORY, MOST_KOMI
from tengen.kernels.network.leaves import show_leaf
from tengen.kernels.workspace import new_works
from tengen.search.evaluator import Evaluation, Leaves
from tengen.search.network.model import NetworkModel, Runs

Array = np.ndarray[Any, Any]
_LEAVES_A_THREAD = 2
_KEPT = 20_000  # positions: some 40 MB on 19x19


class _Said(NamedTuple):
    chances: Array
    winrate: float
    margin: float
    deviation: float
    owners: Array


class NetworkEvaluator:
    """Judges leaves by a network."""

    def __init__(self, model: NetworkModel, threads: int) -> None:
        self.model = model
        self.batch = _LEAVES_A_THREAD * threads
        self.value_weight = 1.0
        self.prior_games = 0.0  # for policies that count priors as games: those of a move that is sure to be played
        self.prior_power = 0.5
        self.folded: Mapping[Vertex, Sequence[Vertex]] = {}  # moves at the root that stand for others too
        self._runs = Runs(model, threads)
        self._works = threading.local()  # each thread of the search may ask
        self._kept: OrderedDict[tuple[int, ...], _Said] = OrderedDict()
        self._lock = threading.Lock()

    def evaluate(self, leaves: Leaves) -> Evaluation:
        """What the network says of them, or has said before."""
        size, settings = leaves.size, leaves.settings
        assert settings is not None
        extra = float(settings["extra_komi"][0])
        komi = float(settings["komi"][0]) + extra
        played = last_moves(leaves.root)
        keys = [_key(leaf, komi, size) for leaf in leaves.simulations]
        with self._lock:
            said = {key: self._kept[key] for key in keys if key in self._kept}
        missing = [i for i, key in enumerate(keys) if key not in said]
        fresh = self._ask([leaves.simulations[i] for i in missing], played, komi, size)
        said |= {keys[i]: each for i, each in zip(missing, fresh, strict=True)}
        with self._lock:
            for key in keys:
                self._kept[key] = said[key]
                self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        chances = np.array([said[key].chances for key in keys], np.float64)
        for i, leaf in enumerate(leaves.simulations):
            if leaf["depth"][0] == 0:
                self._fold(chances[i], size)
        movers = np.array([1 if leaf["board"]["to_play"][0] == BLACK else -1 for leaf in leaves.simulations])
        taken = movers * extra + unseen_komi(-movers * komi)
        return self._evaluation([said[key] for key in keys], chances, settings, taken)

    def _fold(self, chances: Array, size: int) -> None:
        """Give moves at the root what is said of those that are the same by symmetry and not looked at."""
        for kept, others in self.folded.items():
            chances[kept.row * size + kept.column] += sum(chances[v.row * size + v.column] for v in others)

    def _evaluation(self, said: list[_Said], chances: Array, settings: Array, taken: Array) -> Evaluation:
        """What was said; `taken` are points for whoever is to move, of which the network was told wrong on purpose."""
        margins = np.array([each.margin for each in said])
        winrates = np.array([each.winrate for each in said])
        share, reach = float(settings["score_share"][0]), float(settings["score_range"][0])
        values = winrates * (1 - 2 * share) + share + share * np.clip(margins / reach, -1, 1)
        return Evaluation(
            winrates=np.ones_like(chances),
            games=self.prior_games * chances**self.prior_power,
            values=values,
            chances=chances,
            margins=margins + taken,
            deviations=np.array([each.deviation for each in said]),
            owners=np.array([each.owners for each in said], np.float64),
        )

    def _ask(self, leaves: list[Array], played: Array, komi: float, size: int) -> list[_Said]:
        points = size * size
        works = getattr(self._works, "own", None)
        if works is None:
            works = self._works.own = new_works()
        words, told = np.empty((len(leaves), points), np.uint32), np.empty((len(leaves), GLOBALS), np.float32)
        shown = np.empty(points, np.uint32)
        turns = orientations_of(size)
        picked = [turns[int(leaf["board"]["hash"][0]) & 7] for leaf in leaves]
        for i, leaf in enumerate(leaves):
            show_leaf(leaf, played, komi, works, shown, told[i])
            words[i] = shown[picked[i][0]]
        outcomes = self._runs.run(words, told, size) if leaves else []
        return [_said(outcome, back) for outcome, (_, back) in zip(outcomes, picked, strict=True)]

    def forget(self) -> None:
        """Ask again about all: what was said of a position hangs a little on the moves before it, too."""
        with self._lock:
            self._kept.clear()

    def close(self) -> None:
        """End the threads."""
        self._runs.close()


def _said(outcome: Any, back: Array) -> _Said:
    chances = outcome.chances[0]
    return _Said(
        np.append(chances[back], chances[-1]).astype(np.float32),
        float(outcome.winrates[0]),
        float(outcome.margins[0]),
        float(outcome.deviations[0]),
        outcome.owners[0][back].astype(np.float32),
    )


def _key(leaf: Array, komi: float, size: int) -> tuple[int, ...]:
    """What tells positions apart, as far as the network sees it."""
    board = leaf["board"]
    names = ("hash", "to_play", "ko", "last_move")
    return (size, round(2 * komi), *(int(board[name][0]) for name in names))


def unseen_komi(own: Any) -> Any:
    """The part of a komi, that of whoever is to move, which is more than a network is told of: margins lack it.

    >>> float(unseen_komi(7.5)), float(unseen_komi(-150.0))
    (0.0, -105.0)
    """
    return own - np.clip(own, -MOST_KOMI, MOST_KOMI)


@cache
def orientations_of(size: int) -> list[tuple[Array, Array]]:
    """The eight orientations of a board: where each point of it comes from, and where it goes."""
    square = np.arange(size * size).reshape(size, size)
    found = []
    for turn in range(4):
        for turned in (np.rot90(square, turn), np.rot90(square, turn)[::-1]):
            source = turned.ravel().copy()
            found.append((source, np.argsort(source)))
    return found


def last_moves(position: Position) -> Array:
    """The last moves of a game as points, the newest first."""
    points = [move.vertex.point for move in position.moves[-HISTORY:]]
    return np.array(points[::-1] + [NO_POINT] * (HISTORY - len(points)), np.int64)
