"""`tengen book grow`: a tree book, by searches."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.options import AsJson, Komi, Rules, Seed, Settings, Size, Threads
from tengen.errors import TengenError


def grow(
    file: Annotated[Path, typer.Argument(help="The book; one that is there already grows on.")],
    size: Size = 9,
    playouts: Annotated[
        int, typer.Option("--playouts", min=10, help="Of each search; with the network, evaluations by it.")
    ] = 1000,
    minutes: Annotated[float, typer.Option("--minutes", min=0, help="How long to grow.")] = 60.0,
    positions: Annotated[
        int, typer.Option("--positions", min=0, help="Look at so many positions at most; 0: as time allows.")
    ] = 0,
    moves: Annotated[int, typer.Option("--moves", min=1, max=400, help="The longest line, in moves.")] = 20,
    width: Annotated[
        float, typer.Option("--width", min=0, max=100, help="How much to try beside the best moves.")
    ] = 0.5,
    komi: Komi = None,
    rules: Rules = "chinese",
    threads: Threads = None,
    seed: Seed = None,
    set_: Settings = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Grow a tree book: have the positions that play is likeliest to come to searched beforehand.

    Every search is on the disk when it is done: Ctrl-C, or whatever else ends it, loses no more than the one under way,
    and the same command goes on. Use the file with --set book=FILE, in games with the same komi.
    """
    from rich.console import Console

    from tengen.compilation import ensure_compiled
    from tengen.learning.book_growing import GrowingWishes, grow_book
    from tengen.learning.watching import LearningBar
    from tengen.parameters import split_assignments

    if file.is_dir() or not file.parent.is_dir():
        raise TengenError(f"{file} cannot be written: give a file in a folder that exists")
    ensure_compiled()
    settings = split_assignments(set_)
    wishes = GrowingWishes(file, size, komi, rules, playouts, minutes, positions, moves, width, threads, seed, settings)
    try:
        with LearningBar(Console(stderr=True)) as bar:
            book = grow_book(wishes, bar.step)
    except KeyboardInterrupt:
        print("tengen: stopped; the same command goes on where it was", file=sys.stderr)
        raise
    if as_json:
        print(json.dumps({"file": str(file), "bytes": file.stat().st_size, "positions": len(book), **book.about}))
        return
    print(f"{file}: {len(book):,} positions in {book.about['steps']:,} steps, {file.stat().st_size / 1e6:.2f} MB.")
    print(f"Use it with --set book={file}, in games with komi {book.about['komi']:g}.")
