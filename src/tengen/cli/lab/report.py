"""`tengen lab report`: what is in a store, in the terminal, as a page, as Markdown."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.lab.events import find_events
from tengen.cli.options import StoreFile
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.lab.report.model import Report
    from tengen.lab.store import Store

EXPERIMENTS = Path("experiments.db")
Scale = Annotated[str, typer.Option("--scale", help="small (two cores, half an hour) or paper (its conditions).")]
Html = Annotated[Path | None, typer.Option("--html", help="Write a page with plots (needs Matplotlib: make lab).")]
Markdown = Annotated[Path | None, typer.Option("--markdown", help="Write a page for docs.")]

_HEADING = """# Experiments

Written by `tengen lab report … --markdown`, figures and all. Intervals are of 95 % (Wilson's). Every comparison is a
test of its own, two-sided: of twenty without any difference, one looks like one.

"""


def report(
    names: Annotated[list[str], typer.Argument(help="Experiments, or events of the store: numbers or names.")],
    scale: Scale = "small",
    store: StoreFile = EXPERIMENTS,
    html: Html = None,
    markdown: Markdown = None,
) -> None:
    """Report what is in a store, without playing: in the terminal, as a page with plots, as Markdown."""
    from tengen.lab.store import Store

    with Store(store, create=False) as opened:
        reports = [report for name in names for report in _reports(opened, name, scale)]
        if len(reports) > 1 and html is not None:
            raise TengenError(f"{' '.join(names)!r} are {len(reports)} events: a page with plots is of one")
        tell_reports(reports, opened, html, markdown)


def _reports(store: "Store", name: str, scale: str) -> list["Report"]:
    """The report of an experiment, or those of all events that a name means."""
    from tengen.lab.experiments import experiment, experiment_names
    from tengen.lab.experiments.model import SPEED
    from tengen.lab.report.build import report_of_event, report_of_experiment

    if name not in experiment_names():
        return [report_of_event(store, event) for event in find_events(store, name)]
    chosen = experiment(name)
    if chosen.kind == SPEED:
        raise TengenError(f"{name} measures speed, which is not stored: tengen lab run {name}")
    return [report_of_experiment(store, chosen, scale)]


def tell_reports(reports: list["Report"], store: "Store", html: Path | None, markdown: Path | None) -> None:
    """Reports for the terminal, and those that are asked for as files."""
    from rich.console import Console

    from tengen.lab.report.html import write_html
    from tengen.lab.report.markdown import report_markdown
    from tengen.lab.report.terminal import report_table
    from tengen.records.writer import save_atomically

    console = Console()
    for report in reports:
        console.print(report_table(report))
        if html is not None:
            write_html(report, store, html)
            print(f"written: {html}")
    if markdown is not None:
        heading = _HEADING if len(reports) > 1 else ""
        text = heading + "\n".join(report_markdown(report, 2 if heading else 1) for report in reports)
        save_atomically(markdown, text.encode("utf-8"))
        print(f"written: {markdown}")
