"""What `light_ratio.py` measured, told: as lines for a terminal and as a page in Markdown."""

import os
import platform
import secrets
import statistics
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

YARDSTICK = "a minimal C board with pseudo-liberties"


class Spread(NamedTuple):
    """The middle of many numbers, and between what half of them lie."""

    median: float
    lower_quartile: float
    upper_quartile: float

    def __str__(self) -> str:
        return f"{self.median:.3f} ({self.lower_quartile:.3f}-{self.upper_quartile:.3f})"


def spread(values: list[float]) -> Spread:
    lower, _, upper = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(statistics.median(values), lower, upper)


class Circumstances(NamedTuple):
    """How, when and on what kind of machine it was measured."""

    command: str
    date: str
    processor: str
    compiler: str
    flags: str
    versions: dict[str, str]


def circumstances(command: str, date: str, compiler: str, flags: str) -> Circumstances:
    """Those of now, in general terms: nothing here says whose machine it is."""
    versions = {"Python": platform.python_version()} | {name: version(name) for name in ("numba", "llvmlite")}
    first_line = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.partition("\n")[0]
    return Circumstances(command, date, processor(), first_line, flags, versions)


def processor(description: Path = Path("/proc/cpuinfo")) -> str:
    """The model of the processor; its architecture where the system does not tell more."""
    try:
        lines = description.read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def table(results: list[dict[str, Any]]) -> str:
    lines = []
    for result in results:
        size, speeds = result["size"], result["playouts_per_second"]
        texts = [f"{name} {speed:>9,.0f}" for name, speed in speeds.items()]
        lines.append(f"{f'{size}x{size}':>5}  playouts/s: {'  '.join(texts)}  ({result['rounds']} rounds)")
        clock = result["kernel_to_twin_by_the_clock"]
        lines.append(f"       kernel/twin      {result['kernel_to_twin']}, by the clock {clock}")
        if result["kernel_to_yardstick"]:
            lines.append(f"       kernel/yardstick {result['kernel_to_yardstick']}")
            lines.append(f"       twin/yardstick   {result['twin_to_yardstick']}")
    return "\n".join(lines)


def page(results: list[dict[str, Any]], how: Circumstances) -> str:
    """The results as a page in Markdown; without the yardstick if it was not measured."""
    with_yardstick = all(result["kernel_to_yardstick"] for result in results)
    comparison = (
        "Light playouts (random moves that fill no eyes, from an empty board to the end of the game, on one "
        "thread) in Tengen's *kernel*, which is Python compiled by Numba, next to its *twin*, the same "
        "algorithm on the same data structures in C (`benchmarks/light_twin.c`). Before anything is timed, both "
        "are seen to play the same games to the same final boards."
    )
    if with_yardstick:
        comparison += (
            f" The *yardstick* is another program, {YARDSTICK}, that plays its own games; it is not part of this "
            "repository, and `--yardstick FILE.c` names one."
        )
    comparison += (
        " They run by turns in many short rounds. Speeds are medians of the rounds, by the clock; a ratio is taken "
        "within a round, and given are the median of the rounds and, in brackets, their quartiles. Above 1 the "
        "first of the two is the faster. To repeat it:"
    )
    sizes = [f"{result['size']}x{result['size']}" for result in results]
    rows = [["playouts/s, kernel", *_speeds(results, "kernel")], ["playouts/s, twin", *_speeds(results, "twin")]]
    if with_yardstick:
        rows.append(["playouts/s, yardstick", *_speeds(results, "yardstick")])
    rows.append(["kernel/twin, processor time", *_ratios(results, "kernel_to_twin")])
    rows.append(["kernel/twin, by the clock", *_ratios(results, "kernel_to_twin_by_the_clock")])
    if with_yardstick:
        rows.append(["kernel/yardstick, by the clock", *_ratios(results, "kernel_to_yardstick")])
        rows.append(["twin/yardstick, by the clock", *_ratios(results, "twin_to_yardstick")])
    rows.append(["rounds", *(f"{result['rounds']:,}" for result in results)])
    rows.append(["playouts of each in a round", *(f"{result['playouts_per_round']:,}" for result in results)])
    lines = [
        "# The speed of light playouts",
        "",
        comparison,
        "",
        f"    {how.command}",
        "",
        f"- Date: {how.date}",
        f"- Processor: {how.processor}",
        f"- C compiler: {how.compiler}, `{how.flags}`",
        *(f"- {name}: {number}" for name, number in how.versions.items()),
        "",
        _row(["", *sizes]),
        _row(["---", *("---:" for _ in sizes)]),
        *(_row(row) for row in rows),
        "",
        "This page was written by the program that measured.",
    ]
    return "\n".join(lines) + "\n"


def _speeds(results: list[dict[str, Any]], name: str) -> list[str]:
    return [f"{result['playouts_per_second'][name]:,.0f}" for result in results]


def _ratios(results: list[dict[str, Any]], name: str) -> list[str]:
    return [str(result[name]) for result in results]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def write_page(path: Path, text: str) -> None:
    """Write all of the page or, if something fails, nothing: to a file beside it, which then takes its name."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
