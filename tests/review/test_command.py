"""`tengen review` as a person types it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli import command_line
from tengen.errors import TengenError

GOOD = "(;SZ[5]PB[Ann]PW[<Bob>];B[cc];W[cb];B[dc])"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "older").mkdir(parents=True)
    (folder / "one.sgf").write_text(GOOD)
    (folder / "older" / "one.sgf").write_text(GOOD.replace("dc", "bc"))
    (folder / "two.SGF").write_text(GOOD + GOOD)
    (folder / "broken.sgf").write_text("(;SZ[5];B[zz])")
    (folder / "huge.sgf").write_text("(;SZ[25];B[aa])")
    (folder / "notes.txt").write_text("not a game")
    return folder


def test_a_folder_with_broken_files(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    answer = CliRunner().invoke(
        command_line(), ["review", str(games), "--out", str(out), "--playouts", "30", "--seed", "1"]
    )
    assert answer.exit_code == 1
    assert "'zz' is not a point of the 5x5 board" in answer.stderr
    assert "SZ[25] is not possible" in answer.stderr
    names = {path.name for path in out.glob("*.html")}
    assert names == {"one.html", "one-2.html", "two-1.html", "two-2.html", "index.html"}
    index = (out / "index.html").read_text()
    assert all(f'href="{name}"' in index for name in names - {"index.html"})
    assert "&lt;Bob&gt;" in index
    assert "SZ[25]" in index
    assert "Ann" in answer.stdout
    assert str(out / "index.html") in answer.stdout


def test_json_is_one_object_and_nothing_else(games: Path, tmp_path: Path) -> None:
    arguments = ["review", str(games / "one.sgf"), "--out", str(tmp_path / "out"), "--playouts", "30", "--seed", "1"]
    answer = CliRunner().invoke(command_line(), [*arguments, "--json", "--moves", "2:3", "--komi", "0.5"])
    assert answer.exit_code == 0
    (game,) = json.loads(answer.stdout)["games"]
    assert (game["name"], game["komi"], game["black"]) == ("one", 0.5, "Ann")
    assert [move["winrate_lost"] is None for move in game["moves"]] == [True, False, False]
    assert answer.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["{games}", "--out", "{games}"], "would overwrite"),
        (["{games}/one.sgf", "--moves", "x:3"], "write 20:80"),
        (["{games}/one.sgf", "--moves", "5:3"], "has no moves"),
        (["{games}/one.sgf", "--threshold", "0"], "give a threshold"),
        (["{games}/one.sgf", "--points", "-1"], "give a number"),
        (["{out}/empty"], "has no files that end in .sgf"),
        (["{games}/one.sgf", "--out", "{games}/notes.txt"], "cannot be made"),
        (["{games}/one.sgf", "--rules", "house"], "no rules are called"),
        (["{games}/one.sgf", "--set", "colour=red"], "no setting"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(games: Path, tmp_path: Path, arguments: list[str], words: str) -> None:
    (tmp_path / "empty").mkdir()
    filled = [text.format(games=games, out=tmp_path) for text in arguments]
    if "--out" not in filled:
        filled += ["--out", str(tmp_path / "out")]
    answer = CliRunner().invoke(command_line(), ["review", *filled, "--playouts", "20"])
    told = f"{answer.exception}\n{answer.stderr}"
    assert answer.exit_code != 0
    assert words in told
    if "not reviewed" not in answer.stderr:
        assert isinstance(answer.exception, TengenError)
    assert (games / "one.sgf").read_text() == GOOD


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    answer = CliRunner().invoke(command_line(), ["review", str(tmp_path / "no.sgf"), "--out", str(tmp_path / "out")])
    assert answer.exit_code == 1
    assert "there is no such file" in answer.stderr
