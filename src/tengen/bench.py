"""How fast this machine runs Tengen: `tengen bench`.

Machines are shared and noisy, so each figure is the median of repeats, and comparisons
belong in one run, what is compared taking turns (`benchmarks/light_ratio.py` compares with C).
The search is measured with playouts, and the network, if it can be used here, by itself.
One thread's search is measured in processor time, two threads' in that of the clock on the wall. Where a C
program is at hand to compare with (`yardstick.py`), it and the search as it is set take turns as well.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.yardstick import Yardstick, find_yardstick

if TYPE_CHECKING:
    from tengen.search.network.model import NetworkModel
    from tengen.search.parameters import SearchParameters

SIZES = (9, 13, 19)
PARTS = ("light", "analyze-after", "search", "threads", "network", "start", "compile")
_REPEATS = 5
_SLOW_REPEATS = 3
_SIMULATIONS = 10_000  # of a search that is measured: a tree's growth is part of its cost
_LEAST_SIMULATIONS = 500
_LIGHT_BESIDE = 200  # light playouts that take turns with evaluations of the network


def run_bench(only: tuple[str, ...] = (), seconds: float = 1.0, yardstick: Path | None = None) -> dict[str, Any]:
    """Measure; `only` names the parts wanted (all if empty), `seconds` is for each measurement.

    `yardstick` is the C program to compare the search with; by default the usual one, if it is at hand.
    """
    wanted = only or PARTS
    results: dict[str, Any] = {}
    if "light" in wanted:
        results |= _light(seconds)
    if "analyze-after" in wanted:
        results |= _analyze_after(seconds)
    if "search" in wanted:
        results |= _search(seconds)
        results |= _full_search(seconds, yardstick)
    if "threads" in wanted:
        results |= _threads(seconds)
    if "network" in wanted:
        results |= _network(seconds)
    if "start" in wanted:
        results["warm_start_s"] = round(statistics.median(_warm_start() for _ in range(3)), 3)
    if "compile" in wanted:
        results["cold_compile_s"] = round(_cold_compile(), 2)
    return results


def _light(seconds: float) -> dict[str, Any]:
    from tengen.kernels.board_record import BOARD

    speed: dict[str, int] = {}
    per_move: dict[str, float] = {}
    for size in SIZES:
        rate, nanoseconds = _rate(_light_player(size), seconds)
        speed[str(size)] = round(rate)
        per_move[str(size)] = round(nanoseconds, 1)
    return {"light": speed, "light_ns_per_move": per_move, "board_bytes": BOARD.itemsize}


def _light_player(size: int) -> Callable[[int], int]:
    """A function that plays so many light playouts from the empty board and returns the moves played."""
    from tengen.kernels.board_record import BOARD, new_boards
    from tengen.kernels.playouts.light import TRACE_LENGTH, light_playouts
    from tengen.kernels.random import new_generators

    boards, scratch, generators = new_boards(size), np.zeros(1, BOARD), new_generators(1)
    trace = np.zeros(TRACE_LENGTH, np.int16)
    return lambda count: int(light_playouts(boards, scratch, generators, trace, count)[1])


def _analyze_after(seconds: float) -> dict[str, Any]:
    """The speed of simulations that fill the board, and beside light playouts, the naive ones: they take turns."""
    results: dict[str, dict[str, float]] = {"analyze_after": {}, "analyze_after_light_ratio": {}}
    for size in SIZES:
        light, after = _light_player(size), _analyze_after_player(size)
        counts = [max(1, round(_rate(play, seconds / _REPEATS)[0] * seconds / _REPEATS)) for play in (light, after)]
        turns = [
            (_processor_time(light, counts[0]) / counts[0], _processor_time(after, counts[1]) / counts[1])
            for _ in range(_REPEATS)
        ]
        results["analyze_after"][str(size)] = round(statistics.median(1 / filled for _, filled in turns))
        ratio = statistics.median(naive / filled for naive, filled in turns)
        results["analyze_after_light_ratio"][str(size)] = round(ratio, 2)
    return results


def _analyze_after_player(size: int) -> Callable[[int], int]:
    """A function that fills the empty board so many times and returns the stones placed."""
    from tengen.kernels.board_record import new_boards
    from tengen.kernels.playouts.analyze_after import analyze_after_playouts
    from tengen.kernels.thread_record import new_threads

    boards, threads = new_boards(size), new_threads(1)
    return lambda count: int(analyze_after_playouts(boards, threads, count)[1])


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


def _search(seconds: float) -> dict[str, Any]:
    """The speed of one thread's search with light playouts, also beside those alone."""
    from tengen.search.parameters import SearchParameters

    results: dict[str, dict[str, float]] = {"search_light": {}, "search_light_ratio": {}}
    count = _simulations(seconds)
    for size in map(str, SIZES):
        playouts = _light_player(int(size))
        light = _searching(SearchParameters(playout="light", reuse_tree=False, network="no"), int(size))
        turns = [(_processor_time(playouts, count), _processor_time(light, count)) for _ in range(_REPEATS + 1)]
        turns = turns[1:]  # the first warms up
        results["search_light"][size] = round(statistics.median(count / search for _, search in turns))
        results["search_light_ratio"][size] = round(statistics.median(alone / search for alone, search in turns), 3)
    return results


def _full_search(seconds: float, source: Path | None) -> dict[str, Any]:
    """The speed of one thread's search as it is set, and beside the C program `source`."""
    yardstick, missing = find_yardstick(source)
    if yardstick is None:
        return _search_beside(None, seconds) | {"search_yardstick_missing": missing}
    with yardstick:
        return _search_beside(yardstick, seconds)


def _search_beside(yardstick: Yardstick | None, seconds: float) -> dict[str, Any]:
    from tengen.kernels.tree.nodes import NODE
    from tengen.search.parameters import SearchParameters

    speed: dict[str, int] = {}
    memory: dict[str, int] = {}
    ratio: dict[str, float] = {}
    count = _simulations(seconds)
    for size in SIZES:
        search = _searching(SearchParameters(reuse_tree=False, network="no"), size)
        _processor_time(search, count)  # warms up
        times, ratios = [], []
        for _ in range(_SLOW_REPEATS):
            times.append(_processor_time(search, count))
            if yardstick is not None:
                ratios.append(yardstick.seconds(size, count) / times[-1])
        speed[str(size)] = round(count / statistics.median(times))
        memory[str(size)] = round(search(count) * NODE.itemsize / count)
        if ratios:
            ratio[str(size)] = round(statistics.median(ratios), 4)
    results: dict[str, Any] = {"search": speed, "tree_bytes_per_playout": memory}
    if ratio:
        results["search_yardstick_ratio"] = ratio
    return results


def _threads(seconds: float) -> dict[str, Any]:
    """How many times the simulations of one thread two threads do in the same time.

    Only true where two cores are free: `threads2_cores` tells how many they were given.
    """
    from tengen.search.parameters import SearchParameters

    results: dict[str, dict[str, float]] = {"threads2_ratio": {}, "threads2_cores": {}}
    count = _simulations(seconds) // 2
    for size in SIZES:
        one, two = (_searching(SearchParameters(reuse_tree=False, network="no"), size, threads) for threads in (1, 2))
        ratios, cores = [], []
        for _ in range(_REPEATS + 1):
            alone = _wall_time(one, count)
            processor = time.process_time()
            together = _wall_time(two, count)
            cores.append((time.process_time() - processor) / together)
            ratios.append(alone / together)
        results["threads2_ratio"][str(size)] = round(statistics.median(ratios[1:]), 3)
        results["threads2_cores"][str(size)] = round(statistics.median(cores[1:]), 2)
    return results


def _network(seconds: float) -> dict[str, Any]:
    """How many positions a second the network judges in one thread, also beside light playouts; or why it cannot."""
    from tengen.search.network.model import NetworkMissing, network_model

    try:
        model = network_model("yes")
    except NetworkMissing as missing:
        return {"network_missing": str(missing)}
    assert model is not None
    results: dict[str, dict[str, float]] = {"network": {}, "network_light_ratio": {}}
    for size in SIZES:
        judge, playouts = _judging(model, size), _light_player(size)
        count = max(1, round(seconds / _REPEATS / max(1e-6, min(_wall_time(judge, 1) for _ in range(3)))))
        turns = [
            (_processor_time(judge, count) / count, _processor_time(playouts, _LIGHT_BESIDE) / _LIGHT_BESIDE)
            for _ in range(_REPEATS)
        ]
        results["network"][str(size)] = round(statistics.median(1 / judgement for judgement, _ in turns))
        # Playouts that take as long as one judgement.
        results["network_light_ratio"][str(size)] = round(statistics.median(one / light for one, light in turns), 1)
    return results


def _judging(model: "NetworkModel", size: int) -> Callable[[int], int]:
    """A function that has the network judge the empty board so many times."""
    from tengen.game.position import Position
    from tengen.search.network.look import look

    position = Position(size)

    def judge(count: int) -> int:
        for _ in range(count):
            look(position, model)
        return count

    return judge


def _simulations(seconds: float) -> int:
    """How many simulations a search is measured by: fewer if there is less time."""
    return max(_LEAST_SIMULATIONS, round(_SIMULATIONS * min(1.0, seconds)))


def _searching(parameters: "SearchParameters", size: int, threads: int = 1) -> Callable[[int], int]:
    """A function that searches an empty board anew by so many simulations and returns the nodes grown."""
    from tengen.game.position import Position
    from tengen.search.searcher import Searcher

    searcher = Searcher(parameters, threads, seed=1)

    def search(simulations: int) -> int:
        searcher.begin(Position(size))
        searcher.run(simulations)
        return searcher.node_count

    return search


def _processor_time(work: Callable[[int], int], count: int) -> float:
    began = time.process_time()
    work(count)
    return max(1e-6, time.process_time() - began)


def _wall_time(work: Callable[[int], int], count: int) -> float:
    began = time.perf_counter()
    work(count)
    return max(1e-6, time.perf_counter() - began)


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
    from tengen.kernels.code_folder import CACHE_VARIABLE

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
