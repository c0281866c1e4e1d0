"""GNU Go at the laboratory's board: where it is, or what to do without it, and its command line for a match."""

from tengen.errors import TengenError
from tengen.lab.conditions import Conditions
from tengen.wire.gnugo import find_gnugo, gnugo_arguments


def gnugo_program() -> str:
    """Where GNU Go is, or a sentence that says what to do without it."""
    found = find_gnugo()
    if found is None:
        raise TengenError("GNU Go is not installed: apt-get install gnugo, or name another program or referee")
    return found


def gnugo_command(conditions: Conditions, level: int) -> list[str]:
    """The command line of GNU Go for these rules."""
    return [gnugo_program(), *gnugo_arguments(conditions.ruleset(), level)]
