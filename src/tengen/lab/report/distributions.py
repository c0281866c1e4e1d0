"""The plots of what the games were like: margins, lengths, time a move, and what the engines thought.

Each is a set of small plots with the same axes, one for every pairing or player, as an <svg> element, or
None where there is nothing to draw.
"""

import math
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tengen.lab.outcome import one_line
from tengen.lab.report.figures import duration, two_lines
from tengen.lab.report.gather import Gathered
from tengen.lab.report.model import Report
from tengen.lab.report.style import DRAW, FIRST, INK, PAGE, SECOND, SOFT
from tengen.lab.report.svg import count_games, panels, to_svg
from tengen.lab.statistics.intervals import percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TITLE = 34  # letters over a small plot
_BINS = 30  # about so many bars
_FEWEST = 3  # moves behind a point of a line,
_LEAST_SHARE = 0.05  # and of the number's with most of them: the few longest games would only be noise
_LOGARITHMIC = 15  # how many times longer the slowest is than the fastest, so that both can be seen

Numbers = npt.NDArray[np.float64]


def margins(report: Report) -> str | None:
    """By how much the first player was ahead in games counted out on the board."""
    found = {}
    for row in report.rows:
        ahead = [game.first_margin for game in row.result.games] if row.result is not None else []
        values = np.array([value for value in ahead if value is not None], np.float64)
        if len(values):
            found[one_line(row.label)] = values
    if not found:
        return None
    return _histograms(
        found,
        {label: np.sign(values) for label, values in found.items()},
        "margins",
        "points the first player was ahead",
        "Margins in points, from the first player's side",
    )


def lengths(report: Report) -> str | None:
    """How many moves the games had that count."""
    found, winners = {}, {}
    for row in report.rows:
        if row.result is not None and row.result.counted:
            label = one_line(row.label)
            found[label] = np.array([game.moves for game in row.result.counted], np.float64)
            winners[label] = np.array([2 * (game.points or 0) - 1 for game in row.result.counted])
    if not found:
        return None
    return _histograms(found, winners, "lengths", "moves in the game", "Lengths of the games in moves")


def times(gathered: Gathered) -> str | None:
    """How long each player thought, in the course of the game."""
    lines = {}
    for key, thinking in gathered.thinking.items():
        enough = _enough(thinking.seconds)
        if enough:
            shares = np.array([np.quantile(values, (0.1, 0.5, 0.9)) for values in enough.values()])
            lines[gathered.names[key]] = (np.array(list(enough), np.float64), np.maximum(shares, 1e-6))
    if not lines:
        return None
    figure, axes = panels(len(lines))
    medians = np.concatenate([shares[:, 1] for _, shares in lines.values()])
    logarithmic = medians.max() > _LOGARITHMIC * medians.min()
    for axis, (name, (numbers, shares)) in zip(axes, lines.items(), strict=True):
        axis.fill_between(numbers, shares[:, 0], shares[:, 2], color=FIRST, alpha=0.22, linewidth=0)
        axis.plot(numbers, shares[:, 1], color=FIRST, linewidth=1.6)
        axis.set_title(two_lines(name, _TITLE))
        axis.grid(axis="y")
        if logarithmic:
            axis.set_yscale("log")
        axis.yaxis.set_major_formatter(lambda value, _: duration(value) if value > 0 else "0")
        axis.yaxis.set_minor_formatter(lambda value, _: "")
    if not logarithmic:
        axes[0].set_ylim(bottom=0)
    _label(figure, "move of the game", "time a move")
    told = (f"{name}: median {duration(float(np.median(shares[:, 1])))}" for name, (_, shares) in lines.items())
    return to_svg(figure, "times", f"Time a move in the course of the game. {'; '.join(told)}")


def opinions(gathered: Gathered) -> str | None:
    """The mean win rate as each player saw it, in the games he won and in those he lost."""
    lines: dict[str, dict[bool, tuple[list[int], list[float]]]] = {}
    for key, thinking in gathered.thinking.items():
        for won, by_number in thinking.opinions.items():
            enough = _enough(by_number)
            if enough:
                means = [100 * float(np.mean(values)) for values in enough.values()]
                lines.setdefault(gathered.names[key], {})[won] = (list(enough), means)
    if not lines:
        return None
    figure, axes = panels(len(lines))
    told = []
    for axis, (name, by_result) in zip(axes, lines.items(), strict=True):
        axis.axhline(50, color=SOFT, linewidth=0.8, linestyle=(0, (4, 3)))
        for won, (numbers, means) in by_result.items():
            style, color = ("-", FIRST) if won else ((0, (3, 1.5)), SECOND)
            axis.plot(numbers, means, color=color, linestyle=style, linewidth=1.8)
            told.append(f"{name}, games {'won' if won else 'lost'}: {percent(float(np.mean(means)) / 100)} on average")
        axis.set_title(two_lines(name, _TITLE))
        axis.set_ylim(-2, 102)
        axis.set_yticks(range(0, 101, 25))
        axis.grid(axis="y")
    _label(figure, "move of the game", "win rate as he saw it, %")
    _lines_legend(figure, {won for by_result in lines.values() for won in by_result})
    return to_svg(figure, "opinions", f"Win rate as each player saw it. {'; '.join(told)}")


def _enough(by_number: "Mapping[int, array[float]]") -> "dict[int, array[float]]":
    """The numbers of moves, in order, of which there are enough to say something."""
    needed = max(_FEWEST, _LEAST_SHARE * max(map(len, by_number.values()), default=0))
    return {number: values for number, values in sorted(by_number.items()) if len(values) >= needed}


def _histograms(
    found: Mapping[str, Numbers], winners: Mapping[str, Numbers], name: str, unit: str, description: str
) -> str:
    """Bars of values, one plot a pairing, by who won: 1 the first player, -1 the second, 0 nobody."""
    everything = np.concatenate(list(found.values()))
    edges = bin_edges(float(everything.min()), float(everything.max()))
    figure, axes = panels(len(found))
    told = []
    kinds = [(1, FIRST), (-1, SECOND), (0, DRAW)]
    for axis, (label, values) in zip(axes, found.items(), strict=True):
        reached = np.zeros(len(edges) - 1)
        for who, color in kinds:
            heights, _ = np.histogram(values[winners[label] == who], edges)
            (places,) = np.nonzero(heights)  # empty bars would only take time and room
            left = np.array(edges)[places]
            width = edges[1] - edges[0]
            axis.bar(left, heights[places], width, reached[places], align="edge", color=color, edgecolor=PAGE, lw=0.5)
            reached += heights
        axis.set_title(two_lines(label, _TITLE))
        axis.grid(axis="y")
        count_games(axis.yaxis)
        middle = float(np.median(values))
        axis.axvline(middle, color=INK, linewidth=1.0, linestyle=(0, (4, 3)))
        told.append(f"{label}: median {middle:g} of {len(values)} games")
    _label(figure, unit, "games")
    present = {who for found_winners in winners.values() for who in np.unique(found_winners)}
    _winners_legend(figure, [(who, color) for who, color in kinds if who in present])
    return to_svg(figure, name, f"{description}. {'; '.join(told)}")


def bin_edges(low: float, high: float) -> list[float]:
    """Edges of bars at round numbers; one of them is 0, so that no bar holds wins and losses.

    >>> bin_edges(-3.5, 4.5)
    [-4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    """
    width = next(width for width in _ROUND if (high - low) / width <= _BINS)
    return [float(width * number) for number in range(math.floor(low / width), math.floor(high / width) + 2)]


_ROUND: Sequence[int] = [digit * 10**power for power in range(7) for digit in (1, 2, 5)]


def _label(figure: "Figure", x: str, y: str) -> None:
    """The axes are the same for all plots, so they are named once."""
    figure.supxlabel(x, color=SOFT, fontsize=9)
    figure.supylabel(y, color=SOFT, fontsize=9)


def _winners_legend(figure: "Figure", kinds: Sequence[tuple[int, str]]) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    names = {1: "first player won", -1: "second player won", 0: "jigo"}
    median = Line2D([], [], color=INK, linewidth=1.0, linestyle=(0, (4, 3)), label="median")
    handles = [*(Patch(facecolor=color, label=names[who]) for who, color in kinds), median]
    figure.legend(handles=handles, loc="outside upper left", ncols=len(handles))


def _lines_legend(figure: "Figure", results: set[bool]) -> None:
    from matplotlib.lines import Line2D

    won = Line2D([], [], color=FIRST, linewidth=1.8, label="games he won")
    lost = Line2D([], [], color=SECOND, linewidth=1.8, linestyle=(0, (3, 1.5)), label="games he lost")
    handles = [line for result, line in ((True, won), (False, lost)) if result in results]
    figure.legend(handles=handles, loc="outside upper left", ncols=2)
