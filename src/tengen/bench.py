"""How fast this machine runs Tengen: `tengen bench`.

Machines are shared and noisy, so each figure is the median of repeats, and comparisons
belong in one run (`benchmarks/light_ratio.py` compares with C).
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

SIZES = (9, 13, 19)
PARTS = ("light", "start", "compile")
_REPEATS = 5


def run_bench(only: tuple[str, ...] = (), seconds: float = 1.0) -> dict[str, Any]:
    """Measure; `only` names the parts wanted (all if empty), `seconds` is for each measurement."""
    wanted = only or PARTS
    results: dict[str, Any] = {}
    if "light" in wanted:
        results |= _light(seconds)
    if "start" in wanted:
        results["warm_start_s"] = round(statistics.median(_warm_start() for _ in range(3)), 3)
    if "compile" in wanted:
        results["cold_compile_s"] = round(_cold_compile(), 2)
    return results


def _light(seconds: float) -> dict[str, Any]:
    from tengen.kernels.board_record import BOARD, new_boards
    from tengen.kernels.playouts.light import TRACE_LENGTH, light_playouts
    from tengen.kernels.random import new_generators

    speed: dict[str, int] = {}
    per_move: dict[str, float] = {}
    scratch = np.zeros(1, BOARD)
    trace = np.zeros(TRACE_LENGTH, np.int16)
    generators = new_generators(1)
    for size in SIZES:
        boards = new_boards(size)

        def play(count: int, boards: Any = boards) -> int:
            return int(light_playouts(boards, scratch, generators, trace, count)[1])

        rate, nanoseconds = _rate(play, seconds)
        speed[str(size)] = round(rate)
        per_move[str(size)] = round(nanoseconds, 1)
    return {"light": speed, "light_ns_per_move": per_move, "board_bytes": BOARD.itemsize}


def _rate(play: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Playouts a second and nanoseconds a move, medians over repeats of a share of `seconds`."""
    count = 64
    while True:  # find how many playouts fill a repeat; this warms up as well
        began = time.perf_counter()
        play(count)
        taken = time.perf_counter() - began
        if taken >= seconds / _REPEATS / 2:
            break
        count *= 2
    count = max(1, round(count * seconds / _REPEATS / taken))
    rates, costs = [], []
    for _ in range(_REPEATS):
        began = time.perf_counter()
        moves = play(count)
        taken = time.perf_counter() - began
        rates.append(count / taken)
        costs.append(taken / moves * 1e9)
    return statistics.median(rates), statistics.median(costs)


def _warm_start() -> float:
    """Seconds from starting `tengen gtp` to the answer to its first command."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "tengen", "gtp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"name\n")
        process.stdin.flush()
        process.stdout.readline()
        taken = time.perf_counter() - began
        process.communicate(b"quit\n")
    return taken


def _cold_compile() -> float:
    """Seconds to compile everything into an empty folder, the start of Python included."""
    from tengen.kernels.compile import CACHE_VARIABLE

    with tempfile.TemporaryDirectory(prefix="tengen-bench-") as folder:
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "tengen", "compile"],
            env={**os.environ, CACHE_VARIABLE: folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - began
