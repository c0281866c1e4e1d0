"""One server a folder: the lock that it holds as long as it lives, and where its page is, which a second one opens.

The lock is the operating system's, on an open file: it goes with the process, however that ends. Its file is readable
by nobody else, because the address in it may have the token.
"""

import contextlib
import errno
import http.client
import json
import os
import time
import webbrowser
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tengen.errors import TengenError
from tengen.web.server import ServerOptions

try:
    import fcntl
except ImportError:  # a system without it
    fcntl = None  # type: ignore[assignment]

_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL, errno.EBADF)
_PATIENCE = 30.0  # seconds for a server that is just starting, or busy
_ANSWER_SECONDS = 5.0


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


def go_to_running(lock: FolderLock, options: ServerOptions) -> bool:
    """Whether a server that runs has taken the visitor; if not the lock is ours, because that server has ended."""
    until = time.monotonic() + _PATIENCE
    holder = None
    while time.monotonic() < until:
        holder = lock.holder()
        if holder is not None:
            _refuse_wishes(holder, options)
            if _answers(holder.address):
                print(f"Tengen's board is open already, at {holder.address}", flush=True)
                if options.show:
                    webbrowser.open(holder.address)
                return True
        time.sleep(0.1)
        if lock.take():
            return False
    who = "Another Tengen" if holder is None else f"Another Tengen (process {holder.process})"
    raise TengenError(
        f"{who} has the folder {options.folder} and does not answer: end it, or choose another folder with --folder"
    )


def _refuse_wishes(holder: Holder, options: ServerOptions) -> None:
    fulfilled = {
        "--port": options.port == urlsplit(holder.address).port,
        "--host": options.host == holder.host,
    }
    others = [wish for wish in options.wishes if not fulfilled.get(wish)]
    if others:
        raise TengenError(
            f"Tengen's board is open already, at {holder.address}, where {' and '.join(others)} cannot be had any more:"
            " use that page, or end that Tengen first, or start a second one with --folder and another folder"
        )


def _answers(address: str) -> bool:
    """Whether there is somebody who speaks HTTP; what he says does not matter."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_ANSWER_SECONDS)
    try:
        connection.request("GET", "/favicon.ico")
        connection.getresponse()
        return True
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
