"""The tree: its shape and its sums, against plain Python."""

import math
import random
from collections import Counter
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from tengen.engines.candidates import sensible_moves
from tengen.game.color import BLACK, WHITE
from tengen.game.legality import Illegal
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.geometry import POINTS
from tengen.kernels.tree.nodes import NODE, ROOT
from tengen.kernels.tree.select_rave import select_rave
from tengen.kernels.tree.select_ucb1 import select_ucb1
from tengen.kernels.tree.select_ucb1_rave import select_ucb1_rave
from tengen.kernels.tree.select_ucb1_tuned import select_ucb1_tuned
from tengen.kernels.tree.settings import SETTINGS
from tengen.kernels.tree.territory import score_as_it_stands
from tengen.kernels.tree.update import result_of, update
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher


def searched(position: Position, simulations: int = 2000, threads: int = 1, **parameters: Any) -> Searcher:
    searcher = Searcher(SearchParameters(**{"memory": 20, "fold_symmetry": False, **parameters}), threads, seed=7)
    searcher.begin(position)
    searcher.run(simulations)
    return searcher


@pytest.mark.parametrize("policy", ["ucb1", "ucb1-tuned", "rave", "ucb1-rave"])
@pytest.mark.parametrize("playout", ["light", "mogo"])
def test_visits_add_up(policy: str, playout: str) -> None:
    """Every visit of an inner node went on to one of its children, but those before it grew them."""
    searcher = searched(Position(7), policy=policy, playout=playout, exploration=0.5, expand_after=7)
    tree = searcher.trees[0]
    nodes = tree.nodes
    assert nodes[ROOT]["visits"] == 2000
    inner = 0
    for index in range(ROOT, searcher.node_count + 1):
        children = tree.children(index)
        if children:
            inner += 1
            below = nodes[children.start : children.stop]
            assert set(below["parent"].tolist()) == {index}
            assert len(set(below["move"].tolist())) == len(below)
            grown_after = 0 if index == ROOT else 7
            assert below["visits"].sum() == nodes[index]["visits"] - grown_after
        assert 0 <= nodes[index]["wins"] <= nodes[index]["visits"]
        assert 0 <= nodes[index]["amaf_wins"] <= nodes[index]["amaf_visits"]
    assert inner > 10


def test_one_thread_and_a_seed_give_the_same_tree_bit_for_bit() -> None:
    trees = [searched(Position(9), playout="mogo") for _ in range(2)]
    assert trees[0].signature() == trees[1].signature()
    assert trees[0].trees[0].nodes.tobytes() == trees[1].trees[0].nodes.tobytes()


# Spelled out, so that a change of a default is none of the search.
MOGGY = "ko:0.2,nakade:0.2,one-liberty:0.9,two-liberties:0.9,few-liberties:0.2,shape:0.9,self-atari:0.95,seki"
FIXED: dict[str, Any] = {
    **{field.name: 0.0 for field in fields(SearchParameters) if field.name.endswith("_prior")},
    "policy": "rave",
    "first_play_urgency": 1.1,
    "rave_equivalence": 2500.0,
    "expand_after": 2,
    "priors": "bias",
    "prior_scale": 1.0,
    "patterns": "no",
    "criticality": "none",
    "even_prior": 14.0,
    "capture_prior": 14.0,
    "rescue_prior": 14.0,
    "pattern_prior": 14.0,
    "shape_prior": 5.0,
    "self_atari_prior": 14.0,
    "two_liberties_prior": 14.0,
    "few_liberties_prior": 7.0,
    "nakade_prior": 14.0,
    "ko_prior": 14.0,
    "eye_prior": 28.0,
    "consider_own_eyes": False,
    "near_prior": 14.0,
    "line_prior": 10.0,
    "grandparent_prior": 0.0,
    "score_share": 0.04,
    "score_range": 40.0,
    "score_scaling": "none",
    "liberty_maps": False,
    "local_trees": False,
    "parallel": "tree",
}


@pytest.mark.parametrize(
    ("playout", "signature"),
    [("atari,pattern,capture", "455413d7023ce126"), (MOGGY, "b0ae681b4211a132")],
    ids=["mogo", "moggy"],
)
def test_the_signature(playout: str, signature: str) -> None:
    """The same tree on every machine; a change of this figure is a change of the search."""
    assert searched(Position(9), playout=playout, **FIXED).signature() == signature


def test_children_are_the_sensible_moves_and_a_pass() -> None:
    position = Position.from_diagram(
        """
        . X O . .
        X X O . .
        . X O O O
        X X O . O
        X X O O O"""
    )
    searcher = searched(position, 10)
    # A5 and A3 are Black's eyes, D2 is suicide.
    assert {str(move.vertex) for move in searcher.branches()} == {"D5", "E5", "D4", "E4", "pass"}


def test_only_the_moves_asked_for_are_considered() -> None:
    searcher = Searcher(SearchParameters(memory=5), 1, seed=1)
    wanted = [Vertex.parse("C3"), Vertex.parse("D4")]
    searcher.begin(Position(9), wanted)
    searcher.run(300)
    assert {move.vertex for move in searcher.branches()} == {*wanted, PASS}


def test_superko_is_respected_at_the_root() -> None:
    """Random games on tiny boards: the children are exactly what Position calls legal, less own eyes."""
    compared = Counter[bool]()
    for seed in range(30):
        choose = random.Random(seed)
        position = Position(3, rules=choose.choice(("chinese", "aga")))
        for _ in range(25):
            legal = position.legal_moves()
            position.play(choose.choice([*legal, PASS]))
            found = {move.vertex for move in searched(position, 1, memory=1).branches()} - {PASS}
            assert found == set(sensible_moves(position))
            reasons = {position.why_illegal(vertex) for vertex in position.vertices()}
            compared[Illegal.SUPERKO in reasons] += 1
    assert compared[True] > 5


def test_when_memory_is_full_the_search_goes_on() -> None:
    searcher = searched(Position(19), 3000, memory=1)
    assert sum(move.visits for move in searcher.branches()) == 3000
    assert searcher.node_count <= len(searcher.trees[0].nodes)


def test_threads_share_one_tree() -> None:
    searcher = searched(Position(9), 4000, threads=2)
    visits = sum(move.visits for move in searcher.branches())
    assert 3900 <= visits <= 4000  # a lost update now and then is allowed
    searcher.close()


def test_ownership_is_that_of_the_playouts() -> None:
    position = Position.from_diagram(
        """
        . X . X O
        X X X X O
        O O O O O
        . O . O O
        O O O O O"""
    )
    owned = searched(position, 200).ownership()
    assert owned[Vertex.parse("A5")] == 1.0
    assert owned[Vertex.parse("A2")] == -1.0


# ---- the formulas, against their plain form -----------------------------------------------------


def tree_of(rows: list[tuple[float, int, float, int, float, float]], visits: int) -> Any:
    nodes = np.zeros(len(rows) + 2, NODE)
    nodes[ROOT]["first_child"], nodes[ROOT]["child_count"], nodes[ROOT]["visits"] = 2, len(rows), visits
    fields = ("wins", "visits", "amaf_wins", "amaf_visits", "prior_wins", "prior_visits")
    for index, row in enumerate(rows, 2):
        for name, value in zip(fields, row, strict=True):
            nodes[index][name] = value
    return nodes


def random_rows(choose: random.Random) -> list[tuple[float, int, float, int, float, float]]:
    rows = []
    for _ in range(12):
        visits, amaf = choose.randrange(1, 50), choose.randrange(1, 300)
        rows.append((choose.uniform(0, visits), visits, choose.uniform(0, amaf), amaf, 7.0, 14.0))
    return rows


@pytest.mark.parametrize("seed", range(20))
def test_policies_choose_by_their_formulas(seed: int) -> None:
    choose = random.Random(seed)
    rows = random_rows(choose)
    total = sum(row[1] for row in rows)
    nodes = tree_of(rows, total)
    settings = np.zeros(1, SETTINGS)
    settings["exploration"], settings["rave_equivalence"], settings["first_play_urgency"] = 0.7, 800.0, 1.1
    settings["tuned_exploration"] = 1.7

    def ucb1(row: Any) -> float:
        n = row[1] + row[5]
        return float((row[0] + row[4]) / n + 0.7 * math.sqrt(2 * math.log(total) / n))

    def tuned(row: Any) -> float:
        n = row[1] + row[5]
        mean = (row[0] + row[4]) / n
        variance = mean - mean**2 + math.sqrt(2 * math.log(total) / n)
        return float(mean + 1.7 * math.sqrt(math.log(total) / n * min(0.25, variance)))

    def rave(row: Any) -> float:
        n, amaf = row[1] + row[5], row[3]
        beta = amaf / (amaf + n + amaf * n / 800.0)
        mean = beta * row[2] / amaf + (1 - beta) * (row[0] + row[4]) / n
        return float(mean + 0.7 * math.sqrt(2 * math.log(total) / n))

    def plain_rave(row: Any) -> float:
        return rave(row) - 0.7 * math.sqrt(2 * math.log(total) / (row[1] + row[5]))

    for select, formula in (
        (select_ucb1, ucb1),
        (select_ucb1_tuned, tuned),
        (select_rave, plain_rave),
        (select_ucb1_rave, rave),
    ):
        expected = 2 + max(range(len(rows)), key=lambda i: formula(rows[i]))
        assert int(select(nodes, ROOT, len(rows), settings[0])) == expected


def test_a_move_not_tried_has_the_first_play_urgency() -> None:
    rows = [(9.0, 10, 0.0, 0, 0.0, 0.0), (0.0, 0, 0.0, 0, 0.0, 0.0)]
    nodes = tree_of(rows, 10)
    settings = np.zeros(1, SETTINGS)
    settings["rave_equivalence"] = 800.0
    for urgency, expected in ((1.1, 3), (0.5, 2)):
        settings["first_play_urgency"] = urgency
        for select in (select_ucb1, select_ucb1_tuned, select_rave, select_ucb1_rave):
            assert int(select(nodes, ROOT, len(rows), settings[0])) == expected


@pytest.mark.parametrize("seed", range(30))
def test_amaf_counts_the_first_player_of_a_point(seed: int) -> None:
    """Against a plain count over random games of made-up moves."""
    choose = random.Random(seed)
    depth, length = choose.randrange(1, 4), choose.randrange(4, 30)
    first = choose.choice((BLACK, WHITE))
    trace = np.array([choose.choice([0, *range(21, 30)]) for _ in range(length)], np.int16)
    # A path of `depth` nodes, each with children for the points 21 to 29.
    nodes = np.zeros(2 + (depth + 1) * 9, NODE)
    path = np.zeros(depth + 1, np.int64)
    path[0] = ROOT
    for level in range(depth + 1):
        start = 2 + level * 9
        node = path[level]
        nodes[node]["first_child"], nodes[node]["child_count"] = start, 9
        nodes["move"][start : start + 9] = range(21, 30)
        if level < depth:
            path[level + 1] = start + (int(trace[level]) - 21 if trace[level] else 0)
    result = choose.random()
    work = np.zeros(POINTS, np.int8)
    update(nodes, path, depth, trace, length, int(first), result, work)
    for level in range(depth + 1):
        player = first if level % 2 == 0 else first.other
        for child in range(2 + level * 9, 11 + level * 9):
            later = [i for i in range(level, length) if trace[i] == nodes[child]["move"]]
            counts = bool(later) and (later[0] - level) % 2 == 0
            assert nodes[child]["amaf_visits"] == counts
            if counts:
                assert nodes[child]["amaf_wins"] == pytest.approx(result if player is BLACK else 1 - result)


def test_results_are_mostly_the_win_and_a_little_the_score() -> None:
    settings = np.zeros(1, SETTINGS)
    settings["score_share"], settings["score_range"] = 0.04, 40.0
    values = [float(result_of(margin, settings[0])) for margin in (-100.0, -40.0, -0.5, 0.0, 0.5, 40.0, 100.0)]
    assert values[0] == values[1] == pytest.approx(0.0)
    assert values[5] == values[6] == pytest.approx(1.0)
    assert values == sorted(values)
    assert values[2] == pytest.approx(0.0395)
    assert values[3] == pytest.approx(0.5)


def test_a_board_is_counted_as_it_stands() -> None:
    choose = random.Random(3)
    for size in (2, 5, 9, 13):
        position = Position(size, rules="tromp-taylor", komi=0)
        for _ in range(size * size):
            legal = position.legal_moves()
            if not legal:
                break
            position.play(choose.choice(legal))
            assert int(score_as_it_stands(position.board[0])) == position.score().margin
