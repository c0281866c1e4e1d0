"""Reading a search: what its trees and tallies say, added up over trees and threads."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np

from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import POINTS
from tengen.kernels.tree.nodes import ROOT
from tengen.search.report import SearchedMove
from tengen.search.time_control import Standing
from tengen.search.tree import LEADING, Branch, Tree

Array = np.ndarray[Any, Any]
_PRIOR_SCALE = 0.04  # a prior win rate lower by this makes a move e times less likely to be looked at
_REPLIES_THAT_TELL = 50  # visits of the best reply before its value is believed


def root_branches(trees: Sequence[Tree], *, visited: bool = False) -> list[Branch]:
    """The moves at the root, most visited first; those of several trees added up; all, or the `visited` ones."""
    if len(trees) == 1:
        return trees[0].branches(visited=visited)
    total: dict[Vertex, Branch] = {}
    for tree in trees:
        for branch in tree.branches(visited=visited):
            known = total.get(branch.vertex)
            total[branch.vertex] = branch if known is None else known.plus(branch)
    return sorted(total.values(), key=lambda branch: (branch.visits, branch.winrate), reverse=True)


def standing_of(trees: Sequence[Tree], simulations: int) -> Standing:
    """How the best moves compare, for the time control; cheap enough for every slice."""
    branches = root_branches(trees)[:LEADING] if len(trees) > 1 else trees[0].leading_branches()
    if not branches:
        return Standing(simulations, 0, 0, 0.0, 0.0, None, best_is_highest=False)
    best = branches[0]
    second = branches[1] if len(branches) > 1 else None
    replies = trees[0].leading_branches(best.node)
    known = bool(replies) and replies[0].visits >= _REPLIES_THAT_TELL
    return Standing(
        simulations=simulations,
        best_visits=best.visits,
        second_visits=second.visits if second else 0,
        best_value=best.winrate,
        second_value=second.winrate if second else 0.0,
        reply_value=1.0 - replies[0].winrate if known else None,
        best_is_highest=all(branch.winrate <= best.winrate for branch in branches if branch.visits),
    )


def searched_moves(
    trees: Sequence[Tree],
    tallies: Sequence[Array],
    position: Position,
    policy: Mapping[Vertex, float],
    *,
    by_real_komi: bool,
    judged: bool = False,
    untried: bool = False,
) -> tuple[SearchedMove, ...]:
    """All that is known of the moves at the root, most visited first: those visited, and the others if wished.

    Where the tree plays for another komi, win rates are `by_real_komi`. If leaves are `judged` with that other komi,
    nobody has said how often they are won by the real one: that follows from margins and their spread.
    """
    score, starts, won, squares = (
        np.sum([tally[name][0] for tally in tallies], axis=0).tolist()
        for name in ("score", "starts", "won", "score_squares")
    )
    sign = 1 if position.to_play is BLACK else -1

    def told(branch: Branch) -> SearchedMove:
        point = branch.vertex.point
        begun = starts[point]  # simulations of this search
        winrate, search_winrate = branch.winrate, None
        deviation = _deviation(score[point], squares[point], begun)
        if by_real_komi and begun:
            winrate, search_winrate = won[point] / begun, branch.winrate
            if judged and deviation:
                winrate = NormalDist().cdf(score[point] / begun / deviation)
            winrate = winrate if sign > 0 else 1.0 - winrate
        # Before its first visit a move has no continuation, and most moves are never visited.
        line = trees[0].line_from(branch.node) if branch.visits else [(branch.vertex, 0)]
        if len(trees) > 1:
            line = list(zip((v for v, _ in line), _visits_along(trees, [v for v, _ in line]), strict=True))
        return SearchedMove(
            vertex=branch.vertex,
            visits=branch.visits,
            winrate=winrate,
            score=sign * score[point] / begun if begun else None,
            score_deviation=deviation,
            prior=policy[branch.vertex],
            variation=tuple(vertex for vertex, _ in line),
            variation_visits=tuple(visits for _, visits in line),
            search_winrate=search_winrate,
            prior_winrate=branch.prior_wins / branch.prior_visits if branch.prior_visits else 0.5,
            prior_visits=branch.prior_visits,
            amaf=branch.amaf_wins / branch.amaf_visits if branch.amaf_visits else None,
            amaf_visits=branch.amaf_visits,
        )

    return tuple(map(told, root_branches(trees, visited=not untried)))


def policy_of(trees: Sequence[Tree]) -> dict[Vertex, float]:
    """The priors of all moves at the root as shares of one; ours are win rates, people want probabilities."""
    wins, visits = np.zeros(POINTS), np.zeros(POINTS)
    for tree in trees:
        children = tree.children()
        family = tree.nodes[children.start : children.stop]
        np.add.at(wins, family["move"], family["prior_wins"])
        np.add.at(visits, family["move"], family["prior_visits"])
    moves = np.unique(np.concatenate([tree.moves() for tree in trees]))
    if not len(moves):
        return {}
    if not visits.any():  # with puct, priors are how likely the moves are
        shares = (wins[moves] / max(1e-9, wins[moves].sum())).tolist()
        return dict(zip(map(Vertex.from_point, moves.tolist()), shares, strict=True))
    rates = wins[moves] / np.maximum(1e-9, visits[moves])
    weights = np.exp((rates - rates.max()) / _PRIOR_SCALE)
    shares = (weights / weights.sum()).tolist()
    return dict(zip(map(Vertex.from_point, moves.tolist()), shares, strict=True))


def _visits_along(trees: Sequence[Tree], line: Sequence[Vertex]) -> list[int]:
    """The visits of each move of a variation from the root, those of several trees added up."""
    visits = [0] * len(line)
    for tree in trees:
        node = ROOT
        for index, vertex in enumerate(line):
            children = tree.children(node)
            found = [child for child in children if int(tree.nodes[child]["move"]) == vertex.point]
            if not found:
                break
            node = found[0]
            visits[index] += int(tree.nodes[node]["visits"])
    return visits


def mean_score(tallies: Sequence[Array], position: Position) -> float:
    """The mover's mean margin over all simulations."""
    starts = sum(int(tally["starts"].sum()) for tally in tallies)
    sign = 1 if position.to_play is BLACK else -1
    return sign * sum(float(tally["score"].sum()) for tally in tallies) / max(1, starts)


def score_deviation(tallies: Sequence[Array]) -> float:
    """The standard deviation of the margin over all simulations."""
    total, squares, count = (sum(t[name].sum() for t in tallies) for name in ("score", "score_squares", "starts"))
    return _deviation(float(total), float(squares), int(count)) or 0.0


def _deviation(total: float, squares: float, count: int) -> float | None:
    """The standard deviation of `count` numbers with this sum and this sum of squares."""
    return math.sqrt(max(0.0, squares / count - (total / count) ** 2)) if count else None


def mean_ownership(tallies: Sequence[Array], position: Position) -> dict[Vertex, float]:
    """The mean owner of every point over a sample of the simulations, -1 White's to 1 Black's."""
    total = np.sum([tally["owner"][0] for tally in tallies], axis=0)
    samples = max(1, sum(int(tally["samples"][0]) for tally in tallies))
    return _by_vertex(total / samples, position.size)


def mean_criticality(tallies: Sequence[Array], position: Position) -> dict[Vertex, float]:
    """The criticality of every point over the same simulations; `kernels/tree/criticality.py` has the formula."""
    samples = max(1, sum(int(tally["samples"][0]) for tally in tallies))
    won = sum(int(tally["sample_wins"][0]) for tally in tallies) / samples
    owned = np.sum([tally["owner"][0] for tally in tallies], axis=0) / samples
    owned_by_winner = np.sum([tally["owner_by_winner"][0] for tally in tallies], axis=0) / samples
    critical = (owned_by_winner - owned * won) / 2
    return _by_vertex(critical, position.size)


def _by_vertex(values: Array, size: int) -> dict[Vertex, float]:
    """Values of all points as those of the vertices of a board, with four decimals."""
    vertices, points = _places(size)
    return dict(zip(vertices, values[points].round(4).tolist(), strict=True))


@cache
def _places(size: int) -> tuple[tuple[Vertex, ...], Array]:
    """The vertices of a board in the order of `Position.vertices`, and their points."""
    vertices = tuple(Position(size).vertices())
    return vertices, np.array([vertex.point for vertex in vertices])
