"""`tengen web`: the board in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.options import Level, Rules
from tengen.cli.playing import data_folder
from tengen.errors import TengenError


def web(
    port: Annotated[
        int | None, typer.Option("--port", help="Where to serve; the first free one from 8080 on if not given.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    host: Annotated[
        str, typer.Option("--host", help="127.0.0.1 serves this computer alone; 0.0.0.0 all, who then need the token.")
    ] = "127.0.0.1",
    token: Annotated[str, typer.Option("--token", help="For --host: the token; made up if not given.")] = "",
    size: Annotated[int, typer.Option("--size", help="Board of the first game, 5 to 19.")] = 9,
    level: Level = "",
    rules: Rules = "chinese",
    time: Annotated[float, typer.Option("--time", help="Seconds a move of the first game.")] = 2.0,
    threads: Annotated[int | None, typer.Option("--threads", help="Threads that think in a game.")] = None,
    memory: Annotated[int, typer.Option("--memory", help="Megabytes for a game's search.")] = 200,
    games: Annotated[int, typer.Option("--games", help="Games under way at once, at most.")] = 16,
    folder: Annotated[Path | None, typer.Option("--folder", help="Where games are kept.")] = None,
) -> None:
    """Play and analyse in the browser."""
    from tengen.compilation import ensure_compiled
    from tengen.cores import usable_cores
    from tengen.web.server import ServerOptions, serve
    from tengen.web.settings import GameSettings

    ensure_compiled()
    settings = GameSettings(size=size, level=level or "max", rules=rules, seconds=time)
    if threads is not None and threads < 1:
        raise TengenError(f"{threads} threads cannot think: choose 1 or more")
    serve(
        ServerOptions(
            folder=folder or data_folder() / "web",
            host=host,
            port=port,
            token=token,
            show=not no_browser,
            threads=threads or usable_cores(),
            memory=memory,
            games=games,
            settings=settings,
        )
    )
