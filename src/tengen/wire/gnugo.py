"""GNU Go, the standard opponent, referee and oracle: where it is, and its command line for given rules."""

import shutil

from tengen.game.ruleset import Ko, Ruleset, Scoring

_OTHER_PLACES = "/usr/games:/usr/local/games"  # where Debian puts it, often not on the PATH
_KO = {Ko.SIMPLE: "--simple-ko", Ko.POSITIONAL: "--positional-superko", Ko.SITUATIONAL: "--situational-superko"}


def find_gnugo() -> str | None:
    """The GNU Go program, on the PATH or where Debian puts it."""
    return shutil.which("gnugo") or shutil.which("gnugo", path=_OTHER_PLACES)


def gnugo_arguments(rules: Ruleset, level: int) -> list[str]:
    """What to write behind its name for GTP by these rules.

    >>> gnugo_arguments(Ruleset.named("japanese"), 10)
    ['--mode', 'gtp', '--level', '10', '--japanese-rules', '--simple-ko', '--forbid-suicide']
    """
    counting = "--chinese-rules" if rules.scoring is Scoring.AREA else "--japanese-rules"
    suicide = "--allow-suicide" if rules.suicide else "--forbid-suicide"
    return ["--mode", "gtp", "--level", str(level), counting, _KO[rules.ko], suicide]
