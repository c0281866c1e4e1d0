"""Which Tengen this is, exactly: its version and a hash of all its sources and of the weights that ship.

What was found by other sources may be wrong by now, or merely other; so saved reviews and the games of the
laboratory carry this, and not the number of the last release alone. All sources count, since a result hangs on more of
them than anybody keeps a list of; what only shows results (styles, scripts, templates) or names the papers' figures
does not.
"""

import hashlib
from functools import cache
from pathlib import Path

import tengen

_SUFFIXES = (".py", ".csv", ".bin", ".onnx")  # code, and what it has learnt


@cache
def own_version() -> str:
    """The version of this very code, the same on every machine: 0.1.0+ and eight digits."""
    return f"{tengen.__version__}+{hash_of_sources(Path(__file__).parent)}"


def hash_of_sources(folder: Path) -> str:
    """A short hash of the sources in a folder and those within it: of what they are called and what is in them."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES):
        text = path.read_bytes().replace(b"\r\n", b"\n")  # as a checkout on another system may have it
        digest.update(b"%s\0%d\0%s" % (path.relative_to(folder).as_posix().encode(), len(text), text))
    return digest.hexdigest()[:8]
