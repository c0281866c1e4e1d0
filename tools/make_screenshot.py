"""Take the picture of the board in the browser that the README shows: docs/browser.png.

    python tools/make_screenshot.py [FILE]

Tengen plays some moves against itself; then the picture is of its live analysis. Needs Playwright, Pillow and chromium.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

TARGET = Path(__file__).resolve().parent.parent / "docs" / "browser.png"
_MOVES = 46
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def main() -> None:
    """Serve, play, look, save."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    chromium = shutil.which("chromium") or sys.exit("chromium is not installed: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        options = ["--no-browser", "--port", "0", "--folder", folder, "--size", "13", "--time", "0.5"]
        server = subprocess.Popen([sys.executable, "-m", "tengen", "web", *options], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            browser = playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 840}, device_scale_factor=1)
            for _ in range(100):
                try:
                    page.goto(found[0])
                    break
                except Exception:
                    time.sleep(0.1)
            page.get_by_label("Players", exact=True).click()
            page.get_by_text("Tengen against itself").click()
            while int(page.locator(".number").inner_text().split()[1]) < _MOVES:
                time.sleep(0.2)
            page.get_by_test_id("Tengen moves").click()
            page.get_by_label("Players", exact=True).click()
            page.get_by_text("You play Black").click()
            page.get_by_test_id("analysis").click()
            page.get_by_test_id("ownership").click()
            page.wait_for_timeout(8000)
            page.screenshot(path=target)
            Image.open(target).convert("RGB").quantize(256).save(target, optimize=True)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
