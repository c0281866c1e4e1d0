"""`tengen learn network`: a neural network, taught by games."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tengen.cli.options import AsJson
from tengen.errors import TengenError

if TYPE_CHECKING:
    from rich.console import Console

    from tengen.learning.network.figures import Figures
    from tengen.learning.network.learner import NetworkOutcome

_NEEDED = ("torch", "onnx", "onnxruntime")
Device = Literal["auto", "cpu", "cuda"]


def network(
    games: Annotated[
        list[Path], typer.Argument(help="Collections: folders of SGF files, .zip, .sgf or .games.xz files.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The file to write.")] = Path("network.onnx"),
    minutes: Annotated[float, typer.Option("--minutes", min=0.01, help="How long to learn.")] = 30.0,
    blocks: Annotated[int, typer.Option("--blocks", min=0, help="Of the network; 0: 12 on a GPU, 6 on a CPU.")] = 0,
    channels: Annotated[int, typer.Option("--channels", min=0, help="Of each layer; 0: 96 on a GPU, 64 on a CPU.")] = 0,
    batch: Annotated[
        int, typer.Option("--batch", min=0, help="Positions of a step; 0: 4,096 on a GPU, 128 on a CPU.")
    ] = 0,
    device: Annotated[
        Device, typer.Option("--device", metavar="DEVICE", help="Where to learn: auto, cpu or cuda.")
    ] = "auto",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of all that is random.")] = 1,
    most: Annotated[int, typer.Option("--games", min=0, help="At most so many of each collection; 0: all.")] = 0,
    times: Annotated[
        str, typer.Option("--times", help="How often each collection is learnt from in a round, as in 1,2,16.")
    ] = "",
    processes: Annotated[
        int, typer.Option("--processes", min=0, help="That replay games; 0: one less than there are cores.")
    ] = 0,
    start: Annotated[
        str,
        typer.Option(
            "--start", help="What to begin with: none, shipped (the network that ships) or a file to learn on."
        ),
    ] = "none",
    as_json: AsJson = False,
) -> None:
    """Teach a neural network from games: what is played, who wins, by how much, and who owns what.

    Needs PyTorch and onnx. One game in ten is not learnt from: half of these are for testing, and the tables tell how
    often their moves are foretold and how well their winners are known. Ctrl-C keeps what was learnt, and the same
    command goes on.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise TengenError("learning a network needs PyTorch and onnx: pip install 'tengen[learn]'")
    if out.is_dir() or not out.parent.is_dir():
        raise TengenError(f"{out} cannot be written: give --out a file in a folder that exists")
    from rich.console import Console

    from tengen.learning.network.learner import NetworkWishes, learn_network
    from tengen.learning.watching import LearningBar

    wishes = NetworkWishes(
        games,
        out,
        minutes,
        blocks,
        channels,
        batch,
        device,
        seed,
        most,
        _times(times),
        processes,
        start,
    )
    try:
        with LearningBar(Console(stderr=True)) as bar:
            outcome = learn_network(wishes, bar.step)
    except KeyboardInterrupt:
        print("tengen: stopped; the same command goes on where it was", file=sys.stderr)
        raise
    if as_json:
        print(json.dumps({"file": str(out), "bytes": out.stat().st_size, **outcome.as_dict()}))
    else:
        _tell(Console(), outcome, out)


def _times(text: str) -> list[int]:
    try:
        numbers = [int(word) for word in text.split(",")] if text else []
    except ValueError:
        numbers = [0]
    if any(number < 1 for number in numbers):
        raise TengenError(f"{text!r} does not say how often to learn: give a number for each collection, as in 1,2,16")
    return numbers


def _tell(console: "Console", outcome: "NetworkOutcome", out: Path) -> None:
    if outcome.figures:
        _tell_figures(console, outcome.figures)
    else:
        console.print("No figures: of these games none is for testing. Give more of them.", highlight=False)
    for size, its in outcome.in_bytes.items():
        same, exact, found = its["same_move"], its["found_exact"], its["found"]
        text = f"In 8 bits, on {size}x{size}: the same best move {same:.1%}, played {found:.1%} instead of {exact:.1%}"
        console.print(f"{text}; {its['ms']:.1f} ms a position instead of {its['ms_exact']:.1f}.", highlight=False)
    if outcome.tally.left_out:
        named = "; ".join(outcome.tally.named[:3])
        console.print(f"{outcome.tally}, such as {named}.", highlight=False, markup=False)
    shape = outcome.shape
    learnt = f"{outcome.samples:,} samples of {sum(outcome.games.values()):,} games, {outcome.counted:,} with owners"
    console.print(f"{shape.blocks} blocks of {shape.channels} channels, {learnt}.", highlight=False)
    console.print(f"{out}: {out.stat().st_size / 1e6:.2f} MB. Use it with --set network={out}", markup=False)


def _tell_figures(console: "Console", figures: "list[Figures]") -> None:
    from rich.table import Table

    moments = {60: "AUC at 60", 120: "at 120", -20: "20 before the end"}
    table = Table(title="games not learnt from")
    for name in ("collection", "board", "games", "positions", "best move", "best five", *moments.values(), "Brier"):
        table.add_column(name, justify="left" if name == "collection" else "right")
    for its in figures:
        guessed = {guess.move: f"{guess.auc:.3f}" for guess in its.guesses}
        table.add_row(
            its.collection, f"{its.size}x{its.size}", f"{its.games:,}", f"{its.positions:,}", f"{its.top1:.1%}",
            f"{its.top5:.1%}", *(guessed.get(move, "–") for move in moments),
            "–" if its.brier is None else f"{its.brier:.3f}",
        )  # fmt: skip
    console.print(table)
    curve = Table(title="win rates")
    for name in ("collection", "board", "said", "won", "positions"):
        curve.add_column(name, justify="left" if name == "collection" else "right")
    for its in figures:
        for said, won, positions in its.reliability:
            curve.add_row(its.collection, f"{its.size}x{its.size}", f"{said:.0%}", f"{won:.0%}", f"{positions:,}")
    if curve.rows:
        console.print(curve)
