"""A search whose leaves a real network judges: the one that ships."""

import os
import time
from typing import Any

import pytest

from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.engines.request import Limit, SearchRequest
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.dump import read_node
from tengen.search.network.look import first_sight
from tengen.search.network.model import SHIPPED, NetworkModel
from tengen.search.network.seal import is_damaged
from tengen.search.parameters import SearchParameters
from tengen.search.region import Region
from tengen.search.searcher import Searcher
from tengen.search.symmetry import families

MOST_BYTES = 8_000_000


def searcher_of(threads: int = 1, **parameters: Any) -> Searcher:
    return Searcher(SearchParameters(**{"network": "yes", "memory": 20, **parameters}), threads, seed=1)


def test_what_ships_is_small_and_says_where_it_is_from() -> None:
    assert SHIPPED.stat().st_size < MOST_BYTES
    about = NetworkModel(SHIPPED).about
    assert "pro19" in about["learnt_from"]
    assert int(about["samples"]) > 0


def test_what_ships_would_tell_of_its_damage() -> None:
    data = SHIPPED.read_bytes()
    at = len(data) // 3
    assert not is_damaged(data)
    assert is_damaged(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])


@pytest.mark.parametrize("size", [7, 9, 13, 19])
def test_the_first_move_is_one_that_people_play(size: int) -> None:
    seen = first_sight(Position(size, komi=6.5), "yes", orientations=2)
    assert seen is not None
    best = max(seen.chances, key=lambda vertex: seen.chances[vertex])
    line = 1 + min(best.column, best.row, size - 1 - best.column, size - 1 - best.row)
    assert line >= 3
    assert sum(seen.chances.values()) == pytest.approx(1)
    assert 0.2 < seen.winrate < 0.8


def test_komi_counts() -> None:
    rates = []
    for komi in (-20.0, 0.0, 7.5, 30.0):
        seen = first_sight(Position(19, komi=komi), "yes")
        assert seen is not None
        rates.append(seen.winrate)
        assert (seen.margin > 0) == (seen.winrate > 0.5) or abs(seen.margin) < 2
    assert rates == sorted(rates, reverse=True)
    assert rates[0] > 0.9
    assert rates[-1] < 0.1


@pytest.mark.parametrize("komi", [-150.0, 150.0])
def test_a_huge_komi_is_in_the_score(komi: float) -> None:
    """The network knows komi up to 45."""
    position = Position(9, komi=komi)
    position.play(Vertex.parse("E5"))
    seen = first_sight(position, "yes")
    assert seen is not None
    assert seen.margin == pytest.approx(komi, abs=20)
    searcher = searcher_of()
    searcher.begin(position)
    searcher.run(20)
    assert searcher.report().score == pytest.approx(komi, abs=20)
    searcher.close()


@pytest.mark.parametrize("first", ["", "E7"])
def test_dynamic_komi_is_not_in_what_is_told(first: str) -> None:
    """A handicap of four stones is worth 28 points to the search: whoever is told of it wants the game itself."""
    told = []
    for how in ("none", "linear"):
        position = Position(9, komi=0.5)
        position.give_handicap(["C3", "G7", "C7", "G3"])
        if first:
            position.play(Vertex.parse(first))
        searcher = searcher_of(dynamic_komi=how)
        searcher.begin(position)
        searcher.run(100)
        told.append(searcher.report())
        searcher.close()
    real, eased = told
    assert abs(eased.extra_komi) > 20
    assert eased.best.score == pytest.approx(real.best.score, abs=12)
    assert eased.mean_score == pytest.approx(real.mean_score, abs=12)
    assert eased.winrate == pytest.approx(real.winrate, abs=0.15)
    assert abs(eased.best.value - real.winrate) > 0.25


def test_orientations_agree() -> None:
    """Turned by a right angle, a position looks the same once all orientations are taken together."""
    position, turned = Position(9), Position(9)
    for text, other in (("E5", "E5"), ("C4", "D7"), ("G6", "F3")):
        position.play(Vertex.parse(text))
        turned.play(Vertex.parse(other))
    one, two = (first_sight(each, "yes", orientations=8) for each in (position, turned))
    assert one is not None
    assert two is not None
    assert one.winrate == pytest.approx(two.winrate, abs=0.01)
    for vertex, chance in one.chances.items():
        if not vertex.is_pass:
            assert two.chances[Vertex(vertex.row, 8 - vertex.column)] == pytest.approx(chance, abs=0.02)


def test_one_thread_and_a_seed_give_the_same_tree() -> None:
    signatures = set()
    for _ in range(2):
        searcher = searcher_of()
        searcher.begin(Position(9))
        searcher.run(60)
        signatures.add(searcher.signature())
        searcher.close()
    assert len(signatures) == 1


def test_what_is_forgotten_makes_no_difference() -> None:
    """What was said of the same stones after other moves is forgotten too, not the tree alone."""
    found = []
    for before in ((), ("E5", "C3", "G7", "C7")):
        with MctsEngine(EngineOptions(seed=1, threads=1, settings={"network": "yes"})) as engine:
            for moves in (before, ("G7", "C3", "E5", "C7")):
                position = Position(9, komi=7)
                for text in moves:
                    position.play(Vertex.parse(text))
                engine.forget()
                report = engine.search(SearchRequest(position, Limit(playouts=100)))
            found.append([(move.vertex, move.visits, move.winrate) for move in report.moves])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("threads", "parameters"),
    [
        (1, {}),
        (2, {}),
        (2, {"parallel": "root"}),
        (1, {"policy": "rave", "network_share": 0.5}),
        (2, {"network_share": 0.3}),
        (1, {"network_share": 0.0}),
        (1, {"policy": "ucb1-rave"}),
        (1, {"dynamic_komi": "value"}),
        (1, {"rules": "japanese"}),
    ],
    ids=str,
)
def test_a_search_of_every_kind(threads: int, parameters: dict[str, Any]) -> None:
    rules = parameters.pop("rules", "chinese") if "rules" in parameters else "chinese"
    searcher = searcher_of(threads, **parameters)
    position = Position(9, rules=rules)
    for text in ("E5", "C4", "G6", "E3"):
        position.play(Vertex.parse(text))
    searcher.begin(position)
    assert searcher.run(80) == 80
    report = searcher.report()
    assert sum(move.visits for move in report.moves) >= 60
    assert all(0 <= move.winrate <= 1 for move in report.moves)
    assert sum(report.policy.values()) == pytest.approx(1, abs=0.01)
    assert -81 <= report.mean_score <= 81
    assert report.score_deviation > 0
    assert len(report.ownership) == 81
    assert all(-1 <= owner <= 1 for owner in report.ownership.values())
    assert any(abs(owner) > 0.05 for owner in report.ownership.values())
    searcher.close()


def test_a_tree_written_out_tells_what_is_likely() -> None:
    searcher = searcher_of()
    searcher.begin(Position(9))
    searcher.run(30)
    node = read_node(searcher.trees[0], searcher.branches()[0].node)
    assert node.prior is not None
    assert node.prior > 0.01
    searcher.close()


def test_a_full_tree_is_pruned() -> None:
    searcher = searcher_of(memory=1)
    searcher.begin(Position(9))
    searcher.run(900)
    assert searcher.report().prunings > 0
    assert searcher.branches()[0].visits > 50
    searcher.close()


def test_the_tree_and_what_was_said_serve_the_next_move() -> None:
    searcher = searcher_of()
    position = Position(9)
    searcher.begin(position)
    searcher.run(100)
    position.play(searcher.branches()[0].vertex)
    searcher.begin(position)
    assert searcher.reused > 20
    assert searcher.judge.network is not None
    known = len(searcher.judge.network._kept)
    for tree in searcher.trees:
        tree.clear()
    searcher.begin(Position(9))
    searcher.run(50)
    assert len(searcher.judge.network._kept) < known + 25  # most had been asked before
    searcher.close()


def test_a_move_that_stands_for_others_has_their_chances_too() -> None:
    position = Position(9)
    position.play("D4")  # the same mirrored at the diagonal
    seen = first_sight(position, "yes")
    assert seen is not None
    searcher = searcher_of()
    searcher.begin(position)
    searcher.run(10)
    policy = searcher.report().policy
    moves = [vertex for vertex in seen.chances if not vertex.is_pass]
    for family in families(position, moves):
        kept = [vertex for vertex in family if vertex in policy]
        assert len(kept) == 1
        assert policy[kept[0]] == pytest.approx(sum(seen.chances[vertex] for vertex in family), abs=0.01)
    searcher.close()


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(TengenError, match="parallel=leaf"):
        searcher_of(2, parallel="leaf")


def test_a_region_is_respected() -> None:
    engine = MctsEngine(EngineOptions(seed=1, threads=1, settings={"network": "yes"}))
    position = Position(9)
    corner = frozenset(Vertex(column, row) for column in range(3) for row in range(3))
    request = SearchRequest(position, Limit(playouts=40), regions=(Region(position.to_play, corner, allow=True),))
    assert all(move.vertex in corner for move in engine.search(request).moves)
    engine.close()


def test_a_region_is_searched_as_if_nothing_had_been_searched_before() -> None:
    """Six moves that the network would not look at, of which it still knows which are the better ones."""
    unlikely = frozenset(map(Vertex.parse, ("A1", "B2", "A9", "J1", "H2", "C2")))
    found = []
    for before in (0, 60):
        engine = MctsEngine(EngineOptions(seed=1, threads=1, settings={"network": "yes"}))
        position = Position(9, komi=7)
        for text in ("E5", "C3", "G3", "C7"):
            position.play(Vertex.parse(text))
        if before:
            engine.search(SearchRequest(position, Limit(playouts=before)))
        region = Region(position.to_play, unlikely, allow=True)
        found.append(engine.search(SearchRequest(position, Limit(playouts=60), regions=(region,))))
        engine.close()
    fresh, later = found
    assert later.visits == pytest.approx(fresh.visits, abs=before // 10)
    for move in fresh.moves:
        again = later.move(move.vertex)
        assert move.visits < 5 or (again is not None and again.visits > move.visits / 2)


def test_a_clock_is_kept_and_the_opponents_time_is_used() -> None:
    engine = MctsEngine(EngineOptions(seed=1, threads=2, settings={"network": "yes", "ponder": "yes"}))
    position = Position(9)
    began = time.monotonic()
    position.play(engine.choose_move(position, Limit(seconds=0.3)).vertex)
    assert time.monotonic() - began < 10  # also on a machine that is busy, and with the network to be loaded
    engine.start_pondering(position)
    time.sleep(0.5)
    engine.stop_pondering()
    report = engine.choose_move(position, Limit(playouts=10))
    assert report.search is not None
    assert report.search.reused > 0
    engine.close()


def test_a_forked_process_thinks_too() -> None:
    """With two threads, alone and mixed with playouts."""
    for share in (1.0, 0.5):
        searcher = searcher_of(2, network_share=share)
        searcher.begin(Position(9))
        searcher.run(20)
        child = os.fork()
        if child == 0:
            searcher.begin(Position(9))
            os._exit(0 if searcher.run(20) == 20 else 1)
        ends = time.monotonic() + 60
        while (found := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < ends:
            time.sleep(0.05)
        if found == (0, 0):
            os.kill(child, 9)
            os.waitpid(child, 0)
        assert found == (child, 0)
        searcher.close()


def test_puct_without_a_network_goes_by_learnt_patterns() -> None:
    searcher = searcher_of(network="no", policy="puct")
    searcher.begin(Position(9))
    searcher.run(200)
    assert searcher.branches()[0].visits > 10
    assert sum(searcher.report().policy.values()) == pytest.approx(1)
    searcher.close()


def test_a_level_is_not_asked_of_the_network_by_accident() -> None:
    searcher = searcher_of()
    searcher.begin(Position(9), network=False)
    searcher.run(50)
    assert searcher.judge.network is None
    searcher.close()
