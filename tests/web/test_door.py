"""Who is let in."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

import tengen
from tengen.web.door import Door
from tengen.web.server import ServerOptions, free_port


async def _talk(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("welcome")


def guest(hosts: tuple[str, ...] | None, token: str, address: str = "http://127.0.0.1:8080") -> TestClient:
    routes = [Route("/", lambda _: PlainTextResponse("welcome")), WebSocketRoute("/talk", _talk)]
    application = Starlette(routes=routes)
    application.add_middleware(Door, hosts=hosts, token=token)
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


def test_only_this_computer_is_served_unless_asked() -> None:
    from pathlib import Path

    assert ServerOptions(Path()).is_local
    assert not ServerOptions(Path(), host="0.0.0.0").is_local
