"""The board in the browser under attack: what is left of games, files and memory.

    python benchmarks/web_assault.py gets [--count 10000]     # requests without a cookie, beside a person's game
    python benchmarks/web_assault.py disk                     # a full disk that is then not full (Linux: a small tmpfs)
    python benchmarks/web_assault.py servers [--at-once 6] [--rounds 5]     # all of them on one folder

Real servers on 127.0.0.1, a real browser (Debian's chromium, by Playwright).
"""

import argparse
import atexit
import contextlib
import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
_PATIENCE = 60.0  # seconds for anything to happen
_CLIENTS = 4  # that ask at once
_SETTLING = 90.0  # seconds after which pages that nobody shows are gone
_INSIDE = "TENGEN_ASSAULT_INSIDE"  # set in the namespace with the small disk


@dataclass
class Server:
    """`tengen web`, with what it says."""

    process: "subprocess.Popen[str]"
    address: str
    errors: Path

    def end(self, how: signal.Signals = signal.SIGINT) -> str:
        """What it said on standard error."""
        self.process.send_signal(how)
        self.process.wait(_PATIENCE)
        return self.errors.read_text()


def start(folder: Path, errors: Path) -> Server:
    """A server on any port."""
    options = ["--no-browser", "--port", "0", "--folder", str(folder), "--threads", "1", "--memory", "30"]
    with errors.open("a") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "tengen", "web", *options], stdout=subprocess.PIPE, stderr=file, text=True
        )
    atexit.register(process.kill)  # whatever happens here
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    if found is None:
        sys.exit(f"the server did not start: {errors.read_text()}")
    wait_until(lambda: is_open(found[0]), "the server")
    return Server(process, found[0], errors)


def is_open(address: str) -> bool:
    """Whether somebody listens."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_PATIENCE)
    try:
        connection.connect()
        return True
    except OSError:
        return False
    finally:
        connection.close()


def wait_until(holds: Callable[[], bool], what: str) -> float:
    """The seconds until something holds."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > _PATIENCE:
            sys.exit(f"{what}: not within {_PATIENCE:.0f} seconds")
        time.sleep(0.02)
    return time.monotonic() - began


def sit_down(browser: Browser, address: str, cookies: list[dict[str, object]] | None = None) -> Page:
    """The board, for two people."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    if cookies:
        context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".point")
    if not cookies:
        page.get_by_label("Players", exact=True).click()
        page.get_by_text("Two people at this board").click()
    return page


def play(page: Page, *points: str) -> None:
    """Put stones on the board."""
    for point in points:
        page.locator(f"#point-{point}").click()
        wait_until(lambda point=point: point in stones(page), point)  # type: ignore[misc]


def stones(page: Page) -> set[str]:
    """Where there are stones."""
    labels = page.eval_on_selector_all(".point", "all => all.map(p => p.getAttribute('aria-label'))")
    return {label.split()[0] for label in labels if not label.endswith("empty")}


def files_in(folder: Path) -> int:
    """How many plain files there are."""
    return sum(path.is_file() for path in folder.rglob("*"))


def memory_of(process: int) -> float:
    """Megabytes in use."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def threads_of(process: int) -> int:
    """How many threads run."""
    return len(list(Path(f"/proc/{process}/task").iterdir()))


@contextlib.contextmanager
def a_browser() -> Iterator[Browser]:
    """Chromium."""
    if CHROMIUM is None:
        sys.exit("chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        yield browser
        browser.close()


def ask(address: str, count: int, answers: "Counter[int]") -> None:
    """Get the page, each time as if for the first time."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_PATIENCE)
    for _ in range(count):
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
        answers[answer.status] += 1
    connection.close()


def gets(count: int) -> None:
    """Many requests without a cookie."""
    with tempfile.TemporaryDirectory() as place, a_browser() as browser:
        folder = Path(place) / "web"
        server = start(folder, Path(place) / "errors")
        process = server.process.pid
        page = sit_down(browser, server.address)
        play(page, "E5", "C3")
        time.sleep(5)  # all code is loaded, the game is written
        answers: Counter[int] = Counter()
        ask(server.address, 200, answers)  # what the first requests load is no growth
        time.sleep(2)
        files, memory, threads = files_in(folder), memory_of(process), threads_of(process)
        began = time.monotonic()
        clients = [
            threading.Thread(target=ask, args=(server.address, count // _CLIENTS, answers)) for _ in range(_CLIENTS)
        ]
        for client in clients:
            client.start()
        slowest, most = 0.0, memory
        while any(client.is_alive() for client in clients):
            asked = time.monotonic()
            page.evaluate("1")
            play_one(page)
            slowest = max(slowest, time.monotonic() - asked)
            most = max(most, memory_of(process))
            time.sleep(0.5)
        seconds = time.monotonic() - began
        print(f"{count:,} requests without a cookie in {seconds:.0f} s; answers: {dict(answers)}")
        print(f"slowest move of the person who played meanwhile: {slowest:.2f} s")
        print(f"files before {files}, after {files_in(folder)}")
        print(f"threads before {threads}, after {threads_of(process)}")
        print(f"memory before {memory:.0f} MB, at most {most:.0f} MB, at the end {memory_of(process):.0f} MB")
        time.sleep(_SETTLING)
        print(f"memory after {_SETTLING:.0f} s more {memory_of(process):.0f} MB; files {files_in(folder)}")
        before = stones(page)
        page.reload()
        wait_until(lambda: stones(page) == before, "the game again")
        print(f"the person's game is there, with {len(before)} stones")
        said = server.end()
        print(f"standard error: {len(said.splitlines())} lines, {said.count('Traceback')} tracebacks")


def play_one(page: Page) -> None:
    """A stone where there is none."""
    taken = stones(page)
    free = [f"{column}{row}" for column in "ACEGJ" for row in (1, 3, 5, 7, 9) if f"{column}{row}" not in taken]
    if free:
        play(page, free[0])


def disk() -> None:
    """A disk that is full."""
    if not os.environ.get(_INSIDE):
        mount = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        with tempfile.TemporaryDirectory() as place:
            small = f'mount -t tmpfs -o size=256k tmpfs "{place}" && exec "$@"'
            command = [*mount, "sh", "-c", small, "sh", sys.executable, __file__, "disk"]
            sys.exit(subprocess.run(command, env=os.environ | {_INSIDE: place}, check=False).returncode)
    folder = Path(os.environ[_INSIDE]) / "web"
    filler = folder.parent / "filler"
    with tempfile.TemporaryDirectory() as place, a_browser() as browser:
        errors = Path(place) / "errors"
        server = start(folder, errors)
        page = sit_down(browser, server.address)
        play(page, "E5", "C3")
        time.sleep(2)
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1024))
        notice = page.get_by_test_id("unkept")
        play(page, "G7", "C7")
        print(
            f"the disk is full: told after {wait_until(notice.is_visible, 'the notice'):.1f} s: {notice.inner_text()!r}"
        )
        time.sleep(20)
        print(f"lines in the log after 20 s: {len(errors.read_text().splitlines())}")
        filler.unlink()
        seconds = wait_until(lambda: not notice.is_visible(), "the notice's end")
        print(f"the disk has room again: the notice is gone after {seconds:.1f} s")
        cookies = [dict(cookie) for cookie in page.context.cookies()]
        server.end(signal.SIGKILL)
        server = start(folder, errors)
        page = sit_down(browser, server.address, cookies)
        wait_until(lambda: len(stones(page)) == 4, "four stones after kill -9")
        print("killed and started again: all four stones are there")
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1024))
        play(page, "G3")
        wait_until(notice_of(page).is_visible, "the notice")
        print(f"ended while the disk is full: {server.end().splitlines()[-1]}")


def notice_of(page: Page):  # type: ignore[no-untyped-def]
    """The bar that says a game is not written."""
    return page.get_by_test_id("unkept")


def servers(at_once: int, rounds: int) -> None:
    """Several on one folder."""
    ends: Counter[str] = Counter()
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as place:
            command = [sys.executable, "-m", "tengen", "web", "--no-browser", "--folder", place]
            started = [
                subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                for _ in range(at_once)
            ]
            wait_until(lambda: sum(p.poll() is None for p in started) <= 1, "all but one to end")  # noqa: B023
            time.sleep(1)
            for process in started:
                ends["serving" if process.poll() is None else f"ended with {process.returncode}"] += 1
                if process.poll() is None:
                    process.send_signal(signal.SIGINT)
                    process.wait(_PATIENCE)
            said = Counter(process.communicate()[0].split(" http")[0].strip() for process in started)
    print(f"{rounds} times {at_once} at once on one folder: {dict(ends)}")
    print(f"they said: {dict(said)}")


def main() -> None:
    """Attack, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["gets", "disk", "servers"])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--at-once", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    if asked.what == "gets":
        gets(asked.count)
    elif asked.what == "disk":
        disk()
    else:
        servers(asked.at_once, asked.rounds)


if __name__ == "__main__":
    main()
