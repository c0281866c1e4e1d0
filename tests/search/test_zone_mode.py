"""Zone mode: playouts that never leave the zone, the tuned score, and what becomes of it in a search."""

from typing import Any

import numpy as np
import pytest

from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.registry import create_engine
from tengen.game.diagram import draw_diagram
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.board_copy import copy_board
from tengen.kernels.geometry import POINTS
from tengen.kernels.openings.joseki import no_joseki
from tengen.kernels.playouts.light import TRACE_LENGTH, area_score, owner_of
from tengen.kernels.playouts.policies import NAMED, default_patterns, policy_record
from tengen.kernels.playouts.policy import policy_playout
from tengen.kernels.playouts.zone import zone_score
from tengen.kernels.root_record import new_tables
from tengen.kernels.thread_record import new_threads
from tengen.search.group_mode import recent_groups, tuned_rest, zone_around
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.territory import point_flags

OPENING = ("D4", "K10", "F3", "C6", "E5")
ON: dict[str, Any] = {
    "group_mode": True,
    "zone_mode": True,
    "zone_simulations": 300,
    "network": "no",
    "zone_distance": 1,
}
PLAYOUTS = (
    *NAMED,
    "moggy,weighted,by-weight",
    "moggy,lgrf2",
    "moggy,eye-fix,three-liberties,attack-instead,random-eye-fix,seki",
    "capture,pattern-global",
)


def played(*moves: str, size: int = 13, **options: Any) -> Position:
    position = Position(size, **options)
    for move in moves:
        position.play(move)
    return position


def zone_of(position: Position, distance: int = 1) -> frozenset[Vertex]:
    return zone_around(position, recent_groups(position, 3), distance)


def searched(position: Position, simulations: int = 400, threads: int = 1, **settings: Any) -> Searcher:
    searcher = Searcher(SearchParameters(**{"memory": 20, "playout": "light", **ON, **settings}), threads, seed=1)
    searcher.begin(position)
    searcher.run(simulations)
    return searcher


# ---- the zone --------------------------------------------------------------------------------


def test_the_zone_reaches_a_little_farther_than_the_groups() -> None:
    position = played(*OPENING)
    groups, zone = recent_groups(position, 3), zone_of(position)
    marks = {vertex: "g" if vertex in groups else "z" if vertex in zone else "." for vertex in position.vertices()}
    assert draw_diagram(13, position.stones, coordinates=False, marks=marks) == "\n".join(
        [
            *[". . . . . . . . . . . . ."] * 3,
            ". . z . . . . . . O . . .",
            ". z g z z . . . . . . . .",
            "z g g g g z . . . . . . .",
            "g g g g g g z . . . . . .",
            "g g O g g g g z . . . . .",
            "g g g g X g g g z . . . .",
            "g g g X g g g g z . . . .",
            "z g g g g X g g g z . . .",
            ". z g g g g g g z . . . .",
            ". . z g g g g z . . . . .",
        ]
    )


def test_a_string_at_its_border_is_in_it_as_a_whole() -> None:
    position = played("D4", "N13", "K4", "N12", "L4", "N11", "M4", "N10", "N4", "N9", "C6", "E6", "D8", "D5")
    groups = frozenset([Vertex.parse("J4")])
    assert {Vertex.parse(text) for text in ("K4", "L4", "M4", "N4")} <= zone_around(position, groups, 1)
    assert Vertex.parse("N5") in zone_around(position, groups, 2)  # one step from that string


# ---- playouts --------------------------------------------------------------------------------


@pytest.mark.parametrize("maps", [False, True])
@pytest.mark.parametrize("text", PLAYOUTS)
def test_playouts_play_in_the_zone_and_fill_it(text: str, maps: bool) -> None:
    position = played(*OPENING)
    zone = zone_of(position)
    inside = {vertex.point for vertex in zone}
    policies = policy_record(text, 13)
    policies["has_zone"], policies["zone"], policies["liberty_maps"] = 1, point_flags(zone), maps
    thread, tables = new_threads(3)[0], new_tables(maps)
    trace = np.zeros(TRACE_LENGTH, np.int16)
    board = thread["simulation"]["board"]
    for _ in range(30):
        copy_board(board, position.board[0])
        length = policy_playout(
            board,
            thread["generator"],
            policies[0],
            default_patterns(),
            thread["work"],
            thread["replies"],
            tables.liberty_map,
            no_joseki(),
            trace,
        )
        moves = [int(point) for point in trace[:length] if point != PASS.point]
        assert set(moves) <= inside
        outside = [vertex for vertex in position.vertices() if vertex not in zone]
        assert [int(board["color"][vertex.point]) for vertex in outside] == [
            int(position.board["color"][0][vertex.point]) for vertex in outside
        ]
        filled = sum(board["color"][point] != 0 for point in inside)
        assert filled > 0.6 * len(inside)
        assert all(owner_of(board, vertex.point) for vertex in zone if board["color"][vertex.point])


def test_the_score_is_that_of_the_zone_and_what_the_rest_was_estimated_at() -> None:
    position = played("D4", "K10", "D5")
    policies = policy_record("light", 13)
    policies["zone"], policies["outside_score"] = point_flags([*position.group("D4").stones, Vertex.parse("D6")]), 4.25
    assert zone_score(position.board[0], policies[0]) == 3 + 4.25  # two stones, and a point that touches no others
    everywhere = policy_record("light", 13)
    everywhere["zone"] = point_flags(position.vertices())
    assert zone_score(position.board[0], everywhere[0]) == area_score(position.board[0])


# ---- tuning ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "rest", "komi", "tuning", "expected"),
    [
        # α(s̄1 + s̄0 - komi) - (s̄0 - komi), by hand:
        (10.0, 20.0, 7.5, 0.5, 0.5 * 22.5 - 2.5),
        (-6.0, 2.0, 7.5, 0.25, 0.25 * -11.5 + 13.5),
        (10.0, 20.0, 7.5, 1.0, 20.0),  # nothing is tuned
        (10.0, 20.0, 7.5, 0.0, -2.5),  # what is expected in the zone is an even game
    ],
)
def test_the_formula(zone: float, rest: float, komi: float, tuning: float, expected: float) -> None:
    assert tuned_rest(zone, rest, komi, tuning) == pytest.approx(expected)


@pytest.mark.parametrize("tuning", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_simulations_are_won_by_the_tuned_score_and_told_by_the_whole(tuning: float, rules: str) -> None:
    """One thread's simulation, taken apart: its margin and the one it is counted by."""
    position = played(*OPENING, rules=rules)
    searcher = searched(position, 1, zone_tuning=tuning)
    root, policy = searcher._root_record[0], searcher._root_record["policy"][0]
    mode = searcher.groups
    assert mode._owners is not None
    flags, s0 = point_flags(mode.zone), mode._in_zone
    s1 = float(mode._owners.sum()) - s0
    komi = float(root["settings"]["komi"] + root["settings"]["stones_ahead"])
    simulation = searcher.threads[0]["simulation"][0]
    in_zone = sum(owner_of(simulation["board"], point) for point in range(POINTS) if flags[point])
    assert float(policy["outside_score"]) == pytest.approx(s1)
    untuned, tuned = in_zone + s1 - komi, in_zone + tuned_rest(s0, s1, komi, tuning) - komi
    if rules == "chinese":
        assert simulation["margin"] == pytest.approx(untuned)
    assert simulation["margin"] - simulation["even"] == pytest.approx(untuned - tuned)
    if tuning == 1:
        assert simulation["margin"] == pytest.approx(simulation["even"])


def test_a_lead_is_tuned_to_a_close_game_but_told_as_it_is() -> None:
    """With 60 points for Black the search plays a game that is not decided, and tells that it is."""
    position = played(*OPENING, komi=-60)
    plain = searched(position, 1500, zone_mode=False)
    report = plain.report()
    assert report.winrate < 0.15  # White is to move
    even = searched(position, 1500, zone_tuning=0.0, zone_simulations=2000)
    told = even.report()
    assert 0.2 < even.winrate < 0.8
    assert told.winrate < 0.2
    assert told.mean_score == pytest.approx(report.mean_score, abs=8)
    assert told.extra_komi > 40  # for White, who is behind


# ---- the search ------------------------------------------------------------------------------


@pytest.mark.parametrize(("parallel", "threads"), [("tree", 1), ("tree", 2), ("root", 2), ("leaf", 2)])
def test_simulations_never_leave_the_zone(parallel: str, threads: int) -> None:
    position = played(*OPENING)
    searcher = searched(position, 50, threads, parallel=parallel, playout="moggy")
    inside = {vertex.point for vertex in searcher.groups.zone} | {PASS.point}
    assert searcher.groups.zone == zone_of(position)
    for _ in range(40):
        searcher.run(threads)
        for thread in searcher.threads:
            simulation = thread["simulation"][0]
            assert {int(point) for point in simulation["moves"][: simulation["length"]]} <= inside


def test_points_beyond_the_zone_have_the_owners_of_the_estimate() -> None:
    ownership = searched(played(*OPENING)).ownership()
    assert -1 < ownership[Vertex.parse("K10")] < -0.3  # White's stone, which nobody can take in the search
    assert all(abs(ownership[Vertex.parse(text)]) < 0.9 for text in ("N1", "N13", "A13"))


def test_the_estimate_holds_for_a_position_and_a_new_one_begins_with_an_empty_tree() -> None:
    position = played(*OPENING)
    searcher = searched(position)
    owners = searcher.groups._owners
    searcher.begin(position)
    assert searcher.reused == 400
    assert searcher.groups._owners is owners
    position.play(searcher.branches()[0].vertex if not searcher.branches()[0].vertex.is_pass else Vertex.parse("D7"))
    position.play("E7")
    searcher.begin(position)
    assert searcher.reused == 0
    assert searcher.groups._owners is not owners
    searcher.set_parameters(SearchParameters(memory=20, playout="light", network="no"))
    searcher.begin(position)
    searcher.run(50)
    assert searcher._root_record["policy"]["has_zone"][0] == 0
    assert searcher._settings["zone_komi"][0] == 0
    assert searcher.reused == 0


def test_a_zone_that_would_be_nearly_the_board_is_the_board() -> None:
    assert not searched(played(*OPENING), zone_most=0.3).groups.zone
    assert not searched(played("D4", "C6", "E5", size=9)).groups.zone
    assert (
        searched(played(*OPENING), zone_most=0.3).signature() == searched(played(*OPENING), zone_mode=False).signature()
    )


def test_the_same_seed_makes_the_same_tree() -> None:
    assert searched(played(*OPENING)).signature() == searched(played(*OPENING)).signature()


def test_an_engine_plays_a_game_by_it_and_does_not_ponder() -> None:
    settings = {"group_mode": True, "zone_mode": True, "zone_simulations": 100, "network": "no", "ponder": "yes"}
    position = Position(13)
    with create_engine("mcts", seed=1, playouts=60, settings=settings) as engine:
        assert isinstance(engine, MctsEngine)
        zones = 0
        for _ in range(16):
            position.play(engine.choose_move(position).vertex)
            zones += bool(engine.searcher.groups.zone)
            engine.start_pondering(position)
            assert engine._pondering is None
    assert zones > 4
    assert not any(move.vertex.is_pass for move in position.moves)
