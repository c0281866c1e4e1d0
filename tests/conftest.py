"""What tests of several packages need."""

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


@pytest.fixture(scope="module")
def load_benchmark() -> Iterator[Callable[[str], Any]]:
    """Import benchmarks as modules, found as they are when run as scripts: beside their own helpers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCHMARKS)
        yield importlib.import_module
    for script in BENCHMARKS.glob("*.py"):
        sys.modules.pop(script.stem, None)


@pytest.fixture(scope="session")
def lines_run() -> Callable[[Callable[[], object]], int]:
    """Count the lines of Python that something takes: a measure of work that no busy machine changes."""

    def count(work: Callable[[], object]) -> int:
        lines = 0

        def trace(_frame: FrameType, event: str, _argument: object) -> Any:
            nonlocal lines
            lines += event == "line"
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            work()
        finally:
            sys.settrace(before)
        return lines

    return count


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """A real browser: one for all tests of a process, for Playwright keeps its loop in the main thread."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("chromium is not installed: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=_CHROMIUM_FLAGS)
        yield opened
        opened.close()
