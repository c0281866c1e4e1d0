"""The command `tengen`: `tengen NAME` is the function `NAME` of the module `NAME` here.

Only the command that is asked for is imported, and it imports what it needs only when it runs.
"""

import logging
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated

import typer

from tengen import __version__
from tengen.errors import TengenError, refusal_of

# In the order in which a person is told of them.
COMMANDS = (
    "web", "play", "gtp", "analysis", "review", "analyze", "solve", "sgf2gtp", "match", "lab", "learn", "book", "bench",
    "regress", "doctor", "engines", "compile",
)  # fmt: skip


def command_group(name: str, about: str, commands: Iterable[str], package: str) -> typer.Typer:
    """Commands, or groups of them, by the modules of a package that are named after them."""
    group = typer.Typer(
        name=name,
        help=about,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for command in commands:
        found = getattr(import_module(f"{package}.{command}"), command)
        if isinstance(found, typer.Typer):
            group.add_typer(found)
        else:
            group.command(command)(found)
    return group


def command_line(commands: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command `tengen`, with these commands."""
    group = command_group("tengen", "Tengen: a Go engine, library and laboratory in Python.", commands, __name__)
    group.callback()(_options)
    return group


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tengen {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; what a person can mend is told in one line."""
    asked = sys.argv[1:2]
    if logging.lastResort is not None:  # warnings, where a command does not say how they are told
        logging.lastResort.setFormatter(logging.Formatter("tengen: %(message)s"))
    try:
        command_line(asked if set(asked) & set(COMMANDS) else COMMANDS)()
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
        if refused := refusal_of(error):
            where = f" ({name})" if (name := getattr(error, "filename", None)) else ""
            print(f"tengen: the system refused: {refused}{where}; mend that and try again", file=sys.stderr)
            sys.exit(74)
        print(
            f"tengen: internal error: {type(error).__name__}: {error} "
            "(this is our mistake; TENGEN_DEBUG=1 shows where it happened)",
            file=sys.stderr,
        )
        sys.exit(70)
