"""The files of a review: the page, the graph as SVG and PNG, and the annotated record."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.errors import TengenError
from tengen.records.writer import save_atomically
from tengen.review.annotate import annotated
from tengen.review.graph import graph_svg
from tengen.review.page import page
from tengen.review.raster import can_draw_png, graph_png

if TYPE_CHECKING:
    from tengen.review.model import Review

_WRITERS: dict[str, Callable[["Review"], bytes]] = {
    "html": lambda review: page(review).encode(),
    "svg": lambda review: graph_svg(review).encode() + b"\n",
    "png": graph_png,
    "sgf": lambda review: annotated(review).to_sgf().encode(),
}
KINDS = tuple(_WRITERS)


def save_review(
    review: "Review", folder: str | os.PathLike[str], name: str, kinds: Sequence[str] | None = None
) -> list[Path]:
    """Write the files of these kinds, of all that can be made here if none are named; what was written."""
    if kinds is None:
        kinds = [kind for kind in KINDS if kind != "png" or can_draw_png()]
    unknown = [kind for kind in kinds if kind not in _WRITERS]
    if unknown:
        raise TengenError(f"a review cannot be written as {unknown[0]!r}: choose among {', '.join(KINDS)}")
    base = Path(folder)
    make_folder(base)
    written = []
    for kind in kinds:
        target = base / f"{name}.{kind}"
        save_atomically(target, _WRITERS[kind](review))
        written.append(target)
    return written


def make_folder(folder: Path) -> None:
    """Make a folder if it is not there yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TengenError(f"the folder {folder} cannot be made: {error.strerror or error}") from None
