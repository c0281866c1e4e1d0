"""`tengen gtp` and `tengen play`: with other programs, and in the terminal."""

import contextlib
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import EngineName, Level, Playouts, Rules, Seconds, Seed, Settings, Size, Threads, make_engine
from tengen.cli.streams import leave_at_once, standard_input, take_standard_output
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.engines.interface import Engine
    from tengen.game.color import Color
    from tengen.game.position import Position
    from tengen.search.clock import Clock


def gtp(
    engine: EngineName = "mcts",
    level: Level = "",
    playouts: Playouts = None,
    time: Seconds = None,
    threads: Threads = None,
    seed: Seed = None,
    rules: Rules = "chinese",
    set_: Settings = [],  # noqa: B006
    size: Size = 19,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing on standard error.")] = False,
) -> None:
    """Speak GTP on standard input and output, to any Go program."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR if quiet else logging.INFO, format="tengen: %(message)s")
    sink = take_standard_output()
    from tengen.kernels.warm_up import warm_up
    from tengen.protocols.gtp.server import serve
    from tengen.protocols.gtp.session import GtpSession

    with make_engine(engine, playouts, time, threads, seed, set_, level) as player:
        serve(GtpSession(player, size=size, rules=rules), standard_input(), sink, prepare=warm_up)
    leave_at_once(sink)


def play(
    size: Size = 9,
    color: Annotated[str, typer.Option("--color", help="Your colour: black or white.")] = "black",
    handicap: Annotated[int, typer.Option("--handicap", help="Stones Black is given.")] = 0,
    placement: Annotated[
        str, typer.Option("--placement", help="Of handicap stones: fixed (customary points), free (by Tengen), own.")
    ] = "free",
    komi: Annotated[float | None, typer.Option("--komi", help="Points for White; the rules' own if not given.")] = None,
    clock: Annotated[
        str, typer.Option("--clock", help="For each player: 10:00, 10:00+5x0:30, 10:00+2:00/15 or 10:00+0:10.")
    ] = "",
    load: Annotated[Path | None, typer.Option("--load", help="Go on with the game of an SGF file.")] = None,
    engine: EngineName = "mcts",
    level: Level = "",
    playouts: Playouts = None,
    time: Seconds = None,
    threads: Threads = None,
    seed: Seed = None,
    rules: Rules = "chinese",
    set_: Settings = [],  # noqa: B006
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal (in a pipe: watch).")] = False,
) -> None:
    """Play a game, in the browser or with --terminal there."""
    if not terminal:
        for_terminal = {"--engine": engine != "mcts", "--playouts": playouts, "--seed": seed, "--set": set_}
        given = [name for name, value in for_terminal.items() if value]
        if given or placement != "free":
            raise TengenError(f"{(given or ['--placement'])[0]} is for the board in the terminal: add --terminal")
        from tengen.cli.browser import web

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
    with make_engine(engine, playouts, time, threads, seed, set_, level) as player:
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
    from rich.console import Console

    console = Console()
    if not _somebody_types():
        from tengen.terminal.demo import demonstrate

        demonstrate(console, player, position)
        return
    from tengen.terminal.game import TerminalGame

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # lines can be edited, and the arrows bring back earlier ones
    TerminalGame(position, player, human, console, input, data_folder() / "last-game.sgf", clock).run()


def _somebody_types() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def data_folder() -> Path:
    """Where games are kept."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tengen"
