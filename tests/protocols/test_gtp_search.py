"""Looking into the search over GTP."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.mcts import MctsEngine
from tengen.game.position import Position
from tengen.protocols.gtp.session import GtpSession
from tengen.search.parameters import SearchParameters
from tengen.wire.syntax import parse_response

COMMANDS = ("tengen-dump_tree", "tengen-dump_tree_json", "tengen-report")


@pytest.fixture
def session() -> Iterator[GtpSession]:
    with create_engine("mcts", seed=1, playouts=2000) as engine:
        yield GtpSession(engine, size=7)


def run(session: GtpSession, *lines: str) -> str:
    """The answer to the last of some lines, all of which succeed."""
    responses = [parse_response(session.answer(line)) for line in lines]
    assert all(response.success for response in responses), responses
    return responses[-1].text


def refusal(session: GtpSession, line: str) -> str:
    response = parse_response(session.answer(line))
    assert not response.success, f"{line} succeeded: {response.text}"
    return response.text


@pytest.mark.parametrize("name", ["random", "montecarlo"])
def test_an_engine_without_a_tree_says_so(name: str) -> None:
    session = GtpSession(create_engine(name, seed=1, playouts=50), size=5)
    for line in COMMANDS:
        assert refusal(session, line) == f"the engine {name} keeps no search tree"
    if name == "random":
        why = "the engine random does not search and cannot analyse: use mcts"
        assert refusal(session, "uct_evaluate b") == why
    else:
        assert len(run(session, "uct_evaluate b").splitlines()) == 25


@pytest.mark.parametrize("line", COMMANDS)
def test_before_the_first_search_there_is_nothing_to_see(session: GtpSession, line: str) -> None:
    assert refusal(session, line).startswith("nothing has been searched yet")
    run(session, "reg_genmove b", line)
    run(session, "tengen-set playout light")  # which clears the tree
    assert refusal(session, line).startswith("nothing has been searched yet")


def test_the_tree_as_text(session: GtpSession) -> None:
    best = run(session, "play b D4", "reg_genmove w")
    place, heading, first, *rest = run(session, "tengen-dump_tree").split("\n")
    assert place == "7x7, move 1, white to play"
    assert heading.startswith("tree: 2,000 simulations, ")
    assert first.startswith(f"  {best} 0.")
    assert rest
    assert len(run(session, "tengen-dump_tree 1 1").split("\n")) > len(
        run(session, "tengen-dump_tree 100 1").split("\n")
    )
    assert len(run(session, "tengen-dump_tree 2 5").split("\n")) > len(run(session, "tengen-dump_tree 2 2").split("\n"))


@pytest.mark.parametrize(
    "line", ["tengen-dump_tree x", "tengen-dump_tree -1", "tengen-dump_tree 1 201", "tengen-dump_tree 1 -1"]
)
def test_limits_that_cannot_be_meant(session: GtpSession, line: str) -> None:
    run(session, "reg_genmove b")
    assert refusal(session, line).startswith("syntax error: ")


def test_the_tree_as_json_says_of_what_it_is(session: GtpSession) -> None:
    best = run(session, "komi 5.5", "play b D4", "reg_genmove w")
    told = json.loads(run(session, "tengen-dump_tree_json"))
    assert told["position"]["moves"] == ["B D4"]
    assert (told["position"]["komi"], told["position"]["to_play"]) == (5.5, "white")
    assert told["settings"]["playout"] == SearchParameters().playout
    (tree,) = told["trees"]
    assert tree["visits"] == 2000
    assert tree["children"][0]["move"] == best
    assert min(child["visits"] for child in tree["children"]) >= told["limits"]["least_visits"] == 20


def test_the_trees_of_several_threads(session: GtpSession) -> None:
    with create_engine("mcts", seed=1, playouts=1000, threads=2, settings={"parallel": "root"}) as engine:
        session = GtpSession(engine, size=7)
        run(session, "reg_genmove b")
        assert [tree["visits"] for tree in json.loads(run(session, "tengen-dump_tree_json"))["trees"]] == [500, 500]
        assert run(session, "tengen-dump_tree").count("tree: 500 simulations") == 2


def test_the_tree_in_a_file(session: GtpSession, tmp_path: Path) -> None:
    run(session, "genmove b")
    file = tmp_path / "tree.json"
    assert run(session, f"tengen-dump_tree_json {file} 5 3") == ""
    told = json.loads(file.read_text())
    assert told["limits"] == {"least_visits": 5, "most_depth": 3}
    assert told["trees"][0]["children"][0]["children"][0]["children"]
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_cannot_be_written(session: GtpSession, tmp_path: Path) -> None:
    run(session, "genmove b")
    for place in (tmp_path, tmp_path / "no" / "such"):
        assert refusal(session, f"tengen-dump_tree_json {place}").startswith(f"cannot write file: {place}: ")
    old = tmp_path / "old.json"
    old.write_text("precious")
    assert refusal(session, f"tengen-dump_tree_json {old} x").startswith("syntax error: ")
    assert old.read_text() == "precious"


def test_the_report(session: GtpSession) -> None:
    best = run(session, "genmove b")
    told = json.loads(run(session, "tengen-report"))
    assert told["position"]["moves"] == []  # it was searched before the move was played
    assert told["playouts"] == 2000
    assert told["moves"][0]["vertex"] == told["moves"][0]["variation"][0] == best
    assert sum(move["visits"] for move in told["moves"]) == 2000
    assert len(told["ownership"]) == 49
    assert (told["answer"]["vertex"], told["answer"]["color"], told["answer"]["playouts"]) == (best, "black", 2000)
    assert told["answer"]["winrate"] == told["moves"][0]["winrate"]
    time.sleep(0.3)
    assert json.loads(run(session, "tengen-report"))["seconds"] == told["seconds"]


def test_the_report_of_a_move_is_there_while_the_next_one_is_pondered_on(session: GtpSession) -> None:
    run(session, "time_settings 0 10 1")
    best = run(session, "genmove b")
    deadline = time.monotonic() + 60
    while not (told := json.loads(run(session, "tengen-report")))["position"]["moves"]:
        assert time.monotonic() < deadline
        session.ponder()
    assert told["position"]["moves"] == [f"B {best}"]
    assert (told["answer"]["vertex"], told["answer"]["color"]) == (best, "black")
    assert told["answer"]["winrate"] is not None


# Three points in a row are one eye or two; with a komi of -40.5 the game hangs on it.
VITAL_POINT = """
    . O O O O O .
    O O O O O O O
    O . O O O . O
    O O O O O O O
    O O O O O O O
    X X X X O O O
    . . . X O . O"""


def test_moves_are_rated(session: GtpSession) -> None:
    session.go_to(Position.from_diagram(VITAL_POINT, komi=-40.5))
    rates = [line.split() for line in run(session, "uct_evaluate b").split("\n")]
    assert {name for name, _ in rates} == set(run(session, "all_legal b").split())
    assert rates[0][0] == "B1"
    values = [float(value) for _, value in rates]
    assert values == sorted(values, reverse=True)
    assert 0 < values[-1] < values[0] < 1


def test_moves_of_either_player_are_rated_and_the_game_stays(session: GtpSession) -> None:
    run(session, "boardsize 3", "play b B2")
    before = run(session, "showboard")
    for color in ("b", "w"):
        assert len(run(session, f"uct_evaluate {color}").split("\n")) == 8
    assert run(session, "showboard") == before


def test_rating_moves_can_be_interrupted() -> None:
    with create_engine("mcts", seed=1, playouts=100_000_000) as engine:
        session = GtpSession(engine, size=9)
        threading.Timer(0.3, engine.stop).start()
        began = time.monotonic()
        rated = run(session, "uct_evaluate b").split("\n")
        assert time.monotonic() - began < 60
        assert 0 < len(rated) < 81


@pytest.mark.parametrize(
    ("setting", "kept"),
    [
        ("resign_below 0.05", True),
        ("ponder yes", True),
        ("playout light", False),
        ("memory 20", False),
        ("parallel leaf", False),
        ("even_prior 20", False),  # the same tree, but grown by other rules
    ],
)
def test_which_settings_cost_the_tree(setting: str, kept: bool) -> None:
    with create_engine("mcts", seed=1, playouts=1000, settings={"memory": 10}) as engine:
        assert isinstance(engine, MctsEngine)
        session = GtpSession(engine, size=7)
        run(session, "genmove b")
        assert session.last_report is not None
        reply = session.last_report.candidates[0].variation[1]
        run(session, f"tengen-set {setting}", f"play w {reply}", "reg_genmove b")
        assert (engine.searcher.reused > 0) is kept
        assert engine.searcher.simulations == 1000
        assert engine.searcher.parameters == engine.parameters


def test_a_setting_that_was_changed_holds_though_the_tree_stays() -> None:
    with create_engine("mcts", seed=1, playouts=500, settings={"memory": 5}) as engine:
        session = GtpSession(engine, size=5)
        run(session, "komi 30", "tengen-set resign_below 0", "reg_genmove b")
        assert run(session, "reg_genmove b") != "resign"
        run(session, "tengen-set resign_below 0.4")
        assert run(session, "reg_genmove b") == "resign"
