"""How good is a network, alone and without a search, at games it did not learn from?

    python benchmarks/network_figures.py NETWORK GAMES... [--games 1000] [--each 6] [--part test] [--json FILE]

Of each collection and board size it takes so many games of a part, and of each game some random positions: how often
the network's best move was played, or one of its best five; how far its win rates are from the results (Brier); what
is won where it says so much (reliability). Then, after move 60, move 120 and 20 moves before the end, how often the
winner of one game has a better win rate than the loser of another (AUC). The tables are Markdown. With `--json` all
of it is also written into a file. It needs ONNX Runtime, but not PyTorch.
"""

import argparse
import json
from pathlib import Path

import onnxruntime

from tengen.files import replace_file
from tengen.learning.network.answers import judge_by
from tengen.learning.network.figures import Figures, figures_of
from tengen.learning.network.lessons import read_all
from tengen.records.collections import PARTS, Tally

MOMENTS = {60: "at 60", 120: "at 120", -20: "20 before the end"}


def tables(figures: list[Figures]) -> str:
    lines = [
        "| games | board | positions | best move | best five | Brier | winner's AUC "
        + " | ".join(MOMENTS.values())
        + " |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for its in figures:
        guessed = {guess.move: f"{guess.auc:.3f} ({guess.games:,})" for guess in its.guesses}
        cells = [f"{its.collection} ({its.games:,})", f"{its.size}x{its.size}", f"{its.positions:,}"]
        cells += [f"{its.top1:.1%}", f"{its.top5:.1%}", "–" if its.brier is None else f"{its.brier:.3f}"]
        lines.append("| " + " | ".join([*cells, *(guessed.get(move, "–") for move in MOMENTS)]) + " |")
    for its in figures:
        lines += ["", f"{its.collection}, {its.size}x{its.size}:", ""]
        lines.append("| it says | " + " | ".join(f"{said:.0%}" for said, _, _ in its.reliability) + " |")
        lines.append("|---" * (len(its.reliability) + 1) + "|")
        lines.append("| won | " + " | ".join(f"{won:.0%}" for _, won, _ in its.reliability) + " |")
        lines.append("| positions | " + " | ".join(f"{count:,}" for _, _, count in its.reliability) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", type=Path)
    parser.add_argument("collections", type=Path, nargs="+", metavar="GAMES")
    parser.add_argument("--games", type=int, default=1000, help="of each collection and board size, at most")
    parser.add_argument("--each", type=int, default=6, help="positions of each game")
    parser.add_argument("--part", choices=PARTS, default="test")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    options = parser.parse_args()
    model = options.network.read_bytes()
    about = onnxruntime.InferenceSession(model).get_modelmeta().custom_metadata_map
    games = read_all(options.collections, Tally())
    judge = judge_by(model, games, float(about["points_unit"]))
    figures = figures_of(games, judge, options.games, options.each, options.part)
    print(tables(figures))
    if options.json is not None:
        told = {"about": about, "figures": [its.as_dict() for its in figures]}
        replace_file(options.json, (json.dumps(told, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
