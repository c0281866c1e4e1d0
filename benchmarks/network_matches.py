"""Play the matches that say how strong the network makes the engine, and write their table into docs/network.md.

    python benchmarks/network_matches.py play FOLDER --pachi PACHI [--only 9x9-pachi ...] [--games 20]
    python benchmarks/network_matches.py write FOLDER [docs/network.md]

All matches are in `FOLDER/network.db`, which `tengen lab games` can look at; each can be stopped and gone on with.
PACHI is the folder where Pachi 12.90 was built (`make DCNN=0 JOSEKIFIX=0 BUILD_KATAGO=0`). One thread each; where
times are to be equal, numbers are chosen that take as long on one quiet core as the opponent's: so the outcome does not
hang on what else the machine does. The regression suites are run by `strength.py suites FOLDER SUITES --evaluations
200`. The tables have no figure that does not come out of these files.
"""

import argparse
import shlex
from pathlib import Path
from typing import Any, NamedTuple

from strength import suite_row

from tengen.lab.conditions import Conditions
from tengen.lab.match import play_match
from tengen.lab.players import parse_player
from tengen.lab.results import PairingResult, result_of
from tengen.lab.store import Store
from tengen.records.writer import save_atomically

KOMI = 7.5
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


BARS = (
    Bar("19x19-gnugo", 19, 50, "GNU Go 3.8, level 10", 0, 60, 0.97),
    Bar("19x19-gnugo-handicap", 19, 235, "GNU Go 3.8, level 10, with four stones", 0, 30, 0.50, handicap=4),
    Bar("19x19-pachi", 19, 235, "Pachi 12.90, 3,000 playouts: the same time", 3000, 40, 0.90),
    Bar("19x19-pachi-tenth", 19, 23, "Pachi 12.90, 3,000 playouts: ten times as long", 3000, 40, 0.60),
    Bar("13x13-gnugo", 13, 50, "GNU Go 3.8, level 10", 0, 60, 0.95),
    Bar("13x13-pachi", 13, 250, "Pachi 12.90, 3,000 playouts: the same time", 3000, 60, 0.75),
    Bar("9x9-pachi", 9, 356, "Pachi 12.90, 5,000 playouts: the same time", 5000, 100, 0.75),
)


def play(folder: Path, pachi: Path | None, names: list[str], games: int) -> None:
    """Play the matches asked for, all of them if none is named, as far as they are not played yet."""
    for bar in BARS:
        if (names and bar.name not in names) or (bar.pachi_playouts and pachi is None):
            continue
        opponent = GNUGO
        if bar.pachi_playouts and pachi is not None:
            command = f"./pachi -t ={bar.pachi_playouts} -d 0 threads=1,pondering=0"
            opponent = f"sh -c {shlex.quote(f'cd {shlex.quote(str(pachi))} && exec {command}')}"
        ours = parse_player(f"mcts network=yes playouts={bar.evaluations} threads=1")
        told: dict[str, Any] = {"size": bar.size, "komi": KOMI}
        if bar.handicap:
            told |= {"komi": 0.5, "handicap": bar.handicap, "color": "white"}
        with Store(folder / "network.db") as store:
            most = games or bar.games
            rules = Conditions.from_definition(told)
            played = play_match(store, ours, parse_player(opponent), rules, most, name=bar.name, resume=True, jobs=1)
            print(bar.name, played.result.tally, flush=True)


def row(bar: Bar, result: PairingResult | None) -> str:
    """The line of a match in the table."""
    start = f"| {bar.size}x{bar.size} | {bar.evaluations} | {bar.opponent} |"
    if result is None or not result.counted:
        return f"{start} 0 of {bar.games} | | | {bar.least:.0%} | not played yet |"
    tally, interval = result.tally, result.tally.interval()
    rate = tally.score
    verdict = "met" if rate >= bar.least else "missed"
    if len(result.counted) < bar.games:
        verdict += " so far"
    played = f"{len(result.counted)} of {bar.games}"
    return f"{start} {played} | {rate:.1%} | {interval.low:.1%} – {interval.high:.1%} | {bar.least:.0%} | {verdict} |"


def table(folder: Path) -> str:
    """The table of all matches in the store."""
    found: dict[str, PairingResult] = {}
    for path in sorted(folder.glob("*.db")):
        with Store(path, create=False) as store:
            for event in store.events():
                for pairing in store.pairings(event):
                    found[event.name] = result_of(store, pairing)
    head = "| board | evaluations a move | against | games | won | 95 % | bar | |\n|---|---|---|---|---|---|---|---|\n"
    return head + "\n".join(row(bar, found.get(bar.name)) for bar in BARS)


def suites(folder: Path) -> str:
    """The table of the regression suites that were run."""
    head = "| from | suite | tests | passed | |\n|---|---|---|---|---|\n"
    return head + "\n".join(suite_row(path) for path in sorted(folder.glob("suite-*.json")))


def write(folder: Path, page: Path) -> None:
    """Put the tables into the page, in the place of those that are there."""
    text = page.read_text(encoding="utf-8")
    for name, made in (("matches", table(folder)), ("suites", suites(folder))):
        before, rest = text.split(f"<!-- {name} -->", 1)
        _, after = rest.split(f"<!-- end of {name} -->", 1)
        text = f"{before}<!-- {name} -->\n{made}\n<!-- end of {name} -->{after}"
    save_atomically(page, text.encode())


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("folder", type=Path)
    playing.add_argument("--pachi", type=Path)
    playing.add_argument("--only", nargs="*", default=[], choices=[bar.name for bar in BARS])
    playing.add_argument("--games", type=int, default=0, help="of each match; 0: as many as the bar asks for")
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("page", type=Path, nargs="?", default=Path("docs/network.md"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.command == "play":
        play(arguments.folder, arguments.pachi, arguments.only, arguments.games)
    else:
        write(arguments.folder, arguments.page)


if __name__ == "__main__":
    main()
