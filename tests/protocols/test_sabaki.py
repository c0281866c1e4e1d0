"""Sabaki's own GTP layer, @sabaki/gtp from npm, plays a whole game with the engine.

Needs node, npm and, the first time, the npm registry; npm keeps what it has fetched, so that later runs
take a second and no network.
"""

import json
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
    ensure_compiled()
    engine = [sys.executable, "-m", "tengen", "gtp", "--playouts", "300", "--seed", "4", "--size", "19"]
    done = subprocess.run(
        ["node", str(SCRIPT), str(package), *engine], capture_output=True, text=True, encoding="utf-8", timeout=100
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
