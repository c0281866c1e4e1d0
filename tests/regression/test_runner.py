"""Running regression tests on our own engine and on other programs."""

import json
import os
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.regression.report import as_dict
from tengen.regression.respondent import OwnEngine, Program, Respondent
from tengen.regression.runner import Outcome, SuiteResult, run_suite
from tengen.regression.suite import load_suite

SUITES = Path(__file__).resolve().parents[3] / "shared" / "suites"
FAKE_ENGINE = Path(__file__).resolve().parents[1] / "wire" / "fake_engine.py"

FILE = """\
boardsize 5
uct_param_player max_games 500
1 query_boardsize
#? [5]
2 query_boardsize
#? [9]
3 query_boardsize
#? [5]*
4 query_boardsize
#? [9]*
5 query_boardsize
#? [!9]
6 go_ladder C4
#? [captured]
7 countlib C3
#? [!0]
"""
OUTCOMES = ["pass", "FAIL", "PASS", "fail", "pass", "private", "FAIL"]


def start() -> Respondent:
    return OwnEngine(create_engine("random", seed=1))


def run(folder: Path, text: str, *only: str, program: str = "") -> SuiteResult:
    path = folder / "some.tst"
    path.write_text(text)
    return run_suite(load_suite(path), (lambda: Program(program)) if program else start, only=only)


def outcomes(result: SuiteResult) -> list[str]:
    return [test.outcome.value for test in result.results]


def fake(*arguments: str) -> str:
    return shlex.join([sys.executable, str(FAKE_ENGINE), *arguments])


def tengen(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tengen", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "140"},
    )


# ---- outcomes --------------------------------------------------------------------------


def test_every_outcome(tmp_path: Path) -> None:
    result = run(tmp_path, FILE)
    assert outcomes(result) == OUTCOMES
    assert result.skipped == Counter(uct_param_player=1)
    assert result.results[1].got == "5"
    assert result.results[6].got.startswith("? vertex must not be empty")  # a refusal is never what was wanted
    assert not result.is_good


def test_only_some_commands_are_judged_but_all_are_sent(tmp_path: Path) -> None:
    text = "boardsize 5\n1 play b C3\n#? []\n2 countlib C3\n#? [4]\n3 name\n#? [Other]"
    result = run(tmp_path, text, "countlib")
    assert [(test.number, test.outcome) for test in result.results] == [(2, Outcome.PASS)]
    assert result.is_good


def test_games_are_looked_for_beside_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.sgf").write_text("(;SZ[9];B[ee];W[cc])")
    monkeypatch.chdir(tmp_path / "games")
    assert outcomes(run(tmp_path, "loadsgf games/one.sgf 2\n1 last_move\n#? [black E5]")) == ["pass"]


def test_without_its_position_a_test_is_not_run(tmp_path: Path) -> None:
    text = "loadsgf missing.sgf\n1 name\n#? [Tengen]\nclear_board\n2 name\n#? [Tengen]"
    result = run(tmp_path, text)
    assert outcomes(result) == ["not run", "pass"]
    assert "line 1: loadsgf missing.sgf: cannot load file" in result.refused[0]
    assert not result.is_good


def test_a_folder_with_a_space_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "my tests"
    folder.mkdir()
    with pytest.raises(TengenError, match="GTP cannot carry the name"):
        run(folder, "loadsgf one.sgf")


def test_each_file_starts_afresh(tmp_path: Path) -> None:
    assert outcomes(run(tmp_path, "boardsize 5\nkomi 3\n1 get_komi\n#? [3]")) == ["pass"]
    assert outcomes(run(tmp_path, "1 query_boardsize\n#? [19]\n2 get_komi\n#? [7.5]")) == ["pass", "pass"]


# ---- programs --------------------------------------------------------------------------


def test_another_program(tmp_path: Path) -> None:
    text = "boardsize 9\n1 name\n#? [Fake]\n2 uct_patterns\n#? []\n3 boardsize 99\n#? []"
    result = run(tmp_path, text, program=fake())
    assert outcomes(result) == ["pass", "private", "FAIL"]
    assert result.results[2].got == "? unacceptable size"
    assert result.crash is None


@pytest.mark.parametrize("mode", ["dying", "wrong-id"])
def test_a_crash_is_told_and_the_rest_of_the_file_not_run(tmp_path: Path, mode: str) -> None:
    text = "1 name\n#? [Fake]\n2 name\n#? [Fake]\nversion\n3 version\n#? [1.0]*"
    result = run(tmp_path, text, program=fake("--mode", mode, "--nth", "3"))  # the first asks for the commands
    assert outcomes(result)[-2:] == ["not run", "not run"]
    assert result.crash
    assert not result.is_good
    if mode == "dying":
        assert outcomes(result)[0] == "pass"
        assert "fatal: the ladder was broken" in result.crash


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TengenError, match="cannot start"):
        run(tmp_path, "1 name\n#? [x]", program="no-such-program-here")


# ---- the command line ------------------------------------------------------------------


def test_a_table_and_the_failing_tests(tmp_path: Path) -> None:
    path = tmp_path / "some.tst"
    path.write_text(FILE)
    answer = tengen("regress", str(path), "--engine", "random")
    assert answer.returncode == 1
    assert "Traceback" not in answer.stderr
    for words in ("expected failures", "failing tests", "query_boardsize", "uct_param_player (1)", "50%"):
        assert words in answer.stdout
    assert answer.stdout.count("query_boardsize") == 1  # the known failure is counted only
    shown = tengen("regress", str(path), "--engine", "random", "--verbose").stdout
    assert "some.tst:3 PASS query_boardsize: 5" in shown
    assert "some.tst:2 FAIL query_boardsize: 5, wanted 9" in shown


def test_json_is_one_object_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "some.tst"
    path.write_text(FILE)
    answer = tengen("regress", str(path), "--engine", "random", "--json", "--verbose")
    told = json.loads(answer.stdout)
    assert answer.returncode == 1
    assert told["good"] is False
    assert told["total"] == {
        "passed": 3,
        "unexpected_passes": 1,
        "failed": 2,
        "expected_failures": 1,
        "private": 1,
        "not_run": 0,
        "rate": 0.5,
    }
    assert [test["outcome"] for test in told["files"][0]["tests"]] == OUTCOMES
    assert told["files"][0]["skipped_commands"] == {"uct_param_player": 1}


def test_nothing_unexpected_is_success(tmp_path: Path) -> None:
    path = tmp_path / "some.tst"
    path.write_text("1 name\n#? [Tengen]\n2 name\n#? [Other]*\n3 go_ladder C4\n#? [escaped]\n")
    answer = tengen("regress", str(path), "--engine", "random")
    assert answer.returncode == 0, answer.stdout


def test_a_run_repeats(tmp_path: Path) -> None:
    path = tmp_path / "some.tst"
    path.write_text("boardsize 9\n" + "\n".join(f"{n} genmove {'bw'[n % 2]}\n#? []" for n in range(6)))
    first, second = (
        [
            test["got"]
            for test in json.loads(tengen("regress", str(path), "--json", "--playouts", "50").stdout)["files"][0][
                "tests"
            ]
        ]
        for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["missing.tst"], "cannot read missing.tst: no such file"),
        (["FILE", "--only", "genmove"], "no test asks 'genmove'"),
        (["FILE", "--engine", "randon"], "did you mean random?"),
        (["FILE", "--program", "no-such-program-here"], "cannot start no-such-program-here"),
        (["FILE", "--program", "gnugo", "--playouts", "3"], "--playouts, --time and --set are for our own engine"),
    ],
)
def test_bad_usage_is_one_clear_line(tmp_path: Path, arguments: list[str], words: str) -> None:
    path = tmp_path / "some.tst"
    path.write_text(FILE)
    for form in ([], ["--json"]):
        answer = tengen("regress", *(str(path) if word == "FILE" else word for word in arguments), *form)
        assert answer.returncode == 2
        assert words in answer.stderr
        assert answer.stderr.count("\n") == 1
        assert answer.stdout == ""


# ---- real suites -----------------------------------------------------------------------


def suite_file(name: str) -> Path:
    path = SUITES / name
    if not path.exists():
        pytest.skip(f"the test suite {path} is missing")
    return path


def test_fuegos_repetition_suite() -> None:
    result = run_suite(load_suite(suite_file("fuego/repetition.tst")), start)
    assert outcomes(result) == ["pass"] * 15
    assert result.is_good
    assert result.skipped == Counter()


def test_every_suite_can_be_read() -> None:
    suite_file("fuego")
    suites = [load_suite(path) for path in sorted(SUITES.glob("*/*.tst"))]
    assert sum(len(suite.tests) for suite in suites) > 1500
    told = as_dict([SuiteResult(suite.path) for suite in suites])
    assert len(told["files"]) == len(suites)


def test_fuegos_playout_patterns() -> None:
    """MoGo's own examples."""
    result = run_suite(load_suite(suite_file("fuego/uct_basics.tst")), start, only=["uct_patterns"])
    assert [test.outcome for test in result.results] == [Outcome.PASS] * 11
