"""What guests may send, and how slowly: limits act while things arrive, and nobody is kept out by somebody else."""

import asyncio
import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

import pytest
import uvicorn
from playwright.sync_api import expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

import tengen
from tengen.web import connections, files
from tengen.web.connections import PatientHttp, most_connections
from tengen.web.files import read_for_guest
from tengen.web.limits import BodyLimit
from tengen.web.sizes import LONGEST_TEXT

if TYPE_CHECKING:
    from tests.web.conftest import Board, Server

pytestmark = pytest.mark.timeout(300)
LARGEST = 100_000


async def _count(request: Request) -> PlainTextResponse:
    taken = 0
    async for chunk in request.stream():
        taken += len(chunk)
    return PlainTextResponse(str(taken))


async def _large(_: Request) -> PlainTextResponse:
    return PlainTextResponse("x" * 50_000_000)


async def _talk(websocket: WebSocket) -> None:
    await websocket.accept()
    with contextlib.suppress(Exception):
        while True:
            await websocket.send_text(await websocket.receive_text())


def application() -> Starlette:
    routes = [
        Route("/", _count, methods=["GET", "POST"]),
        Route("/large", _large),
        WebSocketRoute("/talk", _talk),
    ]
    made = Starlette(routes=routes)
    made.add_middleware(BodyLimit, largest=LARGEST)
    return made


# ---- bodies -----------------------------------------------------------------------------------


def test_a_body_of_the_largest_size_is_taken_and_one_byte_more_is_not() -> None:
    client = TestClient(application())
    assert client.post("/", content=b"x" * LARGEST).text == str(LARGEST)
    refused = client.post("/", content=b"x" * (LARGEST + 1))
    assert refused.status_code == 413
    assert "larger than 2 MB" in refused.text


def test_a_body_without_a_length_is_cut_off_where_it_is_too_large() -> None:
    sent = 0

    def pieces() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(1000):
            sent += 10_000
            yield b"x" * 10_000

    client = TestClient(application())
    assert client.post("/", content=iter([b"x" * LARGEST])).text == str(LARGEST)
    assert client.post("/", content=pieces()).status_code == 413


@pytest.mark.parametrize("length", ["-1", "1e9", "9" * 5000, "0x10"])
def test_a_length_that_is_none_is_refused(length: str) -> None:
    client = TestClient(application())
    assert client.post("/", content=b"x", headers={"content-length": length}).status_code == 413


def memory(server: "Server", name: str) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.findall(rf"{name}:\s+(\d+) kB", status)[0]) * 1000


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="needs Linux to see the memory of a process")
@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_upload_costs_no_memory(board: "Board", server: "Server", tmp_path: Path, chunked: bool) -> None:
    (tmp_path / "small.sgf").write_text("nothing")
    board.press("open")
    with board.page.expect_request(re.compile("/upload/")) as posted:
        board.page.locator("input[type=file]").set_input_files(tmp_path / "small.sgf")
    expect(board.page.locator(".q-notification").first).to_contain_text("no game in it")
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in board.page.context.cookies())
    parts = urlsplit(posted.value.url)
    before = memory(server, "VmRSS")
    Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")  # the peak begins anew
    assert _post(parts, cookies, 60, chunked) in (413, None)
    assert memory(server, "VmHWM") - before < 20_000_000
    board.page.keyboard.press("Escape")
    board.play("E5")


def _post(parts: SplitResult, cookies: str, megabytes: int, chunked: bool) -> int | None:
    """The status of a large upload; None if the server hung up before it could be read."""
    head = b'--edge\r\nContent-Disposition: form-data; name="f"; filename="f.sgf"\r\n\r\n'
    block = b"x" * 1_000_000
    connection = HTTPConnection(str(parts.hostname), parts.port, timeout=60)
    connection.putrequest("POST", parts.path)
    connection.putheader("Cookie", cookies)
    connection.putheader("Content-Type", "multipart/form-data; boundary=edge")
    if chunked:
        connection.putheader("Transfer-Encoding", "chunked")
    else:
        connection.putheader("Content-Length", str(len(head) + megabytes * len(block) + 12))
    connection.endheaders()
    with contextlib.suppress(OSError):
        for piece in (head, *[block] * megabytes, b"\r\n--edge--\r\n", b""):
            connection.send(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
    try:
        return connection.getresponse().status
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


_PASTE = """(length) => { const data = new DataTransfer(); data.setData("text/plain", "x".repeat(length));
  return document.querySelector(".q-dialog textarea").dispatchEvent(
    new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})); }"""


def test_a_long_text_can_be_pasted_and_a_too_long_one_is_told(board: "Board") -> None:
    board.press("open")
    board.page.get_by_label("… or paste its text").wait_for()
    assert board.page.evaluate(_PASTE, 1_000)  # the browser goes on with it
    assert not board.page.evaluate(_PASTE, LONGEST_TEXT + 1)
    expect(board.page.locator(".q-notification").first).to_contain_text("save it as a file")
    board.page.get_by_label("… or paste its text").fill(f"(;GM[1]SZ[9]PB[Anna];C[{'x' * (LONGEST_TEXT - 50)}];B[ee])")
    board.page.get_by_text("Open the text").click()
    expect(board.page.locator(".players")).to_contain_text("Anna")


# ---- reading ----------------------------------------------------------------------------------


def test_what_takes_too_long_to_read_is_told_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    going = threading.Event()
    monkeypatch.setattr(files, "read_game", lambda data, name: going.wait(20))

    async def read() -> int:
        reading = asyncio.create_task(read_for_guest(b"", "it.sgf", 0.5))
        turns = 0
        while not reading.done():
            await asyncio.sleep(0.01)
            turns += 1
        with pytest.raises(tengen.TengenError, match=r"it\.sgf takes longer than 0\.5 seconds to read"):
            await reading
        return turns

    try:
        with ThreadPoolExecutor(1) as other:  # Playwright keeps a loop in the main thread
            assert other.submit(lambda: asyncio.run(read())).result() > 5
    finally:
        going.set()


def test_others_play_while_a_large_file_is_read(sit_down: "Callable[[], Board]", tmp_path: Path) -> None:
    boards = "".join(f"[{'abcde'[i % 5]}{'abcde'[i // 5]}:ss]" for i in range(20))
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[19]PB[Berta]" + f";AE{boards}" * 4_990 + ")")
    one, other = sit_down(), sit_down()
    one.press("open")
    one.page.locator("input[type=file]").set_input_files(tmp_path / "game.sgf")
    other.play("E5")
    expect(one.page.locator(".players")).to_contain_text("Berta")


# ---- slowness ---------------------------------------------------------------------------------


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """A server with little patience and little room."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 1.5)
    monkeypatch.setattr(connections, "BODY_SECONDS", 1.5)
    monkeypatch.setattr(connections, "READING_SECONDS", 1.5)
    monkeypatch.setattr(connections, "_MOST_CONNECTIONS", 30)
    config = uvicorn.Config(
        application(),
        port=0,
        http=PatientHttp,
        ws="wsproto",
        log_level="critical",
        ws_ping_interval=1.0,
        ws_ping_timeout=2.0,
        timeout_keep_alive=30,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 60
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    yield server.servers[0].sockets[0].getsockname()[:2]
    server.force_exit = server.should_exit = True
    thread.join(60)
    assert not thread.is_alive()


def begin(place: tuple[str, int], first: bytes = b"") -> socket.socket:
    guest = socket.create_connection(place, timeout=60)
    guest.sendall(first)
    return guest


def ends(guest: socket.socket, feed: bytes = b"") -> float:
    """Seconds until a connection is over, with a byte of `feed` sent now and then."""
    began = time.monotonic()
    guest.settimeout(0.2)
    while time.monotonic() - began < 60:
        try:
            if feed:
                guest.sendall(feed)
            if not guest.recv(1000):
                break
        except TimeoutError:
            continue
        except OSError:
            break
    else:
        pytest.fail("the connection is still there")
    guest.close()
    return time.monotonic() - began


def ask(place: tuple[str, int]) -> str:
    connection = HTTPConnection(*place, timeout=60)
    connection.request("POST", "/", b"abc")
    answer = connection.getresponse().read().decode()
    connection.close()
    return answer


HEAD = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    ("first", "feed"),
    [
        (b"", b""),  # says nothing
        (HEAD, b""),  # says half of it
        (HEAD + b"X-Slow: ", b"x"),  # says it for ever
        (HEAD + b"Content-Length: 50000\r\n\r\n", b"x"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        (HEAD + b"Content-Length: 0\r\n\r\n" + HEAD + b"X-Slow: ", b"x"),  # the second request
    ],
)
def test_somebody_who_sends_slowly_or_nothing_is_dropped(place: tuple[str, int], first: bytes, feed: bytes) -> None:
    guest = begin(place, first)
    assert ask(place) == "3"
    assert ends(guest, feed) > 0.5
    assert ask(place) == "3"


def test_a_head_without_end_is_cut_off(place: tuple[str, int]) -> None:
    guest = begin(place, HEAD)
    with contextlib.suppress(OSError):
        for _ in range(1000):
            guest.sendall(b"X-Long: " + b"x" * 10_000 + b"\r\n")
    ends(guest)
    assert ask(place) == "3"


def test_somebody_who_does_not_read_is_dropped(place: tuple[str, int]) -> None:
    guest = socket.socket()
    guest.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    guest.connect(place)
    guest.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    time.sleep(4)  # which is longer than the server waits
    guest.settimeout(60)
    taken = 0
    with contextlib.suppress(OSError):
        while piece := guest.recv(1_000_000):
            taken += len(piece)
    assert taken < 50_000_000
    guest.close()
    assert ask(place) == "3"


def test_a_connection_that_is_used_again_and_again_stays(place: tuple[str, int]) -> None:
    connection = HTTPConnection(*place, timeout=60)
    sockets = set()
    for _ in range(6):
        connection.request("POST", "/", b"abc")
        assert connection.getresponse().read() == b"3"
        assert connection.sock is not None
        sockets.add(connection.sock.getsockname())
        time.sleep(0.4)
    assert len(sockets) == 1
    connection.close()


def test_silent_crowds_keep_nobody_out(place: tuple[str, int]) -> None:
    guests = []
    for _ in range(4 * 30):
        guests.append(begin(place))
        if len(guests) % 20 == 0:
            assert ask(place) == "3"
    began = time.monotonic()
    for guest in guests:
        ends(guest)
    assert time.monotonic() - began < 60


def test_a_websocket_that_answers_no_ping_is_dropped_and_one_that_does_stays(place: tuple[str, int]) -> None:
    from websockets.sync.client import connect

    deaf = begin(
        place,
        b"GET /talk HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    )
    with connect(f"ws://{place[0]}:{place[1]}/talk") as good:
        ends(deaf)
        good.send("still here")
        assert good.recv(timeout=60) == "still here"


def test_fewer_connections_where_few_files_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    resource: Any = pytest.importorskip("resource")
    for allowed, expected in ((256, 56), (100, 20), (100_000, 400), (resource.RLIM_INFINITY, 400)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, allowed=allowed: (allowed, allowed))
        assert most_connections() == expected
