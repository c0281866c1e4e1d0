"""The kernels built with every index checked: searches of all kinds run through, and grow the same trees.

benchmarks/random_searches.py says what is checked, and `make soak` runs it for an hour.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "random_searches.py"
CHECKED = {"TENGEN_CHECKED": "1", "NUMBA_OPT": "1"}
SEARCHES = 40  # enough for every playout, policy and way to be parallel


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_faults_are_found() -> None:
    """A read behind an array, a move onto a stone, and the liberties of no group: each stops a checked search."""
    script = """
import numpy as np
from tengen.kernels.board import first_liberty, play
from tengen.kernels.board_record import BOARD, new_board
from tengen.kernels.geometry import point_of
from tengen.kernels.tactics.liberties import touches

board = new_board(5)
play(board, point_of(1, 1), 1)
for fault in (
    lambda: touches(board, 424, 1),
    lambda: play(board, point_of(1, 1), 2),
    lambda: first_liberty(board, point_of(3, 3)),
):
    try:
        print(fault())
    except (IndexError, AssertionError) as error:
        print(type(error).__name__)
"""
    done = run("-c", script, **CHECKED)
    assert done.stdout.split() == ["IndexError", "AssertionError", "AssertionError"], done.stderr


def test_searches_of_all_kinds_on_changing_sizes() -> None:
    compiled = run("-m", "tengen", "compile", **CHECKED)
    assert compiled.returncode == 0, compiled.stderr
    command = (str(SCRIPT), "--count", str(SEARCHES), "--effort", "0.2", "--json")
    checked, ordinary = run(*command, **CHECKED), run(*command)
    assert checked.returncode == 0, checked.stderr
    assert ordinary.returncode == 0, ordinary.stderr
    found = [json.loads(line) for line in checked.stdout.splitlines()]
    assert len(found) == SEARCHES
    assert {search["size"] for search in found} >= {2, 3, 9, 19}
    # Whatever read the rubbish in the checked build would have grown another tree.
    assert found == [json.loads(line) for line in ordinary.stdout.splitlines()]
