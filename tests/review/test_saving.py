"""A review is kept as it grows: it can be killed, goes on, and is shown again without a search."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tengen
from tengen.own_version import own_version
from tengen.records import loads
from tengen.review import SavedAnalysis, review_game
from tengen.review.games import Wishes, review_files
from tengen.search.searcher import Searcher

GAME = "(;SZ[9]KM[7.5];B[ee];W[ec];B[gc];W[cg];B[cc];W[gg];B[ge];W[cd];B[dd];W[ce];B[bc];W[de])"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    return path


def forbid_searching(patch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise AssertionError("something was searched")

    patch.setattr(Searcher, "run", refuse)
    patch.setattr(Searcher, "run_slice", refuse)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_complete_review_is_shown_again_without_a_search(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, wishes = tmp_path / "out", Wishes(playouts=40, seed=1)
    first = review_files([game], out, wishes).reviews[0][1]
    assert first.searched == 13
    before = contents(out)
    assert {Path(name).suffix for name in before} == {".html", ".svg", ".png", ".sgf", ".json"}
    forbid_searching(monkeypatch)
    again = review_files([game], out, wishes).reviews[0][1]
    assert again.searched == 0
    assert again.moves == first.moves
    assert contents(out) == before


def test_other_settings_another_komi_or_another_move_are_searched(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert review_files([game], out, Wishes(playouts=40, seed=1)).reviews[0][1].searched == 13
    assert review_files([game], out, Wishes(playouts=41, seed=1)).reviews[0][1].searched == 13
    assert (
        review_files([game], out, Wishes(playouts=41, seed=1, settings={"policy": "ucb1"})).reviews[0][1].searched == 13
    )
    wishes = Wishes(playouts=41, seed=1)
    review_files([game], out, wishes)
    assert review_files([game], out, Wishes(playouts=41, seed=1, komi=0.5)).reviews[0][1].searched == 13
    review_files([game], out, wishes)
    game.write_text(GAME.replace("W[de])", "W[dc])"))
    assert review_files([game], out, wishes).reviews[0][1].searched == 1
    game.write_text(GAME.replace("W[de])", "W[dc];B[db])"))
    assert review_files([game], out, wishes).reviews[0][1].searched == 1


def test_what_other_sources_found_is_searched_again(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, wishes = tmp_path / "out", Wishes(playouts=40, seed=1)
    assert review_files([game], out, wishes).reviews[0][1].searched == 13
    assert json.loads((out / "game.analysis.json").read_bytes())["settings"]["version"] == own_version()
    monkeypatch.setattr("tengen.review.games.own_version", lambda: f"{tengen.__version__}+01234567")
    assert review_files([game], out, wishes).reviews[0][1].searched == 13
    assert review_files([game], out, wishes).reviews[0][1].searched == 0


def test_other_thresholds_and_variations_serve_what_is_known(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    game.write_text(GAME.replace("W[de])", "(;W[de])(;W[dc]))"))
    review_files([game], out, Wishes(playouts=40, seed=1))
    assert review_files([game], out, Wishes(playouts=40, seed=1, variations=True)).reviews[0][1].searched == 1


def test_after_kill_9_a_review_goes_on_where_it_was(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    journal = out / "game.analysis.jsonl"
    command = [
        sys.executable,
        "-m",
        "tengen",
        "review",
        str(game),
        "--out",
        str(out),
        "--playouts",
        "3000",
        "--seed",
        "1",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        if journal.exists() and journal.read_bytes().count(b"\n") > 3:
            break
        time.sleep(0.01)
    assert process.poll() is None, "it was quicker than the test"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    known = journal.read_bytes().count(b"\n") - 1
    assert 3 <= known < 13
    assert not (out / "game.html").exists()
    review = review_files([game], out, Wishes(playouts=3000, seed=1)).reviews[0][1]
    assert review.searched == 13 - known
    assert len(review.evaluations) == 13
    assert not journal.exists()
    assert {path.suffix for path in out.iterdir()} >= {".html", ".svg", ".sgf", ".json"}


def test_a_line_broken_off_in_the_middle_is_searched_again(tmp_path: Path) -> None:
    record, path = loads(GAME), tmp_path / "g.analysis.json"
    settings = {"playouts": 40}

    def searched(last: int) -> int:
        with SavedAnalysis(path, 9, settings) as saved:
            return review_game(record, playouts=40, last=last, memory=saved).searched

    assert searched(4) == 5
    journal = path.with_suffix(".jsonl")
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-100])
    assert searched(4) == 1
    journal.write_bytes(whole + b'{"key": "x", "color": "green"}\n\xff\xfe nonsense')
    assert searched(4) == 0
    journal.write_bytes(whole)
    assert searched(6) == 2
    with SavedAnalysis(path, 9, {"playouts": 41}) as other:
        assert not other.known


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"settings": 1}', '{"settings": {}, "positions": 3}'])
def test_a_broken_file_is_written_anew(game: Path, tmp_path: Path, broken: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    saved = out / "game.analysis.json"
    saved.write_text(broken)
    assert review_files([game], out, Wishes(playouts=20, seed=1, last=1)).reviews[0][1].searched == 2
    assert len(json.loads(saved.read_text())["positions"]) == 2


def test_with_a_seed_a_review_repeats_itself(game: Path, tmp_path: Path) -> None:
    one, other = (
        review_files([game], tmp_path / name, Wishes(playouts=60, seed=7)).reviews[0][1] for name in ("one", "other")
    )
    assert one.moves == other.moves


DAMAGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a win rate that is none": lambda value: value.update(winrate=float("nan")),
    "a win rate beyond one": lambda value: value.update(winrate=1e300),
    "a score without end": lambda value: value.update(score=float("inf")),
    "visits without end": lambda value: value.update(visits=float("inf")),
    "no moves": lambda value: value.pop("moves"),
    "a point off the board": lambda value: value["moves"][0].update(vertex="Z99"),
    "a color that is none": lambda value: value.update(color="green"),
    "too few points": lambda value: value.update(ownership=[0]),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_position_is_told_of_and_searched_again_alone(
    game: Path, tmp_path: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    out, wishes = tmp_path / "out", Wishes(playouts=40, seed=1)
    review_files([game], out, wishes)
    saved = out / "game.analysis.json"
    plain = json.loads(saved.read_bytes())
    DAMAGES[what](next(iter(plain["positions"].values())))
    saved.write_text(json.dumps(plain))
    assert review_files([game], out, wishes).reviews[0][1].searched == 1
    (said,) = [record.getMessage() for record in caplog.records if "damaged" in record.getMessage()]
    assert said == f"{saved} is damaged: what cannot be read of it is analysed again, and the file made anew"
    caplog.clear()
    assert review_files([game], out, wishes).reviews[0][1].searched == 0
    assert not caplog.records


@pytest.mark.parametrize("rubbish", [b"\0" * 1000, b"[" * 200_000, b"\xff\xfe", b'{"settings'])
def test_a_file_that_is_rubbish_is_told_of_and_made_anew(
    game: Path, tmp_path: Path, rubbish: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    out, wishes = tmp_path / "out", Wishes(playouts=40, seed=1)
    review_files([game], out, wishes)
    saved = out / "game.analysis.json"
    whole = saved.read_bytes()
    saved.write_bytes(rubbish)
    assert review_files([game], out, wishes).reviews[0][1].searched == 13
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [f"{saved} is damaged"]
    assert json.loads(saved.read_bytes()).keys() == json.loads(whole).keys()


def test_a_damaged_line_of_a_journal_takes_no_other_with_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    record, path = loads(GAME), tmp_path / "g.analysis.json"

    def searched() -> int:
        with SavedAnalysis(path, 9, {"playouts": 40}) as saved:
            return review_game(record, playouts=40, last=4, memory=saved).searched

    assert searched() == 5
    journal = path.with_suffix(".jsonl")
    lines = journal.read_bytes().split(b"\n")
    lines[2] = b"\xff" + b"[" * 100_000
    journal.write_bytes(b"\n".join(lines))
    assert searched() == 1
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [f"{journal} is damaged"]
