"""GNU Go and the search together: the choice as the paper has it, and a search that plays on whatever GNU Go does."""

import contextlib
import logging
import os
import random
import shlex
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.hybrid import HybridEngine
from tengen.engines.gnugo_adviser import GnuGoAdviser
from tengen.engines.hybrid_choice import EVEN, Disappointment, choose_between, trust_at, winning_probability, worth
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.report import SearchedMove
from tengen.wire.gnugo import find_gnugo

pytestmark = pytest.mark.timeout(180)
PROGRAM = Path(__file__).with_name("gtp_player.py")
needs_gnugo = pytest.mark.skipif(find_gnugo() is None, reason="GNU Go is not installed")
SAYS = ("reg_genmove=E5", "all_move_values=E5 20.0\nD4  10.0\nC3 0.5")


def program(*words: str) -> str:
    """A stand-in for GNU Go, a process of its own that answers what it is told to."""
    return shlex.join([sys.executable, "-S", str(PROGRAM), *words])


def hybrid(*words: str, **settings: Any) -> HybridEngine:
    command = {"gnugo": program(*words)} if words else {}
    engine = create_engine("hybrid", playouts=300, seed=1, settings=command | settings)
    assert isinstance(engine, HybridEngine)
    return engine


def v(name: str) -> Vertex:
    return Vertex.parse(name, 9)


def searched(name: str, visits: int, winrate: float) -> SearchedMove:
    return SearchedMove(v(name), visits, winrate)


# ---- the choice ----------------------------------------------------------------------------


def test_even_trust_is_the_papers_product() -> None:
    rng = random.Random(1)
    for _ in range(200):
        value, probability = rng.uniform(0.1, 80), rng.random()
        assert worth(value, probability, EVEN) == pytest.approx(value * probability)
        assert worth(value, probability, 0.0) == pytest.approx(value**2)
        assert worth(value, probability, 1.0) == pytest.approx(probability**2)


def test_the_move_that_is_worth_most_to_both_is_chosen() -> None:
    moves = [searched("E5", 5000, 0.60), searched("D4", 5000, 0.55), searched("C3", 5000, 0.30)]
    values = {v("E5"): 10.0, v("D4"): 12.0, v("C3"): 15.0}
    for trust, wanted in ((EVEN, "D4"), (1.0, "E5"), (0.0, "C3")):
        chosen = choose_between(values, moves, trust, 0.0)
        assert chosen is not None
        assert str(chosen.vertex) == wanted


def test_a_move_that_is_not_listed_is_played_only_if_that_is_wished() -> None:
    moves = [searched("E5", 5000, 0.9), searched("D4", 5000, 0.1), SearchedMove(Vertex.parse("pass"), 10, 0.99)]
    values = {v("D4"): 10.0}
    chosen = choose_between(values, moves, EVEN, 0.0)
    assert chosen is not None
    assert chosen.vertex == v("D4")
    chosen = choose_between(values, moves, EVEN, 0.5)
    assert chosen is not None
    assert chosen.vertex == v("E5")
    assert choose_between({v("A1"): 3.0}, moves, EVEN, 0.0) is None


def test_few_games_of_a_move_say_little() -> None:
    lucky = winning_probability(searched("A1", 1, 1.0), mean=0.5)
    assert 0.5 < lucky < 0.6
    assert winning_probability(searched("A1", 100_000, 0.7), mean=0.5) == pytest.approx(0.7, abs=0.001)


def test_the_temperature_goes_with_the_game_and_with_promises_that_were_not_kept() -> None:
    assert [trust_at(phase, 0.9, 0.5, 0.0, 0.3) for phase in (0.0, 0.5, 1.0)] == pytest.approx([0.9, 0.7, 0.5])
    felt = Disappointment()
    felt.compare(0.2)  # nothing was promised
    assert felt.amount == 0
    for promised, came in ((0.6, 0.7), (0.7, 0.5), (0.5, 0.5)):
        felt.promise(promised)
        felt.compare(came)
    assert felt.amount == pytest.approx(0.1)  # 0.2, half of which is forgotten
    assert trust_at(0.0, 0.9, 0.5, 1.0, felt.amount) == pytest.approx(0.8)
    assert trust_at(0.0, 0.9, 0.5, 10.0, 1.0) == 0.0


# ---- GNU Go, or a process in its place -------------------------------------------------------


def test_with_trust_in_gnugo_alone_its_best_move_is_played_and_its_value_told() -> None:
    wishes = {"marriage": "product", "trust_early": 0, "trust_late": 0, "trust_lost": 0, "unlisted": 0}
    position = Position(9)
    position.play("G6")
    with hybrid("reg_genmove=A1", "all_move_values=A1 30.5\nE5 1.0", **wishes) as engine:
        report = engine.choose_move(position)
    assert str(report.vertex) == "A1"
    assert report.comment == "worth 30.5 to GNU Go"


def test_in_a_symmetric_position_any_of_the_moves_that_are_the_same_will_do() -> None:
    wishes = {"marriage": "product", "trust_early": 0, "trust_late": 0, "trust_lost": 0, "unlisted": 0}
    with hybrid("reg_genmove=A1", "all_move_values=A1 30.5", **wishes) as engine:
        report = engine.choose_move(Position(9))
    assert str(report.vertex) in ("A1", "A9", "J1", "J9")


def test_its_values_are_priors_of_the_search() -> None:
    position = Position(9)
    position.play("G6")  # no symmetry is left
    engine = hybrid(*SAYS, marriage="priors", gnugo_beside=False, gnugo_prior=30, patterns="no")
    engine.choose_move(position)
    told = {branch.vertex: branch.prior_visits for branch in engine.searcher.branches()}
    engine.close()
    with create_engine("mcts", playouts=300, seed=1, settings={"network": "no", "patterns": "no"}) as plain:
        plain.choose_move(position)
        assert plain.searcher is not None
        before = {branch.vertex: branch.prior_visits for branch in plain.searcher.branches()}
    more = {str(vertex): told[vertex] - before[vertex] for vertex in told if told[vertex] != before[vertex]}
    assert more == pytest.approx({"E5": 30.0, "D4": 15.0, "C3": 0.75}, rel=1e-4)


def test_priors_are_added_once_however_often_a_position_is_searched() -> None:
    engine = hybrid(*SAYS, marriage="priors", gnugo_beside=False, gnugo_prior=30, reuse_tree=True)
    position = Position(9)
    position.play("G6")
    priors = []
    for _ in range(3):
        engine.choose_move(position)
        priors.append(next(b.prior_visits for b in engine.searcher.branches() if b.vertex == v("E5")))
    engine.close()
    assert priors[0] == priors[1] == priors[2] > 30


@pytest.mark.parametrize(
    "words",
    [
        ("reg_genmove=die", "knows=all_move_values"),
        ("list_commands=die",),
        ("reg_genmove=refuse", "knows=all_move_values"),
        ("reg_genmove=Z99", "all_move_values=Z99 1.0"),
        ("reg_genmove=E5", "all_move_values=what is this"),
        ("reg_genmove=E5", "all_move_values=E5 many"),
        ("reg_genmove=wrong-id", "knows=all_move_values"),
        ("knows=reg_genmove",),
    ],
)
def test_whatever_it_answers_the_search_plays_on_and_says_so_once(
    words: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    position = Position(9)
    with caplog.at_level(logging.WARNING), hybrid(*words) as engine:
        for _ in range(6):
            position.play(engine.choose_move(position).vertex)
    assert len(position.moves) == 6
    assert len(caplog.records) == 1
    assert "the search plays on alone" in caplog.text


def test_one_that_hangs_is_waited_for_as_long_as_it_is_allowed(caplog: pytest.LogCaptureFixture) -> None:
    position = Position(9)
    with caplog.at_level(logging.WARNING), hybrid("reg_genmove=hang", gnugo_patience=0.3) as engine:
        began = time.monotonic()
        for _ in range(4):
            position.play(engine.choose_move(position).vertex)
        assert time.monotonic() - began < 30
    assert len(caplog.records) == 1
    assert "did not answer in time" in caplog.text


def test_without_gnugo_the_search_plays_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tengen.engines.gnugo_adviser.find_gnugo", lambda: None)
    with caplog.at_level(logging.WARNING), hybrid() as engine:
        for _ in range(2):
            assert engine.choose_move(Position(9)).vertex
    assert [record.getMessage() for record in caplog.records] == [
        "GNU Go is not installed (apt-get install gnugo): the search plays on alone where GNU Go says nothing"
    ]


def test_a_stop_is_heard_while_gnugo_is_waited_for() -> None:
    with hybrid("reg_genmove=hang", gnugo_patience=100) as engine:
        threading.Timer(1.0, engine.stop).start()
        began = time.monotonic()
        engine.choose_move(Position(9))
        assert time.monotonic() - began < 60


def test_no_process_is_left() -> None:
    engine = hybrid("reg_genmove=hang", gnugo_patience=0.2)
    engine.choose_move(Position(9))
    pid = engine.gnugo_pid
    assert pid is not None
    assert psutil.pid_exists(pid)
    engine.close()
    assert not psutil.pid_exists(pid)


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(TengenError, match="network=no"):
        create_engine("hybrid", settings={"network": "auto"})
    engine = create_engine("hybrid", settings={"marriage": "product", "network": "auto"})
    with engine, pytest.raises(TengenError, match="network=no"):
        engine.change_settings({"marriage": "both"})
    with pytest.raises(TengenError, match="choose one of product, priors, both"):
        create_engine("hybrid", settings={"marriage": "none"})


def test_a_game_that_is_not_lost_is_not_thrown_away() -> None:
    """GNU Go insists on a move that loses by the search, while another wins."""
    moves = [searched("E5", 5000, 0.60), searched("D4", 5000, 0.02)]
    for lost_below, wanted in ((0.0, "D4"), (0.1, "E5"), (0.7, "D4")):
        chosen = choose_between({v("D4"): 50.0}, moves, 0.0, lost_below=lost_below)
        assert chosen is not None
        assert str(chosen.vertex) == wanted


# ---- the real one ----------------------------------------------------------------------------


@needs_gnugo
def test_the_real_gnugo_tells_its_moves_and_dead_stones() -> None:
    position = Position(9)
    for move in ("E5", "C3", "G3"):
        position.play(move)
    adviser = GnuGoAdviser("auto", 5)
    try:
        for _ in range(2):
            adviser.ask(position)
            advice = adviser.advice(60)
            assert advice
            assert all(value > 0 and position.is_legal(move) for move, value in advice.items())
            assert next(iter(advice.values())) == max(advice.values())
            position.play(next(iter(advice)))
        finished = Position.from_diagram(
            """
            . X . X O . O
            X X X X O O .
            . O . X O O O
            X X X X O . O
            X X X X O O O
            . X X X O O .
            X X X X O O O"""
        )
        judgement = adviser.judge(finished)
        assert judgement is not None
        assert {str(stone) for stone in judgement.dead} == {"B5"}
        adviser.ask(finished)
        assert not adviser.advice(60)  # it would pass
    finally:
        adviser.close()


@needs_gnugo
def test_killed_at_twenty_random_moments_the_game_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    """kill -9 of a real GNU Go, in the middle of whatever it does: every move is played, and one line said."""
    rng, over = random.Random(7), threading.Event()
    killed: list[int] = []
    with caplog.at_level(logging.WARNING), create_engine("hybrid", playouts=400, seed=2) as engine:
        assert isinstance(engine, HybridEngine)

        def kill() -> None:
            while not over.is_set() and len(killed) < 20:
                time.sleep(rng.uniform(0.02, 0.3))
                pid = engine.gnugo_pid
                if pid is not None and pid not in killed:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        killed.append(pid)

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            position, moves = Position(9, komi=7.5), 0
            while len(killed) < 20 and moves < 1000:
                report = engine.choose_move(position, may_resign=False)
                position.play(report.vertex)
                moves += 1
                if position.is_over or moves % 40 == 0:
                    position = Position(9, komi=7.5)  # after three failures in a row it is left alone for a game
        finally:
            over.set()
            killer.join()
    assert len(killed) == 20
    assert sum("the search plays on alone" in record.getMessage() for record in caplog.records) == 1
