"""A tree written out: the figures are those of its nodes, and the limits are kept."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.dump import MOST_DEPTH, dump_tree, read_node, tree_as_dict
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.tree import Tree

LINE = re.compile(
    r"(?P<indent> +)(?P<move>\w+) (?P<value>[\d.-]+)/(?P<visits>\d+) \[prior [\d.-]+/\d+, amaf [\d.-]+/\d+"
    r"(, owned [\d.]+ winner's [\d.]+ of \d+ critical -?[\d.]+)?\] (?P<replies>\d+) repl(y|ies)"
)


@pytest.fixture(scope="module")
def tree() -> Tree:
    searcher = Searcher(SearchParameters(memory=20), 1, seed=3)
    searcher.begin(Position(7))
    searcher.run(4000)
    return searcher.trees[0]


def told(node: dict[str, Any], depth: int = 0) -> Iterator[tuple[int, dict[str, Any]]]:
    """All moves of a tree as a dictionary with their depth, in the order of the text."""
    for child in node["children"]:
        yield depth + 1, child
        yield from told(child, depth + 1)


def test_a_node_is_what_the_search_counted(tree: Tree) -> None:
    for branch in tree.branches():
        node = read_node(tree, branch.node)
        assert (node.move, node.visits, node.amaf_visits) == (branch.vertex, branch.visits, branch.amaf_visits)
        assert node.prior_visits == branch.prior_visits
        assert node.value == (pytest.approx(branch.winrate, abs=1e-4) if branch.visits else None)
        assert node.replies == len(tree.children(branch.node))
        if branch.vertex.is_pass:
            assert (node.owned, node.owned_by_winner, node.owner_samples) == (None, None, 0)
        else:
            assert node.owner_samples == 501  # of every eighth simulation, and the first
            assert node.owned is not None
            assert 0 < node.owned < 1


def test_text_and_values_tell_the_same(tree: Tree) -> None:
    limits = {"least_visits": 20, "most_depth": 3}
    heading, *lines = dump_tree(tree, **limits).split("\n")
    assert heading.startswith(f"tree: 4,000 simulations, {tree.node_count:,} nodes (")
    nodes = list(told(tree_as_dict(tree, **limits)))
    assert len(lines) == len(nodes) > 20
    assert {depth for depth, _ in nodes} == {1, 2, 3}
    for line, (depth, node) in zip(lines, nodes, strict=True):
        found = LINE.fullmatch(line)
        assert found is not None, line
        assert len(found["indent"]) == 2 * depth
        assert (found["move"], int(found["visits"]), int(found["replies"])) == (
            node["move"],
            node["visits"],
            node["replies"],
        )
        assert float(found["value"]) == pytest.approx(node["value"], abs=6e-4)


@pytest.mark.parametrize(("least", "depth", "children"), [(1, 2, None), (50, 9, None), (0, 2, 3), (10, 3, 1)])
def test_the_limits_are_kept(tree: Tree, least: int, depth: int, children: int | None) -> None:
    whole = tree_as_dict(tree, least_visits=least, most_depth=depth, most_children=children)
    for level, node in told(whole):
        assert node["visits"] >= least
        assert level <= depth
        assert len(node["children"]) <= (children or node["replies"])
        visits = [child["visits"] for child in node["children"]]
        assert visits == sorted(visits, reverse=True)
    assert len(whole["children"]) <= (children or 50)


def test_nothing_is_left_out_without_limits(tree: Tree) -> None:
    whole = tree_as_dict(tree, least_visits=0, most_depth=MOST_DEPTH)
    assert len(list(told(whole))) == whole["nodes"] - 1 == tree.node_count - 1
    assert json.loads(json.dumps(whole)) == whole


def test_the_first_line_down_is_the_main_variation(tree: Tree) -> None:
    best = tree.branches()[0]
    node, line = tree_as_dict(tree, most_depth=MOST_DEPTH, most_children=1), []
    while node["children"]:
        (node,) = node["children"]
        line.append(Vertex.parse(node["move"]))
    assert len(line) > 2
    assert [vertex for vertex, _ in tree.line_from(best.node, len(line))][:2] == line[:2]


def test_a_deep_tree_can_be_read_back() -> None:
    """On a tiny board the tree is one long line of play."""
    searcher = Searcher(SearchParameters(memory=20, expand_after=1), 1, seed=1)
    searcher.begin(Position(2))
    searcher.run(20_000)
    whole = tree_as_dict(searcher.trees[0], least_visits=0, most_depth=10**6)
    deepest = max(depth for depth, _ in told(whole))
    assert deepest <= MOST_DEPTH
    assert json.loads(json.dumps(whole)) == whole
    assert dump_tree(searcher.trees[0], most_depth=10**6).count("\n") > deepest


def test_depth_0_is_the_heading_alone(tree: Tree) -> None:
    assert "\n" not in dump_tree(tree, most_depth=0)
    assert tree_as_dict(tree, most_depth=0)["children"] == []
