"""Files that are to be written, and will be: what the disk refuses stays in memory and is tried again."""

import contextlib
import json
import logging
import re
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tengen.errors import TengenError, reason_of

log = logging.getLogger(__name__)
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 10.0  # seconds between two attempts at a file
_MOST_BYTES = 64_000_000  # that wait in memory; a game takes a few thousand
_KEY = re.compile(r"[A-Za-z0-9_-]{1,100}")  # names of games, which are names of files too


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


@dataclass
class _Waiting:
    """What is to stand in a file."""

    data: bytes
    why: str = ""  # the last attempt failed; empty: none has
    pause: float = _FIRST_PAUSE
    again_at: float = 0.0


class Writer:
    """Writes whole files, each until it is there; `read` gives what was put last, written or not."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._waiting: dict[Path, _Waiting] = {}
        self._is_in_trouble = False

    def put(self, path: Path, data: bytes) -> None:
        """Have this stand in the file: now, or when that is possible."""
        waiting = self._waiting.setdefault(path, _Waiting(data))
        waiting.data = data
        if self._now() >= waiting.again_at:
            self._attempt(path)

    def read(self, path: Path) -> bytes:
        """What stands in the file, or will."""
        waiting = self._waiting.get(path)
        return path.read_bytes() if waiting is None else waiting.data

    def holds(self, path: Path) -> bool:
        """Whether there is, or will be, such a file."""
        with contextlib.suppress(OSError):
            return path in self._waiting or path.exists()
        return False

    def trouble(self, path: Path) -> str:
        """Why a file is not written yet; empty if it is."""
        waiting = self._waiting.get(path)
        return "" if waiting is None else waiting.why

    @property
    def is_full(self) -> bool:
        """Whether so much waits that nothing more should be left to it."""
        return sum(len(waiting.data) for waiting in self._waiting.values()) > _MOST_BYTES

    def look_after(self) -> None:
        """Try again what is due."""
        now = self._now()
        for path, waiting in list(self._waiting.items()):
            if now >= waiting.again_at:
                self._attempt(path)

    def flush(self) -> dict[Path, tuple[bytes, str]]:
        """Try everything once more, without a pause; what cannot be written, and why not."""
        for path in list(self._waiting):
            self._attempt(path)
        return {path: (waiting.data, waiting.why) for path, waiting in self._waiting.items()}

    def _attempt(self, path: Path) -> None:
        waiting = self._waiting[path]
        try:
            _write(path, waiting.data)
        except (OSError, TengenError) as error:
            waiting.why = reason_of(error)
            waiting.again_at = self._now() + waiting.pause
            waiting.pause = min(2 * waiting.pause, _LONGEST_PAUSE)
            if not self._is_in_trouble:  # said once, not once a second
                log.warning("%s cannot be written: %s. It is kept in memory and tried again.", path, waiting.why)
            self._is_in_trouble = True
            return
        del self._waiting[path]
        if self._is_in_trouble and not self._waiting:
            log.warning("everything that waited has been written.")
            self._is_in_trouble = False


def _write(path: Path, data: bytes) -> None:
    """The one place where the board in the browser writes games and preferences."""
    from tengen.records.writer import save_atomically  # loads more than the first page may wait for

    path.parent.mkdir(parents=True, exist_ok=True)
    save_atomically(path, data)


def rescue(games: Mapping[Path, tuple[bytes, str]], folder: Path) -> str:
    """The last resort: write games (data, and why not where they belong) to the temporary folder; what to tell.

    The files keep their places below `folder`, so that they can be copied back as they are; beside a game lies its SGF.
    """
    why = "; ".join(sorted({why for _, why in games.values()}))
    told = f"{len(games)} game{'s' if len(games) > 1 else ''} could not be written to {folder} ({why})"
    try:
        shelter = Path(tempfile.mkdtemp(prefix="tengen-games-"))
        for path, (data, _) in games.items():
            place = shelter / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            if place.suffix == ".json":
                place.with_suffix(".sgf").write_text(json.loads(data)["sgf"], encoding="utf-8")
    except (OSError, ValueError, TengenError) as error:
        names = ", ".join(path.stem for path in games)
        return f"{told}, nor to {tempfile.gettempdir()} ({reason_of(error)}), and so this is lost: {names}"
    return f"{told}. What was left is in {shelter}: copy that to {folder}, or open the .sgf files on the page."
