"""`tengen match`: two players, many games, and what they say."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli import options
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.lab.match import PlayedMatch
    from tengen.lab.players import Entrant
    from tengen.lab.statistics import SequentialTest


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="'mcts playouts=1000', 'gnugo level=8', a command line…")],
    second: Annotated[str, typer.Argument(metavar="B", help="… of any GTP program, or a name from --players.")],
    games: Annotated[int | None, typer.Option("--games", help="How many; with --sprt, at most. 100.")] = None,
    size: options.Size = 9,
    store: options.StoreFile = options.RESULTS,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with, or join in, a match in the store.")] = False,
    komi: options.Komi = None,
    rules: options.Rules = "chinese",
    ko: Annotated[str, typer.Option("--ko", help="simple, positional, situational; the rules' own if empty.")] = "",
    handicap: options.Handicap = 0,
    playouts: options.Playouts = None,
    time: options.Seconds = None,
    main_time: Annotated[float, typer.Option("--main-time", help="Seconds on each clock.")] = 0.0,
    period: Annotated[float, typer.Option("--period", help="Seconds of overtime.")] = 0.0,
    periods: Annotated[int, typer.Option("--periods", help="Japanese overtime: so many periods.")] = 0,
    stones: Annotated[int, typer.Option("--stones", help="Canadian overtime: moves in a period.")] = 0,
    increment: Annotated[float, typer.Option("--increment", help="Seconds added each move (Fischer).")] = 0.0,
    timeout: Annotated[float, typer.Option("--timeout", help="Seconds without an answer that end a game.")] = 60.0,
    start_timeout: Annotated[float, typer.Option("--start-timeout", help="Seconds more for the first answer.")] = 60.0,
    max_moves: Annotated[
        int, typer.Option("--max-moves", help="Longer games are given up; 0: 3 a point, at least 300.")
    ] = 0,
    openings: options.Openings = None,
    count: Annotated[str, typer.Option("--count", help="agreement (else the referee), tengen, gnugo.")] = "agreement",
    color: Annotated[str, typer.Option("--color", help="Of A: alternate, black, white.")] = "alternate",
    players: options.Players = None,
    sprt: Annotated[str, typer.Option("--sprt", help="ELO0,ELO1: stop when a sequential test has decided.")] = "",
    name: Annotated[str, typer.Option("--name", help="Tells matches of the same players apart.")] = "",
    seed: Annotated[int, typer.Option("--seed", help="Makes the games repeatable.")] = 0,
    jobs: options.Jobs = None,
    as_json: options.AsJson = False,
) -> None:
    """Let two players play many games, and say what can be concluded."""
    from tengen.compilation import ensure_compiled
    from tengen.lab.conditions import Conditions
    from tengen.lab.match import check_match, play_match
    from tengen.lab.store import MOST_GAMES, Store

    if games is not None and not 1 <= games <= MOST_GAMES:
        raise TengenError(f"{games} games are no match: choose 1 to {MOST_GAMES:,}")
    one, other = (player.limited(playouts, time) for player in parse_players((first, second), players))
    conditions = Conditions.from_definition(
        {
            "size": size,
            **({} if komi is None else {"komi": komi}),
            "rules": rules,
            "ko": ko,
            "handicap": handicap,
            "main_time": main_time,
            "period": period,
            "periods": periods,
            "stones": stones,
            "increment": increment,
            "move_timeout": timeout,
            "start_timeout": start_timeout,
            "max_moves": max_moves,
            "count": count,
            "color": color,
            "seed": seed,
            **({} if openings is None else {"openings": str(openings)}),
        }
    )
    test = parse_sequential_test(sprt)
    options.check_jobs(jobs)
    ensure_compiled()
    check_match(one, other, conditions)
    with Store(store) as opened:
        found = play_match(
            opened, one, other, conditions, games, name=name, resume=resume, jobs=jobs, test=test, quiet=as_json
        )
        tell_match(found, as_json=as_json)
    if found.stopped is not None:
        typer.echo(f"tengen: {found.stopped}; the same command with --resume goes on", err=True)
        raise typer.Exit(130)
    if not found.result.counted:
        raise typer.Exit(1)


def parse_players(texts: tuple[str, ...], file: Path | None) -> list["Entrant"]:
    """The players that the texts describe or, with a file, name."""
    from tengen.lab.players import load_players, parse_player

    known = {} if file is None else load_players(file)
    return [parse_player(text, known) for text in texts]


def parse_sequential_test(text: str) -> "SequentialTest | None":
    """The test of ``0,10``: two Elo differences."""
    from tengen.lab.statistics import SequentialTest

    if not text:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise TengenError(f"--sprt {text!r} is not possible: write two Elo differences, such as 0,10") from None
    return SequentialTest(low, high)


def tell_match(found: "PlayedMatch", *, as_json: bool) -> None:
    """The result of a match, for a person or a program."""
    from rich.console import Console

    from tengen.lab.conclusion import concluded, sequential_state
    from tengen.lab.live_standings import score_table

    result, played = found.result, found.played
    sentence = concluded(result, found.test)
    if as_json:
        told = result.to_dict() | {"conclusion": sentence}
        if played is not None:
            told["now"] = {"games": played.games, "seconds": played.seconds}
        if found.test is not None:
            state = sequential_state(result, found.test)
            told["sprt"] = {"llr": state.llr, "decision": str(state.decision), "test": vars(state.test)}
        print(json.dumps(told))
        return
    console = Console()
    console.print(score_table([result], console.width))
    console.print(result.pairing.conditions.describe(), style="dim", highlight=False)
    if played is not None and played.games:
        console.print(str(played), style="dim", highlight=False)
    for remark in result.remarks():
        console.print(remark, style="yellow", highlight=False, markup=False)
    console.print(sentence, highlight=False, markup=False)
