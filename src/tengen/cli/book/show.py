"""`tengen book show`: the moves that a book knows in a position."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import AsJson, MoveNumber

if TYPE_CHECKING:
    from tengen.books import BookMove


def show(
    file: Annotated[Path, typer.Argument(help="The book.")],
    position: Annotated[
        str, typer.Argument(help='A position: moves such as "Q16 D4", an SGF file, a diagram, or - to read one.')
    ] = "",
    size: Annotated[int | None, typer.Option("--size", help="Board size, 2 to 19, where only moves are given.")] = None,
    move: MoveNumber = None,
    most: Annotated[int, typer.Option("--most", min=1, help="How many moves to show.")] = 15,
    as_json: AsJson = False,
) -> None:
    """Show what an opening book knows of a position: its moves with games, win rate and years."""
    from rich.console import Console
    from rich.table import Table

    from tengen.books import Book
    from tengen.cli.positions import read_position

    book = Book.open(file)
    place = read_position(position, move=move, size=size)
    known = book.moves(place)
    if as_json:
        print(json.dumps({"color": str(place.to_play), "moves": [_as_dict(found) for found in known[:most]]}))
        return
    console = Console()
    console.print(str(place), highlight=False, markup=False)
    if not known:
        console.print(f"{file.name} does not know this position.", highlight=False, markup=False)
        return
    table = Table(title=f"{place.to_play} to play, in {file.name}")
    for name in ("move", "games", "share", "won", "years"):
        table.add_column(name, justify="left" if name == "move" else "right")
    total = sum(found.games for found in known)
    for found in known[:most]:
        table.add_row(str(found.vertex), *found.cells(total))
    console.print(table)
    if len(known) > most:
        console.print(f"{len(known) - most} more: --most {len(known)} shows all.", highlight=False)


def _as_dict(move: "BookMove") -> dict[str, object]:
    return {
        "vertex": str(move.vertex),
        "games": move.games,
        **({"of": move.of} if move.of else {}),
        "wins": move.wins,
        "winrate": None if move.winrate is None else round(move.winrate, 5),
        "years": None if move.years is None else list(move.years),
        "twins": [str(twin) for twin in move.twins],
    }
