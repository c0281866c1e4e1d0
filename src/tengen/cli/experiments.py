"""`tengen lab list`, `run` and `report`: the papers' tables, played again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.match import Jobs, StoreFile, check_jobs
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.lab.experiments import Experiment
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


def list_() -> None:
    """List the experiments: what they ask, and what those wait for that cannot be played yet, or not whole."""
    from rich.console import Console
    from rich.table import Table

    from tengen.lab.experiments import experiments, is_available, waits_for

    table = Table("experiment", "what it is", "small scale", box=None, title="tengen lab run NAME")
    for one in experiments():
        waits = waits_for(one)
        minutes = one.scales["small"].minutes
        ready = is_available(one)
        told = [f"{minutes:.0f} min" if ready and minutes else "", f"waits for {', '.join(waits)}" if waits else ""]
        state = ", ".join(part for part in told if part)
        table.add_row(one.name, one.title, state, style="" if ready else "dim")
    Console().print(table)


def run(
    name: Annotated[str, typer.Argument(help="The experiment; tengen lab list names them.")],
    games: Annotated[int | None, typer.Option("--games", help="Of each row, instead of the scale's.")] = None,
    scale: Scale = "small",
    store: StoreFile = EXPERIMENTS,
    jobs: Jobs = None,
    html: Html = None,
    markdown: Markdown = None,
) -> None:
    """Play a published experiment again; the same command goes on where it stopped."""
    from tengen.compilation import ensure_compiled
    from tengen.lab.experiments import experiment
    from tengen.lab.experiments.model import SPEED
    from tengen.lab.playing import Stopped, default_jobs, play_events
    from tengen.lab.report.build import report_of_experiment, write_experiment
    from tengen.lab.store import Store

    check_jobs(jobs)
    if games is not None and games < 1:
        raise TengenError(f"{games} games are no experiment: choose 1 or more")
    chosen = experiment(name)
    if chosen.kind == SPEED:
        ensure_compiled()
        _measure(chosen, scale)
        return
    _check_playable(chosen, scale)
    ensure_compiled()
    stopped = None
    with Store(store) as opened:
        event = write_experiment(opened, chosen, scale, games)
        pairings = [pairing for pairing in opened.pairings(event) if pairing.active]
        try:
            play_events(opened, [event], jobs or default_jobs(pairings))
        except Stopped as interruption:
            stopped = interruption
        _tell([report_of_experiment(opened, chosen, scale)], opened, html, markdown)
    if stopped is not None:
        typer.echo(f"tengen: {stopped}; the same command goes on", err=True)
        raise typer.Exit(130)


def _check_playable(chosen: "Experiment", scale: str) -> None:
    """An experiment none of whose rows can be played says what it waits for."""
    from tengen.lab.experiments import plan, waits_for

    if all(row.missing for row in plan(chosen, scale)):
        raise TengenError(f"{chosen.name} cannot be played yet: it waits for {', '.join(waits_for(chosen, scale))}")


def _measure(chosen: "Experiment", scale: str) -> None:
    """A table of speeds: measured and told at once, there is nothing to store."""
    from rich.console import Console
    from rich.table import Table

    from tengen.lab.experiments import measure, missing
    from tengen.lab.experiments.model import SCALES

    if scale not in SCALES:
        raise TengenError(f"there is no scale {scale!r}: choose one of {', '.join(SCALES)}")
    console = Console()
    table = Table("", "least", "most", "mean", "deviation", "mean in the paper", title=chosen.title, box=None)
    for row in chosen.speeds:
        if reason := missing(row):
            table.add_row(row.label, *["–"] * 4, f"{row.mean:,.0f} ± {row.deviation:,.0f}")
            console.print(f"{row.label}: {reason}", style="yellow", highlight=False)
            continue
        found = measure(row, chosen.scales[scale].side.games or 1)
        figures = (found.minimum, found.maximum, found.mean, found.deviation)
        table.add_row(row.label, *(f"{value:,.0f}" for value in figures), f"{row.mean:,.0f} ± {row.deviation:,.0f}")
    console.print(table)
    for note in (chosen.source, *chosen.notes):
        console.print(" ".join(note.split()), style="dim", highlight=False, markup=False)


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
        _tell(reports, opened, html, markdown)


def _reports(store: "Store", name: str, scale: str) -> list["Report"]:
    """The report of an experiment, or those of all events that a name means."""
    from tengen.cli.lab import find_events
    from tengen.lab.experiments import experiment, experiment_names
    from tengen.lab.experiments.model import SPEED
    from tengen.lab.report.build import report_of_event, report_of_experiment

    if name not in experiment_names():
        return [report_of_event(store, event) for event in find_events(store, name)]
    chosen = experiment(name)
    if chosen.kind == SPEED:
        raise TengenError(f"{name} measures speed, which is not stored: tengen lab run {name}")
    return [report_of_experiment(store, chosen, scale)]


def _tell(reports: list["Report"], store: "Store", html: Path | None, markdown: Path | None) -> None:
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
