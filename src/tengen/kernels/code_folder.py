"""The folder that compiled code is kept in: one for each state of the sources, and whether it is whole.

Numba looks only at the file a function stands in: a change in a file it calls would go unseen. So the
folder's name carries a hash of all kernel sources, of the compiler and of the processor; any change there starts a
new folder, and `warm_up.py` fills it once. Copies of the same sources share one. `TENGEN_CACHE_DIR` moves it elsewhere.

When all is compiled a note says so, with the size of every file. A power cut can leave files empty or cut off, so a
start compares the sizes, and what is read is checked in full (`sealed_code.py`). Damaged files are removed, and
that is said; the next warm-up compiles them again.
"""

import atexit
import contextlib
import hashlib
import json
import logging
import os
import platform
import shutil
import stat
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numpy as np

from tengen.files import replace_file
from tengen.kernels.sealed_code import SUFFIXES, is_whole

log = logging.getLogger(__name__)

CACHE_VARIABLE = "TENGEN_CACHE_DIR"
# A build for tests: every index is checked, every move, and what no board uses is filled with rubbish.
CHECKED_VARIABLE = "TENGEN_CHECKED"
CHECKED = os.environ.get(CHECKED_VARIABLE, "") not in ("", "0")

_FOLDER_PREFIX = "kernels-"
_COMPLETE = "complete"
_NOT_COMPILED = frozenset({"code_folder.py", "sealed_code.py", "parallel_compile.py"})  # how code is kept changes none
_KEPT_SECONDS = 30 * 24 * 3600  # a folder not used for so long is removed


def _cache_root() -> Path:
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tengen"


def _fingerprint() -> str:
    """What the machine code depends on: sources, compiler and its options, Python, processor."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for source in sorted([*here.rglob("*.py"), *here.rglob("*.csv")]):  # tables are compiled in
        if source.relative_to(here).as_posix() in _NOT_COMPILED:
            continue
        digest.update(source.relative_to(here).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    for part in (
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        platform.python_version(),
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
        f"{CHECKED} {numba.config.OPT} {numba.config.BOUNDSCHECK}",
    ):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """The folder of the machine code of exactly these sources, made if missing.

    One that cannot be written to serves if all is there already. Else a folder beside the temporary files
    does, until they are cleared away; all works then, but is compiled more often.
    """
    name = f"{_FOLDER_PREFIX}{_fingerprint()}"
    folder = _cache_root() / name
    try:
        _make_usable(folder)
        return folder
    except OSError as error:
        if (folder / _COMPLETE).is_file() and os.access(folder, os.R_OK | os.X_OK):
            return folder
        return _substitute(name, folder, error.strerror or str(error))


def _make_usable(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        os.utime(folder)  # it is in use


def _substitute(name: str, wanted: Path, why: str) -> Path:
    """A folder in place of one that cannot be written to; what it costs is said."""
    own = Path(tempfile.gettempdir()) / f"tengen-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    told = "compiled code cannot be kept in %s (%s). %s Name a folder that can be written to: %s=FOLDER"
    try:
        own.mkdir(mode=0o700, exist_ok=True)
        if _is_ours_alone(own):  # code is loaded from there: nobody else may put any into it
            _make_usable(own / name)
            log.warning(told, wanted, why, f"It is kept in {own} for now.", CACHE_VARIABLE)
            return own / name
    except OSError:
        pass
    temporary = Path(tempfile.mkdtemp(prefix="tengen-"))
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    log.warning(told, wanted, why, "Every start compiles for a minute or two.", CACHE_VARIABLE)
    return temporary


def _is_ours_alone(folder: Path) -> bool:
    status = folder.lstat()
    owner = os.getuid() if hasattr(os, "getuid") else status.st_uid
    return stat.S_ISDIR(status.st_mode) and status.st_uid == owner and not status.st_mode & 0o077


def is_folder_kept() -> bool:
    """Whether what is compiled stays, where other processes find it too."""
    return cache_folder().name.startswith(_FOLDER_PREFIX)


def is_compiled() -> bool:
    """Whether the warm-up has been through for these sources on this processor and left all that it compiled.

    Where files have been cut off, or are gone, they are removed with the note, and it is said.
    """
    if numba.config.DISABLE_JIT:
        return True
    note = _read_note()
    if note is None:
        return False
    folder = cache_folder()
    others = [folder / name for name, size in note["files"].items() if _size_of(folder / name) != size]
    damaged = [path for path in others if not is_whole(path)]  # the rest was compiled again since
    if damaged:
        _remove_damaged(damaged)
    return not damaged


def damaged_files() -> list[Path]:
    """The files of compiled code that are not as they were written; each is read."""
    note = _read_note() or {"files": {}}
    folder = cache_folder()
    names = set(note["files"]) | {str(path.relative_to(folder)) for path in _code_files(folder)}
    return [folder / name for name in sorted(names) if not is_whole(folder / name)]


def remove_damaged_files() -> int:
    """Remove them, so that they are compiled again, and say so; how many they were."""
    damaged = damaged_files()
    if damaged:
        _remove_damaged(damaged)
    return len(damaged)


def _remove_damaged(paths: list[Path]) -> None:
    log.warning("%d files of compiled code in %s are damaged: they are compiled again", len(paths), cache_folder())
    for path in [*paths, cache_folder() / _COMPLETE]:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def mark_compiled(seconds: float) -> None:
    """Note that all is compiled, and how long it took; clear away old folders."""
    folder = cache_folder()
    note = {
        "seconds": round(seconds, 1),
        "files": {str(p.relative_to(folder)): _size_of(p) for p in _code_files(folder)},
    }
    try:
        replace_file(folder / _COMPLETE, json.dumps(note).encode(), lasting=False)
    except OSError as error:
        log.warning(
            "compiled code cannot be kept in %s (%s): the next start compiles again. Make room there, or set %s=FOLDER",
            folder,
            error.strerror,
            CACHE_VARIABLE,
        )
    for other in folder.parent.glob(f"{_FOLDER_PREFIX}*"):
        with contextlib.suppress(OSError):  # another process may be clearing away too
            if time.time() - other.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)


def compile_seconds() -> float | None:
    """How long the last full compilation took, if there was one."""
    note = _read_note()
    return None if note is None else float(note["seconds"])


def file_count() -> int:
    """How many files of compiled code there are."""
    return len(_code_files(cache_folder()))


def _read_note() -> dict[str, Any] | None:
    """What `mark_compiled` wrote; None if it wrote nothing, or that is damaged too."""
    try:
        note = json.loads((cache_folder() / _COMPLETE).read_bytes())
        float(note["seconds"])
        return note if isinstance(note["files"], dict) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _code_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1
