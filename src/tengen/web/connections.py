"""Connections that do not wait for ever: somebody who sends or reads too slowly, or nothing at all, is dropped.

uvicorn has a limit for the time between two requests only. Here a request's head, its body, and the reading of the
answer each have one. If there are too many connections, those that have not asked for anything make room, the oldest
first: so a crowd of silent ones keeps nobody out, and the process does not run out of files.
"""

import asyncio
import contextlib
from functools import cache
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD_SECONDS = 10.0  # for all lines of a request's head
BODY_SECONDS = 120.0  # for its body: the largest game over a slow line
READING_SECONDS = 60.0  # in which nothing of an answer is read
_LONGEST_HEAD = 65_536  # bytes
_MOST_CONNECTIONS = 400
_FILES_LEFT = 200  # for everything else


def most_connections() -> int:
    """How many connections are held at once: fewer where the system allows few open files."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if allowed != resource.RLIM_INFINITY:
            return max(20, min(_MOST_CONNECTIONS, allowed - _FILES_LEFT))
    return _MOST_CONNECTIONS


class _Reader:
    """The part of a connection that watches whether the other side reads what it is sent."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _reading_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Much has been written that is not read."""
        super().pause_writing()  # type: ignore[misc]
        if self._reading_timer is None:
            self._reading_timer = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It is being read after all."""
        super().resume_writing()  # type: ignore[misc]
        self._stop_reading_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self._stop_reading_timer()
        super().connection_lost(exc)  # type: ignore[misc]

    def _stop_reading_timer(self) -> None:
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None


class _WebSocket(_Reader):
    """The part of a websocket that sees one that does not answer a ping go, whatever it has not read."""

    def keepalive_timeout(self) -> None:
        """No answer to a ping."""
        super().keepalive_timeout()  # type: ignore[misc]
        self.transport.abort()


@cache
def patient_websocket(kind: Any) -> type[asyncio.Protocol]:
    """uvicorn's kind of websocket, of which there are several, with limits to its patience."""
    return type("PatientWebSocket", (_WebSocket, kind), {})


class PatientHttp(_Reader, AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """A connection for requests."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.since = self.loop.time()
        self._phase = ""
        self._timer: asyncio.TimerHandle | None = None
        self._head = 0  # bytes received of a head that is not complete
        self._most = most_connections()
        kind = self.config.ws_protocol_class
        self.ws_protocol_class = None if kind is None else patient_websocket(kind)

    @property
    def is_idle(self) -> bool:
        """Whether nothing has been asked for that is not answered."""
        return self._phase == "head"

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Somebody has come; if it is too full, somebody who wants nothing goes."""
        if len(self.connections) >= self._most:
            idle = [other for other in self.connections if isinstance(other, PatientHttp) and other.is_idle]
            if idle:
                min(idle, key=lambda other: other.since).drop()
            else:
                super().connection_made(transport)
                transport.abort()
                return
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Some of a request."""
        if self.is_idle and not self._head:
            self._phase = ""  # a request begins: its time does too
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._watch()
            self._head = self._head + len(data) if self.is_idle else 0
            if self._head > _LONGEST_HEAD:
                self.drop()

    def on_response_complete(self) -> None:
        """A request has been answered."""
        super().on_response_complete()
        self.since = self.loop.time()
        self._head = 0
        self._watch()

    def handle_websocket_upgrade(self, *arguments: Any) -> None:
        """Somebody else looks after the connection from here on."""
        self._stop()
        super().handle_websocket_upgrade(*arguments)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self._stop()
        super().connection_lost(exc)

    def drop(self) -> None:
        """End the connection now."""
        self._stop()
        self.connections.discard(self)
        self.transport.abort()

    def _watch(self) -> None:
        """Begin to measure the time of what is waited for, if that is something else than before."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            phase, seconds = "head", HEAD_SECONDS
        elif cycle.more_body:
            phase, seconds = "body", BODY_SECONDS
        else:
            phase, seconds = "answer", 0.0  # which is ours to give
        if phase != self._phase:
            self._stop()
            self._phase = phase
            if seconds:
                self._timer = self.loop.call_later(seconds, self.drop)

    def _stop(self) -> None:
        self._phase = ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
