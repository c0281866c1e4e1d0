"""Who is let in."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin

import pytest
from playwright.sync_api import expect
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

import tengen
from tengen.web.access import AccessControl
from tengen.web.server import ServerOptions, free_port

if TYPE_CHECKING:
    from tests.web.conftest import Board, Server


async def _talk(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("welcome")


def guest(hosts: tuple[str, ...] | None, token: str, address: str = "http://127.0.0.1:8080") -> TestClient:
    routes = [Route("/", lambda _: PlainTextResponse("welcome")), WebSocketRoute("/talk", _talk)]
    application = Starlette(routes=routes)
    application.add_middleware(AccessControl, hosts=hosts, token=token)
    return TestClient(application, base_url=address, follow_redirects=False)


LOCAL = ("127.0.0.1", "localhost", "::1")


@pytest.mark.parametrize("address", ["http://127.0.0.1:8080", "http://localhost:9", "http://[::1]:8080"])
def test_this_computer_comes_in(address: str) -> None:
    assert guest(LOCAL, "", address).get("/").text == "welcome"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "[::"])
def test_a_foreign_name_that_leads_here_does_not(host: str) -> None:
    assert guest(LOCAL, "").get("/", headers={"host": host}).status_code == 421


def test_a_page_from_elsewhere_cannot_connect() -> None:
    client = guest(LOCAL, "")
    assert client.get("/", headers={"origin": "http://evil.example"}).status_code == 421
    assert client.get("/", headers={"origin": "http://127.0.0.1:8080"}).status_code == 200
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/talk", headers={"origin": "http://evil"}):
        pass
    with client.websocket_connect("/talk", headers={"host": "127.0.0.1:8080"}) as socket:
        assert socket.receive_text() == "welcome"


@pytest.mark.parametrize(
    "origin", ["null", "NULL", "", "file://", "http://[", "http://127.0.0.1:8080.evil", "127.0.0.1:8080"]
)
def test_a_page_that_does_not_say_it_is_ours_cannot_connect(origin: str) -> None:
    client = guest(LOCAL, "")
    headers = {"host": "127.0.0.1:8080", "origin": origin}
    assert client.get("/", headers=headers).status_code == 421
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/talk", headers=headers):
        pass


@pytest.mark.parametrize(
    ("asked", "location"),
    [
        ("/?token=s3cret", "/"),
        ("/?game=abc&token=s3cret", "/?game=abc"),
        ("/?token=s3cret&game=a%26b&x=", "/?game=a%26b&x="),
        ("//evil.example/?token=s3cret", "/evil.example/"),
        ("///evil.example?token=s3cret", "/evil.example"),
        ("/%2Fevil.example/?token=s3cret", "/evil.example/"),
        ("/%5Cevil.example/?token=s3cret", "/evil.example/"),
        ("/\\evil.example/?token=s3cret", "/evil.example/"),
        ("/%5C%2F%5Cevil.example/?token=s3cret", "/evil.example/"),
        ("/%09/evil.example/?token=s3cret", "/%09/evil.example/"),
        ("/a%0D%0ASet-Cookie:%20x=y?token=s3cret", "/a%0D%0ASet-Cookie%3A%20x%3Dy"),
        ("/a%3Fb%23c?token=s3cret", "/a%3Fb%23c"),
        ("/?token=s3cret&game=%0D%0ALocation:%20//evil", "/?game=%0D%0ALocation%3A+%2F%2Fevil"),
        ("/?token=s3cret&token=s3cret", "/"),
    ],
)
def test_the_way_on_from_the_token_stays_on_this_server(asked: str, location: str) -> None:
    """The request is made by hand: clients tidy up addresses."""
    path, _, query = asked.partition("?")
    sent: list[Message] = []

    async def ask() -> None:
        async def take(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": unquote(path),
            "query_string": query.encode(),
            "headers": [(b"host", b"192.0.2.1:8080")],
        }
        await AccessControl(PlainTextResponse("welcome"), None, "s3cret")(scope, _nothing, take)

    with ThreadPoolExecutor(1) as other:  # Playwright keeps a loop in the main thread
        other.submit(lambda: asyncio.run(ask())).result()
    headers = dict(sent[0]["headers"])
    assert sent[0]["status"] == 303
    assert headers[b"location"].decode() == location
    assert urljoin("http://192.0.2.1:8080/", location).startswith("http://192.0.2.1:8080/")
    assert b"s3cret" not in headers[b"location"]


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_others_need_the_token_once() -> None:
    client = guest(None, "s3cret", "http://192.0.2.1:8080")
    refused = client.get("/")
    assert refused.status_code == 403
    assert "open the address" in refused.text
    assert client.get("/?token=wrong").status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/talk?token=s3cret"):
        pass
    let_in = client.get("/?token=s3cret")
    assert let_in.status_code == 303
    assert "s3cret" not in let_in.headers["location"]
    assert client.get("/").text == "welcome"
    cookie = {"host": "192.0.2.1:8080", "cookie": f"tengen-token={client.cookies['tengen-token']}"}
    with client.websocket_connect("/talk", headers=cookie) as socket:
        assert socket.receive_text() == "welcome"


def test_a_port_in_use_is_told(tmp_path: object) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(tengen.TengenError, match="choose another with --port"):
            free_port("127.0.0.1", port)
    with pytest.raises(tengen.TengenError, match="1 to 65535"):
        free_port("127.0.0.1", 70_000)
    with pytest.raises(tengen.TengenError, match="no address"):
        free_port("no such host", None)
    assert free_port("127.0.0.1", None) >= 8080


def test_another_computer_needs_the_address_that_was_printed(
    tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"]
) -> None:
    server, board = board_at(tmp_path, "--host", "0.0.0.0")
    assert "?token=" in server.address
    board.wait_until(lambda: board.page.locator(".point").count() == 81, "the board")
    assert "token" not in board.page.url
    assert board.page.context.browser is not None
    stranger = board.page.context.browser.new_page()
    answer = stranger.goto(server.address.split("?")[0])
    assert answer is not None
    assert answer.status == 403
    assert "open the address that it printed" in stranger.content()
    stranger.close()


_SANDBOXED = """(address) => new Promise(tell => {
  const frame = document.createElement("iframe"); frame.sandbox = "allow-scripts";
  window.addEventListener("message", e => tell(e.data));
  frame.srcdoc = `<script>const s = new WebSocket("${address}");
    s.onopen = () => parent.postMessage("open", "*"); s.onerror = () => parent.postMessage("refused", "*");</script>`;
  document.body.append(frame); })"""


_OWN = """(address) => new Promise(tell => { const s = new WebSocket(address);
  s.onopen = () => tell("open"); s.onerror = () => tell("refused"); })"""


def test_a_frame_without_an_origin_cannot_connect_and_the_page_itself_can(board: "Board", server: "Server") -> None:
    """What the browser really sends: `null` from a sandboxed frame, our own address from our page."""
    socket = server.address.replace("http", "ws") + "_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    assert board.page.evaluate(_SANDBOXED, socket) == "refused"
    assert board.page.evaluate(_OWN, socket) == "open"
    board.play("E5")


def test_the_game_that_was_asked_for_with_the_token_is_shown(
    tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"]
) -> None:
    server, board = board_at(tmp_path, "--host", "0.0.0.0")
    assert board.page.context.browser is not None
    page = board.page.context.browser.new_context().new_page()
    page.goto(server.address + "&game=another")
    page.wait_for_selector(".point")
    assert page.url.endswith("/?game=another")
    page.locator("#point-E5").click()
    expect(page.locator("#point-E5")).to_have_attribute("aria-label", "E5 black")
    page.context.close()


def test_only_this_computer_is_served_unless_asked() -> None:
    assert ServerOptions(Path()).is_local
    assert not ServerOptions(Path(), host="0.0.0.0").is_local
