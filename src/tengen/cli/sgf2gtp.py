"""`tengen sgf2gtp`: a record as GTP commands."""

from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.options import MoveNumber
from tengen.errors import TengenError


def sgf2gtp(
    game: Annotated[Path, typer.Argument(help="An SGF file.")],
    move: MoveNumber = None,
    append: Annotated[list[str], typer.Option("--append", help="A command to put behind, such as genmove b.")] = [],  # noqa: B006
) -> None:
    """Print the GTP commands that set a game up, for any Go program."""
    from tengen.records import load
    from tengen.records.gtp_commands import gtp_commands

    if any("\n" in command or not command.strip() for command in append):
        raise TengenError("a command to append is one line: repeat --append for several")
    for command in (*gtp_commands(load(game), move), *append):
        print(command)
