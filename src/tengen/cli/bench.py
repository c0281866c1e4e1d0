"""`tengen bench`: how fast it is here."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from tengen.cli.options import AsJson
from tengen.errors import TengenError


def bench(
    as_json: AsJson = False,
    only: Annotated[
        list[str],
        typer.Option("--only", help="light, analyze-after, search, threads, network, start, compile; repeatable."),
    ] = [],  # noqa: B006
    seconds: Annotated[float, typer.Option("--seconds", help="For each measurement.")] = 1.0,
    yardstick: Annotated[
        Path | None,
        typer.Option(
            "--yardstick",
            metavar="FILE.c",
            help="A C program to compare the search with, run as SIZE PLAYOUTS "
            "(default: ../shared/reference/minimal_light.c beside the checkout, if there is one).",
        ),
    ] = None,
) -> None:
    """Measure how fast Tengen is on this machine."""
    from tengen.bench import PARTS, run_bench
    from tengen.compilation import ensure_compiled

    unknown = [part for part in only if part not in PARTS]
    if unknown:
        raise TengenError(f"there is nothing called {unknown[0]!r} to measure: choose from {', '.join(PARTS)}")
    if not 0.01 <= seconds <= 600:
        raise TengenError(f"{seconds:g} seconds for a measurement is not possible: choose 0.01 to 600")
    if yardstick is not None and not yardstick.is_file():
        raise TengenError(f"there is no C program {yardstick} to compare with")
    ensure_compiled()
    results = run_bench(tuple(only), seconds, yardstick)
    if as_json:
        print(json.dumps(results))
    else:
        _print_bench(results)


# What `tengen bench` tells of each board size: keys of its results, and how a person is told.
_BENCH_ROWS = {
    "light": ("light playouts a second", "{:,}"),
    "light_ns_per_move": ("nanoseconds a move", "{:g}"),
    "analyze_after": ("analyze-after simulations a second", "{:,}"),
    "analyze_after_light_ratio": ("to light playouts", "{:.2f}"),
    "search_light": ("simulations a second, light", "{:,}"),
    "search_light_ratio": ("to light playouts alone", "{:.0%}"),
    "search": ("simulations a second, network=no", "{:,}"),
    "search_yardstick_ratio": ("to the C yardstick's playouts", "{:.3f}"),
    "tree_bytes_per_playout": ("bytes of tree a simulation", "{:,}"),
    "threads2_ratio": ("two threads to one", "{:.2f}"),
    "threads2_cores": ("cores the two were given", "{:.1f}"),
    "network": ("positions a second, network", "{:,}"),
    "network_light_ratio": ("light playouts in that time", "{:g}"),
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
    if "search_yardstick_missing" in results:
        console.print(f"nothing in C to compare with: {results['search_yardstick_missing']}", highlight=False)
    if "network_missing" in results:
        console.print(f"no network to measure: {results['network_missing']}", highlight=False)
    if "board_bytes" in results:
        console.print(f"a board is {results['board_bytes']:,} bytes", highlight=False)
    for key, label in (("warm_start_s", "warm start to the first answer"), ("cold_compile_s", "cold compilation")):
        if key in results:
            console.print(f"{label}: {results[key]:g} s", highlight=False)
