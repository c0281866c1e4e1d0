r"""Driving another engine over GTP: the controller's side of the wire.

An engine is a program we did not write. It may be slow to start, think for ever, die, print banners into the
protocol or flood its error output. `GtpClient` turns each of these into one clear exception, never into a
hang, and leaves no process and no thread behind.

>>> import sys
>>> parrot = "import sys\nfor line in sys.stdin: print('=' + line, flush=True)"
>>> with GtpClient([sys.executable, "-c", parrot], name="parrot") as client:
...     client.send("play black D4")
'play black D4'
"""

import contextlib
import queue
import shlex
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from tengen.errors import TengenError
from tengen.wire.process import (
    describe_exit,
    exit_status,
    has_ended,
    pump_answers,
    pump_lines,
    signal_group,
    start_process,
    start_thread,
    stop_process,
)
from tengen.wire.syntax import Response, ResponseReader, format_command, parse_command

#: Longest command, in bytes: one fits an empty pipe on every system, so writing it never blocks.
MAX_COMMAND = 16 * 1024
#: Lines of error output, and of noise on the standard output, that are kept.
KEPT_LINES = 50


class GtpError(TengenError):
    """Something went wrong between us and an engine; the message is one line, fit to be shown.

    It is a `TengenError` because a person can do something about it (name another program, allow more
    time): whoever shows those in one line, as the command line does, shows this one so too.

    Extra fields of its subclasses have default values: an exception is unpickled with its message alone,
    and matches run in other processes.
    """


class GtpStartError(GtpError):
    """The engine's program could not be started."""


class GtpFailure(GtpError):
    """The engine answered '?'; `message` is its own explanation. The client goes on working."""

    def __init__(self, text: str, message: str = "") -> None:
        super().__init__(text)
        self.message = message


class GtpTimeout(GtpError):
    """No whole answer came in time. The engine has been killed."""


class GtpClosed(GtpError):
    """The engine's process has ended; the message tells how, with its last lines on stderr."""

    def __init__(self, text: str, exit_status: int | None = None) -> None:
        super().__init__(text)
        self.exit_status = exit_status


class GtpProtocolError(GtpError):
    """What the engine wrote is not GTP, or not the answer to our command. The engine has been killed."""


class GtpClient:
    """One engine, running as a subprocess.

    `timeout` is how many seconds an answer may take (`math.inf` for ever); the first answer may take
    `start_timeout` longer, for engines that load a network or compile. One command runs at a time: a second
    thread that sends waits its turn, while `kill` and `close` work from any thread at once.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        timeout: float = 60.0,
        start_timeout: float = 30.0,
        name: str | None = None,
    ) -> None:
        self.command = _split(command)
        self.name = name or Path(self.command[0]).name
        self.timeout = timeout
        self.start_timeout = start_timeout
        try:
            self._process = start_process(self.command)
        except OSError as error:
            raise GtpStartError(f"cannot start {self.name} ({self.command[0]!r}): {error}") from None
        self._reader = ResponseReader()
        self._answers: queue.SimpleQueue[Response | str | None] = queue.SimpleQueue()
        self._stderr: deque[str] = deque(maxlen=KEPT_LINES)
        self._noise: deque[str] = deque(maxlen=KEPT_LINES)
        # The threads know the pipes but not the client, so that a forgotten client is collected and its
        # engine ended.
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._threads = (
            start_thread(pump_answers, self._process.stdout, self._reader, self._answers),
            start_thread(pump_lines, self._process.stderr, self._stderr),
        )
        self._finalizer = weakref.finalize(self, stop_process, self._process, self._threads)
        self._lock = threading.Lock()
        self._number = 0
        self._answered = False
        self._ended: str | None = None  # why no more commands can be sent
        self._commands: frozenset[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<GtpClient {self.name!r}, {self._ended or 'running'}>"

    @property
    def alive(self) -> bool:
        """Whether commands can still be sent, as far as is known."""
        return self._ended is None and self.exit_status is None

    @property
    def pid(self) -> int:
        """The process id of the engine."""
        return self._process.pid

    @property
    def exit_status(self) -> int | None:
        """The exit status, once the engine has ended (a signal counts negative)."""
        return exit_status(self._process)

    @property
    def stderr(self) -> tuple[str, ...]:
        """The last lines that the engine wrote to its error output."""
        return tuple(self._stderr)

    @property
    def noise(self) -> tuple[str, ...]:
        """The last lines that the engine wrote between its answers."""
        return tuple(self._noise)

    def send(self, command: str, timeout: float | None = None) -> str:
        """Send a command and wait for the text of its answer.

        A command that GTP cannot carry is a ValueError and is not sent. Every `GtpError` but `GtpFailure`
        means that the engine is gone.
        """
        limit = self.timeout if timeout is None else timeout
        if not limit > 0:
            raise ValueError(f"a timeout is a positive number of seconds, not {limit}")
        with self._lock:
            line = self._number_line(command)
            if self._ended is not None:
                raise GtpClosed(f"{self.name} {self._ended}: cannot send {_quote(command)}", self.exit_status)
            try:
                response = self._exchange(command, line, limit)
            except BaseException:
                # Ctrl-C, for one: the answer would come later and be taken for the next command's.
                self._end(f"was killed when {_quote(command)} was interrupted")
                raise
        if not response.success:
            message = response.text.replace("\n", " ")
            reason = _shorten(message) or "no reason given"
            raise GtpFailure(f"{self.name} refused {_quote(command)}: {reason}", message)
        return response.text

    def interrupt(self) -> None:
        """Say that the answer under way is wanted now (GoGui's comment); safe at any time and from any thread."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it may be gone
            self._process.stdin.write(b"# interrupt\n")
            self._process.stdin.flush()

    def list_commands(self) -> frozenset[str]:
        """The names of the engine's commands; asked for once."""
        if self._commands is None:
            self._commands = frozenset(self.send("list_commands").split())
        return self._commands

    def knows(self, name: str) -> bool:
        """Whether the engine has a command."""
        return name in self.list_commands()

    def close(self, grace: float = 2.0) -> None:
        """End the engine: ask it to quit, then terminate it, then kill it, with `grace` seconds between."""
        stdin = self._process.stdin
        assert stdin is not None
        if self._ended is None:
            self._ended = "was closed"
            with contextlib.suppress(OSError, ValueError):  # it may be gone already
                stdin.write(b"quit\n")
                stdin.flush()
        with contextlib.suppress(OSError):
            stdin.close()
        try:
            if not has_ended(self._process, grace):
                signal_group(self._process, force=False)
                has_ended(self._process, grace)
        finally:  # also when Ctrl-C cuts the waiting short
            self._end("was closed")

    def kill(self) -> None:
        """End the engine now; safe at any time and from any thread."""
        self._end("was killed")

    def _exchange(self, command: str, line: bytes, limit: float) -> Response:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(line)
            stdin.flush()
        except (OSError, ValueError):  # the pipe is broken, or another thread has closed it
            raise self._closed(command) from None
        if not self._answered:
            limit += self.start_timeout
        try:
            answer = self._answers.get(timeout=limit if limit < threading.TIMEOUT_MAX else None)
        except queue.Empty:
            hint = f"; its last line was {_quote(last)}" if (last := self._reader.last_line) else ""
            self._end("was killed after a timeout")
            message = f"{self.name} did not answer {_quote(command)} within {limit:g} s{hint}"
            raise GtpTimeout(message) from None
        if answer is None:
            raise self._closed(command)
        if isinstance(answer, str):
            raise self._garbled(command, answer)
        self._answered = True
        self._noise.extend(answer.noise)
        if answer.id != self._number:
            shown = "no id" if answer.id is None else f"id {answer.id}"
            raise self._garbled(command, f"the answer has {shown}, not id {self._number}")
        return answer

    def _number_line(self, command: str) -> bytes:
        """The line to send: an id in front shows whether an answer is the one to this command."""
        parsed = None if "#" in command else parse_command(command)
        if parsed is None or parsed.id is not None:
            raise ValueError(f"not a GTP command: {command!r} (a name and words, without id and '#')")
        self._number += 1
        # File names that are not UTF-8 pass through, as Python's own file functions let them.
        line = format_command(replace(parsed, id=self._number)).encode("utf-8", "surrogateescape")
        if len(line) > MAX_COMMAND:
            raise ValueError(f"the command is longer than {MAX_COMMAND} bytes: {_quote(command)}")
        return line

    def _closed(self, command: str) -> GtpClosed:
        """The exception for an engine that ended by itself, made once its last words are in."""
        if has_ended(self._process, 1.0):
            self._threads[1].join(1.0)
        status = self.exit_status
        self._end(describe_exit(status))
        lines = self.stderr or (self._reader.last_line or "",)
        words = " | ".join([line.strip() for line in lines if line.strip()][-3:])
        said = f"; its last words: {_shorten(words)}" if words else ""
        return GtpClosed(f"{self.name} {self._ended} at {_quote(command)}{said}", status)

    def _garbled(self, command: str, problem: str) -> GtpProtocolError:
        self._end("was killed after an answer that is not GTP")
        return GtpProtocolError(f"{self.name} answered {_quote(command)} wrongly: {problem}")

    def _end(self, reason: str) -> None:
        """Stop the engine for good; the first reason given is the one that is told."""
        self._ended = self._ended or reason
        stop_process(self._process, self._threads)
        self._finalizer.detach()


def _split(command: str | Sequence[str]) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command) if isinstance(command, str) else command)
    except ValueError as error:
        raise GtpStartError(f"cannot read the engine's command {command!r}: {error}") from None
    if not words or not words[0]:
        raise GtpStartError("the engine's command is empty")
    return words


def _shorten(text: str, length: int = 300) -> str:
    """Make anything an engine says fit into a one-line message."""
    text = "".join(character if character.isprintable() else " " for character in text[: length + 1]).strip()
    return text if len(text) <= length else text[:length] + "…"


def _quote(text: str) -> str:
    return f"'{_shorten(text, 60)}'"
