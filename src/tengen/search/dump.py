"""A search tree written out, as text for reading and as plain values for JSON.

All values are win rates of the player whose move it is. `owned` is how often the point of a move was
the mover's at the end, and `winner's` how often it was the winner's, of a sample of the simulations of
the node above; a point of nobody's counts half. `critical` is the criticality made of these
(`kernels/tree/criticality.py`). With PUCT the prior is no win rate, in no simulations: it is how likely the move is.
"""

from typing import Any, NamedTuple

import numpy as np

from tengen.game.vertex import Vertex
from tengen.kernels.tree.nodes import NODE, ROOT
from tengen.search.tree import Tree

MOST_DEPTH = 200  # levels; JSON of many more could not be read back


class TreeNode(NamedTuple):
    """What the tree knows of one move; the values are None where nothing has been counted."""

    move: Vertex
    visits: int
    value: float | None
    prior: float | None
    prior_visits: float  # in simulations
    amaf: float | None
    amaf_visits: int
    owned: float | None  # by the mover, of the owner_samples
    owned_by_winner: float | None
    owner_samples: int
    criticality: float | None
    replies: int  # children, shown or not


def read_node(tree: Tree, node: int) -> TreeNode:
    """A node of the tree by its index."""
    row = tree.nodes[node]
    above = tree.nodes[int(row["parent"])]
    move = Vertex.from_point(int(row["move"]))
    visits, amaf_visits, prior_visits = int(row["visits"]), int(row["amaf_visits"]), float(row["prior_visits"])
    samples = 0 if move.is_pass else int(above["owner_samples"])  # nobody owns a pass
    owned, owned_by_winner = int(row["owned"]), int(row["owned_by_winner"])
    return TreeNode(
        move,
        visits,
        _share(row["wins"], visits),
        _share(row["prior_wins"], prior_visits if prior_visits else float(row["prior_wins"] > 0)),
        prior_visits,
        _share(row["amaf_wins"], amaf_visits),
        amaf_visits,
        _share((samples + owned) / 2, samples),
        _share((samples + owned_by_winner) / 2, samples),
        samples,
        _share((owned_by_winner - owned * int(above["owner_wins"]) / max(1, samples)) / 2, samples),
        int(row["child_count"]),
    )


def _share(part: float, whole: float) -> float | None:
    return round(float(part) / whole, 4) if whole else None


def dump_tree(tree: Tree, *, least_visits: int = 1, most_depth: int = 4, most_children: int | None = None) -> str:
    """The tree as indented lines, most visited moves first.

    Only moves visited often enough are told, only so deep, and only so many at a node if a number is given.

    >>> print(dump_tree(Tree(1, 1)))
    tree: 0 simulations, 1 nodes (0.0 MB)
    """
    megabytes = tree.node_count * NODE.itemsize / 1e6
    lines = [f"tree: {tree.visits:,} simulations, {tree.node_count:,} nodes ({megabytes:.1f} MB)"]
    waiting = [(ROOT, 0)]
    while waiting:
        node, depth = waiting.pop()
        if node != ROOT:
            lines.append("  " * depth + _line(read_node(tree, node)))
        if depth < most_depth:
            shown = _shown(tree, node, least_visits, most_children)
            waiting += [(child, depth + 1) for child in reversed(shown)]
    return "\n".join(lines)


def _line(node: TreeNode) -> str:
    owned = ""
    if node.owner_samples:
        owned = f", owned {_number(node.owned)} winner's {_number(node.owned_by_winner)} of {node.owner_samples}"
        owned += f" critical {_number(node.criticality)}"
    return (
        f"{node.move} {_number(node.value)}/{node.visits} "
        f"[prior {_number(node.prior)}/{node.prior_visits:.0f}, amaf {_number(node.amaf)}/{node.amaf_visits}{owned}] "
        f"{node.replies} {'reply' if node.replies == 1 else 'replies'}"
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def tree_as_dict(
    tree: Tree, *, least_visits: int = 1, most_depth: int = 4, most_children: int | None = None
) -> dict[str, Any]:
    """The tree as plain values; what is told is limited as in `dump_tree`.

    >>> tree_as_dict(Tree(1, 1))
    {'visits': 0, 'nodes': 1, 'children': []}
    """
    most_depth = min(most_depth, MOST_DEPTH)
    root: dict[str, Any] = {"visits": tree.visits, "nodes": tree.node_count, "children": []}
    waiting: list[tuple[int, int, list[dict[str, Any]]]] = [(ROOT, 0, root["children"])]
    while waiting:
        node, depth, told = waiting.pop()
        if depth >= most_depth:
            continue
        for child in _shown(tree, node, least_visits, most_children):
            facts = read_node(tree, child)
            told.append({**facts._asdict(), "move": str(facts.move), "children": []})
            waiting.append((child, depth + 1, told[-1]["children"]))
    return root


def _shown(tree: Tree, node: int, least_visits: int, most_children: int | None) -> list[int]:
    """The children of a node that are to be told of, most visited first, then most won."""
    children = tree.children(node)
    family = tree.nodes[children.start : children.stop]
    order = np.lexsort((-family["wins"], -family["visits"]))
    told = [children.start + int(index) for index in order if family["visits"][index] >= least_visits]
    return told[:most_children]
