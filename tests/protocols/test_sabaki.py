"""Sabaki's own GTP layer, @sabaki/gtp from npm, plays a whole game with the engine, and analyses.

Needs node, npm and, the first time, the npm registry; npm keeps what it has fetched, so that later runs
take a second and no network.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tengen.compilation import ensure_compiled
from tengen.game.color import Color
from tengen.game.position import Position

PACKAGE = "@sabaki/gtp@3.0.0"
SCRIPT = Path(__file__).with_name("sabaki_client.cjs")
ANALYSIS_SCRIPT = Path(__file__).with_name("sabaki_analysis.cjs")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which npm has put the package."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is missing: install Node.js to test with Sabaki's GTP client")
    folder = tmp_path_factory.mktemp("npm")
    install = ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"]
    try:
        done = subprocess.run(
            [*install, "--prefix", str(folder), PACKAGE], cwd=folder, capture_output=True, text=True, timeout=60
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"{PACKAGE} is missing: npm could not fetch it in 60 seconds")
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if "error" in line), "npm failed")
        pytest.skip(f"{PACKAGE} is missing and npm cannot fetch it: {reason}")
    return folder / "node_modules" / "@sabaki" / "gtp"


@pytest.fixture(scope="module")
def game(package: Path) -> dict[str, Any]:
    """What the script tells about its game."""
    return run_script(SCRIPT, package)


def run_script(script: Path, package: Path) -> dict[str, Any]:
    ensure_compiled()
    engine = [sys.executable, "-m", "tengen", "gtp", "--playouts", "300", "--seed", "4", "--size", "19"]
    done = subprocess.run(
        ["node", str(script), str(package), *engine], capture_output=True, text=True, encoding="utf-8", timeout=100
    )
    assert done.returncode == 0, done.stderr
    summary: dict[str, Any] = json.loads(done.stdout)
    return summary


def test_the_greeting_without_ids(game: dict[str, Any]) -> None:
    name, version, protocol = game["greeting"]
    assert (name, protocol, game["errorsInGreeting"]) == ("Tengen", "2", 0)
    assert version[0].isdigit()


def test_commands_that_sabaki_looks_for(game: dict[str, Any]) -> None:
    assert game["knowsUndo"]
    assert not game["knowsAnalyze"]  # it would be read as Leela's integers


def test_the_engine_follows_sabakis_board(game: dict[str, Any]) -> None:
    assert game["handicap"] == ["C3", "G7"]
    assert game["afterSync"] == ["E5", "G7"]
    assert game["rectangle"] == "Board size is not supported by engine"
    assert game["sentToStepAside"] == ["undo", "play"]


def test_errors_are_told_and_the_game_goes_on(game: dict[str, Any]) -> None:
    assert game["illegal"]["error"]
    assert game["illegal"]["content"].startswith("illegal move")
    assert game["unknown"] == {"id": None, "content": "unknown command", "error": True}


def test_the_game_is_played_to_its_end(game: dict[str, Any]) -> None:
    moves = game["moves"]
    assert game["undone"]
    assert len(moves) > 20
    assert "resigned" in game or [vertex for _, vertex in moves[-2:]] == ["pass", "pass"]
    assert game["score"][:2] in ("B+", "W+")


def test_every_move_was_legal_and_both_boards_are_ours(game: dict[str, Any]) -> None:
    position = Position(9)
    for color, vertex in [("B", "E5"), ("W", "C3"), ("B", "G3"), *game["moves"]]:
        position.play(vertex, color)
    stones = [[str(v) for v, stone in position.stones.items() if stone is color] for color in Color]
    assert game["stones"] == stones
    assert game["twinStones"] == stones
    assert set(game["dead"]) <= {*stones[0], *stones[1]}
    tracked = [(color, vertex.lower()) for color, vertex in game["trackedHistory"]]
    assert tracked == [(move.color.letter, str(move.vertex).lower()) for move in position.moves]


def test_it_quits_when_it_is_told_to(game: dict[str, Any]) -> None:
    """Sabaki waits three seconds and then kills."""
    assert game["millisecondsToStop"] < 3000
    assert game["stopped"] == 0  # the exit status


# ---- analysis -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def analysis(package: Path) -> dict[str, Any]:
    """What the other script tells about its analyses."""
    return run_script(ANALYSIS_SCRIPT, package)


def variations(line: str) -> list[dict[str, Any]]:
    """What Sabaki's board makes of an info line: it drops what does not end in moves, and is silent about it.

    A number with a point is a share of one, one without a share of ten thousand; ownership is cut off first.
    """
    line = re.split(r"ownership\s", line)[0]
    found = []
    for segment in re.split(r"\s*info\s+", line)[1:]:
        moves = re.search(r"(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*$", segment.strip())
        if moves is None:
            continue
        words = segment[: moves.start()].split()[:-1]
        fields = dict(zip(words[::2], words[1::2], strict=True))
        percent = float(fields["winrate"]) * (100 if "." in fields["winrate"] else 0.01)
        found.append({**fields, "percent": percent, "moves": moves[0].split()})
    return found


@pytest.mark.parametrize("name", ["lz-analyze", "kata-analyze"])
def test_sabaki_sees_every_move_of_an_analysis(analysis: dict[str, Any], name: str) -> None:
    assert {name, "lz-genmove_analyze", "kata-genmove_analyze"} <= set(analysis["commands"])
    lines = analysis["analyses"][name]["lines"]
    assert lines[0] == "="
    assert lines[-1] == ""
    for line in lines[1:-1]:
        seen = variations(line)
        assert len(seen) == len(re.findall(r"\binfo\b", line)) > 0
        for variation in seen:
            assert variation["moves"][0] == variation["move"]
            assert 0 < variation["percent"] < 100
    assert max(variation["percent"] for variation in variations(lines[-2])) < 90  # what it shows as the win rate


def test_sabaki_sees_who_owns_the_points(analysis: dict[str, Any]) -> None:
    for line in analysis["analyses"]["kata-analyze"]["lines"][1:-1]:
        owners = re.split(r"ownership\s+", line)[1].split()
        assert len(owners) == 81
        assert all(-1 <= float(owner) <= 1 for owner in owners)


@pytest.mark.parametrize("name", ["lz-analyze", "kata-analyze"])
def test_sabakis_way_of_ending_an_analysis(analysis: dict[str, Any], name: str) -> None:
    """It sends protocol_version, whose answer is its own."""
    told = analysis["analyses"][name]
    assert (told["error"], told["id"]) == (False, None)
    assert told["abort"] == {"id": None, "content": "2", "error": False}
    assert told["milliseconds"] < 1000
    assert told["linesOfContent"] == len(told["lines"]) - 2  # nothing was cut off


def test_moves_with_analysis_are_on_sabakis_board(analysis: dict[str, Any]) -> None:
    played = []
    for color, (_, told) in zip("WB", analysis["moves"].items(), strict=True):
        assert not told["error"]
        status, *lines, move, end = told["lines"]
        assert (status, end) == ("=", "")
        assert lines
        assert all(variations(line) for line in lines)
        played.append([color, move.removeprefix("play ")])
    assert analysis["tracked"] == [["B", "E5"], *played]
    assert set(analysis["stones"].split()) == {"E5", played[1][1]}


def test_a_bad_analysis_is_refused_and_sabaki_can_stop_in_the_middle_of_one(analysis: dict[str, Any]) -> None:
    assert analysis["refused"]["error"]
    assert analysis["refused"]["content"].startswith("syntax error: 'soon' is not understood")
    assert analysis["millisecondsToStop"] < 3000
