"""`tengen lab run`: a paper's table, played again."""

from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.lab.report import EXPERIMENTS, Html, Markdown, Scale, tell_reports
from tengen.cli.options import Jobs, StoreFile, check_jobs
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.lab.experiments import Experiment


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
    from tengen.lab.play_events import Stopped, default_jobs, play_events
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
        tell_reports([report_of_experiment(opened, chosen, scale)], opened, html, markdown)
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
