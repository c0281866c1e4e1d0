"""`tengen lab …`: the laboratory beyond a single match."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli import experiments, tuning
from tengen.cli.match import AsJson, Jobs, StoreFile, check_jobs
from tengen.errors import TengenError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tengen.lab.store import Event, Store

app = typer.Typer(
    name="lab",
    help="The laboratory: tournaments, statistics, the papers' experiments, reports, tuning.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

RESULTS = Path("results.db")
EventName = Annotated[
    str, typer.Argument(metavar="[EVENT]", help="Its number or a part of its name; all if not given.")
]


app.command(name="list")(experiments.list_)
app.command()(experiments.run)
app.command()(experiments.report)
app.command()(tuning.tune)


@app.command()
def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="Wins and games: 510/1000, 51%/1000, 510-490.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The same of the other.")],
    as_json: AsJson = False,
) -> None:
    """Say whether two win rates differ, and how many games it would take to see it."""
    from tengen.lab.statistics import compare as compare_rates
    from tengen.lab.statistics import describe, parse_rate, proportion_test

    a, b = parse_rate(first), parse_rate(second)
    found = compare_rates(a.wins, a.games, b.wins, b.games)
    if not as_json:
        print("\n".join(describe(found)))
        return
    plain = proportion_test(a.wins, a.games, b.wins, b.games, corrected=False)
    told = {
        "rates": [a.value, b.value],
        "intervals": [[rate.interval().low, rate.interval().high] for rate in (a, b)],
        "difference": found.difference,
        "difference_interval": [found.difference_interval.low, found.difference_interval.high],
        "p_one_sided": found.test.one_sided,
        "p_two_sided": found.test.two_sided,
        "p_one_sided_uncorrected": plain.one_sided,
        "p_two_sided_uncorrected": plain.two_sided,
        "separable": found.separable,
        "games_needed": found.games_needed,
    }
    print(json.dumps(told))


@app.command()
def tournament(
    file: Annotated[Path, typer.Argument(help="A TOML file of players and pairings; may be edited meanwhile.")],
    store: StoreFile = RESULTS,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Play a round robin or a gauntlet; started again, also beside itself, it goes on."""
    from tengen.compilation import ensure_compiled
    from tengen.lab.playing import default_jobs
    from tengen.lab.store import Store
    from tengen.lab.tournament import TournamentFile

    check_jobs(jobs)
    ensure_compiled()
    watched = TournamentFile(file)
    with Store(store) as opened:
        event = watched.tournament.write(opened)
        workers = jobs or default_jobs(opened.pairings(event))
        _play(opened, [event], workers, as_json=as_json, look=lambda: watched.look(opened))


@app.command()
def work(event: EventName = "", store: StoreFile = RESULTS, jobs: Jobs = None) -> None:
    """Play what is still wanted in a store, as one more pair of hands for matches and tournaments."""
    from tengen.compilation import ensure_compiled
    from tengen.lab.playing import default_jobs
    from tengen.lab.store import Store

    check_jobs(jobs)
    ensure_compiled()
    with Store(store, create=False) as opened:
        events = find_events(opened, event)
        pairings = [pairing for one in events for pairing in opened.pairings(one) if pairing.active]
        _play(opened, events, jobs or default_jobs(pairings), as_json=False)


@app.command()
def events(store: StoreFile = RESULTS, as_json: AsJson = False) -> None:
    """List the matches, tournaments and experiments of a store."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from tengen.lab.results import results_of, total_games
    from tengen.lab.store import Store

    with Store(store, create=False) as opened:
        rows: list[dict[str, Any]] = []
        for event in opened.events():
            played, wanted = total_games(results_of(opened, event))
            rows.append({"id": event.id, "kind": event.kind, "name": event.name, "games": played, "wanted": wanted})
    if as_json:
        print(json.dumps(rows))
        return
    table = Table("", "kind", "name", "games", box=None)
    for row in rows:
        table.add_row(str(row["id"]), row["kind"], Text(row["name"]), f"{row['games']}/{row['wanted']}")
    Console().print(table if rows else f"{store} has no events yet", markup=False)


@app.command()
def merge(
    target: Annotated[Path, typer.Argument(help="The store that gets the games; made if it is not there.")],
    sources: Annotated[list[Path], typer.Argument(help="Stores of other machines; they are only read.")],
) -> None:
    """Put the results of several machines together."""
    from tengen.lab.store import Store
    from tengen.lab.store.merge import merge as merge_stores

    for source in sources:
        if not source.exists():
            raise TengenError(f"there is no store {source}")
    with Store(target) as opened:
        for source in sources:
            print(f"{source}: {merge_stores(opened, source)}")


@app.command()
def games(
    out: Annotated[Path, typer.Argument(help="A folder for the SGF files; made if it is not there.")],
    event: Annotated[str, typer.Option("--event", help="Of this event only: its number or a part of its name.")] = "",
    store: StoreFile = RESULTS,
) -> None:
    """Write the games of a store as SGF files."""
    from tengen.lab.store import Store
    from tengen.records.writer import save_atomically

    written = 0
    with Store(store, create=False) as opened:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TengenError(f"cannot write to {out}: {error.strerror or error}") from None
        for one in find_events(opened, event):
            for pairing in opened.pairings(one):
                for game in opened.games(pairing):
                    if sgf := opened.sgf(game):
                        name = f"{pairing.id:03}-{game.number + 1:05}-{game.uid[:8]}.sgf"
                        save_atomically(out / name, sgf.encode("utf-8"))
                        written += 1
    print(f"{written} games written to {out}")


def find_events(store: "Store", text: str) -> list["Event"]:
    """The events that `text` means: one by its number, or all with it in their names."""
    known = store.events()
    if not text:
        return known
    found = [event for event in known if text == str(event.id)]
    found = found or [event for event in known if text.lower() in event.name.lower()]
    if not found:
        raise TengenError(f"{store.path} has no event {text!r}: tengen lab events --store {store.path} lists them")
    return found


def _play(
    store: "Store",
    events: list["Event"],
    jobs: int,
    *,
    as_json: bool,
    look: "Callable[[], str]" = lambda: "",
) -> None:
    """Play events and print how they stand; Ctrl-C stops, and the same command goes on."""
    from rich.console import Console

    from tengen.lab.playing import Stopped, play_events
    from tengen.lab.progress import score_table
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
