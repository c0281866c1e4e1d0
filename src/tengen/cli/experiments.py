"""`tengen lab list`, `run` and `report`: the papers' tables, played again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.match import Jobs, StoreFile, check_jobs
from tengen.cli.options import usable_cores
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.lab.experiments import Experiment
    from tengen.lab.report.model import Report
    from tengen.lab.store import Store

EXPERIMENTS = Path("experiments.db")
Scale = Annotated[str, typer.Option("--scale", help="small (two cores, half an hour) or paper (its conditions).")]
Html = Annotated[Path | None, typer.Option("--html", help="Write a page with plots (needs Matplotlib: make lab).")]
Markdown = Annotated[Path | None, typer.Option("--markdown", help="Write a page for docs.")]


def list_() -> None:
    """List the experiments: what they ask, and what is missing for those that cannot be played yet."""
    from rich.console import Console
    from rich.table import Table

    from tengen.lab.experiments import experiments, is_available, plan
    from tengen.lab.experiments.availability import missing

    table = Table("experiment", "what it is", "small", box=None, title="tengen lab run NAME")
    for one in experiments():
        rows = list(one.speeds) or plan(one, "small")
        reasons = dict.fromkeys(reason for row in rows if (reason := missing(row)))
        minutes = one.scales["small"].minutes if "small" in one.scales else None
        told = f"{minutes:.0f} min" if minutes and is_available(one) else ""
        about = one.title + (f" [dim]({'; '.join(reasons)})[/dim]" if reasons else "")
        table.add_row(one.name if is_available(one) else f"[dim]{one.name}[/dim]", about, told)
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
    from tengen.lab.playing import Stopped, default_jobs, play_events
    from tengen.lab.report.build import report_of_experiment, write_experiment
    from tengen.lab.store import Store

    check_jobs(jobs)
    if games is not None and games < 1:
        raise TengenError(f"{games} games are no experiment: choose 1 or more")
    chosen = experiment(name)
    _check_playable(chosen, scale)
    ensure_compiled()
    stopped = None
    with Store(store) as opened:
        event = write_experiment(opened, chosen, scale, games)
        pairings = [pairing for pairing in opened.pairings(event) if pairing.active]
        try:
            play_events(opened, [event], jobs or default_jobs(pairings, usable_cores()))
        except Stopped as interruption:
            stopped = interruption
        _tell(report_of_experiment(opened, chosen, scale), opened, html, markdown)
    if stopped is not None:
        typer.echo(f"tengen: {stopped}; the same command goes on", err=True)
        raise typer.Exit(130)


def _check_playable(chosen: "Experiment", scale: str) -> None:
    """An experiment none of whose rows can be played says what it waits for."""
    from tengen.lab.experiments import plan

    reasons = [row.missing for row in plan(chosen, scale)]
    if all(reasons):
        raise TengenError(f"{chosen.name} cannot be played yet: it {'; '.join(dict.fromkeys(reasons))}")


def report(
    name: Annotated[str, typer.Argument(help="An experiment, or an event of the store: its number or name.")],
    scale: Scale = "small",
    store: StoreFile = EXPERIMENTS,
    html: Html = None,
    markdown: Markdown = None,
) -> None:
    """Report what is in a store, without playing: in the terminal, as a page with plots, as Markdown."""
    from tengen.cli.lab import find_events
    from tengen.lab.experiments import experiment_names
    from tengen.lab.experiments import experiment as load
    from tengen.lab.report.build import report_of_event, report_of_experiment
    from tengen.lab.store import Store

    with Store(store, create=False) as opened:
        if name in experiment_names():
            _tell(report_of_experiment(opened, load(name), scale), opened, html, markdown)
            return
        found = find_events(opened, name)
        if len(found) > 1 and (html or markdown):
            raise TengenError(f"{name!r} means {len(found)} events: name one by its number for a page")
        for event in found:
            _tell(report_of_event(opened, event), opened, html, markdown)


def _tell(report: "Report", store: "Store", html: Path | None, markdown: Path | None) -> None:
    from rich.console import Console

    from tengen.lab.report.html import write_html
    from tengen.lab.report.markdown import report_markdown
    from tengen.lab.report.terminal import report_table
    from tengen.records.writer import save_atomically

    Console().print(report_table(report))
    if html is not None:
        write_html(report, store, html)
        print(f"written: {html}")
    if markdown is not None:
        save_atomically(markdown, report_markdown(report).encode("utf-8"))
        print(f"written: {markdown}")
