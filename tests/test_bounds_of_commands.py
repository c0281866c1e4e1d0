"""Numbers without measure on the command line, in GTP, in conditions: each is refused in a sentence."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.cli import command_line, main
from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.lab.conditions import Conditions
from tengen.lab.statistics import SequentialTest
from tengen.protocols.gtp.session import GtpSession
from tengen.records import GameRecord, loads
from tengen.search.clock import Clock

WILD = (1e300, -1e300, math.inf, -math.inf, math.nan)


@pytest.mark.parametrize("points", [*WILD, 361.5, -362])
def test_a_komi_beyond_the_board_is_refused_wherever_it_comes_from(points: float) -> None:
    record = GameRecord(9)
    position = Position(9)
    ways: list[Callable[[], Any]] = [
        lambda: Position(9, komi=points),
        lambda: setattr(position, "komi", points),
        lambda: setattr(record, "komi", points),
        lambda: GameRecord(9, komi=points),
        lambda: Ruleset.named("chinese").changed(komi=points),
        lambda: Conditions(komi=points),
        lambda: Conditions.from_definition({"komi": points}),
    ]
    for way in ways:
        with pytest.raises(TengenError, match=r"a komi of .* is not possible: give points for White, -361 to 361"):
            way()
    assert (position.komi, record.komi) == (7.5, 7.5)


@pytest.mark.parametrize("option", ["1e300", "inf", "nan"])
def test_a_komi_of_the_command_line_is_refused_in_a_sentence(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tengen", "analyze", "E5 C3", "--size", "5", "--komi", option, "--playouts", "20"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith(f"tengen: a komi of {float(option):g} is not possible")


@pytest.mark.parametrize(
    "text", ["KM[99999]", "KM[1e300]", "KM[-inf]", "KM[99999999999999999999]", "HA[9999999]", "HA[-3]"]
)
def test_sgf_files_with_such_numbers_are_read_with_the_usual_ones(text: str) -> None:
    record = loads(f"(;GM[1]SZ[9]{text};B[ee])")
    assert (record.position().komi, record.handicap) == (7.5, 0)
    assert record.warnings


GTP = [
    "komi {}",
    "time_settings {} 0 0",
    "time_settings 0 {} 1",
    "time_settings 0 5 {}",
    "kgs-time_settings byoyomi {} 5 2",
    "kgs-time_settings byoyomi 0 5 {}",
    "kgs-time_settings canadian 5 5 {}",
    "kata-time_settings fischer 5 {}",
    "kata-time_settings fischer {} 5",
    "kata-time_settings fischer-capped 5 1 1 {}",
    "time_left b {} 0",
    "time_left b {} 3",
    "time_left b 5 {}",
    "lz-analyze {}",
    "kata-analyze b 10 maxmoves {}",
    "lz-analyze 10 avoid b A1 {}",
    "tengen-dump_tree {} {}",
    "fixed_handicap {}",
    "place_free_handicap {}",
    "boardsize {}",
    "gg-undo {}",
    "tengen-set expand_after {}",
    "tengen-set rave_equivalence {}",
    "tengen-set memory {}",
    "tengen-set level {}@{}",
]


@pytest.mark.parametrize("command", GTP)
def test_gtp_answers_any_number_and_still_finds_a_move(command: str) -> None:
    settings = {"memory": 2, "playout": "light"}
    with create_engine("mcts", seed=1, playouts=20, settings=settings) as engine:
        session = GtpSession(engine, size=5)
        for number in ("1e300", "-1e300", "inf", "nan", "99999999999", "99999999999999999999", "-1", "0", "1e-300"):
            answer = session.answer(command.format(number, number))
            assert answer[0] in "=?"
            assert "internal error" not in answer
            session.answer("clear_board")
            assert session.answer("genmove b").startswith("= ")


@pytest.mark.parametrize(
    "wild",
    [
        {"move_timeout": 1e300},
        {"move_timeout": math.inf},
        {"start_timeout": 1e9},
        {"start_timeout": math.nan},
        {"max_moves": 10**30},
        {"main_time": 1e300},
        {"period": math.inf, "periods": 1},
        {"period": 5, "periods": 10**12},
        {"period": 5, "stones": 10**12},
        {"main_time": 5, "increment": math.nan},
    ],
)
def test_conditions_have_bounds(wild: dict[str, Any]) -> None:
    with pytest.raises(TengenError):
        Conditions(**wild)
    with pytest.raises(TengenError):
        Conditions.from_definition(wild)


def test_clocks_and_tests_have_bounds() -> None:
    with pytest.raises(TengenError, match="nor more than 1,000,000"):
        Clock(period=5, stones=1_000_001)
    for wild in WILD:
        with pytest.raises(TengenError, match="elo0 has to be less than elo1, both from -10000 to 10000"):
            SequentialTest(0, wild)


@pytest.mark.parametrize("option", ["--threads", "--memory", "--games"])
@pytest.mark.parametrize("number", ["0", "-1", "99999999999"])
def test_the_server_is_not_started_without_measure(option: str, number: str, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    done = CliRunner().invoke(command_line(), ["web", "--no-browser", "--folder", str(tmp_path), option, number])
    assert isinstance(done.exception, TengenError)
    assert f"{option} {number} is not possible: choose 1 to " in str(done.exception)
