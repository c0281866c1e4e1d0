"""Live graphics: what the engine is thinking, drawn on GoGui's board while it thinks.

GoGui reads lines that begin with `gogui-gfx:` from the program's standard error ("Live Graphics" in its manual). They
are off until a controller asks for them, as clients that show standard error to a person would show them too.
"""

import contextlib
import sys

from tengen.protocols.gtp.graphics import drawing, influence, variation
from tengen.search.display import progress_line
from tengen.search.report import SearchReport

_SHOWN_MOVES = 8  # of the best variation


class LiveGraphics:
    """Draws searches if it is `on`; as a context it takes the last drawing away at its end."""

    def __init__(self) -> None:
        self.on = False
        self._drawn = False

    def show(self, report: SearchReport) -> None:
        """Draw who owns the points and the best variation of a search, with a line of text."""
        if not self.on or not report.moves:
            return
        self._drawn = True
        best = report.moves[0]
        lines = drawing(
            influence(report.ownership),
            variation(best.variation[:_SHOWN_MOVES], report.color),
            f"TEXT {progress_line(report)}",
        )
        _write(f"gogui-gfx:\n{lines}\n\n")

    def __enter__(self) -> "LiveGraphics":
        self._drawn = False
        return self

    def __exit__(self, *_: object) -> None:
        # A drawing that arrives with the answer would stay on the board during the next command.
        if self._drawn:
            _write("gogui-gfx: CLEAR\n")


def _write(text: str) -> None:
    """Write to standard error, all of it at once; if it is closed nobody is watching."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(text)
        sys.stderr.flush()
