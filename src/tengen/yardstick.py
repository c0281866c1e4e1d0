"""A C program to measure our speed by: found, compiled, and run by turns with ours.

Machines differ, and one machine differs from minute to minute: a speed says most as a ratio, within one run,
to a program that anybody can compile. Any will do that is run as `SIZE PLAYOUTS` and plays so many light playouts
from an empty board. None is part of Tengen; one is looked for beside the checkout, where
`benchmarks/light_ratio.py` looks too. Time is the processor's, as others may be using the machine.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

from tengen.errors import TengenError

DEFAULT_SOURCE = Path(__file__).resolve().parents[3] / "shared" / "reference" / "minimal_light.c"
_FLAGS = ("-O3", "-march=native")
_PATIENCE = 120  # seconds


class Yardstick:
    """A C program, compiled for as long as the context lasts."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self._folder = tempfile.TemporaryDirectory(prefix="tengen-yardstick-")
        self._program = Path(self._folder.name) / "yardstick"

    def __enter__(self) -> "Yardstick":
        compiler = shutil.which("gcc")
        if compiler is None:
            raise TengenError("gcc was not found, so there is no C program to compare with: install gcc")
        if not self.source.is_file():
            raise TengenError(f"there is no C program {self.source} to compare with")
        _run(compiler, *_FLAGS, "-o", str(self._program), str(self.source.resolve()))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    def seconds(self, size: int, playouts: int) -> float:
        """The processor time of so many playouts on an empty board."""
        before = _children_time()
        _run(str(self._program), str(size), str(playouts))
        return max(1e-6, _children_time() - before)


def find_yardstick(source: Path | None) -> tuple[Yardstick | None, str]:
    """The yardstick of `source`, or the usual one if that is None and it is at hand; or why there is none."""
    if source is not None:
        return Yardstick(source), ""
    if not DEFAULT_SOURCE.is_file():
        return None, f"there is no {DEFAULT_SOURCE} (--yardstick FILE.c names another program)"
    if shutil.which("gcc") is None:
        return None, "gcc was not found"
    return Yardstick(DEFAULT_SOURCE), ""


def _run(*command: str) -> None:
    name = Path(command[0]).name
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise TengenError(f"{name} could not be run: {error}") from None
    if result.returncode != 0:
        words = result.stderr.strip().splitlines()
        raise TengenError(f"{name} failed with status {result.returncode}: {words[0] if words else 'it said nothing'}")


def _children_time() -> float:
    import resource  # where there is no such module, nothing else of Tengen misses it

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
