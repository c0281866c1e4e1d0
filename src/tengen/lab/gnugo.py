"""GNU Go, the standard opponent and referee: where it is, and its command line for the rules of a match."""

import shutil

from tengen.errors import TengenError
from tengen.game.ruleset import Ko, Scoring
from tengen.lab.conditions import Conditions


def gnugo_program() -> str:
    """Where GNU Go is; Debian puts it where games are."""
    found = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games:/usr/local/games")
    if found is None:
        raise TengenError("GNU Go is not installed: apt-get install gnugo, or name another program or referee")
    return found


def has_gnugo() -> bool:
    """Whether GNU Go is here."""
    try:
        gnugo_program()
    except TengenError:
        return False
    return True


def gnugo_command(conditions: Conditions, level: int) -> list[str]:
    """The command line of GNU Go for these rules."""
    rules = conditions.ruleset()
    ko = {Ko.SIMPLE: "--simple-ko", Ko.POSITIONAL: "--positional-superko", Ko.SITUATIONAL: "--situational-superko"}
    counting = "--chinese-rules" if rules.scoring is Scoring.AREA else "--japanese-rules"
    suicide = "--allow-suicide" if rules.suicide else "--forbid-suicide"
    return [gnugo_program(), "--mode", "gtp", "--level", str(level), counting, ko[rules.ko], suicide]
