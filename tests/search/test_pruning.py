"""Pruning: the branches visited most stay, and nothing of what stays is changed."""

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tengen.game.position import Position
from tengen.game.vertex import PASS
from tengen.kernels.tree.nodes import FIRST_FREE, NO_NODE, ROOT
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.tree import Tree

Path = tuple[int, ...]  # the moves that lead to a node
LINKS = {"first_child", "child_count", "parent"}
MODES = ("tree", "root", "leaf")


def nodes_by_path(tree: Tree) -> dict[Path, int]:
    """All nodes that hang on the root, by their moves; the links both ways are looked at."""
    columns = [tree.nodes[name].tolist() for name in ("first_child", "child_count", "parent", "move")]
    first_child, child_count, parent, move = columns
    found: dict[Path, int] = {(): ROOT}
    seen = {ROOT}
    waiting: list[Path] = [()]
    assert parent[ROOT] == NO_NODE
    while waiting:
        path = waiting.pop()
        node = found[path]
        assert (first_child[node] == NO_NODE) == (child_count[node] == 0)
        for child in range(first_child[node], first_child[node] + child_count[node]):
            assert FIRST_FREE <= child < len(tree.nodes)
            assert child not in seen, "two nodes share a child"
            assert parent[child] == node
            seen.add(child)
            step = (*path, move[child])
            assert step not in found, "a move stands twice in a family"
            found[step] = child
            waiting.append(step)
    return found


def statistics(tree: Tree) -> dict[Path, tuple[Any, ...]]:
    """All that is known of each node but where it lies."""
    names = [name for name in tree.nodes.dtype.names or () if name not in LINKS]
    rows = list(zip(*(tree.nodes[name].tolist() for name in names), strict=True))
    return {path: rows[node] for path, node in nodes_by_path(tree).items()}


def inner_visits(tree: Tree) -> dict[Path, int]:
    """The visits of the nodes with children, the root left out."""
    paths = nodes_by_path(tree).items()
    return {path: int(tree.nodes[node]["visits"]) for path, node in paths if path and tree.children(node)}


def check_arenas(tree: Tree) -> None:
    """They lie one behind the other, behind the nodes in use and inside the array."""
    end = max(nodes_by_path(tree).values()) + 1
    for arena in tree.arenas:
        used, limit = int(arena["used"][0]), int(arena["limit"][0])
        assert end <= used <= limit <= len(tree.nodes)
        assert arena["full"][0] == 0
        end = limit


def random_tree(seed: int, threads: int) -> Tree:
    """A tree of families of all sizes, grown in all arenas until one is full.

    Children have no more visits than their parent, as in a search; every node has other numbers.
    """
    choose = random.Random(seed)
    tree = Tree(0, threads)
    tree.nodes[ROOT]["visits"] = 100_000
    largest = choose.choice((3, 30, 300))
    leaves = [ROOT]
    while leaves and not tree.is_full:
        node = leaves.pop(0 if len(leaves) < 3 else choose.randrange(len(leaves)))
        arena = choose.choice(tree.arenas)
        first, family = int(arena["used"][0]), choose.randint(1, largest)
        if first + family > arena["limit"][0]:
            arena["full"] = 1
            break
        arena["used"] = first + family
        tree.nodes[node]["first_child"], tree.nodes[node]["child_count"] = first, family
        moves = choose.sample(range(1, 400), family)
        if node == ROOT:
            moves[-1] = PASS.point  # it is always there
        left = int(tree.nodes[node]["visits"])
        for child, move in enumerate(moves, first):
            visits = choose.randint(0, left) if choose.random() < 0.5 else 0
            left -= visits
            row = tree.nodes[child]
            row["parent"], row["move"], row["visits"] = node, move, visits
            row["wins"], row["amaf_wins"], row["amaf_visits"] = choose.uniform(0, visits), child, child + 1
            row["prior_wins"], row["prior_visits"] = choose.random(), 1 + choose.random()
            row["owner_samples"], row["owner_wins"] = child % 30_000, child % 101
            row["owned"], row["owned_by_winner"] = visits % 30_000, move
            leaves.append(child)
    return tree


@settings(max_examples=30, deadline=None, derandomize=True)
@given(seed=some.integers(0, 10**6), threads=some.integers(1, 3))
def test_what_is_kept_is_unchanged_and_what_is_cut_was_visited_least(seed: int, threads: int) -> None:
    tree = random_tree(seed, threads)
    before, inner_before = statistics(tree), inner_visits(tree)
    tree.prune()
    after, inner_after = statistics(tree), inner_visits(tree)
    assert after.items() <= before.items()
    assert {path for path in after if len(path) == 1} == {path for path in before if len(path) == 1}
    cut = [visits for path, visits in inner_before.items() if path in after and path not in inner_after]
    assert max(cut, default=0) < min(inner_after.values(), default=1 << 31)
    # Families stay whole, and lie close together.
    assert {path for path in before if path and path[:-1] in inner_after} <= set(after)
    assert sorted(nodes_by_path(tree).values()) == list(range(ROOT, tree.node_count + 1))
    assert len(after) == tree.node_count
    assert tree.node_count <= len(tree.nodes) / 2 + 1 or not inner_after
    assert tree.prunings == 1
    check_arenas(tree)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=some.integers(0, 10**6), threads=some.integers(1, 3), depth=some.integers(1, 4))
def test_a_new_root_keeps_all_that_hangs_on_it(seed: int, threads: int, depth: int) -> None:
    tree = random_tree(seed, threads)
    before = statistics(tree)
    path = random.Random(seed).choice([path for path in before if 0 < len(path) <= depth])
    expected = {below[len(path) :]: row for below, row in before.items() if below[: len(path)] == path}
    assert tree.advance(path)
    assert statistics(tree) == expected
    assert tree.node_count == len(before)  # the rest waits for a pruning
    tree.prune()
    assert tree.node_count == len(statistics(tree)) <= len(expected)
    check_arenas(tree)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=some.integers(0, 10**6), threads=some.integers(1, 3))
def test_a_restricted_root_keeps_what_hangs_on_its_moves(seed: int, threads: int) -> None:
    tree = random_tree(seed, threads)
    before = statistics(tree)
    allowed = np.array([random.Random(seed + point).random() < 0.3 for point in range(441)], np.uint8)
    allowed[PASS.point] = seed % 2
    kept = {path: row for path, row in before.items() if not path or allowed[path[0]]}
    tree.restrict(allowed)
    assert statistics(tree) == kept
    tree.prune()
    assert statistics(tree).items() <= kept.items()


def test_a_move_that_is_not_in_the_tree_leaves_an_empty_one() -> None:
    tree = random_tree(1, 2)
    first = next(path for path in statistics(tree) if len(path) == 1)
    assert not tree.advance([*first, 500])
    assert list(statistics(tree)) == [()]
    assert (tree.visits, tree.node_count) == (0, 1)
    check_arenas(tree)


def test_pruning_a_tree_that_has_little_takes_nothing_away() -> None:
    tree = Tree(1, 1)
    tree.prune()
    assert (tree.node_count, list(statistics(tree))) == (1, [()])
    searcher = Searcher(SearchParameters(memory=5, fold_symmetry=False, expand_after=1000), 1, seed=1)
    searcher.begin(Position(19))
    searcher.run(50)
    before = statistics(searcher.trees[0])
    searcher.trees[0].prune()
    assert statistics(searcher.trees[0]) == before
    assert len(before) == searcher.node_count == 363


def test_the_smallest_tree_has_room_for_the_largest_board() -> None:
    """Even when every thread has next to nothing a family can grow after pruning."""
    for threads in (1, 2, 7):
        tree = Tree(0, threads)
        tree.prune()
        half = len(tree.nodes) // 2
        assert (len(tree.nodes) - half) // threads > 362


@pytest.mark.parametrize("parallel", MODES)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("size", "simulations"), [(9, 5000), (19, 2500)])
def test_a_search_that_is_pruned_again_and_again_counts_right(
    size: int, simulations: int, threads: int, parallel: str
) -> None:
    parameters = SearchParameters(memory=1, expand_after=1, playout="light", parallel=parallel, fold_symmetry=False)
    searcher = Searcher(parameters, threads, seed=3)
    searcher.begin(Position(size))
    shared = parallel == "tree" and threads > 1  # a lost update now and then
    for round_ in (1, 2):
        searcher.run(simulations // 2)
        wanted = round_ * (simulations // 2)
        visits = sum(branch.visits for branch in searcher.branches())
        assert 0.97 * wanted <= visits <= wanted
        assert visits == wanted or shared
        assert len(searcher.branches()) == size * size + 1
        for tree in searcher.trees:
            assert not tree.is_full
            paths = nodes_by_path(tree)
            assert len(paths) == tree.node_count or shared  # two threads may grow the same node
            kept = tree.nodes[list(paths.values())]
            for won, seen in (("wins", "visits"), ("amaf_wins", "amaf_visits")):
                # A visit that is lost in a race, while its win is not, leaves a node with too few: hardly any do.
                too_few = np.mean(kept[won] > kept[seen] + 1e-6)
                assert too_few == 0 or (shared and too_few < 0.005)
            below = np.zeros(len(tree.nodes), np.int64)
            np.add.at(below, kept["parent"][1:], kept["visits"][1:])
            assert (below <= tree.nodes["visits"]).all() or shared
    assert searcher.report().prunings > 2 * len(searcher.trees)
    searcher.close()


@pytest.mark.parametrize("expand_after", [1, 2, 5])
def test_a_simulation_grows_one_family_at_most(expand_after: int) -> None:
    searcher = Searcher(SearchParameters(memory=5, expand_after=expand_after, fold_symmetry=False), 1, seed=1)
    searcher.begin(Position(9))
    grown = [searcher.node_count]
    for _ in range(100):
        searcher.run(1)
        grown.append(searcher.node_count)
    assert max(after - before for before, after in pairwise(grown)) == 82
    assert len(set(grown)) > 10 or expand_after > 2
    assert searcher.report().depth < 20


@pytest.mark.parametrize("parallel", MODES)
def test_a_decisive_capture_is_found_in_next_to_no_memory(parallel: str) -> None:
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . X X X X X . . .
        X O O O O O X . .
        X O O O O O . . .
        . X X X X X O . .
        . . O O O O . O .
        . . . . . . . . .
        . . . . . . . . ."""
    )
    searcher = Searcher(SearchParameters(memory=1, expand_after=1, playout="mogo", parallel=parallel), 1, seed=1)
    searcher.begin(position)
    searcher.run(3000)
    report = searcher.report()
    assert report.prunings > 5
    assert str(report.moves[0].vertex) == "G5"
