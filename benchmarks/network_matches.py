"""Play the matches that say how strong the network makes the engine, and write their table into docs/network.md.

    python benchmarks/network_matches.py play FOLDER --pachi PACHI [--only 9x9-pachi ...] [--games 20]
    python benchmarks/network_matches.py pace --pachi PACHI      how many evaluations take as long as Pachi, here
    python benchmarks/network_matches.py play … --evaluations 85 --only 9x9-pachi
    python benchmarks/network_matches.py write FOLDER [docs/network.md]

All matches are in `FOLDER/network.db`, which `tengen lab games` can look at; each can be stopped and gone on with.
PACHI is the folder where Pachi 12.90 was built (`make DCNN=0 JOSEKIFIX=0 BUILD_KATAGO=0`). One thread each; where
times are to be equal, numbers are chosen that take as long on one quiet core as the opponent's: so the outcome does
not hang on what else the machine does. They are those of a CPU with VNNI; for another, `pace` tells how many
evaluations take as long as Pachi there, and `--evaluations` plays with so many, which is a row of its own. The
regression suites are run by `strength.py suites FOLDER SUITES --evaluations 200`. The tables have no figure that does
not come out of these files.
"""

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from strength import pachi_player, suite_row

from tengen import Position, create_engine
from tengen.lab.conditions import Conditions
from tengen.lab.match import play_match
from tengen.lab.players import parse_player
from tengen.lab.results import PairingResult, result_of
from tengen.lab.store import Store
from tengen.pages import between_marks, put_between_marks
from tengen.records.writer import save_atomically
from tengen.wire.client import GtpClient

KOMI = 7.5
_PACED = 16  # moves of Pachi
GNUGO = "gnugo level=10"


class Bar(NamedTuple):
    """A match and what is asked of it."""

    name: str
    size: int
    evaluations: int  # a move of ours
    opponent: str  # as the table says it
    pachi_playouts: int  # 0: GNU Go
    games: int
    least: float  # share of the games to be won
    handicap: int = 0  # stones the opponent is given

    @property
    def event(self) -> str:
        """What the match is called in the store."""
        usual = next(bar.evaluations for bar in BARS if bar.name == self.name)
        return self.name if self.evaluations == usual else f"{self.name}@{self.evaluations}"


BARS = (
    Bar("19x19-gnugo", 19, 50, "GNU Go 3.8, level 10", 0, 60, 0.97),
    Bar("19x19-gnugo-handicap", 19, 235, "GNU Go 3.8, level 10, with four stones", 0, 30, 0.50, handicap=4),
    Bar("19x19-pachi", 19, 235, "Pachi 12.90, 3,000 playouts: the same time", 3000, 40, 0.90),
    Bar("19x19-pachi-tenth", 19, 23, "Pachi 12.90, 3,000 playouts: ten times as long", 3000, 40, 0.60),
    Bar("13x13-gnugo", 13, 50, "GNU Go 3.8, level 10", 0, 60, 0.95),
    Bar("13x13-pachi", 13, 188, "Pachi 12.90, 3,000 playouts: the same time", 3000, 60, 0.75),
    Bar("9x9-pachi", 9, 356, "Pachi 12.90, 5,000 playouts: the same time", 5000, 100, 0.75),
)


def play(
    folder: Path, pachi: Path | None, names: list[str], games: int, evaluations: int = 0, jobs: int | None = 1
) -> None:
    """Play the matches asked for, all of them if none is named, as far as they are not played yet."""
    for bar in BARS:
        bar = bar._replace(evaluations=evaluations or bar.evaluations)
        if (names and bar.name not in names) or (bar.pachi_playouts and pachi is None):
            continue
        opponent = GNUGO
        if bar.pachi_playouts and pachi is not None:
            opponent = pachi_player(pachi, bar.pachi_playouts)
        ours = parse_player(f"mcts network=yes playouts={bar.evaluations} threads=1")
        told: dict[str, Any] = {"size": bar.size, "komi": KOMI}
        if bar.handicap:
            told |= {"komi": 0.5, "handicap": bar.handicap, "color": "white"}
        with Store(folder / "network.db") as store:
            most = games or bar.games
            rules = Conditions.from_definition(told)
            played = play_match(store, ours, parse_player(opponent), rules, most, name=bar.event, resume=True, jobs=jobs)
            print(bar.event, played.result.tally, flush=True)


def pace(pachi: Path) -> None:
    """Tell how many evaluations take as long as Pachi's playouts here, by the time of the processor on one core."""
    for bar in (bar for bar in BARS if bar.pachi_playouts and not bar.name.endswith("tenth")):
        with GtpClient(pachi_player(pachi, bar.pachi_playouts)) as client:
            for told in (f"boardsize {bar.size}", "clear_board", f"komi {KOMI}", "genmove b"):
                client.send(told)
            process = next(its for its in psutil.Process().children(recursive=True) if its.name() == "pachi")
            before = sum(process.cpu_times()[:2])
            for turn in range(_PACED):
                client.send(f"genmove {'wb'[turn % 2]}")
            theirs = (sum(process.cpu_times()[:2]) - before) / _PACED
        engine = create_engine(playouts=100, threads=1, seed=1)
        position = Position(bar.size, komi=KOMI)
        position.play(engine.choose_move(position).vertex)
        began, done = time.process_time(), 0
        for _ in range(_PACED // 2):
            report = engine.choose_move(position)
            done += report.playouts
            position.play(report.vertex)
        ours = (time.process_time() - began) / done
        size, playouts = f"{bar.size}x{bar.size}", f"{bar.pachi_playouts:,} playouts of Pachi"
        print(f"{size}: {playouts} take {theirs:.2f} s, an evaluation {1e3 * ours:.1f} ms: {theirs / ours:.0f} of them")


def row(bar: Bar, result: PairingResult | None, before: str = "") -> str:
    """The line of a match in the table; the one that was there `before` if it is not in the stores, or nothing."""
    start = f"| {bar.size}x{bar.size} | {bar.evaluations} | {bar.opponent} |"
    if result is None or not result.counted:
        return next((line for line in before.splitlines() if line.startswith(start)), "")
    tally, interval = result.tally, result.tally.interval()
    return f"{start} {len(result.counted)} | {tally.score:.1%} | {interval.low:.1%} – {interval.high:.1%} |"


def verdict(bar: Bar, result: PairingResult | None) -> str:
    """How far a match is, beside what is asked of it."""
    played = 0 if result is None else len(result.counted)
    if result is None or not played:
        return f"{bar.name}: not played"
    told = "met" if result.tally.score >= bar.least else "missed"
    asked = f"{bar.least:.0%} of {bar.games} games were asked for"
    return f"{bar.event}: {result.tally.score:.1%} of {played} games; {asked}: {told}{' so far' * (played < bar.games)}"


def found_in(folder: Path) -> dict[str, PairingResult]:
    """All matches in the stores, by name."""
    found: dict[str, PairingResult] = {}
    for path in sorted(folder.glob("*.db")):
        with Store(path, create=False) as store:
            for event in store.events():
                for pairing in store.pairings(event):
                    found[event.name] = result_of(store, pairing)
    return found


def tables(folder: Path, page: str) -> dict[str, str]:
    """The tables that can be made, by name: matches with the usual numbers of evaluations, with others, and suites."""
    found = found_in(folder)
    head = "| board | evaluations a move | against | games | won | 95 % |\n|---|---|---|---|---|---|\n"
    others = [
        bar._replace(evaluations=int(name.split("@")[1]))
        for bar in BARS
        for name in sorted(found)
        if name.startswith(f"{bar.name}@")
    ]
    made = {}
    for name, bars in (("matches", BARS), ("other matches", others)):
        if any(bar.event in found for bar in bars):
            rows = (row(bar, found.get(bar.event), between_marks(page, name)) for bar in bars)
            made[name] = head + "\n".join(line for line in rows if line)
    if any(folder.glob("suite-*.json")):
        made["suites"] = suites(folder)
    return made


def suites(folder: Path) -> str:
    """The table of the regression suites that were run and that ask something Tengen can answer."""
    head = "| from | suite | tests | passed | |\n|---|---|---|---|---|\n"
    rows = (suite_row(path) for path in sorted(folder.glob("suite-*.json")))
    return head + "\n".join(row for row in rows if "| 0 | 0 |" not in row)


def write(folder: Path, page: Path) -> None:
    """Put the tables into the page, in the place of those that are there; what the folder has no games of stays."""
    text = page.read_text(encoding="utf-8")
    for name, made in tables(folder, text).items():
        text = put_between_marks(text, name, made)
    save_atomically(page, text.encode())
    found = found_in(folder)
    print("\n".join(verdict(bar, found.get(bar.event)) for bar in BARS))


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("folder", type=Path)
    playing.add_argument("--pachi", type=Path)
    playing.add_argument("--only", nargs="*", default=[], choices=[bar.name for bar in BARS])
    playing.add_argument("--games", type=int, default=0, help="of each match; 0: as many as the bar asks for")
    playing.add_argument("--evaluations", type=int, default=0, help="a move of ours; 0: as many as the bar says")
    playing.add_argument("--jobs", type=int, default=1, help="games at once; the numbers a move are fixed, so it is fair")
    pacing = commands.add_parser("pace")
    pacing.add_argument("--pachi", type=Path, required=True)
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("page", type=Path, nargs="?", default=Path("docs/network.md"))
    arguments = parser.parse_args()
    if arguments.command == "pace":
        pace(arguments.pachi)
        return
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.command == "play":
        play(arguments.folder, arguments.pachi, arguments.only, arguments.games, arguments.evaluations, arguments.jobs)
    else:
        write(arguments.folder, arguments.page)


if __name__ == "__main__":
    main()
