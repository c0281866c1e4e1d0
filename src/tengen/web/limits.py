"""How much a guest may send: what is larger than any game is cut off while it arrives, not when it is there."""

from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tengen.web.connections import PatientHttp
from tengen.web.sizes import LARGEST_FILE

_LARGEST_BODY = LARGEST_FILE + 100_000  # with what a form has around it
_LARGEST_MESSAGE = 3_000_000  # bytes of a websocket's message: a page sends up to a million characters
_PING_SECONDS = 20.0  # after which a browser that says nothing is asked whether it is there, and has as long to answer
_KEEP_ALIVE_SECONDS = 5
_TOLD = f"That is larger than {LARGEST_FILE // 1_000_000} MB: it is not one game."
_CLOSE = {"connection": "close"}  # or the rest would be read, and thrown away


class BodyLimit:
    """Middleware that ends a request whose body is too large: at once if it says so, else when it is seen."""

    def __init__(self, app: ASGIApp, largest: int = _LARGEST_BODY) -> None:
        self.app = app
        self.largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or as much of it as is allowed."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        is_number = announced.isascii() and announced.isdigit() and len(announced) < 16
        if not is_number or int(announced) > self.largest:
            await PlainTextResponse(_TOLD, 413, _CLOSE)(scope, receive, send)
            return
        received = 0
        started = False

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.largest:
                raise HTTPException(413, _TOLD, _CLOSE)
            return message

        async def answered(message: Message) -> None:
            nonlocal started
            if received <= self.largest or started:
                started = True
                await send(message)

        try:
            await self.app(scope, counted, answered)
        except Exception:  # by whatever way it comes: others wrap it in groups, or make an error of ours of it
            if received <= self.largest:
                raise
        if received > self.largest and not started:
            await PlainTextResponse(_TOLD, 413, _CLOSE)(scope, receive, send)


def uvicorn_settings() -> dict[str, Any]:
    """What the server is told about connections."""
    return {
        "http": PatientHttp,
        "ws_max_size": _LARGEST_MESSAGE,
        "ws_ping_interval": _PING_SECONDS,
        "ws_ping_timeout": _PING_SECONDS,
        "timeout_keep_alive": _KEEP_ALIVE_SECONDS,
    }
