"""`tengen book joseki`: a dictionary of corner sequences, from games and from trees of variations."""

import json
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.book.learn import facts_of, tell_of
from tengen.cli.options import AsJson
from tengen.errors import TengenError


def joseki(
    games: Annotated[
        list[Path],
        typer.Argument(help="Collections (folders of SGF files, .zip, .games.xz), and .sgf files with variations."),
    ],
    out: Annotated[Path, typer.Option("--out", help="The file to write.")] = Path("joseki.book"),
    least: Annotated[int, typer.Option("--least", min=1, help="Times that a move must have been played.")] = 10,
    most: Annotated[int, typer.Option("--games", min=0, help="At most so many of each collection; 0: all.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Make a joseki dictionary: what was played in the corners of games, in any corner, orientation and colour.

    An SGF file with variations is taken as a tree of joseki: what it marks as bad (BM) is left out, and comments such
    as {"count": 954, "b_win": 239, "w_win": 647} tell how often a move was played. Use the file with --set joseki=FILE,
    or look into it with tengen book show FILE "Q16 R14".
    """
    from rich.console import Console

    from tengen.books.joseki import learn_joseki
    from tengen.compilation import ensure_compiled
    from tengen.learning.watching import CountingLine

    if out.is_dir() or not out.parent.is_dir():
        raise TengenError(f"{out} cannot be written: give --out a file in a folder that exists")
    ensure_compiled()
    with CountingLine(Console(stderr=True)) as line:
        book, tally, broken = learn_joseki(games, least, line.step, most)
    book.save(out)
    if as_json:
        print(json.dumps(facts_of(book, tally, broken, out)))
        return
    console = Console()
    about = book.about
    console.print(f"Games: {about['games']:,}; variations of trees: {about['variations']:,}.", highlight=False)
    tell_of(console, book, tally, broken, "corners")
    console.print(f"{out}: {out.stat().st_size / 1e6:.2f} MB. Use it with --set joseki={out}", markup=False)
