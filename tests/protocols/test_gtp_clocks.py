"""Clocks over GTP: every way in which clients tell the time, and that it reaches the engine."""

import time
from dataclasses import dataclass

import pytest

from tengen.engines import create_engine
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.interface import Engine
from tengen.engines.move_report import MoveReport
from tengen.engines.request import Limit, MoveRequest
from tengen.game.position import Position
from tengen.game.vertex import PASS
from tengen.protocols.gtp.session import GtpSession
from tengen.search.clock import Clock
from tengen.search.time_control import allot
from tengen.wire.syntax import parse_response


@dataclass(frozen=True)
class NoParameters:
    """Nothing to set."""


class Recorder(Engine):
    """Passes, and remembers how long it was allowed to think.

    It thinks `takes` seconds on the clock of `now`, or all that it is allowed to.
    """

    name = "recorder"
    default_parameters = NoParameters()
    limit: Limit | None = None
    takes: float | None = 0.0
    now: float = 0.0

    def choose(self, request: MoveRequest) -> MoveReport:
        position, limit = request.position, request.limit
        self.limit = limit
        if self.takes is not None:
            self.now += self.takes
        elif limit.clock is not None:
            stones = min(70, len(position.moves))
            self.now += allot(limit.clock, len(position.moves), position.size**2, position.size**2 - stones).maximum
        return MoveReport(position.to_play, PASS, self.name)

    def judge(self, position: Position) -> Judgement:
        return Judgement.of(position, frozenset(), frozenset())


@pytest.fixture
def session() -> GtpSession:
    return GtpSession(Recorder(), size=9)


def run(session: GtpSession, *lines: str) -> str:
    """The answer to the last of some lines, all of which succeed."""
    responses = [parse_response(session.answer(line)) for line in lines]
    assert all(response.success for response in responses), responses
    return responses[-1].text


def clock_given(session: GtpSession, color: str = "b") -> Clock | None:
    """The clock with which the engine is asked for a move."""
    run(session, f"reg_genmove {color}")
    assert isinstance(session.engine, Recorder)
    assert session.engine.limit is not None
    return session.engine.limit.clock


SETTINGS = [
    # GTP 2, section 4.2
    ("time_settings 300 0 0", Clock(main=300)),
    ("time_settings 300 60 25", Clock(main=300, period=60, stones=25)),
    ("time_settings 0 30 1", Clock(period=30, stones=1)),
    ("time_settings 0 1 0", None),  # overtime for no stones: no limit
    ("time_settings 1 1 0", None),  # the same, as q5Go sends it
    ("time_settings 7.5 0 0", Clock(main=7.5)),
    # KGS
    ("kgs-time_settings none", None),
    ("kgs-time_settings absolute 300", Clock(main=300)),
    ("kgs-time_settings byoyomi 300 30 5", Clock(main=300, period=30, periods=5)),
    ("kgs-time_settings canadian 300 60 25", Clock(main=300, period=60, stones=25)),
    # KataGo, as gtp2ogs uses it
    ("kata-time_settings none", None),
    ("kata-time_settings absolute 300", Clock(main=300)),
    ("kata-time_settings byoyomi 300 30 5", Clock(main=300, period=30, periods=5)),
    ("kata-time_settings canadian 300 60 25", Clock(main=300, period=60, stones=25)),
    ("kata-time_settings fischer 300 10", Clock(main=300, increment=10)),
    ("kata-time_settings fischer-capped 300 10 600 -1", Clock(main=300, increment=10)),
]


@pytest.mark.parametrize(("line", "clock"), SETTINGS)
def test_settings_reach_the_engine_for_both_players(session: GtpSession, line: str, clock: Clock | None) -> None:
    run(session, "time_settings 1234 0 0", line)
    assert clock_given(session, "b") == clock_given(session, "w") == clock


def test_without_settings_there_is_no_clock(session: GtpSession) -> None:
    assert clock_given(session) is None


@pytest.mark.parametrize("command", ["genmove b", "reg_genmove b", "kgs-genmove_cleanup b"])
def test_every_kind_of_genmove_is_timed(session: GtpSession, command: str) -> None:
    run(session, "time_settings 60 0 0", command)
    assert isinstance(session.engine, Recorder)
    assert session.engine.limit == Limit(clock=Clock(main=60))


def test_every_time_system_that_is_listed_is_understood(session: GtpSession) -> None:
    kinds = {line.split()[1] for line, _ in SETTINGS if line.startswith("kata-")}
    assert set(run(session, "kata-list_time_settings").split()) == kinds


TIME_LEFT = [
    ("time_settings 300 0 0", "time_left b 120 0", Clock(main=120)),
    ("time_settings 300 60 25", "time_left b 120 0", Clock(main=120, period=60, stones=25)),
    ("time_settings 300 60 25", "time_left b 45 17", Clock(period=45, stones=17)),
    ("kgs-time_settings byoyomi 300 30 5", "time_left b 120 0", Clock(main=120, period=30, periods=5)),
    ("kgs-time_settings byoyomi 300 30 5", "time_left b 30 3", Clock(period=30, periods=3)),
    ("kata-time_settings fischer 300 10", "time_left b 42 0", Clock(main=42, increment=10)),
    ("time_settings 300 0 0", "time_left b 0 0", Clock()),
    ("time_settings 300 0 0", "time_left b -2 0", Clock()),  # the flag has fallen
]


@pytest.mark.parametrize(("settings", "left", "clock"), TIME_LEFT)
def test_what_is_left_is_one_players(session: GtpSession, settings: str, left: str, clock: Clock) -> None:
    """Stones are Canadian stones, but periods under byoyomi; none of them means main time."""
    run(session, settings)
    full = clock_given(session, "w")
    run(session, left)
    assert clock_given(session, "b") == clock
    assert clock_given(session, "w") == full


def test_time_left_without_settings_is_taken_at_its_word(session: GtpSession) -> None:
    run(session, "time_left w 30 0")
    assert clock_given(session, "w") == Clock(main=30)
    assert clock_given(session, "b") is None


def test_settings_may_change_in_the_middle_of_a_game(session: GtpSession) -> None:
    """gtp2ogs sends them again before every move."""
    run(session, "time_settings 300 0 0", "play b E5", "time_left w 9 0", "time_settings 0 30 1")
    assert clock_given(session, "w") == Clock(period=30, stones=1)


def test_settings_outlive_the_game(session: GtpSession) -> None:
    run(session, "time_settings 300 0 0", "boardsize 13", "clear_board")
    assert clock_given(session) == Clock(main=300)


@pytest.mark.parametrize(
    "line",
    [
        "time_settings -1 0 0",
        "time_settings 60 -1 1",
        "time_settings 60 10 -1",
        "time_settings 60 10 1.5",
        "time_settings nan 0 0",
        "time_settings inf 0 0",
        "time_settings 1e300 0 0",
        "time_settings sixty 0 0",
        "time_left b 10 -1",
        "time_left b soon 0",
        "time_left x 10 0",
        "time_left b 1e300 0",
        "kgs-time_settings sudden_death 10",
        "kgs-time_settings absolute",
        "kgs-time_settings byoyomi 10 10",
        "kgs-time_settings byoyomi 10 10 -3",
        "kgs-time_settings canadian 10 10 many",
        "kata-time_settings fischer 10",
        "kata-time_settings fischer 10 -5",
        "kata-time_settings fischer-capped 10 5",
    ],
)
def test_no_time_changes_no_clock(session: GtpSession, line: str) -> None:
    run(session, "time_settings 60 10 5", "time_left b 50 0")
    response = parse_response(session.answer(line))
    assert not response.success
    assert "internal error" not in response.text
    assert clock_given(session, "b") == Clock(main=50, period=10, stones=5)
    assert clock_given(session, "w") == Clock(main=60, period=10, stones=5)


def test_the_cap_on_a_single_move_is_kept(session: GtpSession) -> None:
    """The fourth number of fischer-capped is KataGo's limit for one move; negative is none."""
    run(session, "kata-time_settings fischer-capped 600 20 900 5")
    clock = clock_given(session)
    assert clock is not None
    assert allot(clock, 0, 81, 81).maximum == 5


def test_no_move_is_given_more_time_than_is_left(session: GtpSession) -> None:
    for line, left in [
        ("time_left b 2 0", 2.0),
        ("kgs-time_settings byoyomi 0 5 1", 5.0),
        ("time_settings 0 10 1", 10.0),
        ("kata-time_settings fischer 3 10", 3.0),
    ]:
        run(session, line)
        clock = clock_given(session)
        assert clock is not None
        assert 0 < allot(clock, 80, 81, 1).maximum < left


def test_an_engine_keeps_to_its_clock() -> None:
    with create_engine("montecarlo", seed=1) as engine:
        session = GtpSession(engine, size=9)
        run(session, "time_settings 10 0 0", "genmove b")
        began = time.monotonic()
        run(session, "genmove w")
        assert time.monotonic() - began < 8
        assert session.last_report is not None
        assert session.last_report.seconds > 0.1  # and uses it: half a share of 8 seconds for 30 moves


# ---- controllers that send the settings alone ----------------------------------------------------------


@pytest.fixture
def recorder(session: GtpSession, monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """The engine of the session, which has its own time."""
    engine = session.engine
    assert isinstance(engine, Recorder)
    monkeypatch.setattr("tengen.play.clocks.time.monotonic", lambda: engine.now)
    return engine


@pytest.mark.parametrize(
    ("line", "takes", "clocks"),
    [
        ("time_settings 10 0 0", 4, [Clock(main=10), Clock(main=6), Clock(main=2), Clock()]),
        ("kata-time_settings fischer 10 1", 4, [Clock(main=main, increment=1) for main in (10, 7, 4, 1)]),
        (
            "time_settings 10 9 3",
            4,
            [
                *(Clock(main=main, period=9, stones=3) for main in (10, 6, 2)),
                Clock(period=7, stones=2),
                Clock(period=3, stones=1),
                Clock(period=9, stones=3),
            ],
        ),
        (
            "kgs-time_settings byoyomi 10 5 3",
            7,
            [
                *(Clock(main=main, period=5, periods=3) for main in (10, 3, 0)),
                Clock(period=5, periods=2),
                Clock(period=5, periods=1),
            ],
        ),
    ],
)
def test_the_session_keeps_the_clock_itself(
    session: GtpSession, recorder: Recorder, line: str, takes: float, clocks: list[Clock]
) -> None:
    recorder.takes = takes
    run(session, line)
    for clock in clocks:
        assert clock_given(session, "b") == clock
        assert clock_given(session, "w") == clocks[0]  # who has not moved has lost no time
        run(session, "genmove b", "play w pass", "undo", "undo")


def test_what_the_controller_says_goes_before_what_was_counted(session: GtpSession, recorder: Recorder) -> None:
    recorder.takes = 4
    run(session, "time_settings 60 0 0", "genmove b", "time_left b 59 0")
    assert clock_given(session) == Clock(main=59)
    run(session, "genmove b")
    assert clock_given(session) == Clock(main=55)
    run(session, "time_settings 20 0 0")
    assert clock_given(session) == Clock(main=20)


def test_a_new_game_begins_with_a_full_clock(session: GtpSession, recorder: Recorder) -> None:
    recorder.takes = 4
    for line in ("clear_board", "boardsize 9"):
        run(session, "time_settings 60 0 0", "genmove b", "genmove w", line)
        assert clock_given(session, "b") == clock_given(session, "w") == Clock(main=60)


def test_a_move_that_is_not_played_costs_no_time(session: GtpSession, recorder: Recorder) -> None:
    recorder.takes = 4
    run(session, "time_settings 60 0 0", "reg_genmove b", "reg_genmove b")
    assert clock_given(session) == Clock(main=60)
    run(session, "kgs-genmove_cleanup b")
    assert clock_given(session) == Clock(main=56)


def test_time_left_without_settings_runs_down_too(session: GtpSession, recorder: Recorder) -> None:
    recorder.takes = 4
    run(session, "time_left b 30 0", "genmove b")
    assert clock_given(session, "b") == Clock(main=26)
    assert clock_given(session, "w") is None
    run(session, "time_left b 30 5", "genmove b")
    assert clock_given(session, "b") == Clock(period=26, stones=4)


def test_the_longest_clock_goes_on(session: GtpSession, recorder: Recorder) -> None:
    run(session, "kata-time_settings fischer 1000000000 10", "genmove b", "genmove b")
    assert clock_given(session) == Clock(main=1e9, increment=10)


def test_ten_seconds_last_a_game_though_nobody_tells_what_is_left(session: GtpSession, recorder: Recorder) -> None:
    """Every move takes all the time it may."""
    recorder.takes = None
    run(session, "time_settings 10 0 0")
    for _ in range(60):
        run(session, "genmove b", "play w pass")
    assert 5 < recorder.now < 10


def test_canadian_periods_are_not_overstepped_though_nobody_tells_what_is_left(
    session: GtpSession, recorder: Recorder
) -> None:
    recorder.takes = None
    run(session, "time_settings 0 5 10")
    for _ in range(5):
        began = recorder.now
        for _ in range(10):
            run(session, "genmove b", "play w pass")
        assert 4 < recorder.now - began < 5
