"""What tests of several packages need."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


@pytest.fixture(scope="module")
def load_benchmark() -> Iterator[Callable[[str], Any]]:
    """Import benchmarks as modules, found as they are when run as scripts: beside their own helpers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCHMARKS)
        yield importlib.import_module
    for script in BENCHMARKS.glob("*.py"):
        sys.modules.pop(script.stem, None)
