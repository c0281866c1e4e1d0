"""A report as Markdown, for docs/: every figure in it comes from the store or from the paper, none from a hand."""

import re

from tengen.lab.outcome import one_line
from tengen.lab.report.figures import NOTHING, Figures, conditions_of, figures_of, has_paper, remarks_of
from tengen.lab.report.ladder import rungs
from tengen.lab.report.model import Report

_SPECIAL = re.compile(r"([\\`*_\[\]<>|&#~])")


def report_markdown(report: Report, level: int = 2) -> str:
    """The report under a heading of this level, ready to be put into a page."""
    parts = [f"{'#' * level} {escape(report.title)}"]
    if report.source:
        parts.append(f"Source: {escape(report.source).rstrip('.')}.")
    if report.about:
        parts.append(escape(report.about))
    conditions = conditions_of(report)
    if len(conditions) == 1:
        parts.append(f"Conditions: {escape(next(iter(conditions)))}.")
    elif conditions:
        parts.append(_list([f"{escape(', '.join(labels))}: {escape(text)}" for text, labels in conditions.items()]))
    parts.append(_table(report) if report.rows else "No games yet.")
    remarks = [f"{escape(label)}: {escape(text)}" if label else escape(text) for label, text in remarks_of(report)]
    steps = rungs(report)
    if steps:
        lines = [["player", "Elo (95 %), 0 is their mean"], ["---", "---:"], *([escape(r.name), str(r)] for r in steps)]
        parts.append(_lines(lines))
    if report.shows:
        parts += ["What it shows:", _list([escape(text) for text in report.shows])]
    if remarks or report.notes:
        parts += ["What has to be known:", _list([*remarks, *map(escape, report.notes)])]
    if report.command:
        parts.append(f"Again:\n\n```sh\n{report.command.strip()}\n```")
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """A text that Markdown shows as it is, in a table too.

    >>> escape("a|b <c>")
    'a\\\\|b \\\\<c\\\\>'
    """
    return _SPECIAL.sub(r"\\\1", one_line(text))


def _table(report: Report) -> str:
    rows = [figures_of(row) for row in report.rows]
    paper, paces = has_paper(report), any(row.first_pace or row.second_pace for row in rows)
    heads = ["", "win rate (95 %)", "games", "w/d/l", "as Black", "as White", "Elo (95 %)", "LOS"]
    if paper:
        heads.insert(2, "the paper's")
    if paces:
        heads.append("a move (opponent's)")
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1)]
    lines += [_cells(row, paper, paces) for row in rows]
    return _lines(lines)


def _lines(lines: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cells(row: Figures, paper: bool, paces: bool) -> list[str]:
    cells = [
        escape(row.label),
        _bracket(row.rate, row.interval),
        row.games,
        row.record,
        row.black,
        row.white,
        _bracket(row.elo, row.elo_interval),
        row.superiority,
    ]
    if paper:
        cells.insert(2, paper_cell(row))
    if paces:
        cells.append(_bracket(row.first_pace, row.second_pace))
    return [cell or NOTHING for cell in cells]


def paper_cell(row: Figures) -> str:
    """The paper's figure, its margin, and its figures by colour."""
    colors = [f"{name} {rate}" for name, rate in (("Black", row.paper_black), ("White", row.paper_white)) if rate]
    return _bracket(" ".join(filter(None, (row.paper, row.paper_margin))), ", ".join(colors))


def _bracket(figure: str, more: str) -> str:
    return f"{figure} ({more})" if figure and more else figure or more


def _list(items: list[str]) -> str:
    return "\n".join(f"- {item}" for item in items)
