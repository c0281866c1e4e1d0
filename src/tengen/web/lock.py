"""One server a folder: the lock that it holds as long as it lives, and where its page is.

The lock is the operating system's, on an open file: it goes with the process, however that ends. Its file is readable
by nobody else, because the address in it may have the token.
"""

import contextlib
import errno
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without it
    fcntl = None  # type: ignore[assignment]

_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL, errno.EBADF)


@dataclass(frozen=True)
class Holder:
    """Who has the lock."""

    address: str  # with the token, where one is needed
    host: str  # whom it serves
    process: int


class FolderLock:
    """Of a folder; taken once and given back by the end of the process, or by `release`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "server.lock"
        self._file: int | None = None
        self.trouble = ""  # why there is no lock although nobody else has it

    def take(self) -> bool:
        """Whether the folder is ours; also where it cannot be locked, and `trouble` says why."""
        self.trouble = ""
        try:
            file = self._open()
        except OSError as error:
            self.trouble = error.strerror or str(error)
            return True
        try:
            if fcntl is None:
                raise OSError(errno.ENOSYS, "this system has no such locks")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        except OSError as error:
            os.close(file)
            if error.errno not in _NO_LOCKS:
                raise
            self.trouble = error.strerror or str(error)
            return True
        self._file = file
        self._write("")  # what another one wrote, who is no more
        return True

    def _open(self) -> int:
        """A file that can only be read serves too: the lock is not in its contents."""
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        return os.open(self._path, os.O_RDONLY)

    def tell(self, address: str, host: str) -> None:
        """Say where the page is, to those who come later."""
        self._write(json.dumps(asdict(Holder(address, host, os.getpid()))))

    def _write(self, text: str) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):  # a full disk: the lock is held all the same
                os.fchmod(self._file, 0o600)
                os.ftruncate(self._file, 0)
                os.pwrite(self._file, text.encode(), 0)

    def holder(self) -> Holder | None:
        """Who has it, if he has said so yet."""
        try:
            plain = json.loads(self._path.read_bytes())
            return Holder(str(plain["address"]), str(plain["host"]), int(plain["process"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def release(self) -> None:
        """Give the folder back."""
        if self._file is not None:
            self._write("")
            os.close(self._file)
            self._file = None
