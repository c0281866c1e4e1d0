"""The plots of who won: win rates beside a paper's, the Elo ladder, and how the games ended.

Each gives an <svg> element, or None where there is nothing to draw.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tengen.lab.outcome import End, one_line
from tengen.lab.report.figures import elo, percents, shorten
from tengen.lab.report.model import Report, ReportRow
from tengen.lab.report.style import DRAW, FIRST, FIRST_SOFT, GREEN, INK, PAGE, PURPLE, RED, SECOND, SOFT, YELLOW
from tengen.lab.report.svg import count_games, new_figure, to_svg
from tengen.lab.statistics import Interval, Ratings
from tengen.lab.statistics.intervals import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LABEL = 38  # letters of a label beside a plot
_ENDS = {
    End.SCORE: FIRST,
    End.RESIGNATION: FIRST_SOFT,
    End.TIME: GREEN,
    End.UNFINISHED: DRAW,
    End.UNCOUNTED: SOFT,
    End.ILLEGAL: PURPLE,
    End.NONSENSE: YELLOW,
    End.CRASH: RED,
    End.TIMEOUT: SECOND,
    End.START: INK,
}


def win_rates(report: Report) -> str | None:
    """A dot with a whisker for each row, and the paper's under it."""
    rows = [row for row in report.rows if _is_played(row) or row.published is not None]
    if not rows:
        return None
    with_paper = any(row.published is not None for row in rows)
    figure, axis = _list_of([one_line(row.label) for row in rows], 0.42 if with_paper else 0.34)
    axis.axvline(50, color=SOFT, linewidth=0.8, linestyle=(0, (4, 3)))
    told = []
    for place, row in enumerate(rows):
        offset = 0.15 if _is_played(row) and row.published is not None else 0.0
        text = f"{one_line(row.label)}: "
        if row.result is not None and row.result.tally.games:
            tally = row.result.tally
            _whisker(axis, place - offset, tally.score, tally.interval(), FIRST, "o")
            axis.annotate(
                f"{tally.games} games", (1.01, place), xycoords=("axes fraction", "data"), va="center",
                color=SOFT, fontsize=8.5, annotation_clip=False,
            )  # fmt: skip
            text += f"{percent(tally.score)}, {percents(tally.interval())}"
        if row.published is not None:
            rate, margin = row.published.rate / 100, (row.published.margin or 0.0) / 100
            interval = Interval(max(0.0, rate - margin), min(1.0, rate + margin)) if margin else None
            _whisker(axis, place + offset, rate, interval, SECOND, "D")
            text += f" (paper {percent(rate)})"
        told.append(text)
    axis.set_xlim(-1, 101)
    axis.set_xticks(range(0, 101, 10))
    axis.set_xlabel("win rate of the first player, % (whiskers: 95 %)")
    if with_paper:
        _legend(figure, [("ours", FIRST, "o"), ("the paper's", SECOND, "D")])
    return to_svg(figure, "rates", f"Win rates of the first player. {'; '.join(told)}")


def ladder(ratings: Sequence[Ratings], names: Mapping[str, str]) -> str | None:
    """The players by strength, the strongest on top; groups that never met stand apart."""
    if not ratings:
        return None
    labels: list[str] = []
    entries: list[tuple[int, float, Interval]] = []
    for group in ratings:
        if labels:
            labels.append("")  # a gap between those who cannot be compared
        for key in sorted(group.players, key=lambda key: -group.rating(key).value):
            entries.append((len(labels), group.rating(key).value, group.interval(key)))
            labels.append(names.get(key, key))
    figure, axis = _list_of(labels, 0.34)
    axis.axvline(0, color=SOFT, linewidth=0.8, linestyle=(0, (4, 3)))
    for place, value, interval in entries:
        _whisker(axis, place, value / 100, Interval(interval.low / 100, interval.high / 100), FIRST, "o")
        axis.annotate(
            elo(value), (1.01, place), xycoords=("axes fraction", "data"), va="center", color=INK,
            fontsize=9, annotation_clip=False,
        )  # fmt: skip
    axis.set_xlabel("Elo, 0 is the mean of the players (whiskers: 95 %)")
    told = (f"{labels[place]} {elo(value)} ({elo(reach.low)} to {elo(reach.high)})" for place, value, reach in entries)
    return to_svg(figure, "ladder", f"Elo ratings. {'; '.join(told)}")


def ends(report: Report) -> str | None:
    """Bars of how many games ended in which way."""
    rows = [row for row in report.rows if row.result is not None and row.result.games]
    if not rows:
        return None
    counts = [Counter(game.end for game in row.result.games) for row in rows if row.result is not None]
    figure, axis = _list_of([one_line(row.label) for row in rows], 0.34)
    reached = [0] * len(rows)
    longest = max(sum(count.values()) for count in counts)
    shown = [end for end in _ENDS if any(count[end] for count in counts)]
    for end in shown:
        for place, count in enumerate(counts):
            if not count[end]:
                continue
            # Faults and unfinished games, which do not count, are hatched.
            hatch = "" if end.counts else "////"
            axis.barh(place, count[end], 0.62, reached[place], color=_ENDS[end], hatch=hatch, edgecolor=PAGE, lw=0.4)
            reached[place] += count[end]
    for place, total in enumerate(reached):
        axis.annotate(
            f"{total}", (total, place), xytext=(5, 0), textcoords="offset points", va="center", color=SOFT, fontsize=8.5
        )
    axis.set_xlim(0, longest * 1.06)
    count_games(axis.xaxis)
    axis.set_xlabel("games (hatched: not counted)")
    _legend(figure, [(end.value, _ENDS[end], "bar" if end.counts else "hatched") for end in shown])
    told = (
        f"{one_line(row.label)}: " + ", ".join(f"{count[end]} {end.value}" for end in shown if count[end])
        for row, count in zip(rows, counts, strict=True)
    )
    return to_svg(figure, "ends", f"How the games ended. {'; '.join(told)}")


def _is_played(row: ReportRow) -> bool:
    return row.result is not None and row.result.tally.games > 0


def _list_of(labels: Sequence[str], height: float) -> "tuple[Figure, Axes]":
    """A plot with one line for each label, the first on top."""
    figure = new_figure(1.05 + height * len(labels))
    axis = figure.subplots()
    axis.set_yticks(range(len(labels)), [shorten(label, _LABEL) for label in labels])
    axis.set_ylim(len(labels) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0, labelcolor=INK, labelsize=9.5)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="x")
    return figure, axis


def _whisker(axis: "Axes", place: float, value: float, interval: Interval | None, color: str, marker: str) -> None:
    """A dot, and a line from end to end of its interval; shares are drawn as hundredths."""
    if interval is not None:
        axis.plot([100 * interval.low, 100 * interval.high], [place, place], color=color, linewidth=1.8, alpha=0.75)
    hollow = "none" if marker == "D" else color
    axis.plot([100 * value], [place], marker, color=color, markersize=6, markerfacecolor=hollow, markeredgewidth=1.5)


def _legend(figure: "Figure", entries: Sequence[tuple[str, str, str]]) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Line2D | Patch] = []
    for name, color, shape in entries:
        if shape in ("bar", "hatched"):
            hatch = "////" if shape == "hatched" else ""
            handles.append(Patch(facecolor=color, edgecolor=PAGE, hatch=hatch, label=name, linewidth=0.4))
        else:
            face = "none" if shape == "D" else color
            handles.append(
                Line2D([], [], color=color, marker=shape, markerfacecolor=face, markeredgewidth=1.5, label=name)
            )
    figure.legend(handles=handles, loc="outside upper left", ncols=min(len(handles), 6))
