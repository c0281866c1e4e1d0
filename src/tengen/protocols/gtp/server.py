"""Serving a session on a pair of pipes.

Lines are read by a thread of their own, so that a controller that hangs up or quits, GoGui's
"# interrupt", or the line that ends an analysis is seen while the engine thinks. Standard output carries the protocol
alone: while a session is served, whatever else prints is sent to standard error.
"""

import contextlib
import queue
import sys
import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple, TextIO

from tengen.protocols.gtp.session import GtpSession
from tengen.protocols.gtp.streaming import Listener
from tengen.protocols.pipes import RawInput, hang_up_watch

_INTERRUPT = "# interrupt"
_LONGEST_LINE = 1 << 20  # a command of a megabyte is none
_CHUNK = 1 << 16
_WATCH_MILLISECONDS = 50  # between two looks whether anybody still listens


class _Line(NamedTuple):
    text: str
    batch: int  # lines that came at once have the same
    number: int  # of all lines, from 1 on

    @property
    def is_quit(self) -> bool:
        words = self.text.split()
        return words[:1] == ["quit"] or (words[1:2] == ["quit"] and words[0].isdigit())


def _read_lines(source: RawInput) -> Iterable[_Line]:
    """Lines of any encoding; a last line without its newline counts, overlong ones are cut."""
    held = b""
    batch = number = 0
    while chunk := source.read(_CHUNK):
        *lines, rest = (held + chunk).split(b"\n")
        for line in lines:
            number += 1
            yield _Line(line[:_LONGEST_LINE].decode("utf-8", "replace") + "\n", batch, number)
        held = rest[:_LONGEST_LINE]
        batch += 1
    if held:
        yield _Line(held.decode("utf-8", "replace"), batch, number + 1)


class _Reader:
    """Takes lines from the input into a queue, and stops the engine when that is meant."""

    def __init__(self, session: GtpSession, source: RawInput, sink: TextIO) -> None:
        self._session = session
        self._source = source
        self._sink = sink
        self._lines: queue.SimpleQueue[_Line | None] = queue.SimpleQueue()
        self._answering: _Line | None = None
        self._stopping = threading.Lock()  # a stop is not to be lost while a command begins
        self._heard = 0  # the number of the last line
        self._interrupted = 0  # lines up to this number are to be answered soon
        self._ended = False  # nothing more will be heard
        self.hung_up = False
        threading.Thread(target=self._run, name="gtp-reader", daemon=True).start()

    def _run(self) -> None:
        batch = earlier = 0  # the latest batch, and the last line before it
        try:
            for line in _read_lines(self._source):
                if line.batch != batch:
                    batch, earlier = line.batch, line.number - 1
                self._heard = line.number
                if line.text.strip() == _INTERRUPT:
                    self._stop(line.number)
                else:
                    # Somebody who quits while we think does not want the move; whoever sent
                    # both at once, as a script does, wants it.
                    under_way = self._answering
                    if line.is_quit and under_way is not None and under_way.batch != line.batch:
                        self._stop(earlier)
                    self._lines.put(line)
        except (OSError, ValueError):
            pass  # the pipe was closed under us: the same as its end
        self._ended = True
        self._lines.put(None)
        self._watch()

    def _stop(self, last: int) -> None:
        """Have all lines up to the `last` answered soon."""
        with self._stopping:
            self._interrupted = last
            if self._answering is not None and self._answering.number <= last:
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

    def hears_more(self) -> bool:
        """Whether there is input behind the line that is being answered, were it only an empty line or the end."""
        line = self._answering
        return self._ended or (line is not None and self._heard > line.number)

    def lines(self) -> Iterable[str]:
        """The lines to answer; asking for the next one says that the last was answered."""
        while (line := self._lines.get()) is not None and not self.hung_up:
            with self._stopping:
                self._answering = line
                if line.number > self._interrupted:
                    self._session.engine.resume()
                else:
                    self._session.engine.stop()  # the command before may have used the first stop up
            yield line.text
            self._answering = None


def serve(session: GtpSession, source: RawInput, sink: TextIO, prepare: Callable[[], object] | None = None) -> None:
    """Answer the commands of `source` on `sink` until quit or the end of input.

    After the first answer `prepare` is run in the background: loading what would otherwise be
    loaded while a clock runs.
    """

    def write(text: str) -> None:
        sink.write(text)
        sink.flush()

    with contextlib.redirect_stdout(sys.stderr):
        reader = _Reader(session, source, sink)
        listener = Listener(write, reader.hears_more)
        for line in reader.lines():
            session.respond(line, listener)
            if listener.is_gone or session.ended:
                break
            if prepare is not None:
                threading.Thread(target=prepare, daemon=True).start()
                prepare = None
            session.ponder()
