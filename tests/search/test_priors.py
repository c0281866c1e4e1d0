"""What is known of a move before it has been tried, on hand-made boards."""

import math
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.place_weights import PLACE_WEIGHTS
from tengen.kernels.tactics.place import place_of
from tengen.kernels.tree.nodes import NO_NODE, ROOT
from tengen.kernels.tree.select import widened
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

NOTHING: dict[str, Any] = {field.name: 0.0 for field in fields(SearchParameters) if field.name.endswith("_prior")}
NAMES = [name for name in NOTHING if name not in ("grandparent_prior", "learnt_prior")]  # of what the board itself says
Priors = dict[str, tuple[float, float]]  # won, played


def new_searcher(**parameters: Any) -> Searcher:
    plain = {"memory": 3, "playout": "light", "fold_symmetry": False, "priors": "bias", "prior_scale": 1.0}
    plain["patterns"] = "no"
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
    ("stones", "weight"), [(1, 1.0), (2, 1.0), (3, 1.5), (4, 2.0), (10, 5.0), (15, 7.5), (16, 7.5), (17, 7.5)]
)
def test_captures_and_rescues_weigh_more_for_more_stones(stones: int, weight: float) -> None:
    position, end = row_in_atari(stones, WHITE)
    found = priors(position, capture_prior=10, rescue_prior=1000)
    assert found == {str(end): (10 * weight, 10 * weight)}
    position, end = row_in_atari(stones, BLACK)
    found = priors(position, capture_prior=1000, rescue_prior=10)
    assert found == {str(end): (10 * weight, 10 * weight)}


def test_running_into_a_ladder_is_no_rescue() -> None:
    """At the edge two liberties are left, and White has both."""
    position, _ = row_in_atari(18, BLACK)
    assert priors(position, rescue_prior=10) == {}


def test_a_rescue_by_taking_an_attacker() -> None:
    """White's C4 is in atari, and with it the attack on D4; to run to D5 saves it as well."""
    position = Position.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . . O X O . .
        . . X O . . .
        . . . . . . .
        . . . . . . ."""
    )
    assert priors(position, rescue_prior=10) == {"B4": (10, 10), "D5": (10, 10)}


def test_groups_taken_together_add_up_and_each_counts_once() -> None:
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
    # Three stones that touch the point twice, and two single ones, each of which counts as two.
    assert priors(position, capture_prior=10)["D4"] == (15 + 10 + 10, 15 + 10 + 10)
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
    # B2 has one liberty more, B1; from there A1 is taken, which saves the stone.
    assert priors(position, rescue_prior=10) == {"B1": (10, 10)}
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


def test_taking_a_stone_is_no_bad_self_atari() -> None:
    """Neither taking one in a ko nor taking two."""
    ko = Position.from_diagram(
        """
        . . . . .
        . . X O .
        . X O . O
        . . X O .
        . . . . ."""
    )
    assert priors(ko, capture_prior=10, self_atari_prior=6)["D3"] == (10, 10)
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
    ("vertex", "quarters"),
    [
        ("E6", 4), ("F5", 4), ("D4", 3), ("G5", 3), ("G6", 2), ("D3", 2), ("H5", 2), ("H6", 0), ("G7", 0), ("C3", 0),
        ("J5", 0), ("H7", 0), ("B3", 0), ("J9", 0),
    ],
)  # fmt: skip
def test_moves_near_the_last_one(vertex: str, quarters: int) -> None:
    position = Position(9)
    position.play("E5")
    weight = 2.0 * quarters
    assert priors(position, near_prior=8).get(vertex, (0, 0)) == (weight, weight)


def test_what_touches_the_group_of_the_last_move_is_near() -> None:
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X X X X X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    )
    position.play("B5")
    found = priors(position, near_prior=8)
    assert found["A5"] == found["J5"] == found["H6"] == (8, 8)
    assert found["H7"] == (6, 6)


def test_nothing_is_near_to_no_move_or_a_pass() -> None:
    position = Position(9)
    assert priors(position, near_prior=9) == {}
    position.play("E5")
    position.play(PASS)
    assert priors(position, near_prior=9) == {}


@pytest.mark.parametrize("size", [5, 9, 12])
def test_lines_of_a_small_board(size: int) -> None:
    """The edge is bad, and the middle good, where no stone is near."""
    found = priors(Position(size), line_prior=3)
    expected: Priors = {}
    for vertex in Position(size).vertices():
        line = 1 + min(vertex.column, vertex.row, size - 1 - vertex.column, size - 1 - vertex.row)
        if line <= 2:
            expected[str(vertex)] = (0, 18)
        elif line >= 4:
            expected[str(vertex)] = (18, 18)
    assert found == expected
    position = Position(9)
    position.play("C1")
    found = priors(position, line_prior=3)
    assert not {"A1", "A4", "E4", "F1"} & set(found)
    assert found["E5"] == found["F6"] == (18, 18)
    assert found["G1"] == found["A5"] == (0, 18)


@pytest.mark.parametrize("size", [13, 19])
def test_places_of_a_large_board_count_as_learnt(size: int) -> None:
    position = Position(size)
    position.play("D4")
    found = priors(position, line_prior=20)
    for vertex in position.vertices():
        if str(vertex) != "D4":
            weight = 20 * PLACE_WEIGHTS[place_of(position.board[0], vertex.point)]
            assert found.get(str(vertex), (0, 0)) == pytest.approx((max(0, weight), abs(weight)))
    assert found["C6"][0] > 20  # on the third line, two points from the stone
    assert found["H7"][0] == 0


def test_every_move_starts_even_and_a_pass_badly() -> None:
    found = priors(Position(5), even_prior=10)
    assert found.pop("pass") == (1, 10)
    assert found == {str(vertex): (5, 10) for vertex in Position(5).vertices()}


THREATENED = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . X X . . .
    . X O O X . .
    . X . . . . .
    . . . . . . ."""


def test_groups_with_two_liberties_are_caught_or_saved_in_time() -> None:
    """D2 catches the two white stones, C2 (White's D2) does not; and D2 saves them."""
    position = Position.from_diagram(THREATENED)
    assert priors(position, two_liberties_prior=10)["D2"] == (10, 10)
    position.to_play = WHITE
    assert priors(position, two_liberties_prior=10) == {"D2": (10, 10)}
    safe = Position.from_diagram(". . . . .\n. . . . .\n. O . . .\n. . . . .\n. . . . .")
    assert priors(safe, two_liberties_prior=10) == {}


def test_moves_in_a_race_of_few_liberties() -> None:
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . . . .
        . O X X X . . . .
        . X O O O . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    )
    for color in (BLACK, WHITE):
        position.to_play = color
        found = priors(position, few_liberties_prior=10)
        assert {"D6", "E6", "F5", "D3", "E3", "F4"} <= set(found)
        assert not set(found) & {"A1", "J9", "H5"}
        assert all(won == played for won, played in found.values())


EYE_SPACES = """
    X X X X X . .
    X . . . X . .
    X X . X X . .
    O X X X O O O
    O O O O O . O
    . . O O . . O
    . . . O O . O"""


def test_the_vital_points_of_small_eye_spaces() -> None:
    """C6 of Black's pyramid, F2 of White's and B1 of the bulky five; the six points on the right are nobody's."""
    position = Position.from_diagram(EYE_SPACES)
    for color in (BLACK, WHITE):
        position.to_play = color
        assert priors(position, nakade_prior=10) == dict.fromkeys(("B1", "C6", "F2"), (10, 10))


def test_retaking_a_ko_not_long_after() -> None:
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X O . . . . .
        . X O . O . . . .
        . . X O . . . . .
        . . . . . . . . ."""
    )
    position.play("D3")
    assert priors(position, ko_prior=10) == {}  # not yet: it is not among the moves
    for moves in ("J9", "A9", "J8", "A8", "J7", "A7", "J6", "A6"):
        position.play(moves)
        assert priors(position, ko_prior=10) == {"C3": (10, 10)}
    for moves in ("J5", "A5"):
        position.play(moves)
    assert priors(position, ko_prior=10) == {}  # eleven moves ago


def test_own_eyes_are_considered_on_request() -> None:
    position = Position.from_diagram(
        """
        . . . . .
        . . . . .
        . . . . .
        X X . . .
        . X . . ."""
    )
    assert priors(position, eye_prior=10) == {}
    assert priors(position, eye_prior=10, consider_own_eyes=True) == {"A1": (0, 10)}
    found = priors(position, even_prior=4, eye_prior=10, near_prior=10, self_atari_prior=10, consider_own_eyes=True)
    assert found["A1"] == (2, 14)  # that it is one is all that is said of it
    position.to_play = WHITE
    assert "A1" not in priors(position, even_prior=4, consider_own_eyes=True)  # suicide


@pytest.mark.parametrize(
    ("size", "scale", "near"), [(5, 1.0, 1.0), (9, 1.0, 1.0), (14, 1 + 3 / 14, 1.375), (19, 20 / 14, 1.75)]
)
def test_priors_count_for_more_on_large_boards_and_distance_most(size: int, scale: float, near: float) -> None:
    position = Position(size)
    position.play("C3")
    found = priors(position, even_prior=14, near_prior=7, prior_scale=0)
    assert found["A5"] == pytest.approx((7 * scale, 14 * scale))
    assert found["C4"] == pytest.approx(((7 + 7 * near) * scale, (14 + 7 * near) * scale))
    assert found["pass"] == pytest.approx((1.4 * scale, 14 * scale))
    assert priors(position, even_prior=14, prior_scale=0.5)["A5"] == (3.5, 7)
    assert priors(position, near_prior=8, prior_scale=2)["C4"] == (16, 16)


# ---- together ---------------------------------------------------------------------------------------


def everything_at_once() -> Position:
    """A board with something for every prior: Black is to play."""
    black = "A2 B1 B2 S1 Q4 C17 D17 B16 E16 B15 H10 J10 K10 G9 D6 E7 F6 E5"
    white = "T1 P4 Q3 R4 C16 D16 G19 H18 J18 K18 L19 H11 G10 H9 J9 K9 D7 C6 D5 B19 B18"
    stones = dict.fromkeys(map(Vertex.parse, black.split()), BLACK)
    position = Position(19)
    position.set_up(stones | dict.fromkeys(map(Vertex.parse, white.split()), WHITE), WHITE)
    for move in ("E6", "Q16", "N14"):  # a ko is taken, and then there is time to take it back
        position.play(move)
    return position


def test_each_can_be_switched_off_and_takes_with_it_what_it_gave() -> None:
    position = everything_at_once()
    weights = {name: 3.0 * 2**power for power, name in enumerate(NAMES)}
    everything = priors(position, consider_own_eyes=True, **weights)
    seen = set()
    for name in weights:
        alone = priors(position, consider_own_eyes=True, **{name: weights[name]})
        without = priors(position, consider_own_eyes=True, **(weights | {name: 0.0}))
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
    told = {move.vertex: (move.prior_winrate, move.prior_visits) for move in searcher.report(untried=True).moves}
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
