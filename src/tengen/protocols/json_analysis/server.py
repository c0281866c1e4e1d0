"""The service on a pair of pipes.

Standard output carries replies alone, a line each. At the end of input what waits is still analysed, unless nobody
would read it: a client that died takes both pipes with it.
"""

import contextlib
import json
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from tengen.protocols.json_analysis.service import AnalysisService
from tengen.protocols.pipes import RawInput, hang_up_watch

_CHUNK = 1 << 16
_LONGEST_LINE = 1 << 20  # bytes
_WATCH_SECONDS = 0.05  # between two looks whether anybody still listens


def read_lines(source: RawInput, longest: int = _LONGEST_LINE) -> Iterator[bytes | None]:
    """Lines as they come; None in the place of one that is too long, of which no more than that is ever held."""
    held, overlong = b"", False
    while chunk := source.read(_CHUNK):
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            line, held = held + part, b""
            yield None if overlong or len(line) > longest else line
            overlong = False
        held += rest
        if len(held) > longest:
            held, overlong = b"", True
    if overlong:
        yield None
    elif held:
        yield held


class Output:
    """Writes replies, from any thread; after the first that could not be written it is closed."""

    def __init__(self, sink: TextIO) -> None:
        self._sink = sink
        self._is_gone = hang_up_watch(sink)
        self._lock = threading.Lock()
        self._closed = False
        self.on_closed: Callable[[], None] = lambda: None

    def write(self, reply: dict[str, Any]) -> None:
        """Write a line."""
        line = json.dumps(reply, separators=(",", ":"), allow_nan=False) + "\n"
        with self._lock:
            if self._closed:
                return
            try:
                self._sink.write(line)
                self._sink.flush()
                return
            except (OSError, ValueError):
                self._closed = True
        self.on_closed()

    def nobody_listens(self) -> bool:
        """Whether whoever read the replies is gone."""
        return self._closed or (self._is_gone is not None and self._is_gone(0))


def serve(service: AnalysisService, source: RawInput, output: Output, *, wait_at_end: bool = True) -> None:
    """Answer the lines of `source` until its end; with `wait_at_end` also what is then still waiting."""
    output.on_closed = service.abandon
    with contextlib.redirect_stdout(sys.stderr):
        threading.Thread(
            target=_read, args=(service, source, output, wait_at_end), name="tengen-reader", daemon=True
        ).start()
        service.wait()


def _read(service: AnalysisService, source: RawInput, output: Output, wait_at_end: bool) -> None:
    # A pipe that is closed under us has come to its end.
    with contextlib.suppress(OSError, ValueError):
        for line in read_lines(source):
            if line is None:
                service.refuse(f"this line is longer than {_LONGEST_LINE} bytes: ask about fewer things at a time")
            else:
                service.receive(line.decode("utf-8-sig", "replace"))
    if not wait_at_end:
        service.abandon()
        return
    service.close()
    while not service.wait(_WATCH_SECONDS):
        if output.nobody_listens():
            service.abandon()
            return
