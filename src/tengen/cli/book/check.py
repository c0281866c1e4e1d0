"""`tengen book check`: what is in a book, and whether it can be used."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli.options import AsJson

if TYPE_CHECKING:
    from tengen.books import Book

_KINDS = {
    "statistics": "statistics of games",
    "forced": "a forced book, in Fuego's format",
    "tree": "a tree book, grown by searches",
    "joseki": "a joseki dictionary, of corners",
}


def check(
    file: Annotated[Path, typer.Argument(help="The book.")],
    as_json: AsJson = False,
) -> None:
    """Tell what is in an opening book; a file that cannot be used is refused in one sentence, with status 2."""
    from tengen.books import Book

    began = time.perf_counter()
    book = Book.open(file)
    facts = _facts(book, file, time.perf_counter() - began)
    if as_json:
        print(json.dumps(facts))
        return
    print(f"{file} is sound: {_KINDS[book.kind.value]}.")
    for name, value in facts.items():
        if name not in ("file", "kind") and value != "":
            print(f"  {name.replace('_', ' '):<13}{_told(value)}")


def _facts(book: "Book", file: Path, seconds: float) -> dict[str, Any]:
    columns = book.table.columns
    years = columns["first_year"][columns["first_year"] > 0]
    return {
        "file": str(file),
        "kind": book.kind.value,
        "bytes": file.expanduser().stat().st_size,
        "positions": len(book),
        "entries": len(book.table.moves),
        **({"years": [int(years.min()), int(columns["last_year"].max())]} if len(years) else {}),
        **book.about,
        "read_in_ms": round(1000 * seconds, 1),
    }


def _told(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_told(number)} on {size}x{size}" for size, number in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else str(value)
