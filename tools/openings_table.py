"""Write the figures that `tengen learn openings --json` printed into docs/learning.md, between its marks.

python tools/openings_table.py small=small.json medium=medium.json [docs/learning.md]
"""

import json
import sys
from pathlib import Path
from typing import Any

from tengen.pages import put_between_marks
from tengen.records.writer import save_atomically

SHOWN = (1, 4, 8, 12, 16)  # moves that have been played
HEAD = (
    "Of games not learnt from, after so many moves: how often the next one is on the list of the nearest cluster, how\n"
    "long these lists are, and the cosine with its centre (mean, and of the hundredth part that is farthest).\n\n"
    "| database | board | clusters | after move | games | on the list | its length | cosine | farthest |\n"
    "|---|---|---|---|---|---|---|---|---|\n"
)


def rows(name: str, told: dict[str, Any]) -> list[str]:
    """The lines of one database."""
    return [
        f"| `{name}` | {its['size']}x{its['size']} | {its['clusters']} | {its['moves']} | {its['games']:,} |"
        f" {its['listed']:.1%} | {its['length']:.0f} | {its['cosine']:.2f} | {its['far']:.2f} |"
        for its in told["figures"]
        if its["moves"] in SHOWN
    ]


def main(arguments: list[str]) -> None:
    """Put the table into the page."""
    named = [argument.split("=", 1) for argument in arguments if "=" in argument]
    page = Path(next((argument for argument in arguments if "=" not in argument), "docs/learning.md"))
    lines = [line for name, path in named for line in rows(name, json.loads(Path(path).read_text()))]
    text = put_between_marks(page.read_text(encoding="utf-8"), "openings", HEAD + "\n".join(lines))
    save_atomically(page, text.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
