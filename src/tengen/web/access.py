"""Who is let in: browsers that ask for this very server, and, where others than this computer can reach it, those
who know the token.

Looking at the name that was asked for keeps out pages of other sites that have their name point here (DNS rebinding);
looking at where a connection comes from keeps out those that simply try. A page without an origin (`null`: a sandboxed
frame, a file) is somebody else's too; ours always names itself. Who has come once is known by a cookie.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, parse_qsl, quote, urlencode, urlsplit

from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

MAX_AGE = 365 * 24 * 3600  # seconds that a browser is known after its last visit
_OLD = "session"  # what all folders called it once
_TOLD = "A page of another site asks for this: follow a link, or type the address."


class AccessControl:
    """Middleware before everything else, websockets included."""

    def __init__(
        self, app: ASGIApp, hosts: Sequence[str] | None, token: str = "", cookie: str = "tengen-token"
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.token = token
        self.cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if not self._is_meant(headers):
            await self._refuse(scope, receive, send, "This is not the server you are looking for.", 421)
        elif is_from_elsewhere(headers):
            await self._refuse(scope, receive, send, _TOLD, 403)
        elif not self.token or self._is_known(headers.get("cookie", "")):
            await self.app(scope, receive, send)
        elif self._has_token(scope) and scope["type"] == "http":
            answer = RedirectResponse(_without_token(scope), 303)
            answer.set_cookie(self.cookie, self.token, httponly=True, samesite="strict", max_age=30 * 24 * 3600)
            await answer(scope, receive, send)
        else:
            told = "Tengen wants a token here: open the address that it printed when it was started."
            await self._refuse(scope, receive, send, told, 403)

    def _is_meant(self, headers: dict[str, str]) -> bool:
        host = headers.get("host", "")
        if self.hosts is not None and _name_of(f"//{host}") not in self.hosts:
            return False
        origin = headers.get("origin")
        return origin is None or origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower())

    def _is_known(self, cookies: str) -> bool:
        return secrets.compare_digest(cookie_parser(cookies).get(self.cookie, "").encode(), self.token.encode())

    def _has_token(self, scope: Scope) -> bool:
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        return secrets.compare_digest(given.encode(), self.token.encode())

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, told: str, status: int) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": told[:100]})
        else:
            await PlainTextResponse(told, status)(scope, receive, send)


def _without_token(scope: Scope) -> str:
    """The address that was asked for, on this very server, and nothing of the token in it.

    Two slashes, or a backslash, at its beginning would lead to another server.
    """
    asked = parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
    rest = urlencode([(name, value) for name, value in asked if name != "token"])
    return "/" + quote(scope["path"].lstrip("/\\")) + (f"?{rest}" if rest else "")


def _name_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def is_from_elsewhere(headers: Mapping[str, str]) -> bool:
    """Whether a page from elsewhere wants this for itself.

    Browsers say so themselves; who says nothing, such as curl, is no browser that could be led. To them another port of
    this computer is the same site, but it is another program all the same.

    >>> is_from_elsewhere({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"})
    True
    >>> is_from_elsewhere({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"})
    False
    >>> is_from_elsewhere({"sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors"})
    False
    >>> is_from_elsewhere({})
    False
    """
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    return (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) != ("navigate", "document")


def cookie_name(secret: str, what: str = "") -> str:
    """The name of a folder's cookie, which says nothing of its secret: browsers do not tell ports apart.

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
