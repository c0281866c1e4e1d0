"""`tengen learn patterns` as a person meets it: in a process of its own."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen.game.position import Position
from tengen.search.weights_file import read_weights

QUICK = ("--start", "none", "--passes", "1", "--least-seen", "4")
COMMAND = [sys.executable, "-m", "tengen"]


def tengen(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of forty games on 7x7, and some that are no use."""
    folder = tmp_path_factory.mktemp("somewhere") / "my games"
    folder.mkdir()
    for seed in range(40):
        choose, position, text = random.Random(seed), Position(7), ""
        for number in range(20):
            vertex = choose.choice(position.legal_moves())
            position.play(vertex)
            text += f";{'BW'[number % 2]}[{'abcdefg'[vertex.column]}{'abcdefg'[6 - vertex.row]}]"
        (folder / f"{seed}.sgf").write_text(f"(;SZ[7]{text})")
    (folder / "rubbish.sgf").write_text("no game")
    (folder / "small.sgf").write_text("(;SZ[3];B[aa];W[bb];B[cc];W[ab];B[ba];W[ac];B[];W[];B[];W[])")
    (folder / "twice.sgf").write_text("(;SZ[7]" + ";B[aa];W[bb];B[aa]" + ";W[];B[]" * 5 + ")")
    return folder


def test_a_folder_of_games_becomes_a_file_and_a_table(games: Path, tmp_path: Path) -> None:
    done = tengen(tmp_path, "learn", "patterns", str(games), "--out", "mine.bin", *QUICK)
    assert done.returncode == 0, done.stderr
    section = read_weights(tmp_path / "mine.bin").sections[0]
    assert section.size == 7
    words = ("board", "games", "positions", "patterns", "best move played", "among the best five", "7x7")
    for word in (*words, str(section.games), f"{section.positions:,}", f"{len(section.keys):,}"):
        assert word in done.stdout
    assert "1 left out (1 broken), such as rubbish.sgf" in done.stdout
    assert "1 broken off at a move that is not legal, such as twice.sgf: move 3 is not legal" in done.stdout
    assert "Not learnt: 3x3, for there are too few games (1)." in done.stdout
    assert "Use it with --set patterns=mine.bin" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["mine.bin"]
    used = tengen(tmp_path, "analyze", str(games / "0.sgf"), "--playouts", "20", "--set", "patterns=mine.bin", "--json")
    assert used.returncode == 0, used.stderr
    assert "playing on without" not in used.stderr


def test_the_same_as_json(games: Path, tmp_path: Path) -> None:
    done = tengen(tmp_path, "learn", "patterns", str(games), "--out", "mine.bin", "--json", *QUICK)
    told = json.loads(done.stdout)
    assert told["file"] == "mine.bin"
    assert told["bytes"] == (tmp_path / "mine.bin").stat().st_size
    assert told["learnt_from"] == ["my games"]
    assert told["left_out"] == {"broken": 1}
    assert told["left_out_named"][0].startswith("rubbish.sgf: ")
    assert told["broken"] == ["twice.sgf: move 3 is not legal"]
    assert told["too_few"] == {"3": 1}
    (section,) = told["sections"]
    assert section.keys() == {"size", "games", "positions", "top1", "top5", "patterns"}
    assert section["size"] == 7


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["GAMES", "--out", "nowhere/mine.bin"], "nowhere/mine.bin cannot be written: give --out a file in a folder"),
        (["GAMES", "--out", "."], ". cannot be written"),
        (["missing"], "there is no such file"),
        (["GAMES", "--games", "5"], "20 games of a board size are needed"),
        (["GAMES", "--start", "missing.bin"], "the learnt weights missing.bin cannot be read"),
        (["GAMES", "--passes", "-1"], "--passes"),
    ],
)
def test_what_cannot_be_is_refused_in_words(games: Path, tmp_path: Path, arguments: list[str], words: str) -> None:
    done = tengen(tmp_path, "learn", "patterns", *(str(games) if word == "GAMES" else word for word in arguments))
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_keeps_what_was_learnt_and_the_same_command_goes_on(games: Path, tmp_path: Path) -> None:
    wishes = ["learn", "patterns", str(games), "--start", "none", "--passes", "150", "--out"]
    with subprocess.Popen([*COMMAND, *wishes, "mine.bin"], cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        part = tmp_path / "mine.bin.part"
        wait_until(part.exists)
        first = part.stat().st_mtime_ns
        wait_until(lambda: part.stat().st_mtime_ns > first)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped; the same command goes on where it was" in error
    assert "Traceback" not in error
    assert [path.name for path in tmp_path.iterdir()] == ["mine.bin.part"]
    for name in ("mine.bin", "at-once.bin"):
        assert tengen(tmp_path, *wishes, name).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["at-once.bin", "mine.bin"]
    assert (tmp_path / "mine.bin").read_bytes() == (tmp_path / "at-once.bin").read_bytes()


def wait_until(come: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not come():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_help_says_what_it_does(tmp_path: Path) -> None:
    shown = tengen(tmp_path, "learn", "patterns", "--help").stdout
    for word in ("--out", "--games", "--start", "--passes", "--least-seen", "--json", "patterns=FILE"):
        assert word in shown


# ---- a network -----------------------------------------------------------------------


def test_without_pytorch_one_sentence_says_what_to_install(games: Path, tmp_path: Path) -> None:
    without = "import sys; sys.modules['torch'] = None; from tengen.cli import main; main()"
    arguments = ["learn", "network", str(games), "--out", "mine.onnx"]
    done = subprocess.run(
        [sys.executable, "-c", without, *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "tengen: learning a network needs PyTorch and onnx: pip install 'tengen[learn]'\n"
    assert list(tmp_path.iterdir()) == []


def test_help_of_a_network_says_what_it_does(tmp_path: Path) -> None:
    shown = tengen(tmp_path, "learn", "network", "--help").stdout
    for word in ("--out", "--minutes", "--blocks", "--channels", "--batch", "--device", "--seed", "--games", "--times"):
        assert word in shown
