"""Serving a session on a pair of pipes.

Lines are read by a thread of their own, so that a controller that hangs up, or GoGui's
"# interrupt", is seen while the engine thinks. Standard output carries the protocol
alone: while a session is served, whatever else prints is sent to standard error.
"""

import contextlib
import queue
import select
import sys
import threading
from collections.abc import Iterable
from typing import Protocol, TextIO

from tengen.protocols.gtp.session import GtpSession

_INTERRUPT = "# interrupt"
_LONGEST_LINE = 1 << 20  # a command of a megabyte is none
_CHUNK = 1 << 16
_WATCH_MILLISECONDS = 50  # between two looks whether anybody still listens


class RawInput(Protocol):
    """Bytes as they come.

    Unbuffered, for a thread that waits in a buffered file would hold its lock when the
    interpreter ends.
    """

    def read(self, size: int, /) -> bytes | None:
        """Some bytes, at most `size`; none at the end."""


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


class _Reader:
    """Takes lines from the input into a queue, and stops the engine when that is meant."""

    def __init__(self, session: GtpSession, source: RawInput, sink: TextIO) -> None:
        self._session = session
        self._source = source
        self._sink = sink
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._read = 0
        self._interrupted = 0  # lines up to this number are to be answered soon
        self.hung_up = False
        threading.Thread(target=self._run, name="gtp-reader", daemon=True).start()

    def _run(self) -> None:
        try:
            for line in _read_lines(self._source):
                if line.strip() == _INTERRUPT:
                    self._interrupted = self._read
                    self._session.engine.stop()
                else:
                    self._read += 1
                    self._lines.put(line)
        except (OSError, ValueError):
            pass  # the pipe was closed under us: the same as its end
        self._lines.put(None)
        self._watch()

    def _watch(self) -> None:
        """After the end of input, see whether the output is closed too.

        A file of commands ends and is worked through; a controller that died takes both
        pipes with it, and nothing need be thought to the end.
        """
        try:
            poll = select.poll()
            poll.register(self._sink.fileno(), select.POLLERR | select.POLLHUP)
        except (OSError, ValueError, AttributeError):
            return  # not a real file, or no such call here
        while not poll.poll(_WATCH_MILLISECONDS):
            if self._session.ended:
                return
        self.hung_up = True
        self._session.engine.stop()

    def lines(self) -> Iterable[str]:
        """The lines to answer; asking for the next one says that the last was answered."""
        answered = 0
        while (line := self._lines.get()) is not None and not self.hung_up:
            if answered >= self._interrupted:
                self._session.engine.resume()
            yield line
            answered += 1


def serve(session: GtpSession, source: RawInput, sink: TextIO) -> None:
    """Answer the commands of `source` on `sink` until quit or the end of input."""
    with contextlib.redirect_stdout(sys.stderr):
        for line in _Reader(session, source, sink).lines():
            response = session.answer(line)
            try:
                sink.write(response)
                sink.flush()
            except (OSError, ValueError):
                break  # nobody listens any more
            if session.ended:
                break
            session.ponder()
