"""`tengen web`: the board in the browser."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import Handicap, Komi, Level, Rules
from tengen.cli.streams import leave_at_once
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.web.settings import GameSettings

_MOST_GAMES = 1000  # at once
_USUAL = (9, "black", 0, None, "", "", "chinese", None)  # nothing was asked for, and nothing need be checked


def web(
    port: Annotated[
        int | None, typer.Option("--port", help="Where to serve; the first free one from 8080 on if not given.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    host: Annotated[
        str, typer.Option("--host", help="127.0.0.1 serves this computer alone; 0.0.0.0 all, who then need the token.")
    ] = "127.0.0.1",
    token: Annotated[str, typer.Option("--token", help="For --host: the token; made up if not given.")] = "",
    begin: Annotated[bool, typer.Option("--new", help="Begin a new game; else the last one is still there.")] = False,
    size: Annotated[int, typer.Option("--size", help="Board of a new game, 5 to 19.")] = 9,
    color: Annotated[str, typer.Option("--color", help="Your colour: black or white.")] = "black",
    handicap: Handicap = 0,
    komi: Komi = None,
    clock: Annotated[str, typer.Option("--clock", help="For each player: 10:00, 10:00+5x0:30, 10:00+0:10 …")] = "",
    load: Annotated[Path | None, typer.Option("--load", help="Open the game of an SGF file.")] = None,
    level: Level = "",
    rules: Rules = "chinese",
    time: Annotated[float | None, typer.Option("--time", help="Seconds a move, 2 if not given.")] = None,
    threads: Annotated[int | None, typer.Option("--threads", help="Threads that think in a game; all cores.")] = None,
    memory: Annotated[int, typer.Option("--memory", help="Megabytes for a game's search.")] = 200,
    games: Annotated[int, typer.Option("--games", help="Games under way at once, at most.")] = 16,
    folder: Annotated[Path | None, typer.Option("--folder", help="Where games are kept.")] = None,
) -> None:
    """Play and analyse in the browser."""
    from platformdirs import user_data_path

    from tengen.cores import MOST_MEMORY, MOST_THREADS, usable_cores
    from tengen.web.server import ServerOptions, serve

    given = (("threads", threads, MOST_THREADS), ("memory", memory, MOST_MEMORY), ("games", games, _MOST_GAMES))
    for name, value, most in given:
        if value is not None and not 1 <= value <= most:
            raise TengenError(f"--{name} {value} is not possible: choose 1 to {most:,}")
    asked = (size, color, handicap, komi, clock, level, rules, time)
    settings = None if asked == _USUAL else _settings(*asked)
    record = None
    if load is not None:
        from tengen.web.files import read_file

        record = read_file(load)
    wishes = {
        "--new": begin,
        "--load": load is not None,
        "the game described": settings is not None,
        "--port": bool(port),  # 0: any will do
        "--host": host != "127.0.0.1",
        "--token": bool(token),
        "--threads": threads is not None,
        "--memory": memory != 200,
        "--games": games != 16,
    }
    serve(
        ServerOptions(
            folder=folder or user_data_path("tengen") / "web",
            host=host,
            port=port,
            token=token,
            show=not no_browser,
            threads=threads or usable_cores(),
            memory=memory,
            games=games,
            settings=settings,
            begin=begin,
            record=record,
            wishes=tuple(name for name, is_given in wishes.items() if is_given),
        )
    )
    if threading.active_count() > 1:  # one that still loads or thinks: all is written, nobody need wait for it
        leave_at_once()


def _settings(
    size: int, color: str, handicap: int, komi: float | None, clock: str, level: str, rules: str, seconds: float | None
) -> "GameSettings":
    """The game that the options mean."""
    from tengen.game.color import Color
    from tengen.web.settings import ENGINE, HUMAN, GameSettings

    human_is_black = Color.parse(color) is Color.BLACK
    return GameSettings(
        size=size,
        black=HUMAN if human_is_black else ENGINE,
        white=ENGINE if human_is_black else HUMAN,
        rules=rules,
        komi=komi,
        handicap=handicap,
        clock=clock,
        level=level or GameSettings.level,
        seconds=GameSettings.seconds if seconds is None else seconds,
    )
