"""KaTrain's own engine class, from the package KaTrain, analyses a game with `tengen analysis`, ponders and stops."""

import importlib.util
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tengen.compilation import ensure_compiled
from tengen.game.color import Color
from tengen.game.position import Position

SCRIPT = Path(__file__).with_name("katrain_client.py")
MOVES = (  # a game of the engine with itself
    "L16 K16 K17 J16 L15 L13 K14 K13 J14 C12 Q15 R7 C6 C5 D6 B5 J13 H4 E4 D5 E5 E6 F6 E7 F7 "
    "E8 E9 F8 G8 F9 F10 G9 H9 G10 G11 D9 D10 E10 F11 H10 H8 F5 G5 F4 G4 F3 G3 E3 H3 R11"
)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the script tells of its session."""
    for package in ("katrain", "kivy"):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is missing: install the package KaTrain to test with its engine class")
    ensure_compiled()
    home = str(tmp_path_factory.mktemp("home"))
    quiet = {"KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1", "KIVY_HOME": home, "HOME": home}
    # The kernels compiled before are found although the home folder is another.
    cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    python = shlex.quote(sys.executable)
    # KaTrain ends the shell it starts, not what the shell has started: hence exec.
    command = f"exec {python} -m tengen analysis --memory 50"
    executable = tmp_path_factory.mktemp("bin") / "katago"
    executable.write_text(f'#!/bin/sh\nexec {python} -m tengen "$@" --memory 50\n')
    executable.chmod(0o755)
    done = subprocess.run(
        [sys.executable, str(SCRIPT), command, str(executable), MOVES],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=200,
        env={**os.environ, **quiet, "XDG_CACHE_HOME": cache},
    )
    assert done.returncode == 0, done.stderr
    summary: dict[str, Any] = json.loads(done.stdout)
    return summary


def test_every_node_of_a_game_of_fifty_moves_is_complete(session: dict[str, Any]) -> None:
    nodes = session["nodes"]
    assert len(nodes) == 51
    position = Position(19)
    for node, vertex in zip(nodes, [*MOVES.split(), None], strict=True):
        assert node["complete"]
        assert 0 <= node["winrate"] <= 1
        assert -361 < node["score"] < 361
        assert node["visits"] >= 60
        assert len(node["ownership"]) == 361
        assert all(-1 <= value <= 1 for value in node["ownership"])
        assert node["candidates"] >= 1
        assert node["best_first_of_variation"] == node["best"]
        assert {"move", "order", "prior", "pv", "scoreLead", "visits", "winrate", "pointsLost"} <= set(
            node["best_keys"]
        )
        assert node["saved"] == 3  # ownership, policy and the rest, as its SGF files keep them
        _check_policy(node, position)
        assert node["next_player"] == position.to_play.letter
        if vertex is not None:
            position.play(vertex)
    assert all(node["points_lost"] is not None for node in nodes[1:])


def _check_policy(node: dict[str, Any], position: Position) -> None:
    """Points from the top left, -1 where no move is legal, and the pass; together one."""
    policy = node["policy"]
    assert len(policy) == 362
    rows = [(row, column) for row in range(18, -1, -1) for column in range(19)]
    legal = {(vertex.row, vertex.column) for vertex in position.legal_moves()}
    assert {place for place, value in zip(rows, policy, strict=False) if value >= 0} == legal
    assert sum(value for value in policy if value > 0) == pytest.approx(1, abs=0.01)
    assert node["policy_ranking"] > 0


def test_ownership_is_blacks_and_lies_as_katrain_reads_it(session: dict[str, Any]) -> None:
    """Most stones on the board live: those of Black count as his, those of White as White's."""
    position = Position(19)
    for vertex in MOVES.split():
        position.play(vertex)
    last = session["nodes"][-1]
    owners = dict(zip([(r, c) for r in range(18, -1, -1) for c in range(19)], last["ownership"], strict=True))
    by_color = {
        color: [owners[v.row, v.column] for v, stone in position.stones.items() if stone is color] for color in Color
    }
    assert sum(by_color[Color.BLACK]) / len(by_color[Color.BLACK]) > 0
    assert sum(by_color[Color.WHITE]) / len(by_color[Color.WHITE]) < 0


def test_alternatives_and_regions_are_what_they_say(session: dict[str, Any]) -> None:
    assert session["alternatives"] > 0
    assert session["region"]
    assert all(place is None or (place[0] <= 8 and place[1] <= 8) for place in session["region"])


def test_pondering_goes_on_beside_other_work_and_stops_when_told(session: dict[str, Any]) -> None:
    assert session["pondered"] > 120
    assert session["queries_while_pondering"] >= 1
    assert session["seconds_to_stop"] < 5
    assert session["visits_after_stop"] == 0


def test_a_new_game_is_analysed_and_nothing_went_wrong(session: dict[str, Any]) -> None:
    assert session["alive"]
    assert session["complaints"] == []
    assert session["in_its_place"][0] == ["analysis", "-model"]
    assert session["in_its_place"][1] >= 60
    # Told once by each of the two programs, though KaTrain asks with every query.
    assert sum("includeMovesOwnership" in line and "warning" in line for line in session["warnings"]) == 2
