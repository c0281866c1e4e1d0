"""How the board in the browser bears large records, large uploads and slow guests.

    python benchmarks/web_load.py reading              # how long hostile records take to read and to play over
    python benchmarks/web_load.py requests [--seconds 15] [--record variations|line|comb|setups]
    python benchmarks/web_load.py opening [--seconds 15]
    python benchmarks/web_load.py upload [--megabytes 300]
    python benchmarks/web_load.py slow [--sockets 500] [--seconds 40]

Everything but `reading` starts a real server. `requests` opens a record of 4,990 nodes in a real browser (Debian's
chromium, by Playwright) with live analysis on, steps through it, and times the small requests of a second client
meanwhile: what they wait for is the longest stall of the server's loop. `opening` has somebody open files that are as
much work as they may be while the second client asks. `upload` sends a body far beyond the limit to
the page's own upload address and reads the server's largest memory. `slow` opens sockets that say nothing, some that
send a byte now and then, and times an honest client's requests meanwhile.
"""

import argparse
import http.client
import os
import re
import resource
import selectors
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
_LETTERS = "abcdefghijklmnopqrs"
_NODES = 4_990
_KO = "(;GM[1]SZ[19]AB[ba][ab][bc]AW[ca][db][cc][bb]"  # Black takes at C18 (cb), White takes back at B18 (bb)


def records(nodes: int = _NODES) -> dict[str, str]:
    """Small files that are much work."""
    names = [f"{_LETTERS[i % 19]}{_LETTERS[i // 19 % 19]}" for i in range(nodes)]
    boards = "".join(f"[{_LETTERS[i % 5]}{_LETTERS[i // 5]}:ss]" for i in range(20))
    moves = "".join(f"(;{move}" for _ in range(nodes // 4) for move in ("B[cb]", "W[bb]"))
    teeth = "".join(f")(;{color}[ss])" for _ in range(nodes // 4) for color in ("W", "B"))  # from the last move back
    return {
        "variations": "(;GM[1]SZ[19]" + "".join(f"(;B[{name}])" for name in names) + ")",
        "line": _KO + ";B[cb];W[bb]" * (nodes // 2) + ")",
        "comb": _KO + moves + teeth + ")",
        "setups": "(;GM[1]SZ[19]" + f";AE{boards}" * nodes + ")",
        "stones": "(;GM[1]SZ[19]AB[aa:sj]" + ";AB[sp];AE[sp]" * (nodes // 2) + ")",
    }


# ---- a server ---------------------------------------------------------------------------------


@contextmanager
def server(folder: Path, *options: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server and its address, once it answers."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tengen", "web", "--no-browser", "--port", "0", "--folder", str(folder), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            sys.exit("the server did not start: try tengen web")
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                get(found[0])
                break
            except OSError:
                time.sleep(0.1)
        else:
            sys.exit("the server does not answer: try tengen web")
        yield process, found[0]
    finally:
        process.terminate()
        process.wait()


def get(address: str, path: str = "/favicon.ico", timeout: float = 120) -> float:
    """Seconds that one small request takes, the connection included."""
    parts = urlsplit(address)
    began = time.perf_counter()
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=timeout)
    connection.request("GET", path)
    connection.getresponse().read()
    connection.close()
    return time.perf_counter() - began


class Asking:
    """A second client, who asks for something small again and again while `with` lasts."""

    def __init__(self, address: str) -> None:
        self.times: list[float] = []
        self.failed = 0
        self._address = address
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)

    def __enter__(self) -> "Asking":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _ask(self) -> None:
        while not self._ended.wait(0.02):
            try:
                self.times.append(get(self._address))
            except (OSError, http.client.HTTPException):
                self.failed += 1

    def told(self) -> str:
        """The times in one line."""
        times = sorted(self.times)
        if not times:
            return f"no request was answered ({self.failed} failed)"
        high = times[min(len(times) - 1, int(0.95 * len(times)))]
        failed = f", {self.failed} failed" if self.failed else ""
        return (
            f"{len(times)} requests: median {1000 * statistics.median(times):.0f} ms, 95th percentile "
            f"{1000 * high:.0f} ms, most {1000 * times[-1]:.0f} ms{failed}"
        )


def memory(process: "subprocess.Popen[str]", name: str) -> float:
    """A line of the process's status in megabytes: VmRSS is what it has now, VmHWM the most it has had."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.findall(rf"{name}:\s+(\d+) kB", status)[0]) / 1000


# ---- what is measured -------------------------------------------------------------------------


def reading(_: argparse.Namespace) -> None:
    """Time the library."""
    from tengen.records import loads

    loads("(;SZ[9];B[ee];W[gc])").position()  # the kernels
    for name, text in records().items():
        began = time.perf_counter()
        record = loads(text)
        read = time.perf_counter()
        record.position()
        print(
            f"{name}: {len(text):,} bytes, read in {read - began:.2f} s, played over in "
            f"{time.perf_counter() - read:.2f} s"
        )


def in_browser(act: Callable[[Any], None]) -> None:
    """Do something with a page."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        sys.exit("chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        act(browser.new_context(viewport={"width": 1280, "height": 860}).new_page())
        browser.close()


def requests(asked: argparse.Namespace) -> None:
    """Time a second client's requests beside a page with a large record and live analysis."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "record.sgf"
        file.write_text(records()[asked.record])
        with server(Path(folder), "--load", str(file), "--threads", "1", "--memory", "50") as (_, address):

            def look(page: Any) -> None:
                page.set_default_timeout(120_000)
                page.goto(address)
                page.wait_for_selector(".point")
                with Asking(address) as before:
                    time.sleep(3)
                print(f"{asked.record}, nobody does anything: {before.told()}")
                page.get_by_test_id("analysis").click()
                page.wait_for_selector(".tengen-candidates")
                with Asking(address) as watching:
                    time.sleep(asked.seconds)
                print(f"{asked.record}, live analysis: {watching.told()}")
                with Asking(address) as stepping:
                    until = time.monotonic() + asked.seconds
                    while time.monotonic() < until:
                        page.keyboard.press("ArrowLeft")
                        time.sleep(0.1)
                print(f"{asked.record}, ten steps a second: {stepping.told()}")
                if asked.screenshot:
                    page.screenshot(path=asked.screenshot)

            in_browser(look)


def upload(asked: argparse.Namespace) -> None:
    """Send a body far beyond the limit, and see what it costs the server."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), "--threads", "1") as (process, address):

        def send(page: Any) -> None:
            page.goto(address)
            page.wait_for_selector(".point")
            page.get_by_test_id("open").click()
            small = Path(folder) / "small.sgf"
            small.write_text("no game at all")
            with page.expect_request(re.compile("/upload/")) as posted:
                page.locator("input[type=file]").set_input_files(small)
            time.sleep(2)
            cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
            for chunked in (False, True):
                before = memory(process, "VmRSS")
                Path(f"/proc/{process.pid}/clear_refs").write_text("5")  # VmHWM begins anew
                with Asking(address) as others:
                    sent, answer = _post(urlsplit(posted.value.url), cookies, asked.megabytes, chunked)
                grown = memory(process, "VmHWM") - before
                how = "chunk by chunk" if chunked else "with its length"
                print(
                    f"{asked.megabytes} MB sent {how}: answer {answer} after {sent:.1f} MB; the server grew by "
                    f"{grown:.0f} MB; others meanwhile: {others.told()}"
                )

        in_browser(send)


def opening(asked: argparse.Namespace) -> None:
    """Have a guest open files that are as much work as any, one after the other, and time the others."""
    pairs = [(one, other) for one in range(361) for other in range(361)]
    names = [f"{_LETTERS[place % 19]}{_LETTERS[place // 19]}" for place in range(361)]
    values = "".join(f"[{names[one]}:{names[other]}]" for one, other in pairs)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), "--threads", "1") as (_, address):
        file = Path(folder) / "work.sgf"
        file.write_text(f"(;GM[1]SZ[19]AE{values}TR{values[:1_000_000]}C[x])"[:1_990_000].rsplit("[", 1)[0] + "[aa])")

        def open_files(page: Any) -> None:
            page.goto(address)
            page.wait_for_selector(".point")
            opened = 0
            with Asking(address) as others:
                until = time.monotonic() + asked.seconds
                while time.monotonic() < until:
                    page.get_by_test_id("open").click()
                    page.locator("input[type=file]").set_input_files(file)
                    page.locator(".q-dialog").wait_for(state="detached", timeout=60_000)
                    opened += 1
            print(f"{opened} files of {file.stat().st_size:,} bytes opened; others meanwhile: {others.told()}")

        in_browser(open_files)


def _post(parts: Any, cookies: str, megabytes: int, chunked: bool) -> tuple[float, str]:
    """Post a file; how many megabytes were taken, and the status."""
    edge = "edge"
    head = f'--{edge}\r\nContent-Disposition: form-data; name="f"; filename="f.sgf"\r\n\r\n'.encode()
    tail = f"\r\n--{edge}--\r\n".encode()
    block = b"x" * 1_000_000
    length = len(head) + megabytes * len(block) + len(tail)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=120)
    connection.putrequest("POST", parts.path)
    connection.putheader("Cookie", cookies)
    connection.putheader("Content-Type", f"multipart/form-data; boundary={edge}")
    connection.putheader(*(("Transfer-Encoding", "chunked") if chunked else ("Content-Length", str(length))))
    connection.endheaders()
    sent = 0
    try:
        for piece in (head, *[block] * megabytes, tail):
            connection.send(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
            sent += len(piece)
        if chunked:
            connection.send(b"0\r\n\r\n")
    except OSError:
        pass  # the server has hung up; it may have said why
    try:
        answer = str(connection.getresponse().status)
    except (OSError, http.client.HTTPException) as error:
        answer = type(error).__name__
    connection.close()
    return sent / 1e6, answer


def slow(asked: argparse.Namespace) -> None:
    """Open sockets that want nothing; see when they are dropped, and whether anybody is kept out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, asked.sockets + 500)), hard))
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), "--threads", "1") as (process, address):
        parts = urlsplit(address)
        waiting = selectors.DefaultSelector()
        began = time.monotonic()
        kinds: dict[socket.socket, str] = {}
        for number in range(asked.sockets):
            kind = "slow" if number % 10 == 0 else "silent"
            try:
                guest = socket.create_connection((parts.hostname, parts.port), timeout=5)
                guest.setblocking(False)
                if kind == "slow":
                    guest.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            except OSError:
                continue
            kinds[guest] = kind
            waiting.register(guest, selectors.EVENT_READ)
        opened = len(kinds)
        files = len(os.listdir(f"/proc/{process.pid}/fd"))
        dropped: dict[str, list[float]] = {"slow": [], "silent": []}
        last_byte = time.monotonic()
        with Asking(address) as honest:
            while kinds and time.monotonic() - began < asked.seconds:
                for key, _ in waiting.select(timeout=0.2):
                    gone = key.fileobj
                    assert isinstance(gone, socket.socket)
                    waiting.unregister(gone)
                    dropped[kinds.pop(gone)].append(time.monotonic() - began)
                    gone.close()
                if time.monotonic() - last_byte > 2:
                    last_byte = time.monotonic()
                    for guest in [one for one, kind in kinds.items() if kind == "slow"]:
                        with suppress(OSError):
                            guest.send(b"x")
        print(f"{opened} sockets opened, {files} files open in the server then")
        for kind, times in dropped.items():
            left = sum(1 for one in kinds.values() if one == kind)
            last = f", the last after {max(times):.1f} s" if times else ""
            print(f"{kind}: {len(times)} dropped{last}; {left} still there after {asked.seconds:g} s")
        print(f"an honest client meanwhile: {honest.told()}")
        for guest in kinds:
            guest.close()


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    chosen = parser.add_subparsers(required=True)
    chosen.add_parser("reading").set_defaults(measure=reading)
    one = chosen.add_parser("requests")
    one.add_argument("--seconds", type=float, default=15)
    one.add_argument("--record", choices=list(records(40)), default="variations")
    one.add_argument("--screenshot", default="")
    one.set_defaults(measure=requests)
    one = chosen.add_parser("upload")
    one.add_argument("--megabytes", type=int, default=300)
    one.set_defaults(measure=upload)
    one = chosen.add_parser("opening")
    one.add_argument("--seconds", type=float, default=15)
    one.set_defaults(measure=opening)
    one = chosen.add_parser("slow")
    one.add_argument("--sockets", type=int, default=500)
    one.add_argument("--seconds", type=float, default=40)
    one.set_defaults(measure=slow)
    asked = parser.parse_args()
    asked.measure(asked)


if __name__ == "__main__":
    main()
