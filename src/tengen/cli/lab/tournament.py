"""`tengen lab tournament`: a round robin or a gauntlet."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import RESULTS, AsJson, Jobs, StoreFile, check_jobs

if TYPE_CHECKING:
    from collections.abc import Callable

    from tengen.lab.store import Event, Store


def tournament(
    file: Annotated[Path, typer.Argument(help="A TOML file of players and pairings; may be edited meanwhile.")],
    store: StoreFile = RESULTS,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Play a round robin or a gauntlet; started again, also beside itself, it goes on."""
    from tengen.compilation import ensure_compiled
    from tengen.lab.play_events import default_jobs
    from tengen.lab.store import Store
    from tengen.lab.tournament import TournamentFile

    check_jobs(jobs)
    ensure_compiled()
    watched = TournamentFile(file)
    with Store(store) as opened:
        event = watched.tournament.write(opened)
        workers = jobs or default_jobs(opened.pairings(event))
        play_and_tell(opened, [event], workers, as_json=as_json, look=lambda: watched.look(opened))


def play_and_tell(
    store: "Store", events: list["Event"], jobs: int, *, as_json: bool, look: "Callable[[], str]" = lambda: ""
) -> None:
    """Play events and print how they stand; Ctrl-C stops, and the same command goes on."""
    from rich.console import Console

    from tengen.lab.live_standings import score_table
    from tengen.lab.play_events import Stopped, play_events
    from tengen.lab.results import results_of

    stopped = None
    try:
        play_events(store, events, jobs, quiet=as_json, look=look)
    except Stopped as interruption:
        stopped = interruption
    results = [result for event in events for result in results_of(store, event)]
    if as_json:
        print(json.dumps([result.to_dict() for result in results]))
    elif results:
        console = Console()
        console.print(score_table(results, console.width))
        for result in results:
            for remark in result.remarks():
                console.print(f"{result.pairing.label}: {remark}", style="yellow", highlight=False, markup=False)
    if stopped is not None:
        typer.echo(f"tengen: {stopped}; the same command goes on", err=True)
        raise typer.Exit(130)
