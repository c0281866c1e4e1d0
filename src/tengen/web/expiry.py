"""What nobody will miss: files of games that were never played, of browsers that stayed away, and halves of files."""

import json
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tengen.errors import TengenError
from tengen.records import GameRecord, loads
from tengen.web.settings import GameSettings

_DAY = 24 * 3600.0
_UNPLAYED_SECONDS = 7 * _DAY  # a game that was set up and not begun
_PREFERENCES_SECONDS = 400 * _DAY  # longer than a browser keeps its cookie
_HALF_SECONDS = _DAY  # a temporary file whose writer was killed
_LARGEST = 10_000  # bytes of a file that can be an unplayed game's


def is_played(record: GameRecord, settings: GameSettings) -> bool:
    """Whether somebody did something with the game on the table; a first move of Tengen's is nobody's.

    >>> settings = GameSettings()
    >>> record = GameRecord.from_position(settings.position())
    >>> is_played(record, settings)
    False
    >>> move = record.root.add("black", "E5")
    >>> is_played(record, settings)
    True
    """
    root = record.root
    position = root.position()
    begins = 1 if settings.is_engine(position.to_play) else 0
    return (
        len(list(islice(record.nodes(), 2 + begins))) > 1 + begins
        or bool(root.comment or root.get("RE"))
        or bool(position.stones and not settings.handicap)
    )


def expired_games(folder: Path, now: float | None = None) -> Iterator[tuple[Path, float]]:
    """Files of games that can go, each with the time of its last change; other files are left alone."""
    now = time.time() if now is None else now
    for path, age, size in _files(folder, "*.json", now):
        if age > _UNPLAYED_SECONDS and size <= _LARGEST and _is_unplayed_game(path):
            yield path, now - age
    for path, age, _ in _files(folder, ".*.tmp", now):
        if age > _HALF_SECONDS:
            yield path, now - age


def expired_preferences(folder: Path, now: float | None = None) -> Iterator[tuple[Path, float]]:
    """Files of preferences that no browser can come back to."""
    now = time.time() if now is None else now
    for pattern, most in (("storage-user-*.json", _PREFERENCES_SECONDS), ("*.tmp", _HALF_SECONDS)):
        for path, age, _ in _files(folder, pattern, now):
            if age > most:
                yield path, now - age


def _files(folder: Path, pattern: str, now: float) -> Iterator[tuple[Path, float, int]]:
    """Plain files with their ages in seconds and sizes."""
    try:
        paths = list(folder.glob(pattern))
    except OSError:
        return
    for path in paths:
        try:
            stat = path.lstat()
        except OSError:
            continue
        if path.is_file() and not path.is_symlink():
            yield path, now - stat.st_mtime, stat.st_size


def _is_unplayed_game(path: Path) -> bool:
    try:
        plain = json.loads(path.read_bytes())
        return not is_played(loads(plain["sgf"]), GameSettings.from_dict(plain["settings"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, TengenError):
        return False  # whatever it is, it is not for us to throw away
