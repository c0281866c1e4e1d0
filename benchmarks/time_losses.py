"""Is any game lost on time?

Plays games of 9x9 against GNU Go with very little time. Each is played by a fresh `tengen gtp`,
a real process at the other end of a pipe, with a clock that is kept here, outside of it: what
counts is the time from sending `genmove` to having its answer. GNU Go has no clock. We never
resign, since long games are the dangerous ones.

    python benchmarks/time_losses.py [--games 60] [--system sudden byoyomi canadian] [--jobs 1] [--out FILE.jsonl]

With `--out` every game is a line of that file, and games that are in it already are not played
again. `--tengen "OPTIONS"` is added to the command line of our program.

Exit status: 0 when all is well, 1 when a game was lost on time, 2 when none could be played.
"""

import argparse
import json
import math
import shlex
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.position import Position
from tengen.game.ruleset import Ko, Ruleset
from tengen.wire.client import GtpClient, GtpError, GtpTimeout
from tengen.wire.gnugo import find_gnugo

MOST_MOVES = 500
PATIENCE = 30.0  # seconds after the flag has fallen in which an answer is still waited for


@dataclass
class TimeKeeper:
    """Our clock: main time, then `period` seconds for every `stones` moves.

    One Japanese period is a period for one stone.
    """

    settings: str  # the GTP command that announces it
    main: float
    period: float = 0.0
    stones: int = 0
    stones_left: int = 0  # in this period of overtime; 0: main time
    left: float = 0.0

    def __post_init__(self) -> None:
        """Start the clock."""
        self.left = self.main
        if self.main == 0:
            self._new_period()

    def _new_period(self) -> None:
        self.left, self.stones_left = self.period, self.stones

    def spend(self, seconds: float) -> float:
        """Take a move's time; how much was left when it was answered, negative if the game is lost."""
        self.left -= seconds
        if self.left < 0 and self.stones_left == 0 and self.stones:
            overrun = -self.left
            self._new_period()
            self.left -= overrun
        margin = self.left
        if self.stones_left and margin >= 0:
            self.stones_left -= 1
            if self.stones_left == 0:
                self._new_period()
        return margin


SYSTEMS: dict[str, tuple[str, Callable[[], TimeKeeper]]] = {
    "sudden": ("10 s for the game", lambda: TimeKeeper("time_settings 10 0 0", 10)),
    "byoyomi": ("1 s a move", lambda: TimeKeeper("kgs-time_settings byoyomi 0 1 1", 0, 1, 1)),
    "canadian": ("5 s for 10 moves", lambda: TimeKeeper("time_settings 0 5 10", 0, 5, 10)),
}


@dataclass(frozen=True)
class Game:
    """What came of a game."""

    system: str
    number: int
    ours: str
    moves: int  # of ours
    least_left: float  # seconds before the flag would have fallen, at our closest call
    longest_move: float
    end: str  # a score, "black resigned", "white lost on time", "not ended"
    lost_on_time: bool


class Player:
    """Our side of a game: the engine, the clock that runs while it thinks, and the records."""

    def __init__(self, engine: GtpClient, keeper: TimeKeeper, color: Color) -> None:
        self.engine, self.keeper, self.color = engine, keeper, color
        self.moves = 0
        self.least_left, self.longest_move = math.inf, 0.0

    def genmove(self) -> str | None:
        """Our next move; None if it came too late."""
        keeper = self.keeper
        self.engine.send(f"time_left {self.color} {keeper.left:.3f} {keeper.stones_left}")
        began = time.monotonic()
        try:
            vertex = self.engine.send(f"genmove {self.color}", keeper.left + keeper.period + PATIENCE)
        except GtpTimeout:
            vertex = ""
        taken = time.monotonic() - began
        margin = keeper.spend(taken)
        self.moves += 1
        self.longest_move = max(self.longest_move, taken)
        self.least_left = min(self.least_left, margin)
        return vertex if margin >= 0 else None


def play_on(us: Player, opponent: GtpClient) -> str:
    """Play to the end; how it ended."""
    referee = Position(9, rules=Ruleset.named("chinese").changed(ko=Ko.SIMPLE))  # GNU Go knows no superko
    while not referee.is_over:
        if referee.move_number >= MOST_MOVES:
            return "not ended"
        color = referee.to_play
        vertex = us.genmove() if color is us.color else opponent.send(f"genmove {color}")
        if vertex is None:
            return f"{color} lost on time"
        if vertex.lower() == "resign":
            return f"{color} resigned"
        referee.play(vertex, color)
        (opponent if color is us.color else us.engine).send(f"play {color} {vertex}")
    return opponent.send("final_score")


def play_game(system: str, number: int, options: list[str], gnugo: str) -> Game:
    color = (BLACK, WHITE)[number % 2]
    ours = [sys.executable, "-m", "tengen", "gtp", "--quiet", "--set", "resign_below=0"]
    theirs = [gnugo, "--mode", "gtp", "--level", "1", "--chinese-rules", "--seed", str(number + 1)]
    keeper = SYSTEMS[system][1]()
    with (
        GtpClient([*ours, *options], name="Tengen", start_timeout=600) as engine,
        GtpClient(theirs, name="GNU Go") as opponent,
    ):
        engine.send("kata-set-rule ko SIMPLE")
        for player in (engine, opponent):
            for line in ("boardsize 9", "clear_board", "komi 7.5"):
                player.send(line)
        engine.send(keeper.settings)
        us = Player(engine, keeper, color)
        end = play_on(us, opponent)
    return Game(
        system=system,
        number=number,
        ours=str(color),
        moves=us.moves,
        least_left=round(us.least_left, 4),
        longest_move=round(us.longest_move, 4),
        end=end,
        lost_on_time=us.least_left < 0,
    )


def played_before(path: Path | None) -> list[Game]:
    if path is None or not path.exists():
        return []
    return [Game(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def wins(games: Iterable[Game]) -> int:
    return sum(
        game.end.startswith(game.ours[0].upper() + "+")
        or (game.end.endswith("resigned") and not game.end.startswith(game.ours))
        for game in games
    )


def table(games: list[Game], systems: list[str]) -> str:
    lines = [
        "| clock | games | lost on time | least left | longest move | most moves | won |",
        "|---|---|---|---|---|---|---|",
    ]
    for system in systems:
        of_it = [game for game in games if game.system == system]
        if of_it:
            least, longest = min(game.least_left for game in of_it), max(game.longest_move for game in of_it)
            lines.append(
                f"| {SYSTEMS[system][0]} | {len(of_it)} | {sum(game.lost_on_time for game in of_it)} "
                f"| {least:.3f} s | {longest:.3f} s | {max(game.moves for game in of_it)} | {wins(of_it)} |"
            )
    return "\n".join(lines)


def play_all(arguments: argparse.Namespace, gnugo: str) -> list[Game]:
    wanted = [(system, number) for number in range(arguments.games) for system in arguments.system]
    games = [game for game in played_before(arguments.out) if (game.system, game.number) in wanted]
    done = {(game.system, game.number) for game in games}
    options = shlex.split(arguments.tengen)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        tasks = [pool.submit(play_game, *game, options, gnugo) for game in wanted if game not in done]
        try:
            for task in as_completed(tasks):
                game = task.result()
                games.append(game)
                line = json.dumps(asdict(game))
                print(line, file=sys.stderr, flush=True)
                if arguments.out is not None:
                    with arguments.out.open("a", encoding="utf-8") as file:
                        file.write(line + "\n")
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return games


def main() -> int:
    parser = argparse.ArgumentParser(description="Play games with very little time and see whether any is lost by it.")
    parser.add_argument("--games", type=int, default=60, help="games with each clock (%(default)s)")
    parser.add_argument("--system", nargs="+", choices=list(SYSTEMS), default=list(SYSTEMS), help="which clocks (all)")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time (%(default)s)")
    parser.add_argument("--out", type=Path, metavar="FILE.jsonl", help="write the games here; go on where it ends")
    parser.add_argument("--tengen", default="", metavar="OPTIONS", help="further options of `tengen gtp`")
    arguments = parser.parse_args()
    gnugo = find_gnugo()
    if gnugo is None:
        print("GNU Go is missing: install the package gnugo.", file=sys.stderr)
        return 2
    try:
        games = play_all(arguments, gnugo)
    except (GtpError, TengenError) as error:
        print(error, file=sys.stderr)
        return 2
    print(table(games, arguments.system))
    return 1 if any(game.lost_on_time for game in games) else 0


if __name__ == "__main__":
    sys.exit(main())
