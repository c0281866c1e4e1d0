"""A real server and a real browser for the tests of the board."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

PATIENCE = 60_000  # milliseconds: machines that test are busy

expect.set_options(timeout=PATIENCE)


@dataclass
class Server:
    """`tengen web`, as a person starts it."""

    folder: Path
    process: "subprocess.Popen[str]"
    address: str
    log: Path

    def end(self) -> int:
        """As by Ctrl-C; its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(120)


def start_server(folder: Path, *options: str) -> Server:
    log = folder / "server.log"
    with log.open("a") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tengen", "web", "--no-browser", "--port", "0", "--folder", str(folder), *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            # Under this variable NiceGUI takes itself for a part of the test.
            env={name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"},
        )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found is not None, f"no address in {line!r}; {log.read_text()}"
    return Server(folder, process, found[0], log)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = start_server(tmp_path_factory.mktemp("web"), "--level", "20k", "--threads", "1", "--memory", "30")
    yield started
    if started.process.poll() is None:
        started.end()
    assert "Traceback" not in started.log.read_text(), started.log.read_text()


class Board:
    """A person in front of the page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.errors: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.open(address)

    def open(self, address: str) -> None:
        for attempt in range(100):
            try:
                self.page.goto(address)
                break
            except Exception:  # it is still starting
                if attempt == 99:
                    raise
                time.sleep(0.1)
        self.page.wait_for_selector(".point")

    def click(self, vertex: str) -> None:
        self.page.locator(f"#point-{vertex}").click()

    def press(self, name: str) -> None:
        self.page.get_by_test_id(name).click()

    def wait_for(self, vertex: str, what: str) -> None:
        expect(self.page.locator(f"#point-{vertex}")).to_have_attribute("aria-label", f"{vertex} {what}")

    def play(self, vertex: str, color: str = "black") -> None:
        self.click(vertex)
        self.wait_for(vertex, color)

    def stones(self) -> dict[str, str]:
        labels = self.page.eval_on_selector_all(".point", "all => all.map(p => p.getAttribute('aria-label'))")
        return {name: what for name, what in (label.split(" ", 1) for label in labels) if what != "empty"}

    def message(self) -> str:
        return self.page.locator(".message").inner_text()

    def wait_until(self, holds: Callable[[], bool], what: str, seconds: float = PATIENCE / 1000) -> None:
        until = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < until, f"{what}: never; it says {self.message()!r}"
            time.sleep(0.05)

    def is_thinking(self) -> bool:
        return self.page.locator(".thinking").count() > 0

    def move_number(self) -> int:
        return int(self.page.locator(".number").inner_text().split()[1])

    def new_game(self, **choices: str) -> None:
        """Through the dialog: what each field is to say."""
        self.press("new")
        dialog = self.page.locator(".q-dialog")
        for label, value in choices.items():
            field = dialog.get_by_label(label.replace("_", " "), exact=False).first
            if field.get_attribute("role") == "combobox":
                field.click()
                self.page.locator(".q-menu .q-item").get_by_text(value, exact=True).click()
            else:
                field.fill(value)
        self.press("start")
        expect(dialog).to_have_count(0)

    def seat(self, told: str) -> None:
        """Choose who plays."""
        self.page.get_by_label("Players", exact=True).click()
        self.page.locator(".q-menu .q-item").get_by_text(told, exact=True).click()


@pytest.fixture
def sit_down(browser: Browser, server: Server) -> Iterator[Callable[[], Board]]:
    """Opens the board in a browser of its own, each time another."""
    contexts = []
    boards: list[Board] = []

    def sit() -> Board:
        context = browser.new_context(viewport={"width": 1280, "height": 860}, accept_downloads=True)
        contexts.append(context)
        boards.append(Board(context.new_page(), server.address))
        return boards[-1]

    yield sit
    for context in contexts:
        context.close()
    assert [error for board in boards for error in board.errors] == []


@pytest.fixture
def board(sit_down: Callable[[], Board]) -> Board:
    return sit_down()


@pytest.fixture
def board_at(browser: Browser) -> Iterator[Callable[..., tuple[Server, Board]]]:
    """Starts a server of one's own in a folder, and opens its board."""
    started: list[Server] = []
    contexts = []

    def begin(folder: Path, *options: str, cookies: list[Any] | None = None) -> tuple[Server, Board]:
        started.append(start_server(folder, "--threads", "1", "--memory", "30", *options))
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 860}))
        if cookies:
            contexts[-1].add_cookies(cookies)
        return started[-1], Board(contexts[-1].new_page(), started[-1].address)

    yield begin
    for context in contexts:
        context.close()
    for server in started:
        if server.process.poll() is None:
            server.end()
