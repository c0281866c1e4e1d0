"""Solve a folder of problems, and say how many answers are right and how many of them are proved.

    python benchmarks/tsumego.py solve FOLDER [REPORT.json] [--seconds 2] [--network no] [--only 01 57]
    python benchmarks/tsumego.py write REPORT.json [docs/solver.md]

Every SGF file of the folder is a problem; its first moves that lead to a comment with "Correct" are the right answers.
Seconds are those of the processor on one core, so the outcome does not hang on what else the machine does.
"""

import argparse
import json
import re
import time
from pathlib import Path

from tengen.compilation import ensure_compiled
from tengen.engines.solving import solve
from tengen.pages import put_between_marks
from tengen.records import load
from tengen.records.node import GameNode
from tengen.records.writer import save_atomically
from tengen.solving.fights import Fight
from tengen.solving.solver import Solver

_RIGHT = re.compile(r"\b(?:also )?correct\b", re.IGNORECASE)


def leads_to_right(node: GameNode) -> bool:
    """Whether a comment says so, here or further down.

    A file names the moves that its author thought of, so another that works too counts as wrong.
    """
    return bool(_RIGHT.search(node.comment)) or any(leads_to_right(child) for child in node.children)


def _in_short(fight: Fight) -> str:
    mine, stones = fight.mine, fight.stones
    return (
        f"{mine.question.color.letter} {min(stones)} x{len(stones)} {mine.outcome}/{fight.theirs.outcome} {mine.move}"
    )


def run(folder: Path, seconds: float, network: str, only: list[str]) -> dict[str, object]:
    """All problems of a folder, each told on a line."""
    solver = Solver()
    problems = []
    files = sorted(folder.glob("*.sgf"), key=lambda path: (len(path.name), path.name))
    for path in files:
        if only and not any(path.stem.endswith(f"-{name}") for name in only):
            continue
        record = load(path)
        right = sorted(str(c.move.vertex) for c in record.root.children if c.move and leads_to_right(c))
        began = time.process_time()
        solution = solve(record.position(0), seconds=seconds, network=network, solver=solver, clock=time.process_time)
        told = {
            "name": path.stem,
            "right": right,
            "move": str(solution.move) if solution.move else "",
            "proved": solution.is_proved,
            "seconds": round(time.process_time() - began, 2),
        }
        told["solved"] = told["move"] in right
        problems.append(told)
        fights = "; ".join(map(_in_short, solution.fights[:4]))
        mark = "right" if told["solved"] else "WRONG"
        print(f"{path.stem} {mark} {'proved' if told['proved'] else 'guess'} {told['move']} of {right}"
              f" {told['seconds']} s | {fights}", flush=True)  # fmt: skip
    return {"seconds": seconds, "network": network, "problems": problems}


def table(report: dict[str, object]) -> str:
    """The page's table of a report."""
    problems = report["problems"]
    assert isinstance(problems, list)
    rows = [
        (name, [one for one in problems if one["proved"] is proved], proved)
        for name, proved in (("read to its end", True), ("not: a guess", False))
    ]
    lines = ["| the answer is | problems | right |", "|---|---:|---:|"]
    for name, some, _ in rows:
        lines.append(f"| {name} | {len(some)} | {sum(one['solved'] for one in some)} |")
    right = sum(one["solved"] for one in problems)
    share = f" ({right / len(problems):.1%})" if problems else ""
    lines.append(f"| all | {len(problems)} | {right}{share} |")
    return "\n".join(lines)


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    solving = commands.add_parser("solve")
    solving.add_argument("folder", type=Path)
    solving.add_argument("report", type=Path, nargs="?")
    solving.add_argument("--seconds", type=float, default=2.0)
    solving.add_argument("--network", default="auto")
    solving.add_argument("--only", nargs="*", default=[])
    writing = commands.add_parser("write")
    writing.add_argument("report", type=Path)
    writing.add_argument("page", type=Path, nargs="?", default=Path("docs/solver.md"))
    arguments = parser.parse_args()
    if arguments.command == "solve":
        ensure_compiled()
        report = run(arguments.folder, arguments.seconds, arguments.network, arguments.only)
        if arguments.report is not None:
            save_atomically(arguments.report, json.dumps(report, indent=1).encode() + b"\n")
        print(table(report))
    else:
        page = arguments.page.read_text(encoding="utf-8")
        report = json.loads(arguments.report.read_text(encoding="utf-8"))
        save_atomically(arguments.page, put_between_marks(page, "problems", table(report)).encode())


if __name__ == "__main__":
    main()
