"""`tengen analyze`: what a position is worth."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import AsJson, MoveNumber, Playouts, Seconds, Seed, Settings, Threads

if TYPE_CHECKING:
    from tengen.engines.interface import Engine
    from tengen.game.position import Position
    from tengen.search.region import Region
    from tengen.search.report import SearchReport

_BELOW = 16  # lines of a terminal that an analysis takes besides the rows of the board


def analyze(
    position: Annotated[str, typer.Argument(help='An SGF file, a diagram file, - for standard input, or "E5 C3 …".')],
    move: MoveNumber = None,
    size: Annotated[int | None, typer.Option("--size", help="Board size for moves, 2 to 19; 19 if not given.")] = None,
    rules: Annotated[str | None, typer.Option("--rules", help="Instead of the record's own, or chinese.")] = None,
    komi: Annotated[float | None, typer.Option("--komi", help="Instead of the record's or the rules' own.")] = None,
    to_play: Annotated[str | None, typer.Option("--to-play", help="Whose turn it is, black or white.")] = None,
    playouts: Playouts = None,
    time: Seconds = None,
    threads: Threads = None,
    seed: Seed = None,
    region: Annotated[
        str, typer.Option("--region", help='Consider only moves there, of both colours: "A1-F6", "A1-C3,D4".')
    ] = "",
    avoid: Annotated[str, typer.Option("--avoid", help="Consider no moves there.")] = "",
    ownership: Annotated[bool, typer.Option("--ownership", help="Show who owns what.")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a picture too.")] = None,
    set_: Settings = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Analyse a position: the best moves, win rate, score, variations, territory."""
    from tengen.cli.positions import read_position
    from tengen.compilation import ensure_compiled
    from tengen.engines.registry import create_engine
    from tengen.parameters import split_assignments

    board = read_position(position, move=move, size=size, rules=rules, komi=komi, to_play=to_play)
    regions = _regions(board, region, avoid)
    settings = split_assignments(set_)
    ensure_compiled()
    with create_engine(playouts=playouts, seconds=time, threads=threads, seed=seed, settings=settings) as engine:
        found = engine.analyze(board, regions=regions) if as_json else _watch(engine, board, regions, ownership)
    if svg is not None:
        from tengen.records.writer import save_atomically

        show = ("ownership", "moves") if ownership else ("moves",)
        save_atomically(svg, found.svg(show, width=640).encode() + b"\n")
    if as_json:
        print(json.dumps(found.to_dict()))


def _regions(board: "Position", region: str, avoid: str) -> "list[Region]":
    """What the options shut out, for both colours and however deep; to pass is always possible."""
    from tengen.cli.positions import read_points
    from tengen.game.color import BLACK, WHITE
    from tengen.game.vertex import PASS
    from tengen.search.region import MOST_DEPTH, Region

    found: list[Region] = []
    for color in (BLACK, WHITE):
        if region:
            inside = read_points(region, board.size) | {PASS}
            found.append(Region(color, inside, depth=MOST_DEPTH, allow=True))
        if avoid:
            found.append(Region(color, read_points(avoid, board.size), depth=MOST_DEPTH))
    return found


def _watch(engine: "Engine", board: "Position", regions: "list[Region]", ownership: bool) -> "SearchReport":
    """Analyse in front of a person: alive at a terminal, once at the end elsewhere."""
    from rich.console import Console
    from rich.live import Live

    from tengen.terminal.analysis import show_analysis

    console = Console()
    if not console.is_terminal or console.height < board.size + _BELOW:
        found = engine.analyze(board, regions=regions)
        console.print(show_analysis(found, console, ownership=ownership), highlight=False)
        return found
    with Live(console=console, auto_refresh=False, vertical_overflow="visible") as live:
        found = engine.analyze(
            board,
            regions=regions,
            on_update=lambda latest: live.update(show_analysis(latest, console, ownership=ownership), refresh=True),
        )
        live.update(show_analysis(found, console, ownership=ownership), refresh=True)
    return found
