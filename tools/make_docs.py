"""Write the generated pages of docs/: `make docs`. With --check, only say whether they are true."""

import sys
from pathlib import Path

from tengen.cli import command_line, reference
from tengen.engines import reference as settings
from tengen.game.position import Position
from tengen.game.svg import draw_svg
from tengen.game.vertex import Vertex
from tengen.protocols.gtp import reference as gtp

DOCS = Path(__file__).resolve().parent.parent / "docs"

# A small fight; the next moves are labelled as a report would show them.
MOVES = "E5 E3 G4 C6 D7 C7 F2 D3 E2 D2 C8 B8 D8 D6 E6 B9 H3 C5"
CANDIDATES = {"E4": "1", "D4": "2", "F3": "3"}


def pages() -> dict[str, str]:
    """The generated files and what they should hold."""
    position = Position(9)
    for move in MOVES.split():
        position.play(move)
    labels = {Vertex.parse(name): label for name, label in CANDIDATES.items()}
    return {
        "gtp.md": gtp.reference_page(),
        "parameters.md": settings.reference_page(),
        "command-line.md": reference.reference_page(command_line()),
        "board.svg": draw_svg(position, labels=labels) + "\n",
    }


def main() -> None:
    """Write the pages, or check them."""
    stale = []
    for name, text in pages().items():
        path = DOCS / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"stale pages in docs/: {', '.join(stale)}; run make docs")


if __name__ == "__main__":
    main()
