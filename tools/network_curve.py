"""A table of how a network learnt, in Markdown: python tools/network_curve.py RUN [LINES].

RUN is what `tengen learn network --json` printed, or docs/network-run.json, the last run of the network that ships.
"""

import json
import sys
from pathlib import Path
from typing import Any

COLUMNS = ("minutes", "positions", "policy", "moves foretold", "win", "margin", "owners")


def line(at: dict[str, Any]) -> str:
    """One moment of a run."""
    cells = [f"{at['seconds'] / 60:.1f}", f"{at['samples'] / 1e6:.1f} M", f"{at['policy']:.3f}", f"{at['found']:.1%}"]
    return "| " + " | ".join([*cells, *(f"{at[name]:.3f}" for name in ("value", "margin", "owner"))]) + " |"


def table(curve: list[dict[str, Any]], lines: int) -> str:
    """So many lines of a run, evenly spread, the last one among them."""
    count = min(lines, len(curve))
    some = [curve[round((i + 1) * len(curve) / count) - 1] for i in range(count)]
    return "\n".join(["| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|", *map(line, some)])


if __name__ == "__main__":
    run = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print(table(run["curve"], int(sys.argv[2]) if len(sys.argv) > 2 else 10))
