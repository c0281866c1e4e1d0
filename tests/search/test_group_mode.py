"""Group mode: the groups of the last moves as diagrams, and that the tree keeps to them."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.registry import create_engine
from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.game.diagram import draw_diagram
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.tree.nodes import ROOT
from tengen.search.group_mode import recent_groups
from tengen.search.group_mode.mode import searched_groups
from tengen.search.parameters import SearchParameters
from tengen.search.region import Region
from tengen.search.searcher import Searcher

OPENING = ("D4", "K10", "F3", "C6", "E5")
ON: dict[str, Any] = {"group_mode": True}


def played(*moves: str, size: int = 13, **options: Any) -> Position:
    position = Position(size, **options)
    for move in moves:
        position.play(move)
    return position


def searched(
    position: Position, simulations: int = 600, threads: int = 1, *, begin: Any = None, **settings: Any
) -> Searcher:
    plain = {"network": "no", "memory": 20, "playout": "light", "expand_after": 1}
    searcher = Searcher(SearchParameters(**{**plain, **settings}), threads, seed=1)
    searcher.begin(position, **(begin or {}))
    searcher.run(simulations)
    return searcher


def drawing(position: Position, distance: int) -> str:
    groups = recent_groups(position, distance)
    marks = {vertex: "g" if vertex in groups else "." for vertex in position.vertices()}
    return draw_diagram(position.size, position.stones, coordinates=False, marks=marks)


def in_trees(searcher: Searcher) -> Iterator[tuple[int, Vertex]]:
    """The depth and the move of every node below the roots."""
    for tree in searcher.trees:
        waiting = [(ROOT, 1)]
        while waiting:
            node, depth = waiting.pop()
            for child in tree.children(node):
                yield depth, Vertex.from_point(int(tree.nodes[child]["move"]))
                waiting.append((child, depth + 1))


def keeps_to(searcher: Searcher, groups: frozenset[Vertex]) -> bool:
    """Whether all nodes are in the groups, or passes; there are some three moves deep."""
    found = set(in_trees(searcher))
    assert max(depth for depth, _ in found) >= 3
    assert {vertex for depth, vertex in found if depth == 1} & groups
    return {vertex for _, vertex in found} <= groups | {PASS}


# ---- the groups ------------------------------------------------------------------------------


def test_a_stone_alone_is_a_group_with_the_points_around_it() -> None:
    assert drawing(played("G7"), 2) == "\n".join(
        [
            *[". . . . . . . . . . . . ."] * 4,
            ". . . . . . g . . . . . .",
            ". . . . . g g g . . . . .",
            ". . . . g g X g g . . . .",
            ". . . . . g g g . . . . .",
            ". . . . . . g . . . . . .",
            *[". . . . . . . . . . . . ."] * 4,
        ]
    )


def test_groups_grow_over_close_strings_and_leave_out_those_that_are_far() -> None:
    """From C6 over D4 and F3 to E5; K10 is five empty points from the nearest of them, which is more than three."""
    assert drawing(played(*OPENING), 3) == "\n".join(
        [
            *[". . . . . . . . . . . . ."] * 3,
            ". . . . . . . . . O . . .",
            ". . g . . . . . . . . . .",
            ". g g g g . . . . . . . .",
            "g g g g g g . . . . . . .",
            "g g O g g g g . . . . . .",
            "g g g g X g g g . . . . .",
            "g g g X g g g g . . . . .",
            ". g g g g X g g g . . . .",
            ". . g g g g g g . . . . .",
            ". . . g g g g . . . . . .",
        ]
    )


def test_a_long_string_is_one_place() -> None:
    """What is beside its other end is close."""
    moves = ["C3", "N13", "C4", "M13", "C5", "N12", "C6", "M12", "C7", "D8", "C8", "L13", "C2"]
    groups = recent_groups(played(*moves), 1)
    assert Vertex.parse("C9") in groups
    assert Vertex.parse("D8") in groups  # touches C8
    assert Vertex.parse("E8") in groups  # and brings its own liberties


@pytest.mark.parametrize("distance", [1, 2, 3, 4, 6])
def test_a_string_is_close_up_to_the_distance_and_no_farther(distance: int) -> None:
    """On a row of its own: another stone with `distance` - 1 empty points between is in, with one more it is out."""
    for between, close in ((distance - 1, True), (distance, False)):
        position = Position(19)
        other = Vertex(2 + between + 1, 9)
        position.set_up({other: BLACK})
        position.play(Vertex(2, 9))
        assert (other in recent_groups(position, distance)) is close


def test_they_are_those_of_the_last_two_moves_alone() -> None:
    position = played("C3", "L11", "C11", "L3", size=13)
    groups = recent_groups(position, 2)
    assert {Vertex.parse("C11"), Vertex.parse("L3")} <= groups
    assert not {Vertex.parse("C3"), Vertex.parse("L11")} & groups


def test_a_captured_stone_leaves_its_place_and_the_strings_around_it() -> None:
    position = played("A2", "N13", "C11", "A1", "B1")
    assert position["A1"] is None
    assert recent_groups(position, 1) == {Vertex.parse(text) for text in ("A1", "A2", "A3", "B1", "B2", "C1")}


# ---- where the mode stands aside -------------------------------------------------------------


def test_it_stands_aside_where_it_makes_no_sense() -> None:
    on, position = SearchParameters(**ON), played(*OPENING)
    assert searched_groups(on, position, None)
    assert not searched_groups(SearchParameters(), position, None)
    assert not searched_groups(on, Position(13), None)
    assert not searched_groups(on, played(*OPENING, "pass"), None)
    assert not searched_groups(on, played("D4", "C6", "E5", size=9), None)
    few = sorted(recent_groups(position, 3) - set(position.stones))[:19]
    far = [Vertex.parse("N13"), Vertex.parse("M13")]
    assert not searched_groups(on, position, [*few, *far])  # nineteen are fewer than twenty
    assert searched_groups(SearchParameters(group_mode=True, group_least=19), position, [*few, *far])
    assert not searched_groups(SearchParameters(group_mode=True, group_least=19), position, few)  # nothing to leave out


def test_a_region_that_is_asked_for_goes_before() -> None:
    corner = frozenset([Vertex.parse("N13"), Vertex.parse("M12")])
    region = Region(played(*OPENING).to_play, corner, 1, allow=True)
    searcher = searched(played(*OPENING), begin={"regions": (region,)}, **ON)
    assert {branch.vertex for branch in searcher.branches()} == corner


@pytest.mark.parametrize("settings", [{}, {"policy": "ucb1-tuned"}, {"priors": "widening"}])
def test_on_small_boards_and_switched_off_the_tree_is_the_same(settings: dict[str, Any]) -> None:
    small = played("D4", "C6", "E5", size=9)
    assert searched(small, **settings, **ON).signature() == searched(small, **settings).signature()
    large = played(*OPENING)
    off = searched(large, begin={"groups": False}, **settings, **ON).signature()
    assert off == searched(large, **settings).signature()
    assert off != searched(large, **settings, **ON).signature()


# ---- the tree --------------------------------------------------------------------------------


@pytest.mark.parametrize(("parallel", "threads"), [("tree", 1), ("tree", 2), ("root", 2), ("leaf", 2)])
@pytest.mark.parametrize("policy", ["rave", "ucb1", "ucb1-tuned", "ucb1-rave"])
def test_root_and_deeper_nodes_have_only_moves_of_the_groups(parallel: str, threads: int, policy: str) -> None:
    position = played(*OPENING)
    searcher = searched(position, 2500, threads, parallel=parallel, policy=policy, **ON)
    assert keeps_to(searcher, recent_groups(position, 3))
    if threads == 1:  # more of them may count at the same moment
        assert sum(branch.visits for branch in searcher.branches()) == 2500


@pytest.mark.parametrize("playout", ["moggy", "mogo-lgrf2", "weighted", "analyze-after"])
def test_playouts_go_everywhere(playout: str) -> None:
    """Only the tree is held to the groups: points far away have owners, of both colours."""
    position = played(*OPENING)
    searcher = searched(position, 1500, playout=playout, **ON)
    assert keeps_to(searcher, recent_groups(position, 3))
    far = Vertex.parse("K10")
    assert -1 < searcher.ownership()[far] < 0
    assert -0.9 < searcher.ownership()[Vertex.parse("N1")] < 0.9


def test_a_tree_of_another_set_of_points_is_not_kept() -> None:
    """Two moves that the tree knows, the second at the border of the groups, which therefore grow."""
    searcher = searched(played(*OPENING), 3000, **ON)
    position, known = after_two_moves(searcher, changed=True)
    assert known > 0
    searcher.begin(position)
    assert searcher.reused == 0
    searcher.run(2500)
    assert keeps_to(searcher, recent_groups(position, 3))


def after_two_moves(searcher: Searcher, *, changed: bool) -> tuple[Position, int]:
    """The position after two moves of the tree that have or have not `changed` the groups, and the visits there."""
    assert searcher.position is not None
    groups = recent_groups(searcher.position, 3)
    for branch in searcher.branches():
        for reply in searcher.trees[0].branches(branch.node, visited=True):
            if not branch.vertex.is_pass and not reply.vertex.is_pass:
                after = searcher.position.copy()
                after.play(branch.vertex)
                after.play(reply.vertex)
                if (recent_groups(after, 3) != groups) is changed:
                    return after, reply.visits
    raise AssertionError("the tree has no such moves")


def kept_where_points_stay() -> Position:
    """Both groups of the last moves reach over the whole lower half, so that many a move there changes nothing."""
    position = played("D4", "K4", "G3", "D6", "K6", "G6", "G5", "J13", "F4", "H4")
    assert recent_groups(position, 3) != frozenset(position.vertices())
    return position


@pytest.mark.parametrize(("parallel", "threads"), [("tree", 1), ("root", 2)])
def test_a_tree_of_the_same_points_is_kept_and_goes_on_in_them(parallel: str, threads: int) -> None:
    position = kept_where_points_stay()
    groups = recent_groups(position, 3)
    searcher = searched(position, 3000, threads, parallel=parallel, **ON)
    position, known = after_two_moves(searcher, changed=False)
    searcher.begin(position)
    assert searcher.reused >= known > 0
    searcher.run(2000)
    assert keeps_to(searcher, groups)


def test_switching_it_on_and_off_between_searches_never_leaves_moves_of_the_other() -> None:
    position = kept_where_points_stay()
    groups = recent_groups(position, 3)
    searcher = searched(position, 1500)
    for mode in (True, False, True):
        searcher.set_parameters(SearchParameters(network="no", memory=20, playout="light", group_mode=mode))
        searcher.begin(position)
        searcher.run(1500)
        assert len(searcher.branches()) == (
            1 + sum(vertex in groups for vertex in position.legal_moves()) if mode else 1 + len(position.legal_moves())
        )


def test_two_passes_in_the_tree_do_not_end_the_game() -> None:
    """Black is a stone ahead as it stands: with komi 0.5 he would win by a pass that is answered by one."""
    position = played(*OPENING, komi=0.5)
    searcher = searched(position, 800, **ON)
    assert searcher._settings["in_groups"][0] == 1  # `play_out` reads it
    simulation = searcher.threads[0]["simulation"]
    lengths = []
    for _ in range(400):
        searcher.run(1)
        if simulation["ended"][0]:
            lengths.append(int(simulation["length"][0] - simulation["depth"][0]))
    assert all(length > 20 for length in lengths)


def test_a_network_is_asked_about_moves_of_the_groups_alone() -> None:
    pytest.importorskip("onnxruntime")
    position = played(*OPENING)
    searcher = searched(position, 150, network="yes", **ON)
    try:
        groups = recent_groups(position, 3)
        found = {vertex for _, vertex in in_trees(searcher)}
        assert found <= groups | {PASS}
        assert sum(move.prior for move in searcher.report(untried=True).moves) == pytest.approx(1, abs=1e-3)
    finally:
        searcher.close()


# ---- the engine ------------------------------------------------------------------------------


def test_where_a_pass_leads_the_engine_searches_the_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    begin = Searcher.begin

    def noted(self: Searcher, *args: Any, groups: bool = True, **options: Any) -> None:
        asked.append(groups)
        begin(self, *args, groups=groups, **options)

    monkeypatch.setattr(Searcher, "begin", noted)
    settings = {"group_mode": True, "network": "no", "playout": "light"}
    with create_engine("mcts", seed=1, playouts=300, settings=settings) as engine:
        assert isinstance(engine, MctsEngine)
        report = engine.choose_move(played(*OPENING))
        assert asked == [True]
        assert report.vertex in recent_groups(played(*OPENING), 3)
        monkeypatch.setattr(Searcher, "looks_elsewhere", property(lambda self: bool(self.groups.groups)))
        assert not engine.choose_move(played(*OPENING)).vertex.is_pass
        assert asked == [True, True, False]
        assert len(engine.searcher.branches()) > 100


def test_pondering_leaves_a_tree_that_the_answer_can_do_with() -> None:
    settings = {"group_mode": True, "network": "no", "playout": "light", "ponder": "yes"}
    with create_engine("mcts", seed=1, playouts=2000, settings=settings) as engine:
        assert isinstance(engine, MctsEngine)
        position = played(*OPENING)
        for answer in ("D7", "L4", "L10"):
            position.play(engine.choose_move(position).vertex)
            engine.start_pondering(position)
            engine.stop_pondering()
            position.play(answer)
            engine.choose_move(position)
            groups = engine.searcher.groups.groups
            moves = {vertex for _, vertex in in_trees(engine.searcher)}
            assert not groups or moves <= groups | {PASS}


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "set group_mode=yes too"),
        ({"group_mode": True}, "set network=no"),
        ({"group_mode": True, "network": "no", "playout": "analyze-after"}, "choose another"),
        ({"group_mode": True, "network": "no", "dynamic_komi": "score"}, "set dynamic_komi=none"),
        ({"group_mode": True, "network": "no", "local_trees": True}, "set local_trees=no"),
        ({"group_mode": True, "network": "no", "smartstart": "filter"}, "set smartstart=no"),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_sentence(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(TengenError, match=told) as refused:
        Searcher(SearchParameters(zone_mode=True, **settings), 1, seed=1)
    assert "\n" not in str(refused.value)


def test_a_full_tree_is_pruned_within_the_groups() -> None:
    position = played(*OPENING)
    searcher = searched(position, 6000, memory=1, **ON)
    assert searcher.trees[0].prunings > 0
    assert {vertex for _, vertex in in_trees(searcher)} <= recent_groups(position, 3) | {PASS}
    assert np.all(searcher.trees[0].nodes["visits"] >= 0)
