"""The figures of a row as text, made once for the terminal, Markdown and the page.

Everything is taken from the tally of the games (`tengen.lab.results`) and from what a paper printed; what
is not known is an empty text.
"""

import math
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from tengen.lab.conditions import Conditions
from tengen.lab.outcome import one_line
from tengen.lab.published import Published
from tengen.lab.report.model import Report, ReportRow
from tengen.lab.results import PairingResult
from tengen.lab.statistics import Interval
from tengen.lab.statistics.intervals import percent

NOTHING = "–"


@dataclass(frozen=True)
class Figures:
    """One row of a report; win rates, colours and Elo are the first player's."""

    label: str
    players: str = ""  # first and second, where the label does not name them
    games: str = ""  # counted, and wanted if there are to be more
    record: str = ""  # wins/draws/losses
    rate: str = ""
    interval: str = ""
    black: str = ""
    white: str = ""
    elo: str = ""
    elo_interval: str = ""
    superiority: str = ""
    paper: str = ""
    paper_margin: str = ""
    paper_black: str = ""
    paper_white: str = ""
    first_pace: str = ""
    second_pace: str = ""


def figures_of(row: ReportRow) -> Figures:
    """The figures of a row."""
    known: dict[str, str] = {"label": one_line(row.label)}
    if row.published is not None:
        known.update(_paper(row.published))
    if row.result is not None:
        known.update(_ours(row.result, known["label"]))
    return Figures(**known)


def _paper(published: Published) -> dict[str, str]:
    found = {"paper": percent(published.rate / 100)}
    if published.margin is not None:
        found["paper_margin"] = f"± {published.margin:.1f}"
    for name, rate in (("paper_black", published.black), ("paper_white", published.white)):
        if rate is not None:
            found[name] = percent(rate / 100)
    return found


def _ours(result: PairingResult, label: str) -> dict[str, str]:
    tally = result.tally
    found = {"games": f"{tally.games}"}
    names = one_line(f"{result.pairing.first.name} – {result.pairing.second.name}")
    if names != label:
        found["players"] = names
    if result.pairing.active and len(result.games) < result.pairing.games:
        found["games"] += f" of {result.pairing.games}"
    for name, first in (("first_pace", True), ("second_pace", False)):
        pace = result.paces.get(first)
        if pace is not None and pace.moves:
            found[name] = duration(pace.seconds_a_move)
    if tally.games:
        found |= {
            "record": f"{tally.wins}/{tally.draws}/{tally.losses}",
            "rate": percent(tally.score),
            "interval": percents(tally.interval()),
            "black": str(result.as_color(True)),
            "white": str(result.as_color(False)),
            "elo": elo(tally.elo),
            "elo_interval": f"{elo(tally.elo_interval().low)} to {elo(tally.elo_interval().high)}",
            "superiority": likelihood(tally.los),
        }
    return found


def has_paper(report: Report) -> bool:
    """Whether a paper has something to say about any row."""
    return any(row.published is not None for row in report.rows)


def remarks_of(report: Report) -> list[tuple[str, str]]:
    """What has to be known about the rows: label and sentences, the label "" where there is one row only."""
    told = []
    for row in report.rows:
        label = one_line(row.label) if len(report.rows) > 1 else ""
        remarks = [row.note] if row.note else []
        if row.result is not None:
            remarks += row.result.remarks()
            if not row.result.games:
                remarks.append("no games yet")
        elif not row.note:
            remarks.append("not played")
        if remarks:
            told.append((label, "; ".join(map(one_line, remarks))))
    return told


def conditions_of(report: Report, describe: Callable[[Conditions], str] = Conditions.describe) -> dict[str, list[str]]:
    """The conditions, in words, and the labels of the rows played under them."""
    found: dict[str, list[str]] = {}
    for row in report.rows:
        if row.result is not None:
            found.setdefault(describe(row.result.pairing.conditions), []).append(one_line(row.label))
    return found


def two_lines(text: str, width: int) -> str:
    """A text broken into at most two lines of `width` letters, best between two players.

    >>> two_lines("mcts playouts=50 – mcts playouts=100", 20)
    'mcts playouts=50 –\\nmcts playouts=100'
    """
    head, dash, tail = text.partition(" – ")
    if dash and len(text) > width and max(len(head) + 2, len(tail)) <= width:
        return f"{head} –\n{tail}"
    lines = textwrap.wrap(text, width, break_on_hyphens=False)
    if len(lines) <= 2:
        return "\n".join(lines)
    return f"{lines[0]}\n{shorten(' '.join(lines[1:]), width)}"


def shorten(text: str, width: int) -> str:
    """A text of at most `width` letters: the two ends of a command line say most.

    >>> shorten("mcts playouts=1000 policy=ucb1", 15)
    'mcts pl…cy=ucb1'
    """
    if len(text) <= width:
        return text
    tail = (width - 1) // 2
    return f"{text[: width - 1 - tail]}…{text[len(text) - tail :]}"


def likelihood(share: float) -> str:
    """A probability that is never quite 0 or 1.

    >>> likelihood(0.977), likelihood(0.99999), likelihood(0)
    ('97.7 %', '> 99.9 %', '< 0.1 %')
    """
    if share < 0.001:
        return "< 0.1 %"
    return "> 99.9 %" if share > 0.999 else percent(share)


def percents(interval: Interval) -> str:
    """An interval of shares.

    >>> percents(Interval(0.25, 0.5))
    '25.0–50.0 %'
    """
    return f"{100 * interval.low:.1f}–{100 * interval.high:.1f} %"


def elo(value: float) -> str:
    """A difference in Elo, with its sign.

    >>> elo(69.6), elo(-0.2), elo(-float("inf"))
    ('+70', '0', '−∞')
    """
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value):+d}".replace("-", "−") if round(value) else "0"


def duration(seconds: float) -> str:
    """A time a person can read at once.

    >>> duration(0.00042), duration(0.0421), duration(1.5), duration(90)
    ('0.42 ms', '42 ms', '1.5 s', '90 s')
    """
    value, unit = (seconds, "s") if seconds >= 1 else (1000 * seconds, "ms")
    return f"{value:.0f} {unit}" if value >= 100 else f"{value:.2g} {unit}"
