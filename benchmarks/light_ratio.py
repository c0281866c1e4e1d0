"""How fast are the light playouts next to the same program in C?

Compiles `light_twin.c`, which has the kernels' data structures and algorithm in C, checks that
both play the very same games, and then lets them run by turns in many short rounds: machines are
noisy, and only a ratio within a round says something. The ratio to the twin is one of processor
time, since by the clock a busy machine favours whoever is running already, which is us; the ratio by
the clock is given too. A second C program may be a further yardstick, by the clock.

    python benchmarks/light_ratio.py [--seconds 15] [--bar 0.95] [--yardstick FILE.c] [--json] [--write FILE.md]

`docs/speed.md` is what `--write` made of one such run.

Exit status: 0 when all is well, 1 when the kernel is slower than `--bar` times the twin on some
board size, 2 when nothing could be measured (no gcc, or the games differ).
"""

import argparse
import datetime
import json
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from ratio_report import Spread, circumstances, page, spread, table, write_page

from tengen.kernels.board_record import BOARD, ZOBRIST, new_boards
from tengen.kernels.playouts.light import TRACE_LENGTH, light_playouts
from tengen.kernels.random import new_generators

HERE = Path(__file__).resolve().parent
BUILD = HERE / "build"
TWIN_SOURCE = HERE / "light_twin.c"
DEFAULT_YARDSTICK = HERE.parent.parent / "shared" / "reference" / "minimal_light.c"

FLAGS = ("-O3", "-march=native")
SIZES = (9, 13, 19)
CHECK_SEEDS = (1, 20061117, 2**63 + 5)
CHECK_GAMES = 500
ROUND_SECONDS = 0.1  # of each contestant; long against a process's start, short against the noise
MIN_ROUNDS = 4
CHECKSUM_FACTOR = 0x9E3779B97F4A7C15  # as in the twin
FOLLOW = "If a kernel changed, light_twin.c has to follow."


class CannotMeasureError(Exception):
    """There is nothing to measure, and the message says why."""


class Run(NamedTuple):
    """What a run of some playouts came to; the games are the same if all but the time is."""

    seconds: float  # by the clock
    cpu_seconds: float  # less what other programs took of it
    wins: int
    moves: int
    generator: int

    @property
    def games(self) -> tuple[int, int, int]:
        """What must be the same for the same seed."""
        return self.wins, self.moves, self.generator


def output_of(*command: str | Path) -> str:
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if result.returncode != 0:
        raise CannotMeasureError(f"{Path(command[0]).name} failed:\n{result.stderr.strip()}")
    return result.stdout


def compile_c(source: Path, name: str) -> Path:
    gcc = shutil.which("gcc")
    if gcc is None:
        raise CannotMeasureError(
            "gcc was not found, so there is no C program to compare with: install gcc and run this again."
        )
    if not source.is_file():
        raise CannotMeasureError(f"There is no file {source} to compile.")
    BUILD.mkdir(exist_ok=True)
    program = BUILD / name
    output_of(gcc, *FLAGS, "-o", program, source)
    return program


class Kernel:
    """The compiled Python, on an empty board of one size."""

    def __init__(self, size: int) -> None:
        self.root = new_boards(size)
        self.scratch = np.zeros(1, BOARD)
        self.trace = np.zeros(TRACE_LENGTH, np.int16)

    def play(self, count: int, seed: int) -> Run:
        """Play `count` games in one call, and time it."""
        light_playouts(self.root, self.scratch, new_generators(0), self.trace, count // 20 + 1)  # as the twin does
        generators = new_generators(seed)
        start, cpu_start = time.perf_counter(), time.thread_time()
        wins, moves = light_playouts(self.root, self.scratch, generators, self.trace, count)
        cpu_seconds, seconds = time.thread_time() - cpu_start, time.perf_counter() - start
        return Run(seconds, cpu_seconds, int(wins), int(moves), int(generators["state"][0]))

    def checksum(self, count: int, seed: int) -> int:
        """The checksum of the hashes of the final boards, one game at a time."""
        generators = new_generators(seed)
        checksum = 0
        for _ in range(count):
            light_playouts(self.root, self.scratch, generators, self.trace, 1)
            checksum = (checksum * CHECKSUM_FACTOR + int(self.scratch["hash"][0])) % 2**64
        return checksum


def run_twin(twin: Path, size: int, count: int, seed: int, *files: Path) -> tuple[Run, int]:
    """A run of the twin, and its checksum (the twin times itself, so its start does not count)."""
    line = json.loads(output_of(twin, str(size), str(count), str(seed), *files))
    return Run(*(line[field] for field in Run._fields)), line["checksum"]


def check_same_games(ours: Run, twins: Run, where: str) -> None:
    if ours.games != twins.games:
        raise CannotMeasureError(
            f"Not a twin: the games differ {where}. Black's wins, moves and the generator's state are "
            f"{ours.games} in the kernel and {twins.games} in light_twin.c. {FOLLOW}"
        )


def check_twin(twin: Path, games: int = CHECK_GAMES) -> None:
    """Make sure that the twin is one: the same games and, to the last field, the same board."""
    keys, final = BUILD / "zobrist.bin", BUILD / "final_board.bin"
    ZOBRIST.tofile(keys)
    for size in SIZES:
        kernel = Kernel(size)
        for seed in CHECK_SEEDS:
            twins, checksum = run_twin(twin, size, games, seed, keys, final)
            ours = kernel.play(games, seed)
            where = f"on {size}x{size}, seed {seed}"
            check_same_games(ours, twins, where)
            if kernel.checksum(games, seed) != checksum:
                raise CannotMeasureError(f"Not a twin: the final boards differ {where}. {FOLLOW}")
            if final.stat().st_size != BOARD.itemsize:
                raise CannotMeasureError(f"Not a twin: the board records differ in size. {FOLLOW}")
            board = np.fromfile(final, BOARD)
            fields = BOARD.names or ()
            different = [name for name in fields if not np.array_equal(board[name], kernel.scratch[name])]
            if different:
                fields_text = ", ".join(different)
                raise CannotMeasureError(f"Not a twin: {fields_text} of the board differ {where}. {FOLLOW}")


def run_yardstick(program: Path, size: int, count: int) -> float:
    """Playouts a second, of which the program prints `C 9x9: 98700 po/s ...`."""
    output = output_of(program, str(size), str(count))
    found = re.search(r"([\d.]+) po/s", output)
    if found is None:
        raise CannotMeasureError(f"The yardstick printed no 'po/s' but: {output.strip()}")
    return float(found[1])


def measure(size: int, seconds: float, twin: Path, yardstick: Path | None) -> dict[str, Any]:
    kernel = Kernel(size)
    quickest = min(kernel.play(200, 0).cpu_seconds for _ in range(5))
    count = round(ROUND_SECONDS * 200 / quickest)
    games: dict[str, Run] = {}

    def kernel_speed(seed: int) -> float:
        games["kernel"] = kernel.play(count, seed)
        return count / games["kernel"].seconds

    def twin_speed(seed: int) -> float:
        games["twin"], _ = run_twin(twin, size, count, seed)
        return count / games["twin"].seconds

    contestants: dict[str, Callable[[int], float]] = {"twin": twin_speed, "kernel": kernel_speed}
    if yardstick is not None:
        program = yardstick
        contestants["yardstick"] = lambda seed: run_yardstick(program, size, count)
    speeds: dict[str, list[float]] = {name: [] for name in contestants}
    cpu_ratios: list[float] = []
    end = time.perf_counter() + seconds
    rounds = 0
    while rounds < MIN_ROUNDS or time.perf_counter() < end:
        names = list(contestants) if rounds % 2 == 0 else list(reversed(contestants))
        for name in names:
            speeds[name].append(contestants[name](rounds + 1))
        check_same_games(games["kernel"], games["twin"], f"on {size}x{size}, seed {rounds + 1}")
        cpu_ratios.append(games["twin"].cpu_seconds / games["kernel"].cpu_seconds)
        rounds += 1

    def ratio(name: str, base: str) -> Spread:
        return spread([speed / other for speed, other in zip(speeds[name], speeds[base], strict=True)])

    return {
        "size": size,
        "rounds": rounds,
        "playouts_per_round": count,
        "playouts_per_second": {name: statistics.median(speeds[name]) for name in contestants},
        "kernel_to_twin": spread(cpu_ratios),
        "kernel_to_twin_by_the_clock": ratio("kernel", "twin"),
        "kernel_to_yardstick": ratio("kernel", "yardstick") if yardstick else None,
        "twin_to_yardstick": ratio("twin", "yardstick") if yardstick else None,
    }


def command_for(arguments: argparse.Namespace) -> str:
    """The command line to repeat a measurement, without the names of folders that others do not have."""
    words = [".venv/bin/python", "benchmarks/light_ratio.py", "--seconds", f"{arguments.seconds:g}"]
    if arguments.yardstick is not None:
        words += ["--yardstick", arguments.yardstick.name]
    if arguments.write is not None:
        target = arguments.write.resolve()
        inside = target.is_relative_to(HERE.parent)
        words += ["--write", target.relative_to(HERE.parent).as_posix() if inside else target.name]
    return shlex.join(words)


def report(arguments: argparse.Namespace) -> int:
    target: Path | None = arguments.write
    if target is not None and (target.is_dir() or not target.absolute().parent.is_dir()):
        raise CannotMeasureError(f"{target} cannot be written: give the name of a file in a folder that exists.")
    twin = compile_c(TWIN_SOURCE, "light_twin")
    source: Path | None = arguments.yardstick
    if source is None and DEFAULT_YARDSTICK.is_file():
        source = DEFAULT_YARDSTICK
    yardstick = compile_c(source.resolve(), "light_yardstick") if source else None

    def say(text: str) -> None:
        if not arguments.json:
            print(text, flush=True)

    check_twin(twin)
    say(f"The same games: {CHECK_GAMES} a size for each of the seeds {', '.join(map(str, CHECK_SEEDS))}.")
    if source is None:
        say(f"No yardstick but the twin: there is no {DEFAULT_YARDSTICK} (--yardstick FILE.c names another).")
    say("Ratios are medians of the rounds, with their quartiles.")
    results = []
    for size in SIZES:
        results.append(measure(size, arguments.seconds, twin, yardstick))
        say(table(results[-1:]))

    if target is not None:
        how = circumstances(command_for(arguments), datetime.date.today().isoformat(), "gcc", " ".join(FLAGS))
        try:
            write_page(target, page(results, how))
        except OSError as error:
            raise CannotMeasureError(f"{target} cannot be written: {error.strerror}") from None
        say(f"Written to {target}.")

    slow = [result["size"] for result in results if result["kernel_to_twin"].median < arguments.bar]
    if arguments.json:
        for result in results:
            for name, value in result.items():
                result[name] = value._asdict() if isinstance(value, Spread) else value
        summary = {
            "same_games": True,
            "yardstick": str(source) if source else None,
            "bar": arguments.bar,
            "below_bar": slow,
            "sizes": results,
        }
        print(json.dumps(summary, indent=2))
    for size in slow:
        print(f"Below the bar of {arguments.bar} on {size}x{size}.", file=sys.stderr)
    return 1 if slow else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="The speed of light playouts as a ratio to the same in C.")
    parser.add_argument("--seconds", type=float, default=15.0, help="measure a size this long (%(default)s)")
    parser.add_argument("--bar", type=float, default=0.95, help="fail if kernel/twin is below (%(default)s)")
    parser.add_argument(
        "--yardstick",
        type=Path,
        metavar="FILE.c",
        help="another C program, run as `SIZE PLAYOUTS`, that prints its po/s "
        "(default: ../shared/reference/minimal_light.c where it exists)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--write", type=Path, metavar="FILE.md", help="also write the results as a page in Markdown")
    try:
        return report(parser.parse_args())
    except CannotMeasureError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
