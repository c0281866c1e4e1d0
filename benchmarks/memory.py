"""A long search on 19x19: does it keep to its memory, and is its move sane?

    .venv/bin/python benchmarks/memory.py [--playouts 1000000] [--memory 64 400]

For each limit a process of its own searches two positions: the empty board, where a sane move is on the third line or
higher, and one where two walls are in atari to each other, where it is the capture. It tells its peak resident size,
and what that was before, with everything loaded and the smallest tree.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from typing import Any

from tengen.compilation import ensure_compiled
from tengen.engines import create_engine
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex


def capture_position() -> tuple[Position, Vertex]:
    """Four walls across the board, the inner two in atari: whoever takes first wins the game."""
    stones = {}
    for row, color in ((7, WHITE), (8, BLACK), (9, WHITE), (10, BLACK)):
        for column in range(19):
            if row in (7, 10) or column != 9:
                stones[Vertex(column, row)] = color
    position = Position(19)
    position.set_up(stones, BLACK)
    return position, Vertex(9, 9)


def measure(memory: float, playouts: int, threads: int) -> dict[str, Any]:
    """Search both positions within `memory` MB."""
    settings = {"memory": memory, "resign_below": 0, "network": "no"}
    results: dict[str, Any] = {"memory": memory, "playouts": playouts}
    with create_engine(
        "mcts", playouts=100, threads=threads, seed=1, settings={"memory": 1, "network": "no"}
    ) as engine:
        engine.choose_move(Position(19))
    results["loaded_mb"] = _peak_mb()
    with create_engine("mcts", playouts=playouts, threads=threads, seed=1, settings=settings) as engine:
        position, best = capture_position()
        began = time.monotonic()
        found = engine.choose_move(position)
        results["capture"] = {"move": str(found.vertex), "sane": found.vertex == best, "winrate": found.winrate}
        opening = engine.choose_move(Position(19))
        line = min(opening.vertex.column, opening.vertex.row, 18 - opening.vertex.column, 18 - opening.vertex.row)
        results["opening"] = {"move": str(opening.vertex), "sane": line >= 2, "winrate": opening.winrate}
        report = opening.search
        assert report is not None
        results |= {"nodes": report.nodes, "depth": report.depth, "prunings": report.prunings}
        results["seconds"] = round(time.monotonic() - began, 1)
    results["peak_mb"] = _peak_mb()
    return results


def _peak_mb() -> int:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main() -> None:
    """Measure what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--playouts", type=int, default=1_000_000)
    parser.add_argument("--memory", type=float, nargs="+", default=[64.0, 400.0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--one", action="store_true", help="measure in this process")
    arguments = parser.parse_args()
    ensure_compiled()
    if arguments.one:
        print(json.dumps(measure(arguments.memory[0], arguments.playouts, arguments.threads)))
        return
    for memory in arguments.memory:
        command = [sys.executable, __file__, "--one", "--playouts", str(arguments.playouts)]
        command += ["--memory", str(memory), "--threads", str(arguments.threads)]
        print(subprocess.run(command, check=True, capture_output=True, text=True).stdout, end="", flush=True)


if __name__ == "__main__":
    main()
