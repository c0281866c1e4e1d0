"""Files that are to be written, and will be: what the disk refuses stays in memory and is tried again."""

import contextlib
import errno
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tengen.errors import TengenError

log = logging.getLogger(__name__)
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 10.0  # seconds between two attempts at a file
_MOST_BYTES = 64_000_000  # that wait in memory; a game takes a few thousand
_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is full",
    errno.EROFS: "the disk can only be read",
    errno.EACCES: "you may not write there",
    errno.EPERM: "you may not write there",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.EEXIST: "a part of its path is no folder",
    errno.EFBIG: "the system lets no file be that large",
    errno.EIO: "the disk has a fault",
}


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


def reason_of(error: BaseException) -> str:
    """Why something could not be written, in words.

    >>> reason_of(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full'
    """
    cause = error if isinstance(error, OSError) else error.__cause__
    if isinstance(cause, OSError):
        return _REASONS.get(cause.errno or 0, cause.strerror or str(cause))
    return str(error)
