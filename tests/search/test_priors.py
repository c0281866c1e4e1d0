"""What is known of a move before it has been tried, on hand-made boards."""

import math
from typing import Any

import numpy as np
import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.tree.nodes import NO_NODE, ROOT
from tengen.kernels.tree.select import widened
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

NAMES = ("even", "capture", "rescue", "pattern", "self_atari", "near", "line")
NOTHING: dict[str, Any] = {f"{name}_prior": 0.0 for name in (*NAMES, "grandparent")}
Priors = dict[str, tuple[float, float]]  # won, played


def new_searcher(**parameters: Any) -> Searcher:
    plain = {"memory": 3, "playout": "light", "fold_symmetry": False, "priors": "bias"}
    return Searcher(SearchParameters(**{**NOTHING, **plain, **parameters}), 1, seed=1)


def priors(position: Position, **parameters: Any) -> Priors:
    """What each move starts with, where that is anything."""
    searcher = new_searcher(**parameters)
    searcher.begin(position)
    searcher.run(1)
    branches = searcher.branches()
    return {str(b.vertex): (b.prior_wins, b.prior_visits) for b in branches if b.prior_wins or b.prior_visits}


def row_in_atari(stones: int, color: Color) -> tuple[Position, Vertex]:
    """A row of `color` from the edge, shut in but for its end, where the mover may play next."""
    other = color.other
    row = {Vertex(column, 4): color for column in range(stones)}
    walls = {Vertex(column, line): other for column in range(stones) for line in (3, 5)}
    position = Position(19)
    position.set_up(row | walls, BLACK)
    return position, Vertex(stones, 4)


# ---- one after the other --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "weight"), [(1, 1.0), (2, 1.0), (3, 1.5), (4, 2.0), (10, 5.0), (15, 7.5), (16, 7.5), (18, 7.5)]
)
def test_captures_and_rescues_weigh_more_for_more_stones(stones: int, weight: float) -> None:
    position, end = row_in_atari(stones, WHITE)
    found = priors(position, capture_prior=10, rescue_prior=1000)
    assert found == {str(end): (10 * weight, 10 * weight)}
    position, end = row_in_atari(stones, BLACK)
    found = priors(position, capture_prior=1000, rescue_prior=10)
    assert found == {str(end): (10 * weight, 10 * weight)}


def test_groups_taken_together_count_together_and_each_once() -> None:
    position = Position.from_diagram(
        """
        . . . . . . .
        . . X X . . .
        . X O O X . .
        . X O . O X .
        . . X O X . .
        . . . X . . .
        . . . . . . ."""
    )
    # Three stones that touch the point twice, and two single ones.
    assert priors(position, capture_prior=10)["D4"] == (25, 25)
    assert set(priors(position, capture_prior=10)) == {"D4"}


def test_a_rescue_that_stays_in_atari_is_none() -> None:
    position = Position.from_diagram(
        """
        . . . . .
        . . . . .
        O O O . .
        X . O . .
        O . . . ."""
    )
    # B2 has one liberty more, B1; A1 taken from B1 would save the stone but nothing is said of that.
    assert "B2" not in priors(position, rescue_prior=10)
    assert priors(position, self_atari_prior=10).get("B2") == (0, 10)


def test_a_rescue_by_running_out_and_by_connecting() -> None:
    position = Position.from_diagram(
        """
        . . . . .
        . O O . .
        O X X . .
        . O O X .
        . . . . ."""
    )
    assert priors(position, rescue_prior=10) == {"D3": (10, 10)}
    position = Position.from_diagram(
        """
        . . O . .
        . O X O .
        . O . O .
        . . X . .
        . . . . ."""
    )
    assert priors(position, rescue_prior=10) == {"C3": (10, 10)}


def test_shapes_are_those_of_the_playouts() -> None:
    position = Position(9)
    position.set_up({Vertex.parse("C6"): BLACK, Vertex.parse("D6"): WHITE}, BLACK)
    # Hane on both sides of both stones' heads, and nothing else.
    hane = {"C5", "C7", "D5", "D7"}
    for color in (BLACK, WHITE):
        position.to_play = color
        assert priors(position, pattern_prior=10) == dict.fromkeys(hane, (10.0, 10.0))


def test_some_shapes_are_for_one_side() -> None:
    stones = {Vertex.parse("C6"): BLACK, Vertex.parse("D6"): WHITE, Vertex.parse("E6"): WHITE}
    for color, expected in ((BLACK, True), (WHITE, False)):
        position = Position(9)
        position.set_up(stones, color)
        assert ("D5" in priors(position, pattern_prior=10)) is expected


def test_a_shape_that_is_a_self_atari_counts_as_that_alone() -> None:
    position = Position.from_diagram(
        """
        . . . . .
        . . . . .
        . . . . .
        . X O . .
        . O . . ."""
    )
    # C1 cuts, but White takes it; for White it connects.
    assert priors(position, pattern_prior=10, self_atari_prior=7)["C1"] == (0, 7)
    position.to_play = WHITE
    assert priors(position, pattern_prior=10, self_atari_prior=7)["C1"] == (10, 10)


def test_self_ataris_start_with_lost_games() -> None:
    position = Position.from_diagram(
        """
        . . . . .
        . . . . .
        . . . . .
        . O . . .
        . O . . ."""
    )
    assert priors(position, self_atari_prior=10) == {"A1": (0, 10)}
    position.to_play = WHITE
    assert priors(position, self_atari_prior=10) == {}


def test_taking_a_stone_is_a_self_atari_too_unless_it_gives_room() -> None:
    """Taking one in a ko is, taking two is not."""
    ko = Position.from_diagram(
        """
        . . . . .
        . . X O .
        . X O . O
        . . X O .
        . . . . ."""
    )
    assert priors(ko, capture_prior=10, self_atari_prior=6)["D3"] == (10, 16)
    two = Position.from_diagram(
        """
        . . X X .
        . X O O X
        . X X . O
        . . X O .
        . . . . ."""
    )
    assert priors(two, capture_prior=10, self_atari_prior=6)["D3"] == (10, 10)


@pytest.mark.parametrize(
    ("vertex", "thirds"),
    [
        ("E6", 3), ("F5", 3), ("D4", 3), ("G5", 2), ("G6", 2), ("D3", 2), ("H5", 1), ("H6", 1), ("G7", 1), ("C3", 1),
        ("J5", 0), ("H7", 0), ("B3", 0), ("J9", 0),
    ],
)  # fmt: skip
def test_moves_near_the_last_one(vertex: str, thirds: int) -> None:
    position = Position(9)
    position.play("E5")
    weight = 3.0 * thirds
    assert priors(position, near_prior=9).get(vertex, (0, 0)) == (weight, weight)


def test_nothing_is_near_to_no_move_or_a_pass() -> None:
    position = Position(9)
    assert priors(position, near_prior=9) == {}
    position.play("E5")
    position.play(PASS)
    assert priors(position, near_prior=9) == {}


@pytest.mark.parametrize("size", [9, 12, 13, 19])
def test_lines_count_on_large_boards(size: int) -> None:
    found = priors(Position(size), line_prior=20)
    expected: Priors = {}
    for vertex in Position(size).vertices():
        line = 1 + min(vertex.column, vertex.row, size - 1 - vertex.column, size - 1 - vertex.row)
        if line <= 4 and size >= 13:
            expected[str(vertex)] = (20 if line >= 3 else 0, 20)
    assert found == expected


def test_lines_say_nothing_near_stones() -> None:
    position = Position(19)
    position.play("D4")
    found = priors(position, line_prior=20)
    assert not {"A1", "A4", "C3", "C7", "G3", "G1", "A7"} & set(found)
    assert found["C8"] == found["H3"] == (20, 20)
    assert found["A8"] == found["H1"] == (0, 20)


def test_every_move_starts_even_and_a_pass_badly() -> None:
    found = priors(Position(5), even_prior=10)
    assert found.pop("pass") == (1, 10)
    assert found == {str(vertex): (5, 10) for vertex in Position(5).vertices()}


# ---- together ---------------------------------------------------------------------------------------


def test_each_can_be_switched_off_and_takes_with_it_what_it_gave() -> None:
    position = Position(19)
    moves = "C3 A1 A2 Q4 Q3 R3 P4 P3 O3 R4 Q5 O4 B1 R5 Q6 O5 P6 O6 P7 R6 E17 R7 D16 A18 A19 T10 K17 S1"
    for move in moves.split():
        position.play(move)
    weights = {f"{name}_prior": 3.0 * 2**power for power, name in enumerate(NAMES)}
    everything = priors(position, **weights)
    seen = set()
    for name in weights:
        alone = priors(position, **{name: weights[name]})
        without = priors(position, **(weights | {name: 0.0}))
        for vertex in {str(v) for v in position.legal_moves()} | {"pass"}:
            won, played = everything.get(vertex, (0, 0))
            assert alone.get(vertex, (0, 0))[0] == pytest.approx(won - without.get(vertex, (0, 0))[0], abs=1e-3)
            assert alone.get(vertex, (0, 0))[1] == pytest.approx(played - without.get(vertex, (0, 0))[1], abs=1e-3)
        if alone:
            seen.add(name)
    assert seen == set(weights)


def test_the_report_tells_the_win_rate_a_move_started_with() -> None:
    position, end = row_in_atari(4, WHITE)
    searcher = new_searcher(even_prior=10, capture_prior=10)
    searcher.begin(position)
    searcher.run(20)
    told = {move.vertex: (move.prior, move.prior_visits) for move in searcher.report().moves}
    assert told[end] == pytest.approx((25 / 30, 30))
    assert told[PASS] == pytest.approx((0.1, 10))


# ---- the grandparent -------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["ucb1", "rave"])
def test_moves_start_with_what_they_were_worth_two_moves_before(policy: str) -> None:
    """One simulation after the other: what a new family starts with against the tree as it was."""
    searcher = new_searcher(grandparent_prior=8, even_prior=4, policy=policy, exploration=0.3, expand_after=2, memory=1)
    searcher.begin(Position(4))
    tree = searcher.trees[0]
    compared = without = 0
    for _ in range(250):
        before = tree.nodes.copy()
        start = int(tree.arenas[0]["used"][0])
        searcher.run(1)
        if int(tree.arenas[0]["used"][0]) == start:
            continue
        parent = int(tree.nodes[start]["parent"])
        grandparent = int(tree.nodes[tree.nodes[parent]["parent"]]["parent"]) if parent != ROOT else NO_NODE
        uncles: dict[int, Any] = {}
        if grandparent != NO_NODE:
            uncles = {int(before[index]["move"]): before[index] for index in tree.children(grandparent)}
            # The one on the path has just been visited.
            uncles.pop(int(tree.nodes[tree.nodes[parent]["parent"]]["move"]))
        for child in tree.children(parent):
            row = tree.nodes[child]
            move = int(row["move"])
            won, played = (0.4 if move == PASS.point else 2.0), 4.0
            if grandparent != NO_NODE and move not in uncles:
                continue
            if move in uncles:
                uncle = uncles[move]
                known = int(uncle["visits"]) + int(uncle["amaf_visits"])
                if known:
                    won += 8 * float(uncle["wins"] + uncle["amaf_wins"]) / known
                    played += 8
                    compared += 1
            without += played == 4
            assert (float(row["prior_wins"]), float(row["prior_visits"])) == pytest.approx((won, played), abs=1e-4)
    assert compared > 100
    assert without > 100


# ---- progressive widening ----------------------------------------------------------------------------


def moves_at(visits: int, first: float, growth: float) -> int:
    """How many moves a node may choose from: the steps, one by one."""
    count, step, reached = 1, first, first
    while visits >= reached:
        count, step = count + 1, step * growth
        reached += step
    return count


@pytest.mark.parametrize(("first", "growth"), [(40.0, 1.4), (3.0, 1.5), (10.0, 1.07)])
def test_each_further_move_takes_so_many_more_visits(first: float, growth: float) -> None:
    settings = SearchParameters(widening_visits=first, widening_growth=growth).record(Position(9))
    for visits in range(1, 3000, 7):
        exact = 1 + math.log(1 + visits * (growth - 1) / first) / math.log(growth)
        if abs(exact - round(exact)) > 1e-6:  # on a step, rounding decides
            assert int(widened(float(visits), settings[0])) == moves_at(visits, first, growth)
    assert moves_at(39, 40, 1.4) == 1
    assert moves_at(41, 40, 1.4) == 2
    assert moves_at(97, 40, 1.4) == 3


def test_only_the_moves_that_look_best_are_tried() -> None:
    position, end = row_in_atari(6, WHITE)
    position.play("Q16")
    position.play("Q4")
    weights = {"even_prior": 6, "capture_prior": 12, "near_prior": 9, "line_prior": 7, "self_atari_prior": 12}
    told = priors(position, **weights)
    worth = {vertex: won / played for vertex, (won, played) in told.items()}
    searcher = new_searcher(
        priors="widening",
        policy="ucb1",
        exploration=1.0,
        first_play_urgency=5.0,
        widening_visits=3.0,
        widening_growth=1.3,
        expand_after=4,
        **weights,
    )
    searcher.begin(position)
    tree = searcher.trees[0]
    for done in range(1, 301):
        searcher.run(1)
        visits = [int(tree.nodes[child]["visits"]) for child in tree.children()]
        reach = moves_at(done, 3.0, 1.3)
        assert not any(visits[reach:])
    assert sum(visits) == 300
    order = [Vertex.from_point(int(tree.nodes[child]["move"])) for child in tree.children()]
    assert order[0] == end
    ranked = [worth[str(vertex)] for vertex in order]
    assert ranked == sorted(ranked, reverse=True)
    assert len(ranked) == len(worth)
    # The order is all that is left of the knowledge.
    assert {(branch.prior_wins, branch.prior_visits) for branch in searcher.branches()} == {(3.0, 6.0)}


def test_with_nothing_known_every_move_is_tried_as_soon_as_it_may_be() -> None:
    """In inner nodes too: a first part of the children has visits, as many as the formula says at most."""
    searcher = new_searcher(
        priors="widening", policy="ucb1", first_play_urgency=9.0, widening_visits=2.0, widening_growth=1.2
    )
    searcher.begin(Position(7))
    tree, inner = searcher.trees[0], 0
    for done in (1, 5, 40, 400, 2000):
        searcher.run(done - searcher.simulations)
        for node in range(ROOT, tree.node_count + 1):
            children = tree.children(node)
            if not children:
                continue
            visits = tree.nodes["visits"][children.start : children.stop]
            tried = int(np.count_nonzero(visits))
            assert not visits[tried:].any()
            reach = min(len(visits), int(widened(float(tree.nodes[node]["visits"]), searcher._settings[0])))
            assert tried == reach if node == ROOT else tried <= reach
            inner += node != ROOT and tried > 1
    assert inner > 10
