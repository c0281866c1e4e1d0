"""An evaluator in Python judges the leaves of a search: the tree obeys it, and no leaf waits for ever."""

import threading
import time
from typing import Any

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tree.nodes import NO_NODE, ROOT, WAITING
from tengen.search.evaluator import Evaluation, Leaves
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.tree import Tree

D4 = Vertex.parse("D4")
SIZE = 7
GAMES = 300.0


class Prefers:
    """Thinks that D4 is worth many games won, and a position `value`, if that is said."""

    def __init__(
        self, batch: int = 8, value_weight: float = 0.0, value: float | None = None, wait: float = 0.0
    ) -> None:
        self.batch, self.value_weight = batch, value_weight
        self._value, self._wait = value, wait
        self.sizes: list[int] = []
        self.asked: list[tuple[Vertex, ...]] = []

    def evaluate(self, leaves: Leaves) -> Evaluation:
        time.sleep(self._wait)
        self.sizes.append(len(leaves))
        self.asked += [leaves.moves(i) for i in range(len(leaves))]
        policy = np.zeros((len(leaves), leaves.moves_a_leaf))
        policy[:, D4.row * leaves.size + D4.column] = 1
        values = () if self._value is None else [self._value] * len(leaves)
        return Evaluation.of_policy(policy, GAMES, values)


def searcher_with(evaluator: Any, threads: int = 1, **parameters: Any) -> Searcher:
    settings = {"memory": 20, "playout": "light", "expand_after": 1, "fold_symmetry": False, **parameters}
    return Searcher(SearchParameters(**settings), threads, seed=1, evaluator=evaluator)


def expanded(tree: Tree, node: int = ROOT) -> list[int]:
    """The nodes below `node` that have children."""
    found = [node] if tree.children(node) else []
    return found + [deeper for child in tree.children(node) for deeper in expanded(tree, child)]


def check_whole(searcher: Searcher, *, one_thread: bool = True) -> None:
    """No leaf waits, and every simulation was counted."""
    for tree in searcher.trees:
        used = [tree.nodes[: int(tree.arenas[-1]["used"][0])]]
        assert all(not np.any((n["child_count"] == WAITING) & (n["first_child"] == NO_NODE)) for n in used)
        if one_thread:
            for node in expanded(tree):
                below = tree.children(node)
                assert int(tree.nodes["visits"][below.start : below.stop].sum()) <= int(tree.nodes[node]["visits"])
    assert all(thread["waits"][0] == 0 for thread in searcher.threads)


@pytest.mark.parametrize(("threads", "parallel"), [(1, "tree"), (2, "tree"), (2, "root")])
def test_the_tree_obeys(threads: int, parallel: str) -> None:
    evaluator = Prefers()
    searcher = searcher_with(evaluator, threads, parallel=parallel)
    searcher.begin(Position(SIZE))
    assert searcher.run(400) == 400
    assert searcher.branches()[0].vertex == D4
    check_whole(searcher, one_thread=threads == 1)
    for tree in searcher.trees:
        for node in expanded(tree):
            d4 = [branch for branch in tree.branches(node) if branch.vertex == D4]
            assert all(branch.prior_visits > GAMES for branch in d4)
        assert len(expanded(tree)) > 20
    assert max(evaluator.sizes) > 1
    assert max(evaluator.sizes) <= evaluator.batch
    if threads == 1:
        assert tree.visits == 400
        assert len(set(evaluator.asked)) == len(evaluator.asked) == len(expanded(tree))
    searcher.close()


def test_a_batch_may_be_smaller_than_the_number_of_threads() -> None:
    evaluator = Prefers(batch=1)
    searcher = searcher_with(evaluator, threads=3)
    searcher.begin(Position(SIZE))
    assert searcher.run(200) == 200
    assert set(evaluator.sizes) == {1}
    assert searcher.branches()[0].vertex == D4
    searcher.close()


def test_leaves_are_told_as_they_are() -> None:
    seen: list[tuple[Any, ...]] = []

    class Looks(Prefers):
        def evaluate(self, leaves: Leaves) -> Evaluation:
            for i, stones in enumerate(leaves.stones()):
                seen.append((stones, leaves.to_play(i), leaves.position(i)))
            return super().evaluate(leaves)

    position = Position(SIZE)
    for move in ("C3", "E5", "C4"):
        position.play(move)
    searcher = searcher_with(Looks())
    searcher.begin(position)
    searcher.run(200)
    assert position.move_number == 3
    for stones, to_play, leaf in seen:
        assert leaf.to_play is to_play
        assert leaf.move_number >= 3
        for vertex in leaf.vertices():
            color = leaf[vertex]
            told = 0 if color is None else 1 if color is to_play else -1
            assert stones[vertex.row, vertex.column] == told
    assert {to_play for _, to_play, _ in seen} == {BLACK, WHITE}


def test_it_is_asked_while_other_simulations_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evaluator waits for a simulation that begins after it was asked."""

    class Waits(Prefers):
        def evaluate(self, leaves: Leaves) -> Evaluation:
            end = time.monotonic() + 60
            while len(self.sizes) == 3 and searcher.trees[0].visits == at_ask[-1] and time.monotonic() < end:
                time.sleep(0.001)
            went_on.append(searcher.trees[0].visits > at_ask[-1])
            return super().evaluate(leaves)

    def ask() -> Any:
        at_ask.append(searcher.trees[0].visits)
        return really_ask()

    at_ask: list[int] = []
    went_on: list[bool] = []
    searcher = searcher_with(Waits())
    waiting: Any = searcher.judge.waiting
    really_ask = waiting._ask
    monkeypatch.setattr(waiting, "_ask", ask)
    searcher.begin(Position(SIZE))
    searcher.run(400)
    assert went_on[3]


def test_a_seed_gives_the_same_tree_however_long_it_takes() -> None:
    signatures = set()
    for wait in (0.0, 0.003):
        searcher = searcher_with(Prefers(wait=wait))
        searcher.begin(Position(SIZE))
        searcher.run(300)
        signatures.add(searcher.signature())
    assert len(signatures) == 1


def test_a_tree_that_is_full_is_pruned() -> None:
    for threads, parallel in ((1, "tree"), (2, "tree"), (2, "root")):
        searcher = searcher_with(Prefers(), threads, memory=1, parallel=parallel)
        searcher.begin(Position(SIZE))
        searcher.run(6000)
        assert sum(tree.prunings for tree in searcher.trees) > 0
        assert searcher.branches()[0].vertex == D4
        check_whole(searcher, one_thread=threads == 1)
        searcher.close()


def test_the_next_search_goes_on_where_this_one_stopped() -> None:
    evaluator = Prefers()
    searcher, position = searcher_with(evaluator), Position(SIZE)
    searcher.begin(position)
    searcher.run(300)
    position.play("D4")
    searcher.begin(position)
    assert searcher.reused > 100
    evaluator.asked.clear()
    searcher.run(300)
    assert all(move != D4 for moves in evaluator.asked for move in moves)  # they begin at the new root
    assert searcher.trees[0].visits == searcher.reused + 300
    check_whole(searcher)


def test_short_slices_leave_nothing_waiting() -> None:
    """A search that is stopped between two slices, whatever they are, is whole."""
    searcher = searcher_with(Prefers(batch=64), 2)
    searcher.begin(Position(SIZE))
    for count in (1, 2, 3, 50, 1, 7):
        searcher.run(count)
        check_whole(searcher, one_thread=False)
    assert searcher.simulations == 64
    searcher.close()


@pytest.mark.parametrize("error", [ValueError("nothing comes to mind"), KeyboardInterrupt()])
@pytest.mark.parametrize("threads", [1, 2])
def test_an_evaluator_that_fails_ends_the_search_and_leaves_the_tree_whole(error: BaseException, threads: int) -> None:
    class Fails(Prefers):
        fails = True

        def evaluate(self, leaves: Leaves) -> Evaluation:
            if self.fails and len(self.sizes) == 5:
                raise error
            return super().evaluate(leaves)

    evaluator = Fails()
    searcher = searcher_with(evaluator, threads)
    searcher.begin(Position(SIZE))
    with pytest.raises(type(error)):
        searcher.run(1000)
    check_whole(searcher, one_thread=threads == 1)
    if threads == 1:  # what was counted on the way down is counted no more
        below = searcher.trees[0].children()
        visits = searcher.trees[0].nodes["visits"]
        assert 0 <= visits[ROOT] - visits[below.start : below.stop].sum() <= 2
    evaluator.fails = False
    assert searcher.run(300) == 300
    assert searcher.branches()[0].vertex == D4
    assert threading.active_count() < 20
    searcher.close()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (lambda n, m: Evaluation(np.zeros((n, m - 1)), np.zeros((n, m))), "an evaluator must say win rates"),
        (lambda n, m: Evaluation(np.zeros((n, m)), np.zeros((n, m)), np.zeros(n + 1)), "an evaluator must say"),
        (lambda n, m: Evaluation(np.full((n, m), 2.0), np.zeros((n, m))), "win rates are 0 to 1"),
        (lambda n, m: Evaluation(np.full((n, m), np.nan), np.zeros((n, m))), "win rates are 0 to 1"),
        (lambda n, m: Evaluation(np.zeros((n, m)), np.full((n, m), np.inf)), "its games 0 to"),
        (lambda n, m: Evaluation(np.zeros((n, m)), np.zeros((n, m)), np.full(n, -0.1)), "win rates are 0 to 1"),
    ],
)
def test_nonsense_is_told_in_a_sentence(said: Any, told: str) -> None:
    class Nonsense(Prefers):
        def evaluate(self, leaves: Leaves) -> Evaluation:
            answer: Evaluation = said(len(leaves), leaves.moves_a_leaf)
            return answer

    searcher = searcher_with(Nonsense())
    searcher.begin(Position(SIZE))
    with pytest.raises(TengenError, match=told):
        searcher.run(10)
    check_whole(searcher)


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(TengenError, match="parallel=leaf"):
        searcher_with(Prefers(), parallel="leaf")
    with pytest.raises(TengenError, match="batch"):
        searcher_with(Prefers(batch=0))
    with pytest.raises(TengenError, match="value_weight"):
        searcher_with(Prefers(value_weight=1.5))


class Likes(Prefers):
    """Thinks that whoever has D4 wins nearly always."""

    def evaluate(self, leaves: Leaves) -> Evaluation:
        said = super().evaluate(leaves)
        mine = leaves.stones()[:, D4.row, D4.column]
        return Evaluation(said.winrates, np.zeros_like(said.games), 0.5 + 0.4 * mine)


class NoOpinion(Prefers):
    """Says nothing at all."""

    def evaluate(self, leaves: Leaves) -> Evaluation:
        nothing = np.zeros((len(leaves), leaves.moves_a_leaf))
        return Evaluation(nothing, nothing)


@pytest.mark.parametrize(("threads", "parallel"), [(1, "tree"), (2, "tree"), (2, "root")])
def test_values_alone(threads: int, parallel: str) -> None:
    """With a weight of 1 nothing is played out, and win rates are those of the evaluator."""
    searcher = searcher_with(Likes(value_weight=1.0), threads, parallel=parallel, expand_after=0)
    searcher.begin(Position(SIZE))
    assert searcher.run(500) == 500
    best = searcher.branches()[0]
    assert best.vertex == D4
    if threads == 1 or parallel == "root":
        assert best.winrate == pytest.approx(0.9)
    else:
        assert best.winrate > 0.8  # threads that share a tree lose an update now and then
    report = searcher.report()
    assert report.moves[0].score is None  # nobody has counted
    assert not any(thread["tally"]["starts"].any() for thread in searcher.threads)
    check_whole(searcher, one_thread=threads == 1)
    searcher.close()


def test_values_and_playouts_mixed() -> None:
    """The part of a result that is the value is the weight: here every position is worth 1 to whoever is to move."""
    rates = []
    for weight in (0.0, 0.5):
        searcher = searcher_with(Prefers(value_weight=weight, value=1.0), score_share=0.0)
        searcher.begin(Position(SIZE, komi=-300.0))  # Black wins every playout
        searcher.run(300)
        rates.append(searcher.winrate)
    assert rates[0] == 1.0
    assert 0.5 < rates[1] < 1.0  # White to move is told to be winning


def test_after_passes_and_without_room_the_search_goes_on() -> None:
    position = Position(2)
    position.play("pass")
    searcher = searcher_with(NoOpinion(value_weight=1.0))
    searcher.begin(position)
    assert searcher.run(200) == 200
    check_whole(searcher)
    searcher = searcher_with(Likes(value_weight=1.0), memory=1)
    searcher.begin(Position(SIZE))
    assert searcher.run(6000, seconds=0.0) == 6000  # no time to prune
    assert searcher.trees[0].prunings == 0
    check_whole(searcher)
