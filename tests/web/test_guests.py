"""Those who ask for a page and do not stay: they cost no file, no game and little memory."""

import http.client
import json
import os
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Route
from tests.web.test_persistence import SETTINGS, v, with_games

import tengen
from tengen.records import loads
from tengen.web.expiry import expired_games, expired_preferences
from tengen.web.games import Games
from tengen.web.settings import ENGINE, GameSettings

if TYPE_CHECKING:
    from tests.web.conftest import Board, Server

pytestmark = pytest.mark.timeout(240)
DAY = 24 * 3600


def ask(address: str, path: str = "/", headers: dict[str, str] | None = None, times: int = 1) -> int:
    """The last answer's status."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    for attempt in range(300):
        try:
            connection.connect()
            break
        except ConnectionRefusedError:  # it is still starting
            assert attempt < 299
            time.sleep(0.1)
    status = 0
    for _ in range(times):
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        answer.read()
        status = answer.status
    connection.close()
    return status


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def threads_of(server: "Server") -> int:
    """How many threads it has, where the system says so."""
    return len(list(Path(f"/proc/{server.process.pid}/task").glob("*")))


def test_asking_leaves_no_files_and_takes_nobodys_place(
    tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"]
) -> None:
    """There is room for one game, and it is out; somebody is thinking about his move."""
    server, board = board_at(tmp_path, "--games", "1")
    board.seat("Two people at this board")
    board.play("E5")
    board.wait_until(lambda: len(list((tmp_path / "games").glob("*.json"))) == 1, "the game's file")
    before = files(tmp_path)
    threads = threads_of(server)
    assert ask(server.address, times=300) == 200
    assert ask(server.address, "/?game=other", times=20) == 200
    assert ask(server.address, "/nothing/here", times=20) == 404
    time.sleep(2)
    assert files(tmp_path) == before
    assert threads_of(server) <= threads + 2
    board.play("C3", "white")
    board.page.reload()
    board.wait_until(lambda: len(board.stones()) == 2, "the game")
    assert server.end() == 0
    assert files(tmp_path) == before


def test_a_page_that_was_given_up_is_loaded_again(browser: Browser, server: "Server") -> None:
    """A browser so slow to connect that many others came meanwhile."""
    page = browser.new_context().new_page()
    asked: list[int] = []

    def come_first(route: Route) -> None:
        if not asked:
            asked.append(ask(server.address, times=250))
            time.sleep(1)
        route.continue_()

    def is_loaded_again(_: object) -> bool:
        try:
            return bool(page.evaluate("performance.navigation.type") == 1)
        except Error:  # it goes just now
            return False

    page.route("**/*.js", come_first)
    with page.expect_event("load", is_loaded_again, timeout=60_000):
        page.goto(server.address)
    page.wait_for_selector(".point", timeout=60_000)
    assert asked == [200]
    page.context.close()


IMAGE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
FRAME = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
PORT = {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}
TYPED = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize(
    ("headers", "status"), [(IMAGE, 403), (FRAME, 403), (PORT, 403), (LINK, 200), (TYPED, 200), ({}, 200)]
)
def test_pages_of_other_sites_may_lead_here_and_no_more(server: "Server", headers: dict[str, str], status: int) -> None:
    assert ask(server.address, headers=headers) == status


class Elsewhere(BaseHTTPRequestHandler):
    """A page of another site, with an image and a link."""

    address = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<img src="{self.address}"><a id="a" href="{self.address}">Go</a>'.encode())

    def log_message(self, *_: object) -> None:
        pass


def test_a_real_browser_gets_no_image_from_another_site(browser: Browser, server: "Server") -> None:
    elsewhere = ThreadingHTTPServer(("127.0.0.1", 0), type("Page", (Elsewhere,), {"address": server.address}))
    threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
    page = browser.new_context().new_page()
    with page.expect_response(server.address) as answer:
        page.goto(f"http://localhost:{elsewhere.server_port}/")
    assert answer.value.status == 403
    page.click("#a")
    page.wait_for_selector(".point")
    page.context.close()
    elsewhere.shutdown()
    elsewhere.server_close()


def test_a_game_is_written_when_somebody_does_something(tmp_path: Path) -> None:
    def scene(games: Games) -> None:
        for key in ("nobody", "mover", "chooser", "writer"):
            games.game(key)
        games.save()
        assert files(tmp_path) == []
        games.game("mover").play(v("E5"))
        games.game("chooser").start(GameSettings(size=13))
        writer = games.game("writer")
        writer.node.comment = "a thought"
        writer.changed()
        games.save()
        assert files(tmp_path) == ["chooser.json", "mover.json", "writer.json"]
        games.game("mover").start(SETTINGS)  # an empty board again, which is not the game that was there
        games.save()
        assert json.loads((tmp_path / "mover.json").read_bytes())["node"] == 0

    with_games(tmp_path, scene)


def test_whoever_did_nothing_makes_room_first(tmp_path: Path) -> None:
    def scene(games: Games) -> None:
        player = games.game("player")
        player.play(v("E5"))
        player.touched -= 100
        games.game("looker")
        games.game("third")
        assert games.game("player") is player
        assert len(games) == 2

    with_games(tmp_path, scene, most_games=2)


def test_what_was_never_played_goes_after_a_week_and_nothing_else(tmp_path: Path) -> None:
    set_up = loads("(;GM[1]SZ[9]AB[ee]AW[cc])")

    def scene(games: Games) -> None:
        engine_first = GameSettings(black=ENGINE, white="human")
        for key in ("empty", "young", "guest", "played", "set-up", "in-use"):
            game = games.game(key)
            if key == "played":
                game.play(v("E5"))
            if key == "set-up":
                game.load(set_up)
            if key == "guest":
                game.take_new_record(engine_first)
                game.add(game.node, tengen.BLACK, v("E5"))
            games._files.save(key, game)  # as it was once done with all
        (tmp_path / "odd.json").write_text("{")
        (tmp_path / ".x.json.1234.tmp").touch()
        for path in tmp_path.iterdir():
            if path.stem != "young":
                os.utime(path, (time.time() - 8 * DAY,) * 2)
        for key in ("empty", "young", "guest", "played", "set-up"):
            games._games.pop(key).leave()
        removed = games.forget_files(expired_games(tmp_path))
        assert removed == 3
        assert files(tmp_path) == ["in-use.json", "odd.json", "played.json", "set-up.json", "young.json"]

    with_games(tmp_path, scene)


def test_preferences_of_browsers_that_stayed_away_go_too(tmp_path: Path) -> None:
    for name, days in {"storage-user-a.json": 500, "storage-user-b.json": 300, "storage-user-a.json.tmp": 2}.items():
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - days * DAY,) * 2)
    assert {path.name for path, _ in expired_preferences(tmp_path)} == {
        "storage-user-a.json",
        "storage-user-a.json.tmp",
    }
    assert list(expired_games(tmp_path / "nowhere")) == []


def test_a_server_clears_up_when_it_starts(tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"]) -> None:
    folder = tmp_path / "games"
    with_games(folder, lambda games: games._files.save("guest", games.game("guest")))
    os.utime(folder / "guest.json", (time.time() - 8 * DAY,) * 2)
    _, board = board_at(tmp_path)
    board.wait_until(lambda: not (folder / "guest.json").exists(), "the file's end")
