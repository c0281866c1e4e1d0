"""The leaves that wait for an evaluator, while a search goes on.

Two sets of places take turns: the leaves of one slice are with the evaluator while the next slice runs and fills the
other. They are answered after that slice, always, so that a seed gives the same tree whatever the time it takes. A leaf
waits only while `Searcher.run` runs: when it returns all are answered, and when it fails all are taken back.

Where nothing is played out, threads ask for themselves instead (`judged_rounds.py`).
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, Self

import numpy as np

from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.kernels.thread_record import SIMULATION
from tengen.kernels.tree.waiting import withdraw_leaves
from tengen.search.evaluator import Evaluation, Evaluator, Leaves, by_point

Array = np.ndarray[Any, Any]
_SAID = ("winrates", "games", "values", "chances", "margins", "deviations")
_ROUND = 4  # times as many simulations as leaves in a batch: then it is asked although the batch is not full


class _Batch(NamedTuple):
    places: list[Array]  # of each thread
    counts: list[int]
    answer: "Future[Evaluation]"


class WaitingLeaves:
    """What the threads of a searcher hand to its evaluator; a `with` block takes back what is left when it fails."""

    def __init__(self, evaluator: Evaluator, threads: list[Array], nodes_of: Callable[[int], Array]) -> None:
        """`threads` are the threads' records, and `nodes_of` tells the tree each of them grows."""
        if evaluator.batch < 1 or not 0 <= evaluator.value_weight <= 1:
            raise TengenError("an evaluator's batch is 1 at least, and its value_weight from 0 to 1")
        share = max(1, evaluator.batch // len(threads))
        self.evaluator, self._threads, self._nodes_of = evaluator, threads, nodes_of
        self.places, self._others = ([np.zeros(share, SIMULATION) for _ in threads] for _ in range(2))
        self._asked: _Batch | None = None
        self.most = _ROUND * share * len(threads)  # simulations of a round
        self._owners, self._judged = np.zeros(0), 0

    def __enter__(self) -> Self:
        self._executor = ThreadPoolExecutor(1, "tengen-evaluator")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._executor.shutdown()
        if kind is not None:
            self._take_back()

    def begin(self, root: Position, settings: Array) -> None:
        """A search of `root` begins: tell the kernels."""
        self._root, self._settings = root, settings
        settings["evaluated"] = 1
        settings["value_weight"] = self.evaluator.value_weight
        if self.evaluator.value_weight >= 1:
            settings["expand_after"] = 0  # a leaf that is not judged would have to be played out
        self._owners, self._judged = np.zeros(root.size * root.size), 0

    @property
    def are_there(self) -> bool:
        """Whether any leaf waits."""
        return self._asked is not None or any(self._counts())

    def exchange(self, answer: Callable[..., object]) -> None:
        """Give the evaluator what was found since, and go on with what it had before: `answer`, for each thread.

        That is a function of the thread's number and what `publish_leaves` takes from `waiting` on.
        """
        before = self._asked
        said = before.answer.result() if before is not None else None
        self._asked = self._ask()
        if before is None or said is None:
            return
        moves = said.winrates * said.games, said.games, said.chances
        wins, games, chances = (by_point(each, self._root.size) for each in moves)
        ends = said.values, said.margins, said.deviations
        first = 0
        for index, (places, count) in enumerate(zip(before.places, before.counts, strict=True)):
            some = slice(first, first + count)
            answer(index, places, count, wins[some], games[some], chances[some], *(each[some] for each in ends))
            first += count

    def _counts(self) -> list[int]:
        return [int(thread["waits"][0]) for thread in self._threads]

    def _ask(self) -> _Batch | None:
        counts = self._counts()
        if not any(counts):
            return None
        found = zip(self.places, counts, strict=True)
        simulations = [places[i : i + 1] for places, count in found for i in range(count)]
        batch = _Batch(self.places, counts, self._executor.submit(self._evaluate, simulations))
        for thread in self._threads:
            thread["waits"] = 0
        self.places, self._others = self._others, self.places
        return batch

    def _evaluate(self, simulations: list[Array]) -> Evaluation:
        """Ask, more than once where there are more threads than leaves in a batch."""
        said = []
        for first in range(0, len(simulations), self.evaluator.batch):
            leaves = Leaves(self._root, simulations[first : first + self.evaluator.batch], self._settings)
            part = self.evaluator.evaluate(leaves).checked(leaves)
            self.add_owners(leaves, part)
            said.append(part)
        return Evaluation(*(np.concatenate([getattr(part, name) for part in said]) for name in _SAID))

    def add_owners(self, leaves: Leaves, said: Evaluation) -> None:
        """Count what was said of who owns what."""
        if len(said.owners):
            signs = [1 if leaves.to_play(leaf) is BLACK else -1 for leaf in range(len(leaves))]
            self._owners += np.array(signs) @ said.owners
            self._judged += len(leaves)

    def ownership(self) -> Array | None:
        """The mean owner of every point by what was said since `begin`: 1 Black's, -1 White's; None if nothing was."""
        return self._owners / self._judged if self._judged else None

    def _take_back(self) -> None:
        """Leave no leaf waiting."""
        waiting = [(self.places, self._counts())]
        if self._asked is not None:
            waiting.append((self._asked.places, self._asked.counts))
        for places, counts in waiting:
            for index, thread in enumerate(self._threads):
                withdraw_leaves(self._nodes_of(index), places[index], counts[index])
                thread["waits"] = 0
        self._asked = None
