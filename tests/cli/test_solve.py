"""`tengen solve` as a person types it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli import command_line

PROBLEM = "(;GM[1]SZ[9]AB[ac][bc][cc][dc][ec][eb][ea]AW[ab][bb][cb][db][da]PL[B];B[ba];W[aa])"


@pytest.fixture
def problem(tmp_path: Path) -> str:
    path = tmp_path / "problem.sgf"
    path.write_text(PROBLEM)
    return str(path)


def solve(*arguments: str) -> str:
    answer = CliRunner().invoke(command_line(), ["solve", *arguments])
    assert answer.exit_code == 0, answer.exception
    return answer.stdout


def test_a_problem_is_solved_before_its_first_move(problem: str) -> None:
    told = solve(problem, "--network", "no", "--time", "20")
    assert "B9 takes White's 5 stones at A8, by a nakade (proved;" in told
    assert "If White moves first (B9): alive with two eyes." in told


def test_stones_are_asked_about_for_both_sides_moving_first(problem: str) -> None:
    told = solve(problem, "--stones", "A8", "--time", "20")
    assert "Black first, B9: White's 5 stones at A8: taken" in told
    assert "White first, B9: White's 5 stones at A8: alive with two eyes" in told


def test_programs_get_json(problem: str) -> None:
    told = json.loads(solve(problem, "--network", "no", "--json", "--time", "20"))
    assert (told["move"], told["proved"]) == ("B9", True)
    assert told["fights"][0]["mine"]["outcome"] == "dead"
    assert told["fights"][0]["theirs"]["outcome"] == "alive"
    assert "B9" in told["fights"][0]["mine"]["arena"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["--stones", "J9"], "there is no stone at J9"), (["--time", "0"], "choose more than 0 seconds")],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(problem: str, arguments: list[str], sentence: str) -> None:
    answer = CliRunner().invoke(command_line(), ["solve", problem, *arguments])
    assert answer.exit_code != 0
    assert sentence in str(answer.exception)
