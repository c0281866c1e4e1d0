"""Thinking on the opponent's time: in an engine, in a session, in the real program on its pipes."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from tengen.compilation import ensure_compiled
from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.interface import EngineOptions
from tengen.engines.registry import create_engine
from tengen.engines.request import Limit
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.protocols.gtp.session import GtpSession

AT_ONCE = 10.0  # seconds: a few hundredths on an idle machine, and what is not stopped goes on for ten minutes
START = 120.0  # for the program to answer its first command on a busy machine
SOON = 60.0


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Nothing is measured while kernels compile."""
    ensure_compiled()


@contextmanager
def new_engine(threads: int = 1, **settings: Any) -> Iterator[MctsEngine]:
    plain = {"memory": 10, "playout": "light", "expand_after": 2, "ponder": "yes"}
    engine = MctsEngine(EngineOptions(playouts=100, threads=threads, seed=3, settings={**plain, **settings}))
    yield engine
    engine.close()


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def has_pondered(engine: MctsEngine, simulations: int = 500) -> bool:
    return getattr(engine.searcher, "simulations", 0) >= simulations


def ponder(engine: MctsEngine, position: Position, simulations: int = 500) -> None:
    """Until it is well under way."""
    engine.stop_pondering()
    engine.searcher.simulations = 0
    engine.start_pondering(position)
    wait_until(lambda: has_pondered(engine, simulations))


def seconds_to(act: Callable[[], object]) -> float:
    began = time.monotonic()
    act()
    return time.monotonic() - began


# ---- an engine -----------------------------------------------------------------------------------


@pytest.mark.parametrize("parallel", ["tree", "root", "leaf"])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_tree_grows_and_serves_the_answer(parallel: str, threads: int) -> None:
    with new_engine(threads, parallel=parallel) as engine:
        position = Position(7)
        position.play(engine.choose_move(position).vertex)
        left_over = engine.searcher.node_count
        ponder(engine, position, 1500)
        assert seconds_to(engine.stop_pondering) < AT_ONCE
        pondered = engine.searcher.simulations
        assert pondered >= 1500
        assert engine.searcher.node_count > left_over
        assert len(engine.searcher.branches()) == len(position.legal_moves()) + 1  # nothing is folded
        expected = engine.searcher.branches()[0]
        position.play(expected.vertex)
        report = engine.choose_move(position)
        assert engine.searcher.reused == expected.visits > 0
        assert report.playouts == 100
        assert position.is_legal(report.vertex)
        assert report.candidates[0].visits > 100 / len(position.legal_moves())


def test_when_it_is_stopped_nothing_goes_on() -> None:
    with new_engine() as engine:
        ponder(engine, Position(9))
        engine.stop_pondering()
        done = engine.searcher.simulations
        time.sleep(0.1)
        assert engine.searcher.simulations == done
        engine.stop_pondering()  # again does no harm


def test_pondering_begins_with_what_the_search_for_the_own_move_left() -> None:
    with new_engine() as engine:
        position = Position(7)
        report = engine.choose_move(position, Limit(playouts=1500))
        position.play(report.vertex)
        ponder(engine, position)
        assert engine.searcher.reused == report.candidates[0].visits > 0


def test_a_move_nobody_expected_begins_anew() -> None:
    position = Position.from_diagram(
        """
        . X O . .
        X X O O .
        . . . O O
        . . . . .
        . . . . ."""
    )
    with new_engine() as engine:
        ponder(engine, position)
        position.play("A5")  # into an eye
        engine.choose_move(position)
        assert engine.searcher.reused == 0
        assert engine.searcher.simulations == 100


@pytest.mark.parametrize("threads", [1, 2])
def test_a_move_can_be_asked_for_meanwhile(threads: int) -> None:
    with new_engine(threads) as engine:
        position = Position(7)
        ponder(engine, position)
        position.play("D4")
        began = time.monotonic()
        report = engine.choose_move(position, Limit(playouts=50))
        assert time.monotonic() - began < 2 * AT_ONCE
        assert report.playouts == engine.searcher.simulations == 50
        assert engine.searcher.reused > 0
        assert position.is_legal(report.vertex)


def test_the_position_may_change_meanwhile() -> None:
    with new_engine() as engine:
        position = Position(7)
        ponder(engine, position)
        for move in ("D4", "C3", "E5"):
            position.play(move)
        done = engine.searcher.simulations
        wait_until(lambda: has_pondered(engine, done + 200))
        engine.stop_pondering()
        assert engine.searcher.branches()[0].visits > 0
        assert {branch.vertex for branch in engine.searcher.branches()} == {*Position(7).vertices(), PASS}


def test_another_pondering_takes_the_place_of_the_first() -> None:
    with new_engine() as engine:
        threads = threading.active_count()
        ponder(engine, Position(9))
        engine.start_pondering(Position(5))
        assert threading.active_count() == threads + 1
        wait_until(lambda: len(engine.searcher.ownership()) == 25)
        engine.stop_pondering()
        assert threading.active_count() == threads


@pytest.mark.parametrize("threads", [1, 2])
def test_closing_ends_it(threads: int) -> None:
    before = threading.active_count()
    with new_engine(threads) as engine:
        ponder(engine, Position(19), 50)
        assert seconds_to(engine.close) < AT_ONCE
    assert threading.active_count() == before


def test_settings_can_be_changed_meanwhile() -> None:
    with new_engine(2) as engine:
        for parallel in ("root", "leaf", "tree"):
            ponder(engine, Position(9))
            assert seconds_to(partial(engine.change_settings, {"parallel": parallel, "memory": 3})) < AT_ONCE
            assert engine.settings()["parallel"] == parallel
            assert not has_pondered(engine, engine.searcher.simulations + 1)
            position = Position(9)
            assert position.is_legal(engine.choose_move(position).vertex)


def test_a_setting_that_is_refused_leaves_it_alone() -> None:
    with new_engine() as engine:
        ponder(engine, Position(9))
        with pytest.raises(TengenError):
            engine.change_settings({"memory": "0"})
        with pytest.raises(TengenError):
            engine.change_settings({"playout": "nonsense"})
        done = engine.searcher.simulations
        wait_until(lambda: has_pondered(engine, done + 200))


def test_a_stop_meant_for_a_move_does_not_end_it() -> None:
    with new_engine() as engine:
        ponder(engine, Position(9))
        engine.stop()
        done = engine.searcher.simulations
        wait_until(lambda: has_pondered(engine, done + 200))


def test_a_tree_that_is_full_is_pruned_meanwhile() -> None:
    with new_engine(memory=1, expand_after=1) as engine:
        position = Position(9)
        ponder(engine, position, 2000)
        engine.stop_pondering()
        assert engine.searcher.report().prunings > 3
        position.play(engine.searcher.branches()[0].vertex)
        engine.choose_move(position)
        assert engine.searcher.reused > 0


def test_what_was_pondered_on_a_position_counts_though_it_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of the controller begin it anew; the time for one position stays the same."""
    monkeypatch.setattr("tengen.engines.builtin.mcts._MOST_PONDERED_SECONDS", 0.3)
    with new_engine() as engine:
        position = Position(9)
        ponder(engine, position, 1)
        wait_until(lambda: engine._pondering is not None and not engine._pondering.is_alive())
        for _ in range(3):
            engine.start_pondering(position)
            time.sleep(0.05)
            engine.stop_pondering()
            assert engine.searcher.simulations == 0
        position.play(engine.searcher.branches()[0].vertex)
        ponder(engine, position, 1)  # another position has its own time
        engine.stop_pondering()
        while engine._pondered_seconds < 0.3:  # in small pieces
            engine.start_pondering(position)
            time.sleep(0.04)
            engine.stop_pondering()
        engine.start_pondering(position)
        time.sleep(0.05)
        engine.stop_pondering()
        assert engine.searcher.simulations == 0


# ---- a session -------------------------------------------------------------------------------------


class Spy(MctsEngine):
    """Notes down what it is to ponder on."""

    def __init__(self, options: EngineOptions) -> None:
        super().__init__(options)
        self.pondered: list[Position] = []

    def start_pondering(self, position: Position) -> None:
        self.pondered.append(position.copy())


def new_session(ponder: str) -> tuple[GtpSession, Spy]:
    options = EngineOptions(playouts=20, seed=1, settings={"ponder": ponder, "memory": 2, "resign_below": 0})
    engine = Spy(options)
    return GtpSession(engine, size=9), engine


def tell(session: GtpSession, *lines: str) -> None:
    """As the server does: after each answer the engine may ponder."""
    for line in lines:
        assert session.answer(line).startswith("=")
        session.ponder()


CLOCK = "time_settings 600 30 10"


@pytest.mark.parametrize(
    ("setting", "clock", "expected"),
    [
        ("yes", None, True),
        ("yes", CLOCK, True),
        ("yes", "time_settings 0 1 0", True),
        ("no", None, False),
        ("no", CLOCK, False),
        ("auto", None, False),
        ("auto", CLOCK, True),
        ("auto", "time_settings 0 1 0", False),
        ("auto", "kgs-time_settings byoyomi 60 30 5", True),
        ("auto", "kgs-time_settings none", False),
        ("auto", "time_left b 300 0", True),
        ("auto", "time_left w 300 0", False),  # it is the engine's own clock that counts
    ],
)
def test_when_it_ponders(setting: str, clock: str | None, expected: bool) -> None:
    session, engine = new_session(setting)
    tell(session, *([clock] if clock else []), "genmove b")
    assert len(engine.pondered) == expected
    if expected:
        assert engine.pondered[0] == session.position
        assert engine.pondered[0].moves == session.position.moves


def test_it_ponders_after_its_own_move_until_the_opponents() -> None:
    session, engine = new_session("yes")
    tell(session, "name", "play b C3", "komi 6.5", "reg_genmove w", "showboard")
    assert engine.pondered == []
    tell(session, "genmove w")
    assert len(engine.pondered) == 1
    tell(session, "name", "time_left w 20 0")  # commands in between interrupt it only
    assert len(engine.pondered) == 3
    tell(session, "play b G7", "name")
    assert len(engine.pondered) == 3
    tell(session, "genmove w", "clear_board", "name")
    assert len(engine.pondered) == 4


def test_it_does_not_ponder_after_undo_nor_when_the_game_is_over() -> None:
    session, engine = new_session("yes")
    tell(session, "genmove b", "undo", "name")
    assert len(engine.pondered) == 1
    session, engine = new_session("yes")
    session.go_to(
        Position.from_diagram(
            """
            . X . X O
            X X X X O
            O O O O O
            . O . O O
            O O O O O""",
            komi=0.5,
        )
    )
    tell(session, "play b pass", "genmove w")
    assert session.position.is_over
    assert engine.pondered == []


def test_when_the_game_is_over_it_ponders_no_more_until_it_moves_again() -> None:
    session, engine = new_session("yes")
    tell(session, "genmove b", "kgs-game_over", "name", "final_score")
    assert len(engine.pondered) == 1
    tell(session, "play w C3", "genmove b")  # it was adjourned only
    assert len(engine.pondered) == 2


def test_the_setting_can_be_changed_in_a_game() -> None:
    session, engine = new_session("no")
    tell(session, "genmove b")
    assert engine.pondered == []
    tell(session, "tengen-set ponder yes", "name")
    assert len(engine.pondered) == 2


def test_other_engines_have_nothing_to_ponder_on() -> None:
    for name in ("random", "montecarlo"):
        session = GtpSession(create_engine(name, seed=1, playouts=20), size=5)
        before = threading.active_count()
        tell(session, CLOCK, "genmove b")
        assert threading.active_count() == before


def test_a_session_reuses_what_was_pondered() -> None:
    with new_engine() as engine:
        session = GtpSession(engine, size=7)
        tell(session, "genmove b")
        wait_until(lambda: has_pondered(engine, 1500))
        assert seconds_to(lambda: session.answer("name")) < AT_ONCE
        expected = engine.searcher.branches()[0]
        tell(session, f"play w {expected.vertex}", "genmove b")
        engine.stop_pondering()
        assert session.position.moves[1].vertex == expected.vertex
        report = session.last_report
        assert report is not None
        assert sum(candidate.visits for candidate in report.candidates) > 100  # more than it was given


# ---- the program -------------------------------------------------------------------------------------


@contextmanager
def program(*options: str) -> "Iterator[subprocess.Popen[bytes]]":
    """The real one, after its first own move."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "tengen", "gtp", "--size", "9", "--quiet", "--set", "memory=20", *options]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            ask(process, b"name\n", START)
            assert ask(process, b"genmove b\n", START).startswith(b"= ")
            yield process
        finally:
            process.kill()


def ask(process: "subprocess.Popen[bytes]", line: bytes, seconds: float = SOON) -> bytes:
    """The next response; the program is killed if there is none in time."""
    assert process.stdin is not None
    assert process.stdout is not None
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        process.stdin.write(line)
        process.stdin.flush()
        answer = b""
        while not answer.endswith(b"\n\n") and (more := process.stdout.readline()):
            answer += more
        return answer
    finally:
        timer.cancel()


def processor_seconds(process: "subprocess.Popen[bytes]", seconds: float) -> float:
    """How much it computes while nobody asks it anything."""
    before = float(ask(process, b"cputime\n").split()[1])
    time.sleep(seconds)
    return float(ask(process, b"cputime\n").split()[1]) - before


def test_the_program_ponders_answers_meanwhile_and_quits_at_once() -> None:
    with program("--playouts", "100", "--set", "ponder=yes", "--seed", "1") as process:
        wait_until(lambda: processor_seconds(process, 0.3) > 0.05)
        for line, expected in ((b"1 name\n", b"=1 Tengen\n\n"), (b"2 known_command play\n", b"=2 true\n\n")):
            began = time.monotonic()
            assert ask(process, line) == expected
            assert time.monotonic() - began < AT_ONCE
            time.sleep(0.1)
        assert ask(process, b"3 play w C3\n4 genmove b\n").startswith(b"=3")
        assert Vertex.parse(ask(process, b"").split()[1].decode(), 9) is not None
        time.sleep(0.2)
        began = time.monotonic()
        assert ask(process, b"5 quit\n") == b"=5\n\n"
        answered = time.monotonic()
        assert process.wait(SOON) == 0
        assert answered - began < AT_ONCE
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_without_a_clock_the_program_waits_in_peace_and_with_one_it_ponders_until_the_end_of_input() -> None:
    with program("--playouts", "100", "--seed", "1") as process:
        until = time.monotonic() + 10 * SOON
        while processor_seconds(process, 0.5) > 0.1:  # the kernels load in the background at first
            assert time.monotonic() < until
        assert ask(process, b"time_settings 600 0 0\n") == b"=\n\n"
        wait_until(lambda: processor_seconds(process, 0.3) > 0.05)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(SOON) == 0


@pytest.mark.parametrize("while_", ["pondering", "thinking"])
def test_a_controller_that_is_gone_ends_the_program(while_: str) -> None:
    with program("--set", "ponder=yes", "--time", "0.2", "--threads", "2") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        if while_ == "thinking":
            ask(process, b"tengen-set ponder no\n")
            process.stdin.write(b"genmove w\n" * 2000)  # more than anybody waits for
            process.stdin.flush()
        time.sleep(0.3)
        process.stdin.close()
        process.stdout.close()
        assert process.wait(SOON) == 0
        assert b"Traceback" not in process.stderr.read()
