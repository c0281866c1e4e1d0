"""One server a folder: a second one goes to the first one's page, or says what to do; two folders do not mix."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import itsdangerous
import pytest
from tests.web.test_persistence import v, with_games

from tengen.errors import TengenError
from tengen.web.games import Games
from tengen.web.lock import FolderLock, go_to_running
from tengen.web.server import ServerOptions

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from tests.web.conftest import Board, Server

pytestmark = pytest.mark.timeout(240)
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def command(folder: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "tengen", "web", "--folder", str(folder), *options]


def run(folder: Path, *options: str, browser: str = "false") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command(folder, *options),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=ENVIRONMENT | {"BROWSER": browser},
    )


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Server]":
    from tests.web.conftest import start_server

    started = start_server(tmp_path_factory.mktemp("first"), "--memory", "30", "--threads", "1")
    yield started
    started.end()


def test_a_second_one_opens_the_first_ones_page(first: "Server", tmp_path: Path) -> None:
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    script.chmod(0o700)
    second = run(first.folder, browser=f"{script} %s")
    assert second.returncode == 0, second.stderr
    assert second.stdout == f"Tengen's board is open already, at {first.address}\n"
    assert (tmp_path / "opened").read_text().strip() == first.address


def test_it_only_tells_where_no_browser_is_wanted(first: "Server") -> None:
    port = first.address.split(":")[-1].strip("/")
    for options in ([], ["--port", port]):
        second = run(first.folder, "--no-browser", *options)
        assert (second.returncode, second.stderr) == (0, "")
        assert first.address in second.stdout


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--new"], "--new"),
        (["--size", "13"], "the game described"),
        (["--port", "9"], "--port"),
        (["--host", "0.0.0.0"], "--host"),
        (["--memory", "100", "--games", "2"], "--memory and --games"),
    ],
)
def test_what_the_first_one_cannot_do_is_told(first: "Server", options: list[str], named: str) -> None:
    second = run(first.folder, "--no-browser", *options)
    assert second.returncode == 2
    assert second.stdout == ""
    assert len(second.stderr.splitlines()) == 1
    assert named in second.stderr
    assert first.address in second.stderr
    assert "--folder" in second.stderr


def test_the_lock_is_for_nobody_elses_eyes(first: "Server") -> None:
    """It may say the token."""
    lock = first.folder / "server.lock"
    assert stat.S_IMODE(lock.stat().st_mode) == 0o600
    assert json.loads(lock.read_text())["address"] == first.address


def test_of_several_that_start_at_once_exactly_one_serves(tmp_path: Path) -> None:
    started = [
        subprocess.Popen(
            command(tmp_path, "--no-browser"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=ENVIRONMENT
        )
        for _ in range(4)
    ]
    try:
        until = time.monotonic() + 60
        while sum(process.poll() is None for process in started) > 1:
            assert time.monotonic() < until
            time.sleep(0.1)
        (serving,) = [process for process in started if process.poll() is None]
        assert {process.returncode for process in started if process is not serving} == {0}
    finally:
        for process in started:
            process.send_signal(signal.SIGINT)
        said = [process.communicate(timeout=120)[0].decode() for process in started]
    assert sorted("open already" in text for text in said) == [False, True, True, True]
    assert len({text.split("http")[1].split()[0] for text in said}) == 1


def test_one_that_was_killed_has_nothing_locked(tmp_path: Path) -> None:
    code = f"from tengen.web.lock import *; from pathlib import Path; l = FolderLock(Path({str(tmp_path)!r})); "
    code += "assert l.take(); l.tell('http://127.0.0.1:9/', '127.0.0.1'); print('taken', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        lock = FolderLock(tmp_path)
        assert not lock.take()
        holder.kill()
        holder.wait()
    assert lock.take()
    assert lock.holder() is None  # what it said is not said any more
    lock.release()


def test_one_that_does_not_answer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.web.lock._PATIENCE", 0.5)
    lock, other = FolderLock(tmp_path), FolderLock(tmp_path)
    assert lock.take()
    lock.tell("http://127.0.0.1:9/", "127.0.0.1")
    with pytest.raises(TengenError, match=rf"process {os.getpid()}.*does not answer: end it, or choose"):
        go_to_running(other, ServerOptions(tmp_path))
    lock.release()
    assert not go_to_running(other, ServerOptions(tmp_path))  # it has ended meanwhile, and we have the lock
    assert not lock.take()


def test_where_nothing_can_be_locked_one_goes_on_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import errno

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("tengen.web.lock.fcntl.flock", no_locks)
    lock = FolderLock(tmp_path)
    assert lock.take()
    assert lock.trouble == "No locks available"
    (tmp_path / "file").touch()
    refused = FolderLock(tmp_path / "file" / "web")
    assert refused.take()
    assert refused.trouble


def test_servers_of_two_folders_do_not_take_each_others_cookies(
    tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"]
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    one, board = board_at(tmp_path / "one")
    other, _ = board_at(tmp_path / "other")
    board.seat("Two people at this board")
    board.play("E5")
    board.open(other.address)
    board.seat("Two people at this board")
    board.play("C3")
    for server, stones in ((one, {"E5": "black"}), (other, {"C3": "black"})):
        board.open(server.address)
        board.wait_until(lambda stones=stones: board.stones() == stones, "each its own game")  # type: ignore[misc]


def test_a_token_of_another_folder_does_no_harm(
    tmp_path: Path, board_at: "Callable[..., tuple[Server, Board]]"
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    one, board = board_at(tmp_path / "one", "--host", "0.0.0.0")
    other, _ = board_at(tmp_path / "other", "--host", "0.0.0.0")
    board.open(other.address)
    board.open(one.address.split("?")[0])  # without the token: it is known already


def test_a_browser_that_was_known_before_cookies_had_names_is_known_still(
    tmp_path: Path, board_at: Callable[..., "tuple[Server, Board]"], browser: "Browser"
) -> None:
    anna = "0b8b3a2e-0000-4000-8000-123456789abc"

    def scene(games: Games) -> None:
        games.game(anna).play(v("E5"))

    with_games(tmp_path / "games", scene)
    (tmp_path / "secret").write_text("s" * 64)
    signed = itsdangerous.TimestampSigner("s" * 64).sign(b64encode(json.dumps({"id": anna}).encode())).decode()
    old = {"name": "session", "value": signed, "domain": "127.0.0.1", "path": "/"}
    _, board = board_at(tmp_path, cookies=[old])
    board.wait_until(lambda: board.stones() == {"E5": "black"}, "the game")
    known = [cookie for cookie in board.page.context.cookies() if cookie["name"].startswith("tengen-")]
    assert len(known) == 1
    assert known[0]["expires"] > time.time() + 300 * 24 * 3600
    board.page.context.clear_cookies(name="session")
    board.page.reload()
    board.page.wait_for_selector(".point")
    board.wait_until(lambda: board.stones() == {"E5": "black"}, "the game")
