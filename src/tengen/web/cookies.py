"""Cookies of several servers on one computer: browsers do not tell ports apart, so each folder has names of its own."""

import hashlib

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

MAX_AGE = 365 * 24 * 3600  # seconds that a browser is known after its last visit
_OLD = "session"  # what all folders called it once


def cookie_name(secret: str, what: str = "") -> str:
    """The name of a folder's cookie, which says nothing of its secret.

    >>> cookie_name("one", "token") == cookie_name("other", "token")
    False
    """
    digest = hashlib.sha256(b"tengen cookie " + secret.encode()).hexdigest()
    return "-".join(filter(None, ("tengen", what, digest[:8])))


class KnownByOldName:
    """Middleware before the sessions: who comes with a cookie of the old name only is the one he was."""

    def __init__(self, app: ASGIApp, name: str) -> None:
        self.app = app
        self.name = name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give the cookie its new name; whether it is this folder's at all, its signature says."""
        if scope["type"] in ("http", "websocket"):
            given = [value for name, value in scope["headers"] if name == b"cookie"]
            cookies = cookie_parser(b"; ".join(given).decode("latin-1"))
            if self.name not in cookies and _OLD in cookies:
                renamed = (b"cookie", f"{self.name}={cookies[_OLD]}".encode("latin-1"))
                scope = {**scope, "headers": [*scope["headers"], renamed]}
        await self.app(scope, receive, send)
