"""How long the engine thinks: by number, by seconds, by the clock, until it is stopped."""

import threading
import time
from itertools import pairwise
from typing import Any

import pytest

from tengen.compilation import ensure_compiled
from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.engines.registry import create_engine
from tengen.engines.request import Limit
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.protocols.gtp.session import GtpSession
from tengen.search.clock import Clock
from tengen.search.report import SearchReport
from tengen.search.time_control import allot

LATE = 0.4  # seconds that it may take longer, in the best of several tries: a machine may be busy
TRIES = 10
AT_ONCE = 10.0  # seconds: far less than what is cut short would take


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Nothing is measured while kernels compile, nor while they are loaded."""
    ensure_compiled()
    for parallel in ("tree", "leaf"):
        new_engine(playouts=20, parallel=parallel).choose_move(Position(9))


def new_engine(threads: int = 1, playouts: int | None = None, **settings: Any) -> MctsEngine:
    plain = {"memory": 20, "expand_after": 4, "resign_below": 0}
    return MctsEngine(EngineOptions(playouts=playouts, threads=threads, seed=2, settings={**plain, **settings}))


def timed(engine: MctsEngine, position: Position, limit: Limit) -> float:
    began = time.monotonic()
    report = engine.choose_move(position, limit)
    taken = time.monotonic() - began
    assert position.is_legal(report.vertex)
    assert report.seconds <= taken
    return taken


def takes(engine: MctsEngine, position: Position, limit: Limit, least: float, most: float) -> bool:
    """Whether a move takes so many seconds: never fewer, and in one of several tries not more."""
    for _ in range(TRIES):
        taken = timed(engine, position, limit)
        assert taken > least
        if taken < most:
            return True
    return False


# ---- limits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("parallel", ["tree", "root", "leaf"])
def test_a_number_of_playouts_is_kept_exactly(parallel: str, threads: int) -> None:
    engine = new_engine(threads, playouts=64, parallel=parallel)
    position = Position(7)
    for playouts in (1, 2, 31, 100, 777, None):
        report = engine.choose_move(position, Limit(playouts=playouts))
        assert report.playouts == engine.searcher.simulations == (playouts or 64)
        position.play(report.vertex)  # what is reused is not counted
    assert engine.searcher.reused > 0
    engine.close()


@pytest.mark.parametrize(("size", "seconds"), [(9, 0.3), (19, 0.5), (19, 0.02), (5, 0.001)])
@pytest.mark.parametrize(("parallel", "threads"), [("tree", 2), ("leaf", 2)])
def test_seconds_are_kept(size: int, seconds: float, parallel: str, threads: int) -> None:
    engine = new_engine(threads, parallel=parallel)
    assert takes(engine, Position(size), Limit(seconds=seconds), seconds - 0.01, seconds + LATE)
    assert engine.searcher.simulations > 0
    engine.close()


def test_seconds_of_the_options_hold_where_the_call_says_nothing() -> None:
    engine = MctsEngine(EngineOptions(seconds=0.2, seed=1, settings={"memory": 5}))
    assert takes(engine, Position(9), Limit(), 0.19, 0.2 + LATE)
    assert takes(engine, Position(9), Limit(seconds=0.1), 0.09, 0.1 + LATE)


def test_whatever_is_reached_first() -> None:
    engine = new_engine()
    assert timed(engine, Position(9), Limit(seconds=30, playouts=100)) < AT_ONCE
    assert engine.searcher.simulations == 100
    assert timed(engine, Position(9), Limit(seconds=0.2, playouts=10**9)) < AT_ONCE
    assert timed(engine, Position(9), Limit(seconds=0.2, clock=Clock(main=3600))) < AT_ONCE
    assert timed(engine, Position(9), Limit(playouts=100, clock=Clock(main=3600))) < AT_ONCE


@pytest.mark.parametrize(
    "clock",
    [
        Clock(main=8),
        Clock(main=0.2),
        Clock(main=0),
        Clock(period=1.5, stones=3),
        Clock(period=0.6, periods=1),
        Clock(period=0.5, periods=3),
        Clock(main=1, increment=0.3),
        Clock(main=600, longest_move=0.3),
    ],
    ids=str,
)
def test_the_maximum_of_a_clock_is_kept(clock: Clock) -> None:
    """In an opening nobody can judge, where it would rather think on."""
    maximum = allot(clock, 0, 81, 81).maximum
    assert maximum < 1.6
    assert takes(new_engine(), Position(9), Limit(clock=clock), 0.0, maximum + LATE)


def test_a_period_that_would_be_lost_is_used() -> None:
    allotment = allot(Clock(period=0.8, periods=1), 0, 81, 81)
    assert not allotment.may_stop_early
    won = Position(9, komi=-70)
    assert takes(new_engine(), won, Limit(clock=Clock(period=0.8, periods=1)), allotment.desired - 0.05, 0.8 + LATE)


WON = Position(9, komi=-70)
ONE_MOVE = Position.from_diagram(
    """
    . X . X . O .
    X X X X O O O
    . . . X O . O
    X . X X . O .
    X X X X O O O
    X . X X O . O
    . X X X O O .""",
    komi=0.5,
)


@pytest.mark.parametrize("position", [WON, ONE_MOVE], ids=["won", "one move"])
def test_with_a_clock_it_stops_when_nothing_can_change(position: Position) -> None:
    """With a number of seconds it does not."""
    clock = Clock(main=400)
    points = position.size**2
    allotment = allot(clock, 0, points, int(position.board["empty_count"][0]))
    assert allotment.desired > 0.8
    assert takes(new_engine(), position, Limit(clock=clock), 0.0, 0.8 * allotment.desired)
    assert takes(new_engine(), position, Limit(seconds=0.8), 0.79, 0.8 + LATE)


@pytest.mark.parametrize("pondered", [False, True])
def test_with_a_tree_that_was_kept_it_thinks_on_while_the_best_move_can_change(
    pondered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it was slow to begin: what it judged beforehand says nothing about the pace of the search."""
    engine, position = new_engine(), Position(9)
    for move in ("E5", "E4", "D4", "F5", "F6", "E6"):  # atari
        position.play(move)
    if pondered:
        engine.start_pondering(position)
        while getattr(engine.searcher, "simulations", 0) < 700:
            time.sleep(0.005)
        engine.stop_pondering()
    else:
        engine.choose_move(position, Limit(playouts=700))
    best, second = engine.searcher.branches()[:2]
    lead = best.visits - second.visits
    assert lead > 200
    begin = engine.searcher.begin

    def begin_late(*arguments: Any, **options: Any) -> None:
        time.sleep(0.2)
        begin(*arguments, **options)

    monkeypatch.setattr(engine.searcher, "begin", begin_late)
    clock = Clock(main=120)
    assert allot(clock, 6, 81, 75).desired > 1.8
    engine.choose_move(position, Limit(clock=clock))
    assert engine.searcher.reused > 200
    # In the time left, 1.6 s at least, there is room for far more than the lead.
    pace = engine.searcher.pace
    assert pace is not None
    assert lead < 1.6 * pace, "the test needs a closer race or a faster machine"
    assert engine.searcher.simulations > 300


def test_the_pace_is_that_of_the_slices_alone() -> None:
    searcher = new_engine().searcher
    searcher.begin(Position(9))
    assert searcher.pace is None
    time.sleep(0.3)
    began = time.perf_counter()
    for _ in range(3):
        searcher.run_slice(200)
    taken = time.perf_counter() - began
    assert searcher.pace is not None
    assert searcher.pace >= searcher.simulations / taken
    time.sleep(0.3)
    assert searcher.simulations / searcher.pace < taken
    searcher.begin(Position(9))
    assert searcher.pace is None


# ---- stopping ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "threads", "settings"),
    [
        (9, 1, {}),
        (19, 2, {}),
        (19, 1, {"memory": 1, "expand_after": 1}),
        (19, 2, {"parallel": "leaf"}),
        (9, 2, {"parallel": "root"}),
    ],
)
@pytest.mark.parametrize("limit", [Limit(playouts=10**9), Limit(clock=Clock(main=3600))])
def test_a_stop_ends_thinking_at_once(size: int, threads: int, settings: dict[str, Any], limit: Limit) -> None:
    engine = new_engine(threads, **settings)
    stopped: list[float] = []

    def stop() -> None:
        stopped.append(time.monotonic())
        engine.stop()

    threading.Timer(0.25, stop).start()
    engine.choose_move(Position(size), limit)
    assert time.monotonic() - stopped[0] < AT_ONCE
    assert engine.searcher.simulations > 0
    engine.close()


def test_a_stop_beforehand_is_for_the_next_move_only() -> None:
    engine = new_engine()
    engine.stop()
    assert timed(engine, Position(9), Limit(seconds=20)) < AT_ONCE
    assert engine.searcher.simulations > 0
    assert timed(engine, Position(9), Limit(seconds=0.3)) > 0.29
    engine.stop()
    engine.resume()
    assert timed(engine, Position(9), Limit(seconds=0.3)) > 0.29


def test_a_stop_is_forgotten_after_a_move_that_needed_no_thinking() -> None:
    settled = Position.from_diagram(
        """
        . X . X O
        X X X X O
        O O O O O
        . O . O O
        O O O O O""",
        komi=0.5,
    )
    for name in ("mcts", "montecarlo"):
        engine = create_engine(name, seed=1, playouts=3000)
        engine.stop()
        assert engine.choose_move(settled).vertex.is_pass
        assert engine.choose_move(Position(5)).playouts == 3000


# ---- absurd limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"playouts": 0},
        {"playouts": -1},
        {"playouts": 10**12},
        {"seconds": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": 1e12},
    ],
    ids=str,
)
def test_limits_that_cannot_be_meant_are_refused(values: dict[str, Any]) -> None:
    (name,) = values
    for meant in (Limit, EngineOptions):
        with pytest.raises(TengenError, match=f"{name} .* is not possible: choose"):
            meant(**values)


@pytest.mark.parametrize("values", [{"main": -1}, {"main": float("nan")}, {"main": 1e12}, {"period": -1}])
def test_clocks_that_cannot_be_meant_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(TengenError, match="is not possible"):
        Clock(**values)


@pytest.mark.parametrize("memory", [0, -1, 0.5, 1e9, "lots", float("nan")])
def test_memory_that_cannot_be_meant_is_refused_and_nothing_changes(memory: Any) -> None:
    with pytest.raises(TengenError, match="memory"):
        new_engine(memory=memory)
    engine = new_engine()
    with pytest.raises(TengenError, match="memory"):
        engine.change_settings({"memory": memory})
    assert engine.settings()["memory"] == 20
    assert engine.choose_move(Position(5), Limit(playouts=10)).playouts == 10


@pytest.mark.parametrize(("parallel", "threads"), [("tree", 3), ("root", 3), ("leaf", 1)])
def test_a_megabyte_is_enough(parallel: str, threads: int) -> None:
    engine = new_engine(threads, playouts=600, memory=1, expand_after=1, parallel=parallel)
    report = engine.choose_move(Position(19))
    assert report.playouts == 600
    assert report.search is not None
    assert report.search.prunings > 0
    assert sum(tree.nodes.nbytes for tree in engine.searcher.trees) < 2e6
    engine.close()


# ---- giving up -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "resigns"),
    [
        ([], True),
        (["time_settings 600 0 0"], True),
        (["time_settings 0 30 5"], True),
        (["time_settings 0 1 0"], False),
        (["kgs-time_settings none"], False),
        (["time_settings 0 1 0", "time_settings 600 0 0"], True),
        (["time_settings 600 0 0", "time_settings 0 1 0"], False),
        (["time_settings 0 1 0", "clear_board"], False),
    ],
    ids=str,
)
def test_it_does_not_resign_where_there_is_no_clock_by_agreement(lines: list[str], resigns: bool) -> None:
    session = GtpSession(new_engine(playouts=700, resign_below=0.2), size=5)
    for line in [*lines, "komi 40"]:
        assert session.answer(line).startswith("=")
    answer = session.answer("genmove b").split()[1]
    assert (answer == "resign") is resigns
    assert len(session.position.moves) == (not resigns)


# ---- telling -------------------------------------------------------------------------------------------


def test_it_tells_about_once_a_second_what_it_thinks() -> None:
    engine = new_engine()
    told: list[tuple[float, SearchReport]] = []
    began = time.monotonic()

    def tell(report: SearchReport) -> None:
        told.append((time.monotonic() - began, report))

    final = engine.choose_move(Position(9), Limit(seconds=2.3), on_progress=tell)
    times = [0.0, *(seconds for seconds, _ in told)]
    assert len(times) > 1
    assert all(later - earlier > 0.9 for earlier, later in pairwise(times))
    simulations = 0
    for _, report in told:
        assert simulations < report.playouts < final.playouts
        simulations = report.playouts
        assert sum(move.visits for move in report.moves) == simulations + report.reused
        visits = [move.visits for move in report.moves]
        assert visits == sorted(visits, reverse=True)
        assert report.moves[0].variation[0] == report.moves[0].vertex
        assert report.seconds > 0.9
    told.clear()
    engine.choose_move(Position(9), Limit(seconds=0.3), on_progress=tell)
    assert told == []
