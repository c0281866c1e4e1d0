"""A second process that compiles a share of the kernels, where there is a second core.

It fills the same folder: Numba looks there before it compiles a function, so whatever one process
has finished the other one loads. Whether and how the second one ends is of no importance: what it
has not done the first one does. Where both write the same function the later one stays. Numba would
not stand two signatures of one function written at the same moment, so a kernel should have only
one: `compile.py` sees to it for constants; arrays within records are passed as slices, numbers as int64.

`python -m tengen.kernels.parallel_compile FOLDER` is that process. It says nothing, since its
parent may be speaking a protocol, and ends with its parent.
"""

import contextlib
import os
import subprocess
import sys
import threading
from types import TracebackType
from typing import Self

from tengen.cores import usable_cores
from tengen.kernels import code_folder

# Steps of the warm-up: about half of the work, and little of it needed by the other half.
SHARE = (
    "light playouts",
    "analyze-after simulations",
    "playout policies",
    "flat Monte Carlo",
    "leaves, played out",
)
_PREPARATION = ("set-up", "playing")  # steps that make the board the others use; by then they are compiled
_LONGEST_WAIT = 600.0  # seconds; whoever is not done by then hangs


class SecondProcess:
    """Compiles the steps of `SHARE`, from `start` on; it is ended with the `with` block."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def start(self) -> None:
        """Begin, if a second core is there to do it and a folder to meet in."""
        if self._process is not None or usable_cores() < 2 or not code_folder.is_folder_kept():
            return
        with contextlib.suppress(OSError):  # no second process is no misfortune
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tengen.kernels.parallel_compile", str(code_folder.cache_folder())],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def wait(self) -> None:
        """Wait until its share is done, or it is clear that it will not be."""
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_LONGEST_WAIT)
            self._end()

    def _end(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process = None


def _end_with_parent() -> None:
    """Wait for the end of the input, which is the end of the parent."""
    while sys.stdin.buffer.read(1):
        pass
    os._exit(1)


def main(folder: str) -> None:
    """Compile the share into `folder`; nothing if the kernels seen here belong elsewhere."""
    if str(code_folder.cache_folder()) != folder:
        return
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from tengen.kernels.warm_up import steps

    jobs = dict(steps())
    for name in _PREPARATION + SHARE:
        jobs[name]()
    os._exit(0)  # taking compiled code apart piece by piece takes half a second


if __name__ == "__main__":
    main(sys.argv[1])
