"""Names of games, which are names of files too."""

import re
from pathlib import Path

from tengen.errors import TengenError

_KEY = re.compile(r"[A-Za-z0-9_-]{1,100}")


def file_of(folder: Path, key: str) -> Path:
    """Where a game of this name is kept.

    >>> file_of(Path("games"), "anna-2").name
    'anna-2.json'
    >>> file_of(Path("games"), "../../anna")
    Traceback (most recent call last):
    ...
    tengen.errors.TengenError: a game's name is of letters and digits, a few dozen at most
    """
    if _KEY.fullmatch(key) is None:
        raise TengenError("a game's name is of letters and digits, a few dozen at most")
    return folder / f"{key}.json"
