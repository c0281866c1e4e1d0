"""`tengen book …` as a person meets it: in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.books import Book
from tengen.game.position import Position

COMMAND = [sys.executable, "-m", "tengen"]


def tengen(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Three games on 9x9 that begin in the centre, and one that is no game."""
    folder = tmp_path / "my games"
    folder.mkdir()
    for number, (result, year) in enumerate((("B+R", 1998), ("W+2.5", 2004), ("W+R", 2010))):
        (folder / f"{number}.sgf").write_text(f"(;SZ[9]RE[{result}]DT[{year}];B[ee];W[gc];B[cc])")
    (folder / "twice.sgf").write_text("(;SZ[9]DT[2019];B[ee];W[gc];B[gc])")
    (folder / "rubbish.sgf").write_text("no game")
    return folder


@pytest.fixture
def book(tmp_path: Path) -> Path:
    Book.from_lines(["9 | E5", "9 E5 | G7 C4"]).save(tmp_path / "mine.dat")
    return tmp_path / "mine.dat"


def test_games_become_a_book(games: Path, tmp_path: Path) -> None:
    done = tengen(tmp_path, "book", "learn", str(games), "--out", "mine.book", "--moves", "2", "--least", "2")
    assert done.returncode == 0, done.stderr
    for words in (
        "Games: 4 on 9x9.",
        "Known: 2 positions, 2 moves.",
        "1 left out (1 broken), such as rubbish.sgf",
        "Use it with --set book=mine.book",
    ):
        assert words in done.stdout
    known = Book.open(tmp_path / "mine.book").find(Position(9))
    assert known is not None
    assert str(known) == "E5: 4 games, 33 %, 1998–2019"
    told = tengen(tmp_path, "book", "learn", str(games), "--moves", "3", "--least", "1", "--json")
    facts = json.loads(told.stdout)
    assert (facts["positions"], facts["games"], facts["broken"]) == (3, {"9": 4}, ["twice.sgf"])
    assert (tmp_path / "openings.book").stat().st_size == facts["bytes"]
    played = tengen(tmp_path, "book", "show", "mine.book", "E5", "--size", "9")
    assert played.returncode == 0, played.stderr
    for words in ("white to play, in mine.book", "G7", "4", "100%", "67%", "1998–2019"):
        assert words in played.stdout


def test_corners_of_games_and_a_tree_become_a_joseki_dictionary(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    for number in range(4):
        (tmp_path / "games" / f"{number}.sgf").write_text("(;SZ[19]RE[B+R]DT[1998];B[pd];W[qc];B[qd];W[pc])")
    (tmp_path / "games" / "rubbish.sgf").write_text("no game")
    (tmp_path / "tree.sgf").write_text("(;SZ[19];B[pd](;W[qf])(;W[qc]))")
    done = tengen(tmp_path, "book", "joseki", "games", "tree.sgf", "--out", "mine.book", "--least", "1")
    assert done.returncode == 0, done.stderr
    for words in (
        "Games: 4; variations of trees: 2.",
        "1 left out (1 broken), such as rubbish.sgf",
        "Use it with --set joseki=mine.book",
    ):
        assert words in done.stdout
    shown = tengen(tmp_path, "book", "show", "mine.book", "D4")
    assert shown.returncode == 0, shown.stderr
    for words in ("white to play, in mine.book", "C3", "83%", "17%", "1998–1998"):
        assert words in shown.stdout
    assert ("C6" in shown.stdout) is not ("F3" in shown.stdout)  # they are the same
    checked = tengen(tmp_path, "book", "check", "mine.book")
    assert "mine.book is sound: a joseki dictionary, of corners." in checked.stdout
    assert "corners      10x10, 7x7" in checked.stdout
    told = json.loads(tengen(tmp_path, "book", "joseki", "games", "--json", "--least", "3").stdout)
    assert (told["games"], told["variations"], told["learnt_from"]) == (4, 0, ["games"])
    refused = tengen(tmp_path, "book", "joseki", "nowhere")
    assert refused.returncode == 2
    assert "nowhere" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_book_is_checked(book: Path, tmp_path: Path) -> None:
    done = tengen(tmp_path, "book", "check", "mine.dat")
    assert done.returncode == 0
    assert "mine.dat is sound: a forced book, in Fuego's format." in done.stdout
    assert "positions    2" in done.stdout
    facts = json.loads(tengen(tmp_path, "book", "check", "mine.dat", "--json").stdout)
    assert (facts["kind"], facts["positions"], facts["entries"], facts["lines"]) == ("forced", 2, 3, 2)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("game.sgf", b"(;FF[4])", "game.sgf is no opening book: make one with tengen book learn"),
        ("cut.book", b"Tengen opening", "the book cut.book is cut off: copy it or make it again"),
        ("bad.book", b"Tengen opening book\n{}\n", "the book bad.book is damaged: copy it or make it again"),
        ("bad.dat", b"9 | E5\n9 E5\n", "the book bad.dat cannot be used: line 2"),
    ],
)
@pytest.mark.parametrize("command", ["check", "show"])
def test_what_is_wrong_is_told_in_one_sentence(
    tmp_path: Path, command: str, name: str, data: bytes, words: str
) -> None:
    (tmp_path / name).write_bytes(data)
    done = tengen(tmp_path, "book", command, name)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_a_book_knows_is_shown(book: Path, tmp_path: Path) -> None:
    done = tengen(tmp_path, "book", "show", "mine.dat", "E5", "--size", "9", "--json")
    plain = json.loads(done.stdout)
    assert plain["color"] == "white"
    assert [move["vertex"] for move in plain["moves"]] == ["G7", "F7"]
    assert plain["moves"][0]["winrate"] is None
    nothing = tengen(tmp_path, "book", "show", "mine.dat", "A1", "--size", "9")
    assert "mine.dat does not know this position." in nothing.stdout


def test_a_tree_book_is_grown_and_grown_on(tmp_path: Path) -> None:
    command = (
        "book",
        "grow",
        "tree.book",
        "--size",
        "5",
        "--playouts",
        "20",
        "--set",
        "network=no",
        "--positions",
        "2",
    )
    done = tengen(tmp_path, *command)
    assert done.returncode == 0, done.stderr
    assert "tree.book: 2 positions in 2 steps" in done.stdout
    assert "Use it with --set book=tree.book, in games with komi 7.5." in done.stdout
    facts = json.loads(tengen(tmp_path, *command, "--json").stdout)
    assert (facts["steps"], facts["playouts"], facts["settings"]) == (4, 20, "network=no")
    told = tengen(tmp_path, "book", "check", "tree.book")
    assert "tree.book is sound: a tree book, grown by searches." in told.stdout
    refused = tengen(tmp_path, *command, "--komi", "5.5")
    assert refused.returncode == 2
    assert "tree.book is a book for 5x5, komi 7.5 and chinese rules" in refused.stderr


def test_a_folder_that_is_not_there(games: Path, tmp_path: Path) -> None:
    done = tengen(tmp_path, "book", "learn", str(games), "--out", "nowhere/mine.book")
    assert done.returncode == 2
    assert "give --out a file in a folder that exists" in done.stderr
    done = tengen(tmp_path, "book", "learn", "nowhere.zip")
    assert done.returncode == 2
    assert "nowhere.zip" in done.stderr
