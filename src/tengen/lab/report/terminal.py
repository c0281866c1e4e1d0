"""A report in the terminal: a table of two lines a row, with the label above where there is no room beside.

Each cell has its figure and, under it, how sure it is: a whole match fits in eighty columns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tengen.lab.report.figures import NOTHING, Figures, conditions_of, figures_of, has_paper, remarks_of
from tengen.lab.report.ladder import rungs
from tengen.lab.report.model import Report

_GAP = 2  # columns between cells
_NARROWEST_LABEL = 20
_WIDEST_LABEL = 40

Cell = tuple[str, str]  # the figure, and what stands dimmer under it


@dataclass(frozen=True)
class ReportTable:
    """A report as Rich prints it, in whatever width there is."""

    report: Report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The heading, the table, and what has to be said under it."""
        yield from self._heading()
        if self.report.rows:
            yield from self._table(options.max_width)
            yield from self._ladder()
        else:
            yield Text("no games yet", style="dim")
        yield from self._sentences()

    def _heading(self) -> Iterator[Text]:
        yield Text(self.report.title, style="bold")
        if self.report.source:
            yield Text(self.report.source, style="italic")
        if self.report.about:
            yield Text(self.report.about, style="dim")
        conditions = conditions_of(self.report)
        for description, labels in conditions.items():
            where = f"{', '.join(labels)}: " if len(conditions) > 1 else ""
            yield Text(where + description, style="dim")

    def _table(self, width: int) -> Iterator[Table | Text | Rule]:
        all_figures = [figures_of(row) for row in self.report.rows]
        columns = list(_columns(all_figures, has_paper(self.report)))
        widths = [_width(cells) for cells in columns]
        room = width - sum(widths) - _GAP * len(widths)
        longest = max(len(figures.label) for figures in all_figures)
        beside = room >= min(longest, _NARROWEST_LABEL)
        label_width = min(longest, room, _WIDEST_LABEL) if beside else 0
        header = _grid(label_width, widths)
        header.add_row(*([Text("")] if beside else []), *(_text(cells[0], "bold") for cells in columns))
        yield header
        yield Rule(style="dim")
        for index, figures in enumerate(all_figures, 1):
            label = Text(figures.label, style="cyan")
            row = _grid(label_width, widths)
            row.add_row(*([label] if beside else []), *(_text(cells[index]) for cells in columns))
            if not beside:
                yield label
            yield row
        yield Rule(style="dim")

    def _ladder(self) -> Iterator[Table]:
        steps = rungs(self.report)
        if steps:
            table = Table("Elo ladder", "95 %", box=None, pad_edge=False, header_style="bold")
            for rung in steps:
                table.add_row(Text(rung.name, style="cyan"), str(rung))
            yield table

    def _sentences(self) -> Iterator[Text]:
        for text in self.report.shows:
            yield Text(f"→ {text}", style="bold")
        for label, remark in remarks_of(self.report):
            yield Text.assemble(("! ", "yellow"), (f"{label}: " if label else "", "cyan"), remark)
        for note in self.report.notes:
            yield Text(f"· {note}")
        if self.report.command:
            yield Text.assemble("again: ", (self.report.command, "bold"))


def report_table(report: Report) -> ReportTable:
    """What `console.print` shows of a report."""
    return ReportTable(report)


def _columns(rows: Sequence[Figures], paper: bool) -> Iterator[list[Cell]]:
    """The columns that have anything in them: the heading's cell first, then one a row."""
    yield [("win rate", "95 %"), *((row.rate or NOTHING, row.interval) for row in rows)]
    if paper:
        yield [("paper", ""), *((row.paper or NOTHING, row.paper_margin) for row in rows)]
    if any(row.paper_black or row.paper_white for row in rows):
        yield [("paper B", "W"), *((row.paper_black, row.paper_white) for row in rows)]
    yield [("games", "w/d/l"), *((row.games or NOTHING, row.record) for row in rows)]
    yield [("Black", "White"), *((row.black or NOTHING, row.white) for row in rows)]
    yield [("Elo", "95 %"), *((row.elo or NOTHING, row.elo_interval) for row in rows)]
    yield [("LOS", ""), *((row.superiority or NOTHING, "") for row in rows)]
    if any(row.first_pace or row.second_pace for row in rows):
        yield [("a move", "opponent"), *((row.first_pace or NOTHING, row.second_pace) for row in rows)]


def _width(cells: Sequence[Cell]) -> int:
    return max(len(line) for cell in cells for line in cell)


def _text(cell: Cell, style: str = "") -> Text:
    figure, under = cell
    return Text.assemble((figure, style), "\n", (under, "dim")) if under else Text(figure, style=style)


def _grid(label_width: int, widths: Sequence[int]) -> Table:
    """A row of the table: fixed widths let rows stand one under the other, with labels between them."""
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    if label_width:
        grid.add_column(width=label_width, overflow="fold")
    for width in widths:
        grid.add_column(width=width, justify="right", no_wrap=True)
    return grid
