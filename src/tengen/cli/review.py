"""`tengen review`: games analysed move by move, into pages, graphs and annotated records."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import AsJson, Playouts, Seconds, Seed, Settings, Threads
from tengen.errors import TengenError

if TYPE_CHECKING:
    from rich.console import Console

    from tengen.review.games import Failure, ReviewOutcome
    from tengen.review.model import Review

_TOLD = 8  # bad moves of a game in the terminal


def review(
    games: Annotated[list[Path], typer.Argument(help="SGF files, or folders of them.")],
    out: Annotated[Path, typer.Option("--out", help="The folder for what is written.")] = Path("review"),
    playouts: Playouts = None,
    time: Seconds = None,
    threads: Threads = None,
    seed: Seed = None,
    rules: Annotated[str | None, typer.Option("--rules", help="Instead of the record's own.")] = None,
    komi: Annotated[float | None, typer.Option("--komi", help="Instead of the record's own.")] = None,
    threshold: Annotated[float, typer.Option("--threshold", help="The win rate a mistake loses, 0 to 1.")] = 0.10,
    points: Annotated[
        float | None, typer.Option("--points", help="Points that make a mistake too; not looked at if not given.")
    ] = None,
    moves: Annotated[str, typer.Option("--moves", help="Only these, such as 20:80, 20: or :80.")] = "",
    variations: Annotated[bool, typer.Option("--variations", help="Variations too, not only the main line.")] = False,
    set_: Settings = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Review games: graphs, mistakes with better moves, a page to step through, an annotated SGF.

    Each position is looked at 80 times by the network on 19x19, more often on smaller boards, or gets 1000 playouts
    without it, unless --playouts or --time says otherwise. What is known is kept beside the pages:
    a review broken off goes on where it was, and one that is complete is shown again without a search.
    """
    from rich.console import Console

    from tengen.compilation import ensure_compiled
    from tengen.parameters import split_assignments
    from tengen.review.games import Wishes, review_files
    from tengen.review.severity import Thresholds
    from tengen.review.watching import ReviewBar

    first, last = _range(moves)
    wishes = Wishes(
        playouts, time, threads, seed, split_assignments(set_), rules, komi, Thresholds(threshold, points), first, last,
        variations,
    )  # fmt: skip
    ensure_compiled()
    try:
        with ReviewBar(Console(stderr=True)) as bar:
            outcome = review_files(games, out, wishes, on_game=bar.begin, on_progress=bar.step)
    except KeyboardInterrupt:
        print("tengen: stopped; the same command goes on where it was", file=sys.stderr)
        raise
    if as_json:
        print(json.dumps(_as_dict(outcome)))
    else:
        _tell(Console(), outcome, out)
    for failure in outcome.failures:
        print(f"tengen: not reviewed: {_reason(failure)}", file=sys.stderr)
    if outcome.failures:
        raise typer.Exit(1)


def _range(text: str) -> tuple[int, int | None]:
    """The first and the last move of ``20:80``."""
    begin, colon, end = (text or "1:").partition(":")
    try:
        first, last = int(begin or 1), int(end) if end else None if colon else int(begin)
    except ValueError:
        raise TengenError(f"--moves {text[:20]!r} is not understood: write 20:80, 20: or :80") from None
    if first < 1 or (last is not None and last < first):
        raise TengenError(f"--moves {text[:20]} has no moves: the first is 1, and the last is not before the first")
    return first, last


def _reason(failure: "Failure") -> str:
    name = str(failure.source)
    return failure.reason if name in failure.reason else f"{name}: {failure.reason}"


def _as_dict(outcome: "ReviewOutcome") -> dict[str, object]:
    return {
        "games": [{"name": name, **review.to_dict()} for name, review in outcome.reviews],
        "failures": [{"file": str(failure.source), "reason": failure.reason} for failure in outcome.failures],
    }


def _tell(console: "Console", outcome: "ReviewOutcome", out: Path) -> None:
    """What was found, in short."""
    from tengen.review.raster import can_draw_png

    for name, found in outcome.reviews:
        _tell_game(console, name, found)
    if outcome.reviews:
        page = "index.html" if len(outcome.reviews) > 1 else f"{outcome.reviews[0][0]}.html"
        console.print(f"Open {out / page}", highlight=False, markup=False, soft_wrap=True)
        if not can_draw_png():
            console.print("No PNG graphs: they need Pillow (pip install 'tengen[review]')", markup=False)


def _tell_game(console: "Console", name: str, found: "Review") -> None:
    from rich.table import Table
    from rich.text import Text

    from tengen.review.summary import summaries

    console.print(Text(f"{name}: {found.record}"), highlight=False)
    for warning in found.warnings:
        console.print(Text(f"  {warning}", style="yellow"), highlight=False)
    table = Table("player", "moves", "accuracy", "lost a move", "inaccuracies", "mistakes", "blunders", box=None)
    for summary in summaries(found):
        tally = summary.game
        accuracy = "–" if tally.accuracy is None else f"{tally.accuracy:.0%}"
        counts = [str(count) for count in tally.counts.values()]
        table.add_row(Text(summary.name[:30]), str(tally.moves), accuracy, f"{tally.lost:.1%}", *counts)
    console.print(table)
    worst = sorted(found.mistakes, key=lambda move: -(move.lost or 0.0))[:_TOLD]
    for move in sorted(worst, key=lambda move: move.stop):
        better = "" if move.better is None else f", better {' '.join(map(str, move.better.variation[:5]))}"
        told = f"  {move.number:3}. {move.move!s:6} {move.severity!s:10} −{100 * (move.lost or 0):.0f} %{better}"
        console.print(Text(told), highlight=False)
