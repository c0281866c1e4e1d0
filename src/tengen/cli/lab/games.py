"""`tengen lab games`: the games of a store as SGF files."""

from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.lab.events import find_events
from tengen.cli.options import RESULTS, StoreFile
from tengen.errors import TengenError


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
