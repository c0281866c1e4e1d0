"""The flat Monte Carlo engine: what a beginner's beginner should see, and how it keeps to its limits."""

import random
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from tengen.engines import create_engine
from tengen.engines.candidates import sensible_moves
from tengen.engines.request import Limit
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.clock import Clock

CAPTURE_FIVE = """
    . . . . . . .
    . X X X X X .
    X O O O O O .
    . X X X X X .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""


@pytest.mark.parametrize(("shared", "mover"), [("yes", "black"), ("no", "black"), ("yes", "white")])
def test_the_urgent_point_is_found_by_either_side(shared: str, mover: str) -> None:
    """Black captures five stones at G5; White saves them there."""
    engine = create_engine("montecarlo", playouts=10_000, seed=3, settings={"all_moves_as_first": shared})
    report = engine.choose_move(Position.from_diagram(CAPTURE_FIVE, mover, komi=9.5))
    assert str(report.vertex) == "G5"
    assert report.playouts == 10_000


def test_the_opponents_moves_count_with_the_opposite_result() -> None:
    """McGnuGo 3.2: a game is counted for every point that either side played on first, so none is counted for fewer."""
    position = Position.from_diagram(CAPTURE_FIVE, komi=9.5)
    found = {}
    for others in ("no", "yes"):
        settings = {"opponents_moves": others}
        report = create_engine("montecarlo", playouts=2000, seed=3, settings=settings).choose_move(position)
        found[others] = {move.vertex: move for move in report.candidates}
    own, both = found["no"][Vertex.parse("D1")], found["yes"][Vertex.parse("D1")]
    assert own.amaf is not None
    assert both.amaf is not None
    assert 500 < own.amaf_visits < 1500 < both.amaf_visits <= 2000
    # A point that changes nothing: who wins after Black's move there loses nothing by White's.
    games, wins = both.amaf_visits - own.amaf_visits, both.amaf * both.amaf_visits - own.amaf * own.amaf_visits
    assert wins / games == pytest.approx(1 - own.amaf, abs=0.1)


def test_counting_the_opponents_moves_needs_all_moves_as_first() -> None:
    with pytest.raises(TengenError, match="all_moves_as_first"):
        create_engine("montecarlo", settings={"opponents_moves": "yes", "all_moves_as_first": "no"})
    engine = create_engine("montecarlo", settings={"opponents_moves": "yes"})
    with pytest.raises(TengenError, match="all_moves_as_first"):
        engine.change_settings({"all_moves_as_first": "no"})
    assert engine.settings()["all_moves_as_first"] is True


def test_a_report_tells_what_was_thought() -> None:
    position = Position.from_diagram(CAPTURE_FIVE, komi=0)
    report = create_engine("montecarlo", playouts=1000, seed=3).choose_move(position)
    assert report.color is BLACK
    assert report.winrate is not None
    assert report.winrate > 0.9
    assert report.candidates[0].vertex == report.vertex
    rates = [candidate.winrate for candidate in report.candidates]
    assert rates == sorted(rates, reverse=True)
    assert sum(candidate.visits for candidate in report.candidates) == 1000
    assert set(report.ownership) == set(position.vertices())
    assert report.ownership[Vertex.parse("A5")] > 0.5  # the stone that will live
    plain = report.to_dict()
    assert plain["vertex"] == "G5"
    assert plain["search"]["moves"][0]["variation"] == ["G5"]


def test_the_position_is_left_alone() -> None:
    position = Position(9)
    position.play("E5")
    before = position.copy()
    create_engine("montecarlo", playouts=300, seed=1).choose_move(position)
    assert position == before
    assert position.moves == before.moves


def play_some(threads: int, seed: int) -> list[str]:
    position = Position(9)
    engine = create_engine("montecarlo", playouts=600, threads=threads, seed=seed)
    for _ in range(12):
        position.play(engine.choose_move(position).vertex)
    return [str(move) for move in position.moves]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_repeats_the_game(threads: int) -> None:
    assert play_some(threads, seed=5) == play_some(threads, seed=5)
    assert play_some(threads, seed=5) != play_some(threads, seed=6)


def test_the_signature_of_a_short_game() -> None:
    """One thread, fixed playouts, a seed: the same game on every machine, asserted as a figure."""
    assert play_some(1, seed=20) == SIGNATURE


SIGNATURE = ["B D4", "W B4", "B D2", "W F2", "B E6", "W E4", "B D5", "W D3", "B E3", "W F3", "B G4", "W C3"]


def test_passes_when_the_opponent_passed_and_the_game_is_won() -> None:
    position = Position.from_diagram(
        """
        . X . X O
        X X X X O
        X X X X O
        X X X O O
        X . X O .""",
        "black",
        komi=0.5,
    )
    position.play("pass", "white")
    assert create_engine("montecarlo", playouts=200, seed=1).choose_move(position).vertex == PASS


def test_plays_on_when_the_opponent_passed_but_is_ahead() -> None:
    position = Position(5, komi=24.5)
    position.play("pass", "white")
    position.to_play = BLACK
    assert create_engine("montecarlo", playouts=200, seed=1).choose_move(position).vertex != PASS


def test_does_not_play_in_settled_territory() -> None:
    """Everything is unconditionally alive but the dame at C3: nobody has another sensible move."""
    position = Position.from_diagram(
        """
        . X . X O . O
        X X X X O O .
        X X X X O O O
        X X X X O O O
        X X . . O O O
        . X X X O O .
        X X X . O . O""",
        komi=0,
    )
    for color in (BLACK, WHITE):
        position.to_play = color
        report = create_engine("montecarlo", playouts=500, seed=2, settings={"resign_below": "0"}).choose_move(position)
        assert str(report.vertex) in {"D3", "C3", "D1", "pass"}


def test_resigns_only_when_hopeless() -> None:
    lost = Position(5, komi=-40)
    lost.to_play = WHITE
    engine = create_engine("montecarlo", playouts=3000, seed=1, settings={"resign_below": "0.01"})
    assert engine.choose_move(lost).vertex.is_resign
    engine.change_settings({"resign_below": "0"})
    assert not engine.choose_move(lost).vertex.is_resign


def test_never_moves_against_superko() -> None:
    """Over many random-looking games every chosen move is legal under positional superko."""
    engine = create_engine("montecarlo", playouts=30, seed=4)
    for size in (3, 4, 5):
        position = Position(size, rules="tromp-taylor", komi=0.5)
        while not position.is_over and position.move_number < 150:
            report = engine.choose_move(position)
            if report.vertex.is_resign:
                break
            position.play(report.vertex)
        assert position.move_number > 3


def test_seconds_are_kept() -> None:
    engine = create_engine("montecarlo", seed=1)
    engine.choose_move(Position(9), Limit(playouts=1))  # load the compiled code
    began = time.monotonic()
    report = engine.choose_move(Position(19), Limit(seconds=0.3))
    assert 0.25 < time.monotonic() - began < 5.0
    assert report.playouts > 10


def test_a_clock_is_kept() -> None:
    engine = create_engine("montecarlo", seed=1)
    engine.choose_move(Position(9), Limit(playouts=1))  # load the compiled code
    began = time.monotonic()
    engine.choose_move(Position(9), Limit(clock=Clock(main=60)))
    assert time.monotonic() - began < 30.0


def test_a_judgement_under_time_pressure_is_short() -> None:
    """On 19x19, crowded and under territory rules, with hardly any time left."""
    position = Position(19, rules="japanese")
    generator = random.Random(1)
    for _ in range(260):
        position.play(generator.choice(sensible_moves(position) or [PASS]))
    engine = create_engine("montecarlo", seed=1)
    engine.choose_move(position, Limit(playouts=1))
    hurried = min(timed(lambda: engine.choose_move(position, Limit(clock=Clock(main=0.2)))) for _ in range(5))
    assert hurried < min(timed(lambda: engine.judge(position)) for _ in range(2)) / 2


def timed(think: Callable[[], object]) -> float:
    began = time.monotonic()
    think()
    return time.monotonic() - began


def test_stop_ends_a_long_think() -> None:
    engine = create_engine("montecarlo", seed=1)
    timer = threading.Timer(0.3, engine.stop)
    timer.start()
    began = time.monotonic()
    report = engine.choose_move(Position(9), Limit(seconds=60))
    assert time.monotonic() - began < 30
    assert report.vertex.is_on(9)


def test_cleanup_takes_dead_stones_and_then_passes() -> None:
    """Black's stone at E5 is dead in White's corner; White captures it before passing."""
    position = Position.from_diagram(
        """
        . X . X O . X
        X X X X O . .
        X X X X O O O
        X X X X O O .
        X X X X O O O
        . X X X O . O
        X X X X O O O""",
        "white",
    )
    engine = create_engine("montecarlo", playouts=500, seed=1)
    dead = Vertex.parse("G7")
    assert engine.judge(position).dead == {dead}
    for _ in range(4):
        report = engine.choose_move(position, cleanup=True)
        if report.vertex.is_pass:
            break
        position.play(report.vertex, "white")
        position.play("pass", "black")
    assert report.vertex.is_pass
    assert position[dead] is not BLACK
    assert position.captures("white") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"playouts": 0}, "playouts 0"),
        ({"playouts": 10**12}, "playouts 1e+12"),
        ({"seconds": -1.0}, "seconds -1"),
        ({"threads": 0}, "threads 0"),
        ({"settings": {"resign_below": "2"}}, "resign_below=2"),
        ({"settings": {"all_moves_as_first": "perhaps"}}, "write yes or no"),
        ({"settings": {"speed": "9"}}, "no setting 'speed'"),
    ],
)
def test_absurd_options_are_refused_in_words(options: dict[str, Any], words: str) -> None:
    with pytest.raises(TengenError, match=r"possible|no setting") as caught:
        create_engine("montecarlo", **options)
    assert words in str(caught.value)


def test_unknown_engine() -> None:
    with pytest.raises(TengenError, match="did you mean montecarlo"):
        create_engine("montecarl")


def test_settings_may_be_values_or_text() -> None:
    by_value = create_engine("montecarlo", settings={"all_moves_as_first": False, "resign_below": 0.1})
    by_text = create_engine("montecarlo", settings={"all_moves_as_first": "no", "resign_below": "0.1"})
    assert by_value.parameters == by_text.parameters


def test_a_playout_policy_can_be_changed_between_moves() -> None:
    engine = create_engine("montecarlo", playouts=200, seed=1)
    engine.change_settings({"playout": "atari,capture:0.5"})
    assert engine.settings()["playout"] == "atari,capture:0.5"
    engine.choose_move(Position(9))
    with pytest.raises(TengenError, match="no playout rule is called 'luck'"):
        engine.change_settings({"playout": "luck"})
    assert engine.settings()["playout"] == "atari,capture:0.5"


@pytest.mark.parametrize("limit", [{"playouts": 0}, {"playouts": -5}, {"seconds": 0.0}, {"seconds": -1.0}])
def test_impossible_limits_are_refused(limit: dict[str, Any]) -> None:
    with pytest.raises(TengenError, match="not possible"):
        Limit(**limit)


def test_a_stop_before_the_move_still_gives_a_move_and_is_then_forgotten() -> None:
    engine = create_engine("montecarlo", playouts=5000, seed=1)
    engine.stop()
    hurried = engine.choose_move(Position(9))
    assert 0 < hurried.playouts < 5000
    assert engine.choose_move(Position(9)).playouts == 5000
