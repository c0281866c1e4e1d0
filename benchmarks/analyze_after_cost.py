"""What an analyze-after simulation costs: time by board size and by the number of worms, beside light playouts.

    python benchmarks/analyze_after_cost.py [--seconds 0.5] [--write docs]

Theorem 2 of the McGnuGo paper says O(|B| + |W| log |W|) for |B| points and |W| worms. Light playouts and
simulations take turns on every size from 5x5 to 19x19, in processor time, from the empty board. `--write FOLDER` puts
the figures into FOLDER/analyze-after.md and the plot beside it; Matplotlib is needed for that (`make lab`).
"""

import argparse
import datetime
import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from ratio_report import processor, write_page

from tengen.kernels.board_record import BOARD, new_boards
from tengen.kernels.playouts.analyze_after import analyze_after_playouts
from tengen.kernels.playouts.light import TRACE_LENGTH, light_playouts
from tengen.kernels.random import new_generators
from tengen.kernels.thread_record import new_threads
from tengen.pages import put_between_marks

SIZES = range(5, 20)
ROUNDS = 9
_TABLE_SIZES = (5, 7, 9, 11, 13, 15, 17, 19)
_PLOT, _PAGE = "analyze-after-cost.svg", "analyze-after.md"


@dataclass(frozen=True)
class Cost:
    """What one size costs, in nanoseconds a game: medians of the rounds."""

    size: int
    worms: float  # of a simulation
    simulation: float
    light: float
    ratio: float  # of the two within a round

    @property
    def points(self) -> int:
        """|B|."""
        return self.size**2

    @property
    def bound(self) -> float:
        """|B| + |W| log |W|, the logarithm to base 2."""
        return self.points + self.worms * math.log2(max(1.0, self.worms))


def _time(play: Callable[[int], object], count: int) -> float:
    """Nanoseconds of processor time a game."""
    began = time.process_time_ns()
    play(count)
    return (time.process_time_ns() - began) / count


def measure(size: int, seconds: float) -> Cost:
    """Both by turns, for about so many seconds of each."""
    boards, threads = new_boards(size), new_threads(1)
    scratch, generators, trace = np.zeros(1, BOARD), new_generators(1), np.zeros(TRACE_LENGTH, np.int16)

    def fill(count: int) -> tuple[int, int, int]:
        wins, stones, worms = analyze_after_playouts(boards, threads, count)
        return wins, stones, worms

    def light(count: int) -> object:
        return light_playouts(boards, scratch, generators, trace, count)

    few = 200
    counts = []
    for play in (fill, light):
        play(few)  # warms up
        counts.append(max(few, round(seconds * 1e9 / ROUNDS / max(1.0, _time(play, few)))))
    turns = [(_time(fill, counts[0]), _time(light, counts[1])) for _ in range(ROUNDS)]
    _, _, worms = fill(counts[0])
    return Cost(
        size,
        worms / counts[0],
        statistics.median(filled for filled, _ in turns),
        statistics.median(played for _, played in turns),
        statistics.median(played / filled for filled, played in turns),
    )


def table(costs: list[Cost]) -> str:
    """Some of the sizes as a table in Markdown."""
    lines = [
        "| board | points, \\|B\\| | worms, \\|W\\| | ns a simulation | ns a point | ns by the bound "
        "| simulations a second | light playouts a second | ratio |",
        "| --- |" + " ---: |" * 8,
    ]
    for cost in costs:
        if cost.size in _TABLE_SIZES:
            lines.append(
                f"| {cost.size}x{cost.size} | {cost.points} | {cost.worms:.1f} | {cost.simulation:,.0f} | "
                f"{cost.simulation / cost.points:.1f} | {cost.simulation / cost.bound:.1f} | "
                f"{1e9 / cost.simulation:,.0f} | {1e9 / cost.light:,.0f} | {cost.ratio:.1f} |"
            )
    return "\n".join(lines)


def told(costs: list[Cost], seconds: float) -> str:
    """What stands between the marks of the page."""
    largest = costs[-1]
    per_bound = [cost.simulation / cost.bound for cost in costs if cost.size >= 9]
    return "\n\n".join(
        [
            f"Measured on {datetime.date.today()} by `python benchmarks/analyze_after_cost.py --seconds {seconds:g} "
            f"--write docs`, one thread, {processor()}. On {largest.size}x{largest.size} the board is filled "
            f"**{largest.ratio:.1f} times** in the time of one light playout.",
            table(costs),
            f"*Ns by the bound* is the time divided by |B| + |W| log₂ |W|. From 9x9 on it stays between "
            f"{min(per_bound):.1f} and {max(per_bound):.1f}: the time grows as theorem 2 says it may.",
            f"![Time of a simulation by |B| + |W| log |W|, and by the number of points]({_PLOT})",
        ]
    )


def plot(costs: list[Cost]) -> str:
    """Time by the bound and by points, as an SVG file."""
    from tengen.lab.report.style import COLORS, FIRST, SECOND
    from tengen.lab.report.svg import drawing, panels, to_svg

    with drawing():
        figure, (left, right) = panels(2, share_x=False)
        for axis, values, label in (
            (left, [cost.bound for cost in costs], "|B| + |W| log |W|"),
            (right, [float(cost.points) for cost in costs], "points, |B|"),
        ):
            times = [cost.simulation / 1000 for cost in costs]
            slope = sum(x * y for x, y in zip(values, times, strict=True)) / sum(x * x for x in values)
            axis.plot(
                [0, values[-1]],
                [0, slope * values[-1]],
                color=SECOND,
                linewidth=1,
                linestyle="--",
                label="in proportion",
            )
            axis.plot(values, times, color=FIRST, marker="o", markersize=4, linestyle="none", label="5x5 to 19x19")
            axis.set_xlabel(label)
            axis.set_xlim(left=0)
            axis.set_ylim(bottom=0)
            axis.grid(visible=True)
        left.set_ylabel("microseconds a simulation")
        left.legend(loc="upper left")
        drawn = to_svg(figure, "analyze-after", "The time of a simulation is in proportion to the bound of theorem 2")
    for variable, (light, _) in COLORS.items():  # a file by itself has no page to take colours from
        drawn = drawn.replace(f"var(--{variable})", light)
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def main() -> None:
    """Measure, tell, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each size and each of the two")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="where the page and the plot are")
    options = parser.parse_args()
    costs = [measure(size, options.seconds) for size in SIZES]
    print(table(costs))
    if options.write is not None:
        page = options.write / _PAGE
        write_page(options.write / _PLOT, plot(costs) + "\n")
        text = put_between_marks(page.read_text(encoding="utf-8"), "cost", told(costs, options.seconds))
        write_page(page, text)


if __name__ == "__main__":
    main()
