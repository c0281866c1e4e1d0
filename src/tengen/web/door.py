"""Who is let in: browsers that ask for this very server, and, where others than this computer can reach it, those
who know the token.

Looking at the name that was asked for keeps out pages of other sites that have their name point here (DNS rebinding);
looking at where a connection comes from keeps out those that simply try. A page without an origin (`null`: a sandboxed
frame, a file) is somebody else's too; ours always names itself.
"""

import secrets
from collections.abc import Sequence
from urllib.parse import parse_qs, parse_qsl, quote, urlencode, urlsplit

from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tengen.web.foreign import TOLD, is_foreign

_COOKIE = "tengen-token"


class Door:
    """Middleware before everything else, websockets included."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str] | None, token: str = "", cookie: str = _COOKIE) -> None:
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
        elif is_foreign(headers):
            await self._refuse(scope, receive, send, TOLD, 403)
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
