"""Serving a session on a pair of pipes.

Lines are read by a thread of their own, so that a controller that hangs up or quits, or GoGui's
"# interrupt", is seen while the engine thinks. Standard output carries the protocol
alone: while a session is served, whatever else prints is sent to standard error.
"""

import contextlib
import queue
import sys
import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple, TextIO

from tengen.protocols.gtp.session import GtpSession
from tengen.protocols.pipes import RawInput, hang_up_watch

_INTERRUPT = "# interrupt"
_LONGEST_LINE = 1 << 20  # a command of a megabyte is none
_CHUNK = 1 << 16
_WATCH_MILLISECONDS = 50  # between two looks whether anybody still listens


class _Line(NamedTuple):
    text: str
    batch: int  # lines that came at once have the same

    @property
    def is_quit(self) -> bool:
        words = self.text.split()
        return words[:1] == ["quit"] or (words[1:2] == ["quit"] and words[0].isdigit())


def _read_lines(source: RawInput) -> Iterable[_Line]:
    """Lines of any encoding; a last line without its newline counts, overlong ones are cut."""
    held = b""
    batch = 0
    while chunk := source.read(_CHUNK):
        *lines, rest = (held + chunk).split(b"\n")
        for line in lines:
            yield _Line(line[:_LONGEST_LINE].decode("utf-8", "replace") + "\n", batch)
        held = rest[:_LONGEST_LINE]
        batch += 1
    if held:
        yield _Line(held.decode("utf-8", "replace"), batch)


class _Reader:
    """Takes lines from the input into a queue, and stops the engine when that is meant."""

    def __init__(self, session: GtpSession, source: RawInput, sink: TextIO) -> None:
        self._session = session
        self._source = source
        self._sink = sink
        self._lines: queue.SimpleQueue[_Line | None] = queue.SimpleQueue()
        self._answering: _Line | None = None
        self._stopping = threading.Lock()  # a stop is not to be lost while a command begins
        self._read = 0
        self._interrupted = 0  # lines up to this number are to be answered soon
        self.hung_up = False
        threading.Thread(target=self._run, name="gtp-reader", daemon=True).start()

    def _run(self) -> None:
        try:
            for line in _read_lines(self._source):
                if line.text.strip() == _INTERRUPT:
                    self._stop()
                else:
                    # Somebody who quits while we think does not want the move; whoever sent
                    # both at once, as a script does, wants it.
                    under_way = self._answering
                    if line.is_quit and under_way is not None and under_way.batch != line.batch:
                        self._stop()
                    self._read += 1
                    self._lines.put(line)
        except (OSError, ValueError):
            pass  # the pipe was closed under us: the same as its end
        self._lines.put(None)
        self._watch()

    def _stop(self) -> None:
        """Have all that was read so far answered soon."""
        with self._stopping:
            self._interrupted = self._read
            self._session.engine.stop()

    def _watch(self) -> None:
        """After the end of input, see whether the output is closed too.

        A file of commands ends and is worked through; a controller that died takes both
        pipes with it, and nothing need be thought to the end.
        """
        is_gone = hang_up_watch(self._sink)
        if is_gone is None:
            return
        while not is_gone(_WATCH_MILLISECONDS):
            if self._session.ended:
                return
        self.hung_up = True
        self._session.engine.stop()

    def lines(self) -> Iterable[str]:
        """The lines to answer; asking for the next one says that the last was answered."""
        answered = 0
        while (line := self._lines.get()) is not None and not self.hung_up:
            with self._stopping:
                self._answering = line
                if answered >= self._interrupted:
                    self._session.engine.resume()
                else:
                    self._session.engine.stop()  # the command before may have used the first stop up
            yield line.text
            self._answering = None
            answered += 1


def serve(session: GtpSession, source: RawInput, sink: TextIO, prepare: Callable[[], object] | None = None) -> None:
    """Answer the commands of `source` on `sink` until quit or the end of input.

    After the first answer `prepare` is run in the background: loading what would otherwise be
    loaded while a clock runs.
    """
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
            if prepare is not None:
                threading.Thread(target=prepare, daemon=True).start()
                prepare = None
            session.ponder()
