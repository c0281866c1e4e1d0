"""`tengen learn patterns`: weights of moves, learnt from games."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import AsJson
from tengen.errors import TengenError

if TYPE_CHECKING:
    from rich.console import Console

    from tengen.learning.patterns import LearningOutcome

_NAMED = 3  # games of which something is wrong


def patterns(
    games: Annotated[
        list[Path], typer.Argument(help="Collections: folders of SGF files, .zip, .sgf or .games.xz files.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The file to write.")] = Path("weights.bin"),
    most: Annotated[int, typer.Option("--games", min=0, help="At most so many of each collection; 0: all.")] = 0,
    start: Annotated[
        str,
        typer.Option("--start", help="Begin with: none, shipped, a file; auto: shipped if there are few games."),
    ] = "auto",
    passes: Annotated[int, typer.Option("--passes", min=0, help="Over the games; 0: by their number.")] = 0,
    least: Annotated[
        int, typer.Option("--least-seen", min=0, help="Times of a pattern that counts; 0: by the number of games.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Learn from games what strong players play: large patterns, tactics and places, as weights of moves.

    One game in ten is not learnt from: half of these are for testing, and the table tells how often their moves are
    foretold. Ctrl-C keeps what was learnt, and the same command goes on. Use the file with --set patterns=FILE.
    """
    from rich.console import Console

    from tengen.learning.patterns import LearningWishes, learn_patterns
    from tengen.learning.size_learner import LearningOptions
    from tengen.learning.watching import LearningBar

    if out.is_dir() or not out.parent.is_dir():
        raise TengenError(f"{out} cannot be written: give --out a file in a folder that exists")
    wishes = LearningWishes(games, out, most, start, LearningOptions(least_seen=least, passes=passes))
    try:
        with LearningBar(Console(stderr=True)) as bar:
            outcome = learn_patterns(wishes, bar.step)
    except KeyboardInterrupt:
        print("tengen: stopped; the same command goes on where it was", file=sys.stderr)
        raise
    if as_json:
        print(json.dumps(_as_dict(outcome, out)))
    else:
        _tell(Console(), outcome, out)


def _as_dict(outcome: "LearningOutcome", out: Path) -> dict[str, object]:
    return {
        "file": str(out),
        "bytes": out.stat().st_size,
        "learnt_from": list(outcome.weights.learnt_from),
        "sections": [section.about() for section in outcome.weights.sections],
        "left_out": dict(outcome.tally.left_out),
        "left_out_named": outcome.tally.named,
        "broken": outcome.broken,
        "too_few": {str(size): games for size, games in outcome.too_few.items()},
    }


def _tell(console: "Console", outcome: "LearningOutcome", out: Path) -> None:
    from rich.table import Table

    table = Table(title="learnt")
    for name in ("board", "games", "positions", "patterns", "best move played", "among the best five"):
        table.add_column(name, justify="right")
    for section in outcome.weights.sections:
        shares = ["–" if share is None else f"{share:.1%}" for share in (section.top1, section.top5)]
        numbers = [f"{number:,}" for number in (section.games, section.positions, len(section.keys))]
        table.add_row(f"{section.size}x{section.size}", *numbers, *shares)
    console.print(table)
    if outcome.tally.left_out:
        named = "; ".join(outcome.tally.named[:_NAMED])
        console.print(f"{outcome.tally}, such as {named}.", highlight=False, markup=False)
    if outcome.broken:
        named = "; ".join(outcome.broken[:_NAMED])
        many = f"{len(outcome.broken):,} broken off at a move that is not legal"
        console.print(f"{many}, such as {named}.", highlight=False, markup=False)
    for size, games in outcome.too_few.items():
        console.print(f"Not learnt: {size}x{size}, for there are too few games ({games}).", highlight=False)
    console.print(f"{out}: {out.stat().st_size / 1e6:.2f} MB. Use it with --set patterns={out}", markup=False)
