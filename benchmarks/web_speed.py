"""How soon the board in the browser is there, and how soon it shows one's own stone while Tengen thinks hard.

    python benchmarks/web_speed.py [--size 19] [--clicks 100]

A real server, a real browser (Debian's chromium, by Playwright). For the clicks live analysis runs on all cores with
candidates and ownership shown; a click is timed in the page, from the event to the frame after the stone is there.
The first page is timed from the start of the process, whose kernels are compiled, to the board being there.
"""

import argparse
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
_COLUMNS = "ABCDEFGHJKLMNOPQRST"
# Clicks on a point; the milliseconds until the frame after its name says that there is a stone.
_CLICK = """(name) => new Promise(tell => {
  const began = performance.now(), point = () => document.getElementById("point-" + name);
  const isThere = () => point() && !point().getAttribute("aria-label").endsWith("empty");
  const watch = new MutationObserver(() => { if (isThere()) {
    watch.disconnect(); requestAnimationFrame(() => tell(performance.now() - began)); } });
  watch.observe(document.querySelector(".board-box"), {subtree: true, childList: true});
  point().querySelector("rect").dispatchEvent(new MouseEvent("click", {bubbles: true}));
})"""


def start(folder: Path, size: int) -> tuple["subprocess.Popen[str]", str]:
    """A server, and its address."""
    options = ["--no-browser", "--port", "0", "--folder", str(folder), "--size", str(size)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tengen", "web", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    if found is None:
        sys.exit("the server did not start: try tengen web")
    return process, found[0]


def open_board(page: Page, address: str) -> None:
    """Go to the board as soon as it is served."""
    parts = urlsplit(address)
    while True:
        try:
            socket.create_connection((parts.hostname, parts.port)).close()
            break
        except OSError:
            time.sleep(0.01)
    page.goto(address, wait_until="commit")
    page.wait_for_selector(".board-box svg")


def first_page(browser: Browser, size: int) -> tuple[float, float, float]:
    """Seconds from the start of the process to the board, to one that can be played on, and of a server that runs."""
    with tempfile.TemporaryDirectory() as folder:
        page = browser.new_context().new_page()
        began = time.monotonic()
        process, address = start(Path(folder), size)
        try:
            open_board(page, address)
            seen = time.monotonic() - began
            page.wait_for_selector(".point")
            live = time.monotonic() - began
            time.sleep(3)
            other = browser.new_context().new_page()
            began = time.monotonic()
            open_board(other, address)
            other.wait_for_selector(".point")
            return seen, live, time.monotonic() - began
        finally:
            process.terminate()
            process.wait()


def clicks(browser: Browser, size: int, count: int) -> list[float]:
    """Milliseconds from click to stone, sorted."""
    with tempfile.TemporaryDirectory() as folder:
        process, address = start(Path(folder), size)
        try:
            page = browser.new_context(viewport={"width": 1360, "height": 900}).new_page()
            open_board(page, address)
            page.wait_for_selector(".point")
            page.get_by_label("Players", exact=True).click()
            page.get_by_text("Two people at this board").click()
            page.get_by_test_id("analysis").click()
            page.get_by_test_id("ownership").click()
            page.wait_for_selector(".tengen-ownership")
            points = [f"{column}{row}" for column in _COLUMNS[:size] for row in range(1, size + 1)]
            luck = random.Random(1)
            luck.shuffle(points)
            times = []
            for point in points[: min(count, size * size // 2)]:
                time.sleep(luck.uniform(0.3, 0.8))
                if page.locator(f"#point-{point}").get_attribute("aria-label") == f"{point} empty":
                    times.append(float(page.evaluate(_CLICK, point)))
            return sorted(times)
        finally:
            process.terminate()
            process.wait()


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--starts", type=int, default=5)
    asked = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        pages = [first_page(browser, asked.size) for _ in range(asked.starts)]
        seen, live, running = (statistics.median(times) for times in zip(*pages, strict=True))
        print(f"from the start of the process (medians): board seen after {seen:.2f} s, alive after {live:.2f} s")
        print(f"of a server that runs: alive after {running:.2f} s (median)")
        times = clicks(browser, asked.size, asked.clicks)
        high = times[min(len(times) - 1, int(0.95 * len(times)))]
        print(
            f"click to stone on {asked.size}x{asked.size}, {len(times)} clicks during live analysis on all cores: "
            f"median {statistics.median(times):.0f} ms, 95th percentile {high:.0f} ms, most {times[-1]:.0f} ms"
        )


if __name__ == "__main__":
    main()
