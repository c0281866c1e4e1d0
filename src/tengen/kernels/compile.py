"""The one decorator of compiled code, and the folder its machine code is kept in.

Numba keeps compiled functions on disk but looks only at the file a function stands in:
a change in a file it calls would go unseen. So the folder's name carries a hash of all
kernel sources and their place, of the compiler and of the processor; any change there starts
a new folder, and `warm_up.py` fills it once. `TENGEN_CACHE_DIR` moves it elsewhere.
"""

import atexit
import contextlib
import hashlib
import logging
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from numba.core import types

log = logging.getLogger(__name__)

CACHE_VARIABLE = "TENGEN_CACHE_DIR"
_FOLDER_PREFIX = "kernels-"
_COMPLETE = "complete"
_KEPT_SECONDS = 30 * 24 * 3600  # a folder not used for so long is removed


def _cache_root() -> Path:
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tengen"


def _fingerprint() -> str:
    """What the machine code depends on: sources and their place, compiler, Python, processor.

    The place, because Numba keeps the code of each source file under the file's path.
    """
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for source in sorted([*here.rglob("*.py"), *here.rglob("*.csv")]):  # tables are compiled in
        digest.update(source.relative_to(here).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    for part in (
        str(here.resolve()),
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        platform.python_version(),
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
    ):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """The folder of the machine code of exactly these sources, made if missing.

    Where no folder can be written (a read-only home), a temporary one serves this
    process: all works, but compiles each time.
    """
    folder = _cache_root() / f"{_FOLDER_PREFIX}{_fingerprint()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)  # it is in use
            return folder
    except OSError as error:
        temporary = Path(tempfile.mkdtemp(prefix="tengen-"))
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        log.warning("compiled code cannot be kept in %s (%s); set %s", folder, error.strerror, CACHE_VARIABLE)
        return temporary


def is_folder_kept() -> bool:
    """Whether what is compiled stays, where other processes find it too."""
    return cache_folder().parent == _cache_root()


def is_compiled() -> bool:
    """Whether the warm-up has been through for these sources on this processor."""
    return numba.config.DISABLE_JIT or (cache_folder() / _COMPLETE).is_file()


def mark_compiled(seconds: float) -> None:
    """Note that all is compiled, and how long it took; clear away old folders."""
    folder = cache_folder()
    note = folder / f"{_COMPLETE}.{os.getpid()}"
    note.write_text(f"{seconds:.1f}\n")
    note.replace(folder / _COMPLETE)
    for other in folder.parent.glob(f"{_FOLDER_PREFIX}*"):
        with contextlib.suppress(OSError):  # another process may be clearing away too
            if time.time() - other.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)


def compile_seconds() -> float | None:
    """How long the last full compilation took, if there was one."""
    try:
        return float((cache_folder() / _COMPLETE).read_text())
    except (OSError, ValueError):
        return None


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call, without the GIL, and keep the result on disk.

    A kernel is a free function at module level over records, arrays and numbers. It is
    not given functions, closures or settings in globals: those would not be cached, or
    would be frozen at compile time. Constant tables may be globals.
    """
    if numba.config.DISABLE_JIT:
        # Plain Python then; integers wrap around as they do in machine code, silently.
        return np.errstate(over="ignore")(function)
    # The folder is Numba's global setting and read when a function is decorated:
    # lend it ours for that moment and leave other users of Numba alone.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        # Kernels are not passed to kernels, so the wrapper for that is not needed.
        options = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
        return _for_any_number(numba.njit(**options)(function))
    finally:
        numba.config.CACHE_DIR = before


def _for_any_number(dispatcher: Any) -> Any:
    """Have calls with a constant use the code for any number.

    Numba gives a constant a type of its own, so that `f(x, 0)` and `f(x, y)` would compile `f`, and all
    that it calls, twice, to the same code: a quarter of all compiling.
    """
    resolve = dispatcher.get_call_template

    def get_call_template(args: Any, kws: dict[str, Any]) -> Any:
        return resolve(
            tuple(types.unliteral(arg) for arg in args), {name: types.unliteral(arg) for name, arg in kws.items()}
        )

    dispatcher.get_call_template = get_call_template
    return dispatcher
