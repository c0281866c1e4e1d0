"""Where GNU Go is: the standard opponent, referee and oracle."""

import shutil

_OTHER_PLACES = "/usr/games:/usr/local/games"  # where Debian puts it, often not on the PATH


def find_gnugo() -> str | None:
    """The GNU Go program, on the PATH or where Debian puts it."""
    return shutil.which("gnugo") or shutil.which("gnugo", path=_OTHER_PLACES)
