"""`tengen play`: a game, in the browser or in the terminal."""

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli import options
from tengen.cli.web import web
from tengen.defaults import DEFAULT_ENGINE
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.engines.interface import Engine
    from tengen.game.color import Color
    from tengen.game.position import Position
    from tengen.search.clock import Clock


def play(
    size: options.Size = 9,
    color: Annotated[str, typer.Option("--color", help="Your colour: black or white.")] = "black",
    handicap: options.Handicap = 0,
    placement: Annotated[
        str, typer.Option("--placement", help="Of handicap stones: fixed (customary points), free (by Tengen), own.")
    ] = "free",
    komi: options.Komi = None,
    clock: Annotated[
        str, typer.Option("--clock", help="For each player: 10:00, 10:00+5x0:30, 10:00+2:00/15 or 10:00+0:10.")
    ] = "",
    load: Annotated[Path | None, typer.Option("--load", help="Go on with the game of an SGF file.")] = None,
    engine: options.EngineName = DEFAULT_ENGINE,
    level: options.Level = "",
    playouts: options.Playouts = None,
    time: options.Seconds = None,
    threads: options.Threads = None,
    seed: options.Seed = None,
    rules: options.Rules = "chinese",
    set_: options.Settings = [],  # noqa: B006
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal (in a pipe: watch).")] = False,
) -> None:
    """Play a game, in the browser or with --terminal there."""
    if not terminal:
        for_terminal = {"--engine": engine != DEFAULT_ENGINE, "--playouts": playouts, "--seed": seed, "--set": set_}
        given = [name for name, value in for_terminal.items() if value]
        if given or placement != "free":
            raise TengenError(f"{(given or ['--placement'])[0]} is for the board in the terminal: add --terminal")
        web(
            begin=True,
            size=size,
            color=color,
            handicap=handicap,
            komi=komi,
            clock=clock,
            load=load,
            level=level,
            rules=rules,
            time=time,
            threads=threads,
        )
        return
    from tengen.game.color import Color
    from tengen.search.clock_text import parse_clock

    human = Color.parse(color)
    limit = parse_clock(clock) if clock else None
    if load is not None:
        from tengen.records import load as load_record

        position = load_record(load).position()
    else:
        position = _new_game(size, human, handicap, placement, komi, rules)
    # People like openings that differ, and come at once.
    settings = ["book=auto", *set_] if engine == DEFAULT_ENGINE else set_
    with options.make_engine(engine, playouts, time, threads, seed, settings, level) as player:
        _play_in_terminal(position, player, human, limit)


def _new_game(size: int, human: "Color", handicap: int, placement: str, komi: float | None, rules: str) -> "Position":
    """The board before the first move, with its handicap stones."""
    from rich.console import Console

    from tengen.game.color import Color
    from tengen.play import GameSetup
    from tengen.terminal.handicap import ask_for_places, places_of

    setup = GameSetup(size, komi, rules, handicap)
    places = places_of(size, handicap, placement)
    if places is None and human is Color.BLACK and _somebody_types():
        places = ask_for_places(setup.position([]), handicap, Console(), input)
    return setup.position(places)


def _play_in_terminal(position: "Position", player: "Engine", human: "Color", clock: "Clock | None") -> None:
    """A game with whoever types, or a demonstration where nobody does."""
    from platformdirs import user_data_path
    from rich.console import Console

    console = Console()
    if not _somebody_types():
        from tengen.terminal.demo import demonstrate

        demonstrate(console, player, position)
        return
    from tengen.terminal.game import TerminalGame

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # lines can be edited, and the arrows bring back earlier ones
    TerminalGame(position, player, human, console, input, user_data_path("tengen") / "last-game.sgf", clock).run()


def _somebody_types() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()
