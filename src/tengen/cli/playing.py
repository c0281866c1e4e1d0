"""`tengen gtp` and `tengen play`: with other programs, and in the terminal."""

import logging
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.options import EngineName, Level, Playouts, Rules, Seconds, Seed, Settings, Size, Threads, make_engine
from tengen.cli.streams import leave_at_once, standard_input, take_standard_output


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
    load: Annotated[Path | None, typer.Option("--load", help="Go on with the game of an SGF file.")] = None,
    engine: EngineName = "mcts",
    level: Level = "",
    playouts: Playouts = None,
    time: Seconds = None,
    threads: Threads = None,
    seed: Seed = None,
    rules: Rules = "chinese",
    set_: Settings = [],  # noqa: B006
) -> None:
    """Play a game in the terminal (in a pipe: watch a short one)."""
    from rich.console import Console

    from tengen.game.color import Color
    from tengen.game.handicap import free_handicap
    from tengen.game.position import Position
    from tengen.game.ruleset import Ruleset
    from tengen.terminal.handicap import ask_for_places, places_of

    console = Console()
    human = Color.parse(color)
    if load is not None:
        from tengen.records import load as load_record

        position = load_record(load).position()
    else:
        chosen = Ruleset.named(rules)
        position = Position(size, rules=chosen, komi=chosen.default_komi(handicap) if komi is None else komi)
        places = places_of(size, handicap, placement)
        if places is None:
            by_hand = human is Color.BLACK and sys.stdin is not None and sys.stdin.isatty()
            places = (
                ask_for_places(position, handicap, console, console.input) if by_hand else free_handicap(size, handicap)
            )
        if places:
            position.give_handicap(places)
    with make_engine(engine, playouts, time, threads, seed, set_, level) as player:
        if sys.stdin is None or not sys.stdin.isatty():
            from tengen.terminal.demo import demonstrate

            demonstrate(console, player, position)
        else:
            from tengen.terminal.game import TerminalGame

            TerminalGame(position, player, human, console, console.input, _last_game()).run()


def _last_game() -> Path:
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tengen" / "last-game.sgf"
