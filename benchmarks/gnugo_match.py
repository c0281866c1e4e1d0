"""How strong Tengen is against GNU Go 3.8, with intervals: a match for each variant of its settings.

    .venv/bin/python benchmarks/gnugo_match.py --games 200
    .venv/bin/python benchmarks/gnugo_match.py --games 100 default "light: playout=light" "uct: policy=ucb1-tuned"

A variant is a name, a colon and settings of the engine; `playouts=N` and `threads=N` are among
them. Colours alternate, the variants take turns, and games are played side by side on the cores. A game
both players pass at the end of is counted by GNU Go. Every game is one line of JSON in `--out`;
a match that was interrupted goes on where it stopped. `--write FILE.md` writes the table of all games
in those files as a page.
"""

import argparse
import json
import math
import multiprocessing
import os
import shutil
import time
from pathlib import Path
from typing import Any, NamedTuple

from tengen.compilation import ensure_compiled
from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.ruleset import Ko, Ruleset
from tengen.parameters import split_assignments
from tengen.wire.client import GtpClient

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games") or "gnugo"
LONGEST = 3  # moves a point of the board
PLAYOUTS = 2000  # a move, where a variant does not say otherwise


class Job(NamedTuple):
    """One game to be played."""

    variant: str
    settings: dict[str, str]
    number: int
    size: int
    komi: float
    level: int


def play(job: Job) -> dict[str, Any]:
    """Play a game; Tengen has Black in those of even number."""
    settings = dict(job.settings)
    playouts, threads = int(settings.pop("playouts", PLAYOUTS)), int(settings.pop("threads", 1))
    engine = create_engine("mcts", playouts=playouts, threads=threads, seed=job.number, settings=settings)
    ours = BLACK if job.number % 2 == 0 else WHITE
    # GNU Go knows simple ko only, so nothing else is forbidden here.
    position = Position(job.size, rules=Ruleset.named("chinese").changed(ko=Ko.SIMPLE), komi=job.komi)
    seconds, moves, end, winner = 0.0, 0, "passes", None
    began = time.monotonic()
    command = [GNUGO, "--mode", "gtp", "--level", str(job.level), "--chinese-rules", "--seed", str(job.number + 1)]
    with engine, GtpClient(command, name="GNU Go") as gnugo:
        gnugo.send(f"boardsize {job.size}")
        gnugo.send(f"komi {job.komi}")
        while not position.is_over and position.move_number < LONGEST * job.size**2:
            if position.to_play is ours:
                report = engine.choose_move(position)
                seconds, moves = seconds + report.seconds, moves + 1
                if report.vertex.is_resign:
                    end, winner = "resigned", ours.other
                    break
                position.play(report.vertex)
                gnugo.send(f"play {ours} {report.vertex}")
            else:
                answer = gnugo.send(f"genmove {ours.other}")
                if answer.lower() == "resign":
                    end, winner = "GNU Go resigned", ours
                    break
                position.play(answer)
        score = ""
        if winner is None:
            if not position.is_over:
                end = "unfinished"
            score = gnugo.send("final_score")
            winner = {"B": BLACK, "W": WHITE}.get(score[:1])
        judged = str(engine.judge(position).score) if end == "passes" else ""
    return {
        "variant": job.variant,
        "settings": job.settings,
        "number": job.number,
        "color": str(ours),
        "won": 1.0 if winner is ours else 0.5 if winner is None else 0.0,
        "end": end,
        "score": score,
        "judged": judged,
        "moves": position.move_number,
        "seconds_a_move": round(seconds / max(1, moves), 4),
        "seconds": round(time.monotonic() - began, 1),
        "game": " ".join(str(move.vertex) for move in position.moves),
    }


def play_safely(job: Job) -> dict[str, Any] | str:
    """The game, or why there is none: one that broke off is played when the match is started again."""
    try:
        return play(job)
    except TengenError as error:
        return f"{job.variant}, game {job.number}: {error}"


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a proportion (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def parse_variant(text: str) -> tuple[str, dict[str, str]]:
    """The name and the settings of ``name: a=1 b=2``."""
    name, _, settings = text.partition(":")
    return name.strip(), split_assignments(settings.split())


def summary(games: list[dict[str, Any]]) -> str:
    """The table of all variants."""
    lines = [f"{'variant':<24} {'games':>5} {'won':>6} {'95 %':>15} {'ms/move':>8} {'unfinished':>10}"]
    for name in dict.fromkeys(game["variant"] for game in games):
        own = [game for game in games if game["variant"] == name]
        wins = sum(game["won"] for game in own)
        low, high = wilson(wins, len(own))
        pace = 1000 * sum(game["seconds_a_move"] for game in own) / len(own)
        odd = sum(game["end"] == "unfinished" for game in own)
        interval = f"{low:.1%} – {high:.1%}"
        lines.append(f"{name:<24} {len(own):>5} {wins / len(own):>6.1%} {interval:>15} {pace:>8.0f} {odd:>10}")
    return "\n".join(lines)


def write_page(path: Path, games: list[dict[str, Any]], conditions: str) -> None:
    """The results as a page for people."""
    lines = [
        "# Strength",
        "",
        f"Written by `benchmarks/gnugo_match.py --write`, figures and all. {conditions},",
        f"area rules, colours alternating; {PLAYOUTS:,} playouts a move and one thread where the settings do not say",
        "otherwise. Playouts are those run for the move; what the tree keeps of earlier ones comes on top, as",
        "in play. The interval is Wilson's, 95 %.",
        "",
        "| variant | settings | games | won | 95 % | as Black | as White | ms a move |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in dict.fromkeys(game["variant"] for game in games):
        own = [game for game in games if game["variant"] == name]
        wins = sum(game["won"] for game in own)
        low, high = wilson(wins, len(own))
        by_color = []
        for color in ("black", "white"):
            part = [game["won"] for game in own if game["color"] == color]
            by_color.append(f"{sum(part):g} of {len(part)}")
        settings = " ".join(f"{key}={value}" for key, value in own[0]["settings"].items())
        pace = 1000 * sum(game["seconds_a_move"] for game in own) / len(own)
        cells = [name, f"`{settings}`" if settings else "the defaults", str(len(own)), f"{wins / len(own):.1%}"]
        lines.append("| " + " | ".join([*cells, f"{low:.1%} – {high:.1%}", *by_color, f"{pace:.0f}"]) + " |")
    differ = [game for game in games if game["judged"] and game["judged"] != game["score"]]
    passed = sum(bool(game["judged"]) for game in games)
    lines += [
        "",
        f"Of {len(games)} games {passed} ended by passes; our count of the score differed from GNU Go's in",
        f"{len(differ)}. Unfinished: {sum(game['end'] == 'unfinished' for game in games)}. The time a move is that of",
        "a busy machine, and only good for comparison within the table.",
        "",
    ]
    temporary = path.with_suffix(".tmp")
    temporary.write_text("\n".join(lines))
    temporary.replace(path)


def main() -> None:
    """Play what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", default=["default"], help="'name: setting=value …'")
    parser.add_argument("--games", type=int, default=200, help="for each variant")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--level", type=int, default=10, help="of GNU Go")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, help="file of games, one JSON object a line; gone on with if it exists")
    parser.add_argument("--write", type=Path, help="a page with the games of --out and of --also")
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="more files of games for the page")
    arguments = parser.parse_args()
    ensure_compiled()
    done: list[dict[str, Any]] = []
    if arguments.out and arguments.out.exists():
        done = [json.loads(line) for line in arguments.out.read_text().splitlines()]
    played = {(game["variant"], game["number"]) for game in done}
    jobs = [
        Job(name, settings, number, arguments.size, arguments.komi, arguments.level)
        for number in range(arguments.games)
        for name, settings in map(parse_variant, arguments.variants)
        if (name, number) not in played
    ]
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        for game in pool.imap_unordered(play_safely, jobs):
            if isinstance(game, str):
                print(f"not counted: {game}", flush=True)
                continue
            done.append(game)
            if arguments.out:
                with arguments.out.open("a") as file:
                    file.write(json.dumps(game) + "\n")
            if len(done) % 20 == 0:
                print(summary(done), flush=True)
    print(summary(done))
    if arguments.write:
        more = [json.loads(line) for file in arguments.also for line in file.read_text().splitlines()]
        size, level, komi = arguments.size, arguments.level, arguments.komi
        conditions = f"Games on {size}x{size} against GNU Go level {level}, komi {komi:g}"
        write_page(arguments.write, [*done, *more], conditions)


if __name__ == "__main__":
    main()
