"""`tengen book learn`: the statistics of openings, from games."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import AsJson
from tengen.errors import TengenError

if TYPE_CHECKING:
    from rich.console import Console

    from tengen.books import Book
    from tengen.records.collections import Tally

_NAMED = 3  # games of which something is wrong


def learn(
    games: Annotated[
        list[Path], typer.Argument(help="Collections: folders of SGF files, .zip, .sgf or .games.xz files.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The file to write.")] = Path("openings.book"),
    moves: Annotated[int, typer.Option("--moves", min=1, max=400, help="How many moves of each game.")] = 20,
    least: Annotated[int, typer.Option("--least", min=1, help="Games in which a move must have been played.")] = 5,
    most: Annotated[int, typer.Option("--games", min=0, help="At most so many of each collection; 0: all.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Make an opening book of games: what was played in a position, how often, by whom it was won, and when.

    Positions count in all orientations, and however they came about. Use the file with --set book=FILE, or look into it
    with tengen book show FILE.
    """
    from rich.console import Console

    from tengen.books.from_games import learn_collections
    from tengen.learning.watching import CountingLine

    if out.is_dir() or not out.parent.is_dir():
        raise TengenError(f"{out} cannot be written: give --out a file in a folder that exists")
    with CountingLine(Console(stderr=True)) as line:
        book, tally, broken = learn_collections(games, moves, least, line.step, most)
    book.save(out)
    if as_json:
        print(json.dumps(facts_of(book, tally, broken, out)))
        return
    console = Console()
    sizes = ", ".join(f"{count:,} on {size}x{size}" for size, count in book.about["games"].items())
    console.print(f"Games: {sizes}.", highlight=False)
    tell_of(console, book, tally, broken)
    console.print(f"{out}: {out.stat().st_size / 1e6:.2f} MB. Use it with --set book={out}", markup=False)


def facts_of(book: "Book", tally: "Tally", broken: list[str], out: Path) -> dict[str, object]:
    """A book that was made, for JSON."""
    return {
        "file": str(out),
        "bytes": out.stat().st_size,
        **book.about,
        "positions": len(book),
        "entries": len(book.table.moves),
        "left_out": dict(tally.left_out),
        "left_out_named": tally.named,
        "broken": broken,
    }


def tell_of(console: "Console", book: "Book", tally: "Tally", broken: list[str], noun: str = "positions") -> None:
    """Say what a book knows, and what was wrong with the games."""
    console.print(f"Known: {len(book):,} {noun}, {len(book.table.moves):,} moves.", highlight=False)
    if tally.left_out:
        console.print(f"{tally}, such as {'; '.join(tally.named[:_NAMED])}.", highlight=False, markup=False)
    if broken:
        many = f"{len(broken):,} broken off at a move that is not legal"
        console.print(f"{many}, such as {'; '.join(broken[:_NAMED])}.", highlight=False, markup=False)
    if not len(book):
        console.print("No move was played often enough: give more games, or a smaller --least.", highlight=False)
