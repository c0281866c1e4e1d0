"""Who judges the leaves of a search: an evaluator that was given, the network of the parameters, or nobody."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tree.walk import TreeArrays
from tengen.search.evaluator import Evaluator
from tengen.search.judged_rounds import JudgedRounds
from tengen.search.network.evaluator import NetworkEvaluator
from tengen.search.network.model import NO_NETWORK, network_model
from tengen.search.parameters import SearchParameters
from tengen.search.waiting_leaves import WaitingLeaves

Array = np.ndarray[Any, Any]


class LeafJudge:
    """The evaluator of a searcher, if it has one, and the leaves that wait for it."""

    def __init__(self, given: Evaluator | None, threads: list[Array], tree_of: Callable[[int], TreeArrays]) -> None:
        """`threads` are the threads' records, and `tree_of` tells what each of them grows."""
        self._given, self._threads, self._tree_of = given, threads, tree_of
        self._kept: NetworkEvaluator | None = None  # also while it is not asked: it remembers what it said
        self.network: NetworkEvaluator | None = None
        self.waiting = self._leaves_for(given) if given is not None else None  # None: nobody judges
        self.rounds: JudgedRounds | None = None  # where nothing is played out

    def _leaves_for(self, evaluator: Evaluator) -> WaitingLeaves:
        return WaitingLeaves(evaluator, self._threads, lambda index: self._tree_of(index).nodes)

    def check(self, parameters: SearchParameters) -> None:
        """Refuse parameters that an evaluator does not go with."""
        if self._given is not None and parameters.parallel == "leaf":
            raise TengenError("an evaluator does not work with parallel=leaf: choose parallel=tree or root")

    def _wish(self, parameters: SearchParameters) -> str:
        possible = self._given is None and parameters.parallel != "leaf"
        return parameters.network if possible else NO_NETWORK

    def asks_network(self, parameters: SearchParameters, size: int) -> bool:
        """Whether every simulation on a board of `size` asks a network, which makes them few and dear."""
        return parameters.network_share_on(size) >= 1 and network_model(self._wish(parameters)) is not None

    def choose(self, parameters: SearchParameters, size: int, network: bool) -> None:
        """Decide who judges a search on a board of `size`; no network unless it may."""
        if self._given is not None:
            return
        model = network_model(self._wish(parameters)) if network else None
        if model is None:
            self.network = self.waiting = None
            return
        if self._kept is None or self._kept.model is not model:
            self._forget()
            self._kept = NetworkEvaluator(model, len(self._threads))
        if self.network is not self._kept:
            self.network, self.waiting = self._kept, self._leaves_for(self._kept)
        self.network.value_weight = parameters.network_share_on(size)
        self.network.prior_games = parameters.network_games

    def begin(self, root: Position, settings: Array) -> None:
        """A search of `root` begins: tell the kernels."""
        self.rounds = None
        if self.waiting is not None:
            self.waiting.begin(root, settings)
            if self.waiting.evaluator.value_weight >= 1:
                self.rounds = JudgedRounds(self._threads, self.waiting, self._tree_of)

    def ownership(self, position: Position) -> dict[Vertex, float] | None:
        """Who owns what by the mean of what was said, 1 Black's to -1 White's; None where nothing was."""
        said = self.waiting.ownership() if self.waiting is not None else None
        if said is None:
            return None
        board = said.round(4).reshape(position.size, position.size).tolist()
        return {vertex: board[vertex.row][vertex.column] for vertex in position.vertices()}

    def forget_what_was_said(self) -> None:
        """Have the network asked again about positions that it has judged."""
        if self._kept is not None:
            self._kept.forget()

    def _forget(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = self.network = self.waiting = None

    def close(self) -> None:
        """End the threads."""
        if self._given is None:
            self._forget()
