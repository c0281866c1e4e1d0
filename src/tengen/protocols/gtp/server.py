"""Serving a session on a pair of pipes.

Lines are read by a thread of their own, so that a controller that hangs up, or GoGui's
"# interrupt", is seen while the engine thinks. Standard output carries the protocol
alone: while a session is served, whatever else prints is sent to standard error.
"""

import contextlib
import queue
import sys
import threading
from collections.abc import Iterable
from typing import Protocol, TextIO

from tengen.protocols.gtp.session import GtpSession


class RawInput(Protocol):
    """Bytes as they come: unbuffered, for a thread that waits in a buffered file would
    hold its lock when the interpreter ends."""

    def read(self, size: int, /) -> bytes | None:
        """Some bytes, at most `size`; none at the end."""


_INTERRUPT = "# interrupt"
_LONGEST_LINE = 1 << 20  # a command of a megabyte is none
_CHUNK = 1 << 16


def _read_lines(source: RawInput) -> Iterable[str]:
    """Lines of any encoding; a last line without its newline counts, overlong ones are cut."""
    held = b""
    while chunk := source.read(_CHUNK):
        *lines, rest = (held + chunk).split(b"\n")
        for line in lines:
            yield line[:_LONGEST_LINE].decode("utf-8", "replace") + "\n"
        held = rest[:_LONGEST_LINE]
    if held:
        yield held.decode("utf-8", "replace")


def serve(session: GtpSession, source: RawInput, sink: TextIO) -> None:
    """Answer the commands of `source` on `sink` until quit or the end of input."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        try:
            for line in _read_lines(source):
                if line.strip() == _INTERRUPT:
                    session.engine.stop()
                lines.put(line)
        except (OSError, ValueError):
            pass  # the pipe was closed under us: the same as its end
        finally:
            lines.put(None)
            if not session.ended:
                closed.set()
                session.engine.stop()

    closed = threading.Event()
    threading.Thread(target=read, name="gtp-reader", daemon=True).start()
    with contextlib.redirect_stdout(sys.stderr):
        while not session.ended and (line := lines.get()) is not None:
            response = session.answer(line)
            if response:
                try:
                    sink.write(response)
                    sink.flush()
                except (BrokenPipeError, ValueError):
                    break  # nobody listens any more
