"""`tengen regress`: whether an engine still knows what it knew."""

import json
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.options import AsJson, EngineName, Playouts, Seconds, Seed, Settings, Threads, make_engine
from tengen.defaults import DEFAULT_ENGINE
from tengen.errors import TengenError


def regress(
    files: Annotated[list[Path], typer.Argument(help="Test files: GTP with expected answers, #? [pattern].")],
    program: Annotated[str, typer.Option("--program", help="Test this GTP program instead of our engine.")] = "",
    engine: EngineName = DEFAULT_ENGINE,
    playouts: Playouts = None,
    time: Seconds = None,
    threads: Threads = None,
    seed: Seed = 1,
    set_: Settings = [],  # noqa: B006
    only: Annotated[list[str], typer.Option("--only", help="Judge only tests of this command; repeatable.")] = [],  # noqa: B006
    as_json: AsJson = False,
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
        return Program(program) if program else OwnEngine(make_engine(engine, playouts, time, threads, seed, set_))

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
