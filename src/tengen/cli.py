"""The command `tengen`."""

import contextlib
import io
import json
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from tengen import __version__
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.engines.interface import Engine

app = typer.Typer(
    name="tengen",
    help="Tengen: a Go engine, library and laboratory in Python.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# The form every engine keeps.
EngineName = Annotated[str, typer.Option("--engine", help="Which engine plays; tengen engines lists them.")]
Playouts = Annotated[int | None, typer.Option("--playouts", help="Playouts a move.")]
Seconds = Annotated[float | None, typer.Option("--time", help="Seconds a move.")]
Threads = Annotated[
    int | None, typer.Option("--threads", help="Threads that think; all cores, or one with --seed, if not given.")
]
Seed = Annotated[int | None, typer.Option("--seed", help="Makes the games repeatable.")]
Rules = Annotated[str, typer.Option("--rules", help="chinese, japanese, korean, aga, new-zealand, tromp-taylor.")]
Settings = Annotated[list[str], typer.Option("--set", help="name=value: change a setting of the engine.")]
Size = Annotated[int, typer.Option("--size", help="Board size, 2 to 19.")]


def _engine(
    name: str, playouts: int | None, seconds: float | None, threads: int | None, seed: int | None, settings: list[str]
) -> "Engine":
    from tengen.compilation import ensure_compiled
    from tengen.engines import create_engine
    from tengen.engines.interface import MOST_THREADS
    from tengen.parameters import split_assignments

    ensure_compiled()
    values = split_assignments(settings)
    if threads is None:
        # Several threads never repeat a game; whoever names a seed wants that.
        threads = 1 if seed is not None else min(MOST_THREADS, _usable_cores())
    return create_engine(name, playouts=playouts, seconds=seconds, threads=threads, seed=seed, settings=values)


def _usable_cores() -> int:
    """The cores this process may run on, which may be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@app.command()
def gtp(
    engine: EngineName = "mcts",
    playouts: Playouts = None,
    time: Seconds = None,
    threads: Threads = None,
    seed: Seed = None,
    rules: Rules = "chinese",
    set_: Settings = [],  # noqa: B006
    size: Size = 19,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing on standard error.")] = False,
) -> None:
    """Speak GTP on standard input and output, to any Go program."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR if quiet else logging.INFO, format="tengen: %(message)s")
    # From here on the real standard output is the protocol's; a stray print goes to stderr.
    try:
        sink = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    except OSError:
        raise TengenError("standard output is closed: GTP has nowhere to answer") from None
    os.dup2(2, 1)
    from tengen.kernels.warm_up import warm_up
    from tengen.protocols.gtp.server import serve
    from tengen.protocols.gtp.session import GtpSession

    with _engine(engine, playouts, time, threads, seed, set_) as player:
        source = io.FileIO(0, closefd=False) if sys.stdin else io.BytesIO()
        serve(GtpSession(player, size=size, rules=rules), source, sink, prepare=warm_up)
    _leave_at_once(sink)


def _leave_at_once(*streams: TextIO) -> None:
    """End the process without taking compiled code apart piece by piece, which takes half a second."""
    logging.shutdown()
    for stream in (*streams, sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    os._exit(0)


@app.command()
def play(
    size: Size = 9,
    color: Annotated[str, typer.Option("--color", help="Your colour: black or white.")] = "black",
    handicap: Annotated[int, typer.Option("--handicap", help="Stones Black is given.")] = 0,
    komi: Annotated[float | None, typer.Option("--komi", help="Points for White; the rules' own if not given.")] = None,
    load: Annotated[Path | None, typer.Option("--load", help="Go on with the game of an SGF file.")] = None,
    engine: EngineName = "mcts",
    playouts: Playouts = None,
    time: Seconds = None,
    threads: Threads = None,
    seed: Seed = None,
    rules: Rules = "chinese",
    set_: Settings = [],  # noqa: B006
) -> None:
    """Play a game in the terminal (in a pipe: watch a short one)."""
    from rich.console import Console

    from tengen.game.color import Color
    from tengen.game.handicap import free_handicap
    from tengen.game.position import Position
    from tengen.game.ruleset import Ruleset

    console = Console()
    human = Color.parse(color)
    if load is not None:
        from tengen.records import load as load_record

        position = load_record(load).position()
    else:
        chosen = Ruleset.named(rules)
        position = Position(size, rules=chosen, komi=chosen.default_komi(handicap) if komi is None else komi)
        if handicap:
            position.give_handicap(free_handicap(size, handicap))
    with _engine(engine, playouts, time, threads, seed, set_) as player:
        if sys.stdin is None or not sys.stdin.isatty():
            from tengen.terminal.demo import demonstrate

            demonstrate(console, player, position)
        else:
            from tengen.terminal.game import TerminalGame

            TerminalGame(position, player, human, console, console.input, _last_game()).run()


def _last_game() -> Path:
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tengen" / "last-game.sgf"


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object and nothing else.")] = False,
    only: Annotated[list[str], typer.Option("--only", help="light, search, threads, start, compile; repeatable.")] = [],  # noqa: B006
    seconds: Annotated[float, typer.Option("--seconds", help="For each measurement.")] = 1.0,
) -> None:
    """Measure how fast Tengen is on this machine."""
    from tengen.bench import PARTS, run_bench
    from tengen.compilation import ensure_compiled

    unknown = [part for part in only if part not in PARTS]
    if unknown:
        raise TengenError(f"there is nothing called {unknown[0]!r} to measure: choose from {', '.join(PARTS)}")
    if not 0.01 <= seconds <= 600:
        raise TengenError(f"{seconds:g} seconds for a measurement is not possible: choose 0.01 to 600")
    ensure_compiled()
    results = run_bench(tuple(only), seconds)
    if as_json:
        print(json.dumps(results))
    else:
        _print_bench(results)


# What `tengen bench` tells of each board size: keys of its results, and how a person is told.
_BENCH_ROWS = {
    "light": ("light playouts a second", "{:,}"),
    "light_ns_per_move": ("nanoseconds a move", "{:g}"),
    "search_light": ("simulations a second, light", "{:,}"),
    "search_light_ratio": ("to light playouts alone", "{:.0%}"),
    "search": ("simulations a second, as set", "{:,}"),
    "tree_bytes_per_playout": ("bytes of tree a simulation", "{:,}"),
    "threads2_ratio": ("two threads to one", "{:.2f}"),
    "threads2_cores": ("cores the two were given", "{:.1f}"),
}


def _print_bench(results: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    by_size = {key: results[key] for key in _BENCH_ROWS if key in results}
    if by_size:
        table = Table("", *(f"{n}x{n}" for n in next(iter(by_size.values()))), title="tengen bench")
        for key, values in by_size.items():
            label, form = _BENCH_ROWS[key]
            table.add_row(label, *(form.format(value) for value in values.values()))
        console.print(table)
    if "board_bytes" in results:
        console.print(f"a board is {results['board_bytes']:,} bytes", highlight=False)
    for key, label in (("warm_start_s", "warm start to the first answer"), ("cold_compile_s", "cold compilation")):
        if key in results:
            console.print(f"{label}: {results[key]:g} s", highlight=False)


@app.command()
def regress(
    files: Annotated[list[Path], typer.Argument(help="Test files: GTP with expected answers, #? [pattern].")],
    program: Annotated[str, typer.Option("--program", help="Test this GTP program instead of our engine.")] = "",
    engine: EngineName = "mcts",
    playouts: Playouts = None,
    time: Seconds = None,
    threads: Threads = None,
    seed: Seed = 1,
    set_: Settings = [],  # noqa: B006
    only: Annotated[list[str], typer.Option("--only", help="Judge only tests of this command; repeatable.")] = [],  # noqa: B006
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object and nothing else.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Tell of every test, known failures too.")] = False,
) -> None:
    """Run regression tests in GTP files, as GNU Go and Fuego have them."""
    from rich.console import Console

    from tengen.regression.report import LiveReport, as_dict
    from tengen.regression.respondent import OwnEngine, Program, Respondent
    from tengen.regression.runner import run_suite
    from tengen.regression.suite import load_suite

    if program and (playouts is not None or time is not None or set_):
        raise TengenError("--playouts, --time and --set are for our own engine: give --program its options itself")
    suites = [load_suite(path) for path in files]
    asked = {test.command.name for suite in suites for test in suite.tests}
    for name in only:
        if name not in asked:
            raise TengenError(f"no test asks {name[:40]!r}: these ask {', '.join(sorted(asked)) or 'nothing'}")

    def start() -> Respondent:
        return Program(program) if program else OwnEngine(_engine(engine, playouts, time, threads, seed, set_))

    if as_json:
        results = [run_suite(suite, start, only=only) for suite in suites]
        print(json.dumps(as_dict(results)))
    else:
        results = []
        with LiveReport(Console(), verbose=verbose) as report:
            for suite in suites:
                report.begin(suite.path)
                results.append(run_suite(suite, start, report.tell, only))
                report.end(results[-1])
        report.print_details()
    if not all(result.is_good for result in results):
        raise typer.Exit(1)


@app.command()
def doctor() -> None:
    """Say whether everything works here."""
    from rich.console import Console
    from rich.table import Table

    from tengen.doctor import examine

    findings = examine()
    table = Table("", "", "", title="tengen doctor", show_header=False)
    for finding in findings:
        mark = {True: "[green]ok[/green]", False: "[red]bad[/red]", None: ""}[finding.good]
        table.add_row(finding.subject, mark, finding.text)
    Console().print(table)
    if any(finding.good is False for finding in findings):
        raise typer.Exit(1)


@app.command()
def engines() -> None:
    """List the engines and their settings."""
    from rich.console import Console
    from rich.table import Table

    from tengen.engines.registry import engine_class, engine_names
    from tengen.parameters import describe

    table = Table("engine", "setting", "default", "what it does", title="engines")
    for name in engine_names():
        rows = describe(engine_class(name).default_parameters)
        for setting, value, about in rows:
            told = about.help + (f" ({about.source})" if about.source else "")
            table.add_row(name, setting, f"{value} {about.unit}".strip(), told)
        if not rows:
            table.add_row(name, "", "", "nothing to set")
    Console().print(table)


@app.command(name="compile")
def compile_() -> None:
    """Compile the kernels now, if that has not been done yet."""
    from tengen.compilation import ensure_compiled

    ensure_compiled()


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tengen {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Tengen: a Go engine, library and laboratory in Python."""


def main() -> None:
    """Run the command line; what a person can mend is told in one line."""
    try:
        app()
    except TengenError as error:
        print(f"tengen: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(141)
    except Exception as error:
        if os.environ.get("TENGEN_DEBUG"):
            raise
        print(
            f"tengen: internal error: {type(error).__name__}: {error} "
            "(this is our mistake; TENGEN_DEBUG=1 shows where it happened)",
            file=sys.stderr,
        )
        sys.exit(70)
