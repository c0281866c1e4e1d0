"""From a tree of nodes to SGF, and to a file."""

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from sgfmill import sgf_grammar

from tengen.files import replace_file
from tengen.records.errors import RecordError

if TYPE_CHECKING:
    from tengen.records.node import GameNode

_WIDTH = 79  # bytes in a line, as far as values allow


def write_sgf(root: "GameNode") -> str:
    """The tree as SGF; properties come in the order in which they were read or set."""
    pieces = [b"("]
    waiting: list[GameNode | None] = [root]  # None: a variation ends here
    while waiting:
        node = waiting.pop()
        if node is None:
            pieces.append(b")")
            continue
        if node.parent is not None and len(node.parent.children) > 1:
            pieces.append(b"(")
        first, *others = _properties(node) or [b""]
        pieces += [b";" + first, *others]
        for child in reversed(node.children):
            if len(node.children) > 1:
                waiting.append(None)
            waiting.append(child)
    pieces += [b")", b"\n"]
    return str(sgf_grammar.block_format(pieces, _WIDTH).decode("utf-8")).rstrip("\n") + "\n"


def _properties(node: "GameNode") -> list[bytes]:
    properties = dict(node.properties)
    if node.parent is None:
        # The encoding is said early: readers that decode as they go need it first.
        first = {name: properties[name] for name in properties if name in ("GM", "FF")}
        properties = {**first, "CA": (), **properties}
        properties["CA"] = ("UTF-8",)
    written = (name + "".join(f"[{value}]" for value in values) for name, values in properties.items())
    return [text.encode("utf-8", "replace") for text in written]


def save_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to a new file beside `path`, then give it that name.

    Whoever reads the file meanwhile, and whatever fails, `path` is the old file or the
    new one and never half of one.
    """
    target = Path(path)
    try:
        with contextlib.suppress(OSError):
            target = target.resolve()  # through a link, so that the link stays one
        if target.is_dir():
            raise RecordError("it is a folder: give the name of a file").in_file(os.fspath(path))
        if target.exists() and not target.is_file():
            raise RecordError("it is not a plain file, so it is not replaced").in_file(os.fspath(path))
        replace_file(target, data)
    except OSError as error:
        raise RecordError(f"it cannot be written: {error.strerror or error}").in_file(os.fspath(path)) from error
