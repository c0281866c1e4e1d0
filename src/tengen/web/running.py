"""A server that has the folder already: its page is opened instead of a second one, or what to do is said."""

import http.client
import time
import webbrowser
from urllib.parse import urlsplit

from tengen.errors import TengenError
from tengen.web.lock import FolderLock, Holder
from tengen.web.server import ServerOptions

_PATIENCE = 30.0  # seconds for a server that is just starting, or busy
_ANSWER_SECONDS = 5.0


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
