"""`tengen learn openings`: clusters of openings, learnt from games (SmartStart)."""

import json
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import AsJson
from tengen.errors import TengenError

if TYPE_CHECKING:
    from rich.console import Console

    from tengen.learning.openings import OpeningOutcome

_MOST_CLUSTERS = 512
_SHOWN = (1, 4, 8, 12, 16, 20)  # moves that have been played


def openings(
    games: Annotated[
        list[Path], typer.Argument(help="Collections: folders of SGF files, .zip, .sgf or .games.xz files.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The file to write.")] = Path("openings.bin"),
    clusters: Annotated[
        str, typer.Option("--clusters", help="How many clusters of positions to make; several: 64,256.")
    ] = "64",
    moves: Annotated[int, typer.Option("--moves", min=1, max=60, help="Of an opening.")] = 20,
    most: Annotated[int, typer.Option("--games", min=0, help="At most so many of each board size; 0: all.")] = 0,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of what is random in clustering.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Learn openings from games: clusters of similar positions, and what was played in them (SmartStart).

    One game in ten is not learnt from; the table tells how often the moves of some of these are among those of the
    nearest cluster. Use the file with --set smartstart=filter --set smartstart_database=FILE.
    """
    if find_spec("sklearn") is None:
        raise TengenError("learning openings needs scikit-learn: pip install 'tengen[openings]'")
    if out.is_dir() or not out.parent.is_dir():
        raise TengenError(f"{out} cannot be written: give --out a file in a folder that exists")
    from rich.console import Console

    from tengen.learning.openings import OpeningWishes, learn_openings
    from tengen.learning.watching import LearningBar

    wishes = OpeningWishes(games, out, _numbers(clusters), moves, most, seed)
    with LearningBar(Console(stderr=True)) as bar:
        outcome = learn_openings(wishes, bar.step)
    if as_json:
        told = {"file": str(out), "bytes": out.stat().st_size, "left_out": dict(outcome.tally.left_out)}
        told |= {"sections": [section.about() for section in outcome.openings.sections]}
        print(json.dumps(told | {"figures": [asdict(its) for its in outcome.figures]}))
    else:
        _tell(Console(), outcome, out)


def _numbers(text: str) -> list[int]:
    try:
        numbers = [int(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or not all(1 <= number <= _MOST_CLUSTERS for number in numbers):
        raise TengenError(f"--clusters {text[:40]!r} must be numbers from 1 to {_MOST_CLUSTERS}, as in 64 or 64,256")
    return numbers


def _tell(console: "Console", outcome: "OpeningOutcome", out: Path) -> None:
    from rich.table import Table

    table = Table(title="games not learnt from")
    for name in ("board", "clusters", "after move", "games", "move on the list", "moves on it", "cosine"):
        table.add_column(name, justify="right")
    for its in outcome.figures:
        if its.moves in _SHOWN:
            table.add_row(
                f"{its.size}x{its.size}", str(its.clusters), str(its.moves), f"{its.games:,}", f"{its.listed:.1%}",
                f"{its.length:.0f}", f"{its.cosine:.2f}",
            )  # fmt: skip
    if table.rows:
        console.print(table)
    if outcome.tally.left_out:
        named = "; ".join(outcome.tally.named[:3])
        console.print(f"{outcome.tally}, such as {named}.", highlight=False, markup=False)
    for size, games in outcome.too_few.items():
        console.print(f"Not learnt: {size}x{size}, for there are too few games ({games}).", highlight=False)
    use = f"--set smartstart=filter --set smartstart_database={out}"
    console.print(f"{out}: {out.stat().st_size / 1e6:.2f} MB. Use it with {use}", markup=False, highlight=False)
