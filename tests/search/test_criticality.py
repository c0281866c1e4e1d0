"""Criticality: the formula against its forms in the papers, and what it does to a search."""

import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import BLACK, PASS, POINTS, WHITE
from tengen.kernels.tree.criticality import MOST_SAMPLES, critical_rave_value, criticality, update_owners
from tengen.kernels.tree.nodes import NODE, ROOT
from tengen.kernels.tree.select import select, widened
from tengen.kernels.tree.settings import (
    IN_RAVE,
    IN_UCB,
    IN_WIDENING,
    RAVE,
    SETTINGS,
    UCB1,
    UCB1_RAVE,
    UCB1_TUNED,
    WIDENING,
)
from tengen.search.dump import read_node
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

RACE = """
    . X . . . . . O .
    X X O O . X X O O
    X X O O X X X O .
    . X X X O O O O O
    X . X X O . O . O
    X X . X O O . O O
    . X X X O . O O .
    X . X X O O O . O
    . X . X O . O O ."""


def searched(
    position: Position, simulations: int = 3000, threads: int = 1, seed: int = 3, **parameters: Any
) -> Searcher:
    plain = {"memory": 20, "playout": "light", "fold_symmetry": False}
    searcher = Searcher(SearchParameters(**{**plain, **parameters}), threads, seed)
    searcher.begin(position)
    searcher.run(simulations)
    searcher.close()
    return searcher


# ---- the formula ---------------------------------------------------------------------------------

POINT, ANOTHER = 41, 42


def counted(games: list[tuple[int, float]], mover: int) -> Any:
    """A root with moves at two points and a pass, after games with an owner of the first point and a margin."""
    nodes = np.zeros(6, NODE)
    nodes[ROOT]["first_child"], nodes[ROOT]["child_count"] = 2, 3
    nodes["move"][2:5] = POINT, ANOTHER, PASS
    path, owner = np.array([ROOT]), np.zeros(POINTS, np.int8)
    owner[ANOTHER] = 1  # Black's for sure
    for whose, margin in games:
        owner[POINT] = whose
        update_owners(nodes, path, 0, mover, margin, owner)
    return nodes


def random_games(seed: int, neutral: bool = False, draws: bool = False) -> list[tuple[int, float]]:
    choose = random.Random(seed)
    games = []
    for _ in range(choose.randrange(5, 200)):
        margin = choose.choice((-3.5, 2.5, 9.0, *([0.0] if draws else [])))
        agrees = 1 if choose.random() < seed / 20 else -1
        games.append((choose.choice((1 if margin > 0 else -1, agrees, *([0, 0] if neutral else []))), margin))
    return games


def mean(values: Iterator[bool] | Iterator[float] | list[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


@pytest.mark.parametrize("mover", [BLACK, WHITE])
@pytest.mark.parametrize("seed", range(20))
def test_all_forms_of_the_formula_agree(seed: int, mover: int) -> None:
    """Of games with a winner and a point with an owner: Pachi's, Coulom's, Pellegrino's and the covariance."""
    games = random_games(seed)
    nodes = counted(games, mover)
    owns, wins = [float(owner > 0) for owner, _ in games], [float(margin > 0) for _, margin in games]
    by_winner = mean(float(a == b) for a, b in zip(owns, wins, strict=True))
    black_owns, black_wins = mean(owns), mean(wins)
    pachi = by_winner - (2 * black_owns * black_wins - black_owns - black_wins + 1)
    coulom = by_winner - (black_owns * black_wins + (1 - black_owns) * (1 - black_wins))

    def both(owner: float, winner: float) -> float:
        return mean(float((a, b) == (owner, winner)) for a, b in zip(owns, wins, strict=True))

    pellegrino = both(1, 1) * both(0, 0) - both(1, 0) * both(0, 1)
    covariance = mean(a * b for a, b in zip(owns, wins, strict=True)) - black_owns * black_wins
    assert pachi == pytest.approx(coulom)
    assert pachi == pytest.approx(2 * pellegrino)
    assert pachi == pytest.approx(2 * covariance)
    assert float(criticality(nodes[ROOT], nodes[2])) == pytest.approx(pachi)
    assert -0.5 <= pachi <= 0.5


@pytest.mark.parametrize("mover", [BLACK, WHITE])
@pytest.mark.parametrize("seed", range(20))
def test_where_points_are_nobodys_it_is_coulombs(seed: int, mover: int) -> None:
    games = random_games(seed, neutral=True)
    winners = [1 if margin > 0 else -1 for _, margin in games]
    by_winner = mean(float(owner == winner) for (owner, _), winner in zip(games, winners, strict=True))
    black, white = (mean(float(owner == side) for owner, _ in games) for side in (1, -1))
    black_wins = mean(float(winner > 0) for winner in winners)
    coulom = by_winner - (black * black_wins + white * (1 - black_wins))
    nodes = counted(games, mover)
    assert float(criticality(nodes[ROOT], nodes[2])) == pytest.approx(coulom)


def test_it_is_the_same_from_both_sides_also_with_draws() -> None:
    games = random_games(8, neutral=True, draws=True)
    black, white = (counted(games, mover) for mover in (BLACK, WHITE))
    assert criticality(black[ROOT], black[2]) == criticality(white[ROOT], white[2]) > 0.1
    assert black[2]["owned"] == -white[2]["owned"]
    assert black[2]["owned_by_winner"] == white[2]["owned_by_winner"]


def test_what_is_settled_and_a_pass_are_not_critical_at_all() -> None:
    nodes = counted(random_games(5), BLACK)
    assert criticality(nodes[ROOT], nodes[3]) == pytest.approx(0.0, abs=1e-15)
    assert criticality(nodes[ROOT], nodes[4]) == 0.0
    assert criticality(np.zeros(1, NODE)[0], np.zeros(1, NODE)[0]) == 0.0  # nor what is not known


def test_owning_the_point_decides_the_game() -> None:
    nodes = counted([(1, 5.0), (-1, -5.0)] * 50, BLACK)
    assert criticality(nodes[ROOT], nodes[2]) == 0.5
    nodes = counted([(-1, 5.0), (1, -5.0)] * 50, BLACK)
    assert criticality(nodes[ROOT], nodes[2]) == -0.5


def test_many_games_fit_into_a_small_node() -> None:
    nodes = counted([(1, 5.0), (-1, -5.0), (1, 5.0), (-1, 5.0)] * MOST_SAMPLES, BLACK)
    assert MOST_SAMPLES / 2 <= nodes[ROOT]["owner_samples"] <= MOST_SAMPLES
    assert float(criticality(nodes[ROOT], nodes[2])) == pytest.approx(2 * (1 / 2 - 1 / 2 * 3 / 4), abs=1e-3)
    assert float(criticality(nodes[ROOT], nodes[3])) == pytest.approx(0.0, abs=1e-3)


def test_each_level_of_the_path_counts_from_the_side_of_its_mover() -> None:
    nodes = np.zeros(6, NODE)
    nodes[ROOT]["first_child"], nodes[ROOT]["child_count"], nodes[2]["first_child"], nodes[2]["child_count"] = (
        2,
        1,
        3,
        1,
    )
    nodes["move"][2:4] = POINT, ANOTHER
    owner = np.zeros(POINTS, np.int8)
    owner[POINT], owner[ANOTHER] = -1, -1
    update_owners(nodes, np.array([ROOT, 2]), 1, int(BLACK), -7.5, owner)
    assert nodes["owner_wins"][[ROOT, 2]].tolist() == [-1, 1]
    assert nodes["owned"][2:4].tolist() == [-1, 1]
    assert nodes["owned_by_winner"][2:4].tolist() == [1, 1]
    assert nodes["owner_samples"].tolist() == [0, 1, 1, 0, 0, 0]


# ---- choosing ------------------------------------------------------------------------------------


def family(rows: list[dict[str, float]], visits: int) -> Any:
    nodes = np.zeros(len(rows) + 2, NODE)
    root = nodes[ROOT]
    root["first_child"], root["child_count"], root["visits"] = 2, len(rows), visits
    root["owner_samples"], root["owner_wins"] = 400, 40
    for index, row in enumerate(rows, 2):
        nodes[index]["move"] = 40 + index
        for name, value in row.items():
            nodes[index][name] = value
    return nodes


def random_family(seed: int) -> Any:
    choose = random.Random(seed)
    rows = []
    for _ in range(15):
        visits, amaf = choose.randrange(1, 60), choose.randrange(1, 300)
        rows.append(
            {
                "visits": visits,
                "wins": choose.uniform(0, visits),
                "amaf_visits": amaf,
                "amaf_wins": choose.uniform(0, amaf),
                "prior_visits": 14.0,
                "prior_wins": 7.0,
                "owned": choose.randrange(-400, 401),
                "owned_by_winner": choose.randrange(-400, 401),
            }
        )
    return family(rows, int(sum(row["visits"] for row in rows)))


def settings_for(policy: int, use: int) -> Any:
    settings = SearchParameters(exploration=0.7, tuned_exploration=1.7, rave_equivalence=800.0).record(Position(9))
    settings["policy"], settings["criticality"], settings["criticality_visits"] = policy, use, 250
    return settings


def plain_value(row: Any, policy: int, use: int, total: int) -> float:
    """The papers' formulas, written out."""
    n, w = float(row["visits"] + row["prior_visits"]), float(row["wins"] + row["prior_wins"])
    amaf, amaf_wins = float(row["amaf_visits"]), float(row["amaf_wins"])
    c = 0.5 * (row["owned_by_winner"] / 400 - row["owned"] / 400 * 0.1)
    added = 0.0
    if use == IN_RAVE:
        games = abs(c) * amaf
        amaf, amaf_wins = amaf + games, amaf_wins + (games if c > 0 else 0.0)
    else:
        added = c
    value = w / n
    if policy in (RAVE, UCB1_RAVE):
        beta = amaf / (amaf + n + amaf * n / 800.0)
        value = beta * amaf_wins / amaf + (1 - beta) * w / n
    if policy in (UCB1, UCB1_RAVE):
        value += 0.7 * math.sqrt(2 * math.log(total) / n)
    elif policy == UCB1_TUNED:
        spread = value - value**2 + math.sqrt(2 * math.log(total) / n)
        value += 1.7 * math.sqrt(math.log(total) / n * min(0.25, spread))
    return float(value + added)


@pytest.mark.parametrize("use", [IN_RAVE, IN_UCB])
@pytest.mark.parametrize("policy", [RAVE, UCB1, UCB1_TUNED, UCB1_RAVE])
def test_moves_are_chosen_by_the_formulas(policy: int, use: int) -> None:
    settings, differs = settings_for(policy, use), 0
    for seed in range(20):
        nodes = random_family(seed)
        total = int(nodes[ROOT]["visits"])
        expected = max(range(2, 17), key=lambda i: plain_value(nodes[i], policy, use, total))
        assert int(select(nodes, ROOT, settings[0])) == expected
        before = int(select(nodes, ROOT, settings_for(policy, 0)[0]))
        nodes[ROOT]["visits"] = 249
        early = int(select(nodes, ROOT, settings[0]))
        assert early == int(select(nodes, ROOT, settings_for(policy, 0)[0]))  # too few visits
        differs += expected != before
    assert (differs > 0) == (policy in (RAVE, UCB1_RAVE) or use == IN_UCB)


@pytest.mark.parametrize(("critical", "value"), [(0.25, (30 + 25) / 125), (-0.25, 30 / 125), (0.0, 0.3)])
def test_critical_points_have_won_games_more_in_rave_and_the_others_lost_ones(critical: float, value: float) -> None:
    child, settings = np.zeros(1, NODE), np.zeros(1, SETTINGS)
    child["amaf_visits"], child["amaf_wins"], settings["rave_equivalence"] = 100, 30.0, 800.0
    assert float(critical_rave_value(child[0], critical, settings[0])) == pytest.approx(value)


def test_widening_tries_the_most_critical_move_next() -> None:
    settings = settings_for(RAVE, IN_WIDENING)
    settings["priors"] = WIDENING
    nodes = family([{"owned_by_winner": count} for count in (0, 10, 40, 20, -10)], 250)
    nodes["prior_visits"][2:] = 10.0
    nodes["prior_wins"][2:] = 5.0
    nodes["move"][6] = PASS
    assert widened(250.0, settings[0]) >= 3
    order = []
    for _ in range(3):
        order.append(int(select(nodes, ROOT, settings[0])))
        nodes[order[-1]]["visits"] += 1
    assert order == [4, 5, 3]
    nodes["wins"][5] = 1.0
    settings["widening_visits"] = 1000.0  # so that no other is unpruned
    assert int(select(nodes, ROOT, settings[0])) == 5
    nodes["visits"][2:] = 0
    nodes[ROOT]["visits"] = 249
    assert int(select(nodes, ROOT, settings[0])) == 2  # by the priors


# ---- searches ------------------------------------------------------------------------------------

USES = ("rave", "widening", "ucb")


@pytest.mark.parametrize("use", USES)
def test_each_use_makes_another_search_that_a_seed_repeats(use: str) -> None:
    priors = "widening" if use == "widening" else "bias"
    plain = searched(Position(7), priors=priors)
    critical = [searched(Position(7), priors=priors, criticality=use, criticality_visits=50) for _ in range(2)]
    assert critical[0].signature() == critical[1].signature() != plain.signature()


def test_without_its_reason_nothing_changes() -> None:
    plain = searched(Position(7)).signature()
    assert searched(Position(7), criticality="widening").signature() == plain  # priors are a bias
    assert searched(Position(7), criticality="rave", criticality_visits=10**9).signature() == plain
    ucb1 = searched(Position(7), policy="ucb1").signature()
    assert searched(Position(7), policy="ucb1", criticality="rave").signature() == ucb1  # there is no RAVE


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(("parallel", "threads"), [("tree", 2), ("root", 2), ("leaf", 1), ("leaf", 2)])
@pytest.mark.parametrize("policy", ["rave", "ucb1-tuned"])
def test_threads_use_it_too(use: str, parallel: str, threads: int, policy: str) -> None:
    priors = "widening" if use == "widening" else "bias"
    parameters: dict[str, Any] = {"policy": policy, "priors": priors, "parallel": parallel, "criticality_visits": 20}
    searcher = searched(Position(5, komi=0.5), 2000, threads, criticality=use, **parameters)
    assert sum(branch.visits for branch in searcher.branches()) >= 1900
    samples = sum(int(tree.nodes[ROOT]["owner_samples"]) for tree in searcher.trees)
    assert 1900 <= samples <= 2000  # it looks at every simulation; threads may lose a few
    assert all(-0.51 < critical < 0.51 for critical in searcher.report().criticality.values())


def test_widening_looks_at_no_more_moves_than_it_may() -> None:
    searcher = searched(Position(9), 2000, priors="widening", criticality="widening", criticality_visits=100)
    tree = searcher.trees[0]
    settings = searcher.parameters.record(Position(9))[0]
    for node in range(ROOT, searcher.node_count + 1):
        children = tree.children(node)
        if children:
            tried = int(np.count_nonzero(tree.nodes["visits"][children.start : children.stop]))
            assert tried <= min(len(children), int(widened(float(tree.nodes[node]["visits"]), settings)))


@pytest.mark.parametrize("use", ["none", "rave"])
@pytest.mark.parametrize("playout", ["light", "mogo"])
def test_in_a_race_the_liberty_both_share_is_the_most_critical_move(playout: str, use: str) -> None:
    """Two groups with three liberties each, one of them shared, and the game hangs on which is captured."""
    liberties = {"C9", "D9", "E9", "F9", "G9", "E8"}
    stones = {"C8", "C7", "D8", "D7", "E7", "F7", "F8", "G7", "G8"}
    total: Counter[str] = Counter()
    for seed in range(8):  # one search alone says it nine times in ten, more often if it looks at every game
        searcher = searched(
            Position.from_diagram(RACE, komi=0.5), 1000, seed=seed, playout=playout, criticality=use, patterns="no"
        )
        report = searcher.report()
        assert {str(vertex) for vertex in report.policy} - {"pass"} == liberties
        total.update({str(vertex): value for vertex, value in report.criticality.items()})
    assert max(liberties, key=total.__getitem__) == "E8"
    assert {name for name, value in total.items() if abs(value) > 0.001} <= liberties | stones
    assert total["A1"] == total["J1"] == 0.0


def test_the_root_of_the_tree_and_the_report_tell_the_same() -> None:
    searcher = searched(Position.from_diagram(RACE, komi=0.5), 1000, criticality="rave")
    critical = searcher.report().criticality
    for branch in searcher.branches():
        told = read_node(searcher.trees[0], branch.node).criticality
        assert told == (None if branch.vertex.is_pass else pytest.approx(critical[branch.vertex], abs=1e-4))


def test_the_report_tells_of_every_point() -> None:
    position = Position(7)
    report = searched(position, 500).report()
    assert set(report.criticality) == set(position.vertices())
    assert max(report.criticality.values()) > 0.02
    assert report.to_dict()["criticality"]["D4"] == report.criticality[Vertex.parse("D4")]


def test_families_that_grow_again_after_pruning_begin_to_count_anew() -> None:
    searcher = searched(Position(5), 6000, memory=1, expand_after=1, criticality="rave")
    tree = searcher.trees[0]
    assert searcher.report().prunings > 0
    for node in range(ROOT, searcher.node_count + 1):
        children = tree.children(node)
        if children:
            row = tree.nodes[node]
            samples = int(row["owner_samples"])
            assert 0 < samples <= row["visits"]
            assert int(np.abs(tree.nodes["owned"][children.start : children.stop]).max()) <= samples
