"""The command `tengen`; each command imports what it needs only when it runs."""

import errno
import os
import sys
from typing import Annotated

import typer

from tengen import __version__
from tengen.cli import analyzing, browser, housekeeping, lab, looking, match, measuring, playing, reviewing
from tengen.errors import TengenError

app = typer.Typer(
    name="tengen",
    help="Tengen: a Go engine, library and laboratory in Python.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command()(browser.web)
app.command()(playing.play)
app.command()(playing.gtp)
app.command()(analyzing.analysis)
app.command()(reviewing.review)
app.command()(looking.analyze)
app.command()(looking.sgf2gtp)
app.command()(match.match)
app.add_typer(lab.app)
app.command()(measuring.bench)
app.command()(measuring.regress)
app.command()(housekeeping.doctor)
app.command()(housekeeping.engines)
app.command(name="compile")(housekeeping.compile_)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tengen {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Tengen: a Go engine, library and laboratory in Python."""


# What a machine may refuse: no room, no permission, too many files, a disk that fails.
_REFUSED = ("ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "EFBIG")
_REFUSALS = frozenset(getattr(errno, name) for name in _REFUSED if hasattr(errno, name))


def main() -> None:
    """Run the command line; what a person can mend is told in one line."""
    try:
        app()
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
        if isinstance(error, OSError) and error.errno in _REFUSALS:
            where = f" ({error.filename})" if error.filename else ""
            print(f"tengen: the system refused: {error.strerror}{where}; mend that and try again", file=sys.stderr)
            sys.exit(74)
        print(
            f"tengen: internal error: {type(error).__name__}: {error} "
            "(this is our mistake; TENGEN_DEBUG=1 shows where it happened)",
            file=sys.stderr,
        )
        sys.exit(70)
