"""Play the matches whose results are the bars of strength, run the regression suites, and write docs/strength.md.

    python benchmarks/strength.py play FOLDER [--pachi PACHI] [--only 9x9-1000 ...]   play, or go on with, the matches
    python benchmarks/strength.py suites FOLDER SUITES                   run the suites in SUITES/gnugo and SUITES/fuego
    python benchmarks/strength.py write FOLDER [docs/strength.md]        write the page from what is there

Every match is an ordinary `tengen match` in a store of its own (`FOLDER/NAME.db`), so `tengen lab games` and all else
can look at it, and it can be stopped and gone on with at any time. The page has no figure that does not come out of
these files, and says of each match how many games there are and of which version. PACHI is the folder where Pachi
12.90 was built (`make DCNN=0 JOSEKIFIX=0 BUILD_KATAGO=0`); it plays with its patterns and joseki, as many playouts as
we do. The knowledge table is `tengen lab run knowledge --store FOLDER/knowledge.db`; matches by which a default was
chosen are found as `FOLDER/choice-*.db`, others with GNU Go (by territory rules) as `FOLDER/match-*.db`. Sections for
which the folder has nothing stay as they are.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tengen.lab.conditions import Conditions
from tengen.lab.match import play_match
from tengen.lab.outcome import End
from tengen.lab.players import parse_player
from tengen.lab.results import PairingResult, result_of
from tengen.lab.store import Store
from tengen.records.writer import save_atomically

GNUGO = "gnugo level=10"
KOMI = 7.5


def pachi_player(folder: Path, playouts: int) -> str:
    """Pachi as a player of the laboratory: one thread, so many playouts a move.

    Its folder is told in the environment, so that it is the same player on every machine and its games can be gone on
    with on another.
    """
    os.environ["PACHI"] = str(folder.resolve())
    command = f'cd "$PACHI" && exec ./pachi -t ={playouts} -d 0 threads=1,pondering=0'
    return f"sh -c {shlex.quote(command)}"


class Bar(NamedTuple):
    """A match and what is asked of it."""

    size: int
    playouts: int
    games: int
    least: float  # share of the games to be won
    pachi: bool = False  # against Pachi with as many playouts; else GNU Go

    @property
    def name(self) -> str:
        """What its store is called."""
        return f"{self.size}x{self.size}-{self.playouts}" + ("-pachi" if self.pachi else "")


BARS = (
    Bar(9, 1_000, 200, 0.75),
    Bar(9, 10_000, 100, 0.95),
    Bar(13, 3_000, 100, 0.90),
    Bar(19, 3_000, 60, 0.85),
    Bar(9, 1_000, 100, 0.70, pachi=True),
    Bar(13, 3_000, 60, 0.60, pachi=True),
    Bar(19, 3_000, 40, 0.50, pachi=True),
)
SUITES = {
    "gnugo": ("9x9", "13x13", "semeai", "seki", "blunder"),
    "fuego": (
        "uct_basics",
        "uct_ko",
        "uct_pass_basics",
        "uct_seki",
        "uct_selfatari",
        "ladder",
        "repetition",
        "bent_four",
        "free_handicap",
        "kgs-genmove_cleanup",
        "scoring_final",
        "scoring_static",
        "static_safety_basics",
        "static_safety_fullboard_benson",
    ),
}
SUITE_PLAYOUTS = 10_000
SUITE_SECONDS = 1_800  # of the longest suite
PACHI = "pachi.txt"  # what the questions of its unit tests came to


def play(folder: Path, names: list[str], pachi: Path | None, jobs: int, games: int = 0) -> None:
    """Play the matches asked for, all of them if none is named, as far as they are not played yet."""
    for bar in BARS:
        if (names and bar.name not in names) or (bar.pachi and pachi is None):
            continue
        conditions = Conditions.from_definition({"size": bar.size, "komi": KOMI})
        opponent = pachi_player(pachi, bar.playouts) if bar.pachi and pachi is not None else GNUGO
        ours = parse_player(f"mcts network=no playouts={bar.playouts} threads=1")
        with Store(folder / f"{bar.name}.db") as store:
            most = games or bar.games
            played = play_match(store, ours, parse_player(opponent), conditions, most, resume=True, jobs=jobs)
            print(bar.name, played.result.tally, flush=True)


def suites(folder: Path, where: Path, evaluations: int | None = None) -> None:
    """Run every suite that has not been run yet; its report is kept as JSON.

    By the classical search, or with the network and so many `evaluations` a move.
    """
    for family, names in SUITES.items():
        for name in names:
            out = folder / f"suite-{family}-{name}.json"
            if out.exists():
                continue
            command = [sys.executable, "-m", "tengen", "regress", str(where / family / f"{name}.tst"), "--json"]
            command += ["--playouts", str(evaluations or SUITE_PLAYOUTS), "--seed", "1"]
            command += ["--set", "network=yes" if evaluations else "network=no"]
            if family == "gnugo":
                command += ["--only", "reg_genmove"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=SUITE_SECONDS, check=False)
            save_atomically(out, done.stdout.encode())
            print(out.name, flush=True)
    command = [sys.executable, str(Path(__file__).with_name("pachi_suites.py")), "--suites", str(where / "pachi")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SUITE_SECONDS, check=True)
    (folder / PACHI).write_text(done.stdout)


def pairing_in(path: Path) -> PairingResult | None:
    """The one pairing of a store."""
    if not path.exists():
        return None
    with Store(path, create=False) as store:
        for event in store.events():
            for pairing in store.pairings(event):
                return result_of(store, pairing)
    return None


def _row(bar: Bar, result: PairingResult | None, page: str) -> str:
    """The line of a match, or nothing if nobody played it; what the page has of one that the folder has not stays."""
    opponent = "Pachi 12.90, as many playouts" if bar.pachi else "GNU Go 3.8, level 10"
    start = f"| {bar.size}x{bar.size} | {bar.playouts:,} | {opponent} |"
    if result is None or not result.counted:
        return next((line for line in page.splitlines() if line.startswith(start)), "")
    tally, interval = result.tally, result.tally.interval()
    pace = result.paces.get(True)
    milliseconds = "" if pace is None else f"{1000 * pace.seconds_a_move:.0f}"
    return (
        f"{start} {len(result.counted)} | {tally.score:.1%} | {interval.low:.1%} – {interval.high:.1%} |"
        f" {result.as_color(True)} | {result.as_color(False)} | {milliseconds} |"
    )


def verdict(bar: Bar, result: PairingResult | None) -> str:
    """How far a match is, beside what is asked of it."""
    played = 0 if result is None else len(result.counted)
    if result is None or not played:
        return f"{bar.name}: not played"
    told = "met" if result.tally.score >= bar.least else "missed"
    asked = f"{bar.least:.0%} of {bar.games} games were asked for"
    return f"{bar.name}: {result.tally.score:.1%} of {played} games; {asked}: {told}{' so far' * (played < bar.games)}"


def choice_row(result: PairingResult) -> str:
    """The line of a match of two players."""
    tally, interval, pairing = result.tally, result.tally.interval(), result.pairing
    size, games = pairing.conditions.size, len(result.counted)
    return (
        f"| {size}x{size} | `{pairing.first.name}` | `{pairing.second.name}` | {games} |"
        f" {tally.score:.1%} | {interval.low:.1%} – {interval.high:.1%} |"
    )


def _other_row(result: PairingResult) -> str:
    tally, interval, pairing = result.tally, result.tally.interval(), result.pairing
    conditions, games = pairing.conditions, result.counted
    game = f"{conditions.size}x{conditions.size}, {conditions.rules}"
    agreed = sum(played.counted_by == "agreement" for played in games)
    counted = sum(played.end is End.SCORE for played in games)
    return (
        f"| {game} | `{pairing.first.name}` | `{pairing.second.name}` |"
        f" {len(games)} | {tally.score:.1%} | {interval.low:.1%} – {interval.high:.1%} | {agreed} of {counted} |"
    )


def suite_row(path: Path) -> str:
    """The line of a suite in the table, from its report."""
    family, name = path.stem.removeprefix("suite-").split("-", 1)
    report: dict[str, Any] = json.loads(path.read_text())["files"][0]
    passed = report["passed"]  # the unexpected ones are among them
    asked = passed + report["failed"] + report["expected_failures"]
    share = f"{passed / asked:.0%}" if asked else ""
    return f"| {family} | {name} | {asked} | {passed} | {share} |"


HEAD = """# Strength

Written by `python benchmarks/strength.py write`; the same script plays the matches and runs the suites. Area rules,
komi 7.5, colours alternating, one thread. This is the classical engine, `network=no`;
[The network](network.md) tells what Tengen does with it. Playouts are those run for the move;
what the tree keeps of earlier ones comes on top, as in play. Intervals are Wilson's, 95 %.

## Against GNU Go and Pachi

| board | playouts a move | against | games | won | 95 % | as Black | as White | ms a move |
|---|---|---|---|---|---|---|---|---|
"""


def write(folder: Path, page: Path) -> None:
    """Write the page from the stores and reports in `folder`."""
    results = {bar: pairing_in(folder / f"{bar.name}.db") for bar in BARS}
    before = page.read_text(encoding="utf-8") if page.exists() else ""
    rows = {bar: _row(bar, result, before) for bar, result in results.items()}
    lines = [HEAD + "\n".join(filter(None, rows.values())), ""]
    for bar, result in results.items():
        if result is None:
            versions = [line for line in before.splitlines() if line.startswith(f"- {bar.name}: version")]
            lines += versions[:1] if rows[bar] else []
        else:
            lines += [
                f"- {bar.name}: version {', '.join(result.versions[True])}",
                *(f"  - {r}" for r in result.remarks()),
            ]
    others = [result for path in sorted(folder.glob("match-*.db")) if (result := pairing_in(path)) is not None]
    if others:
        lines += [
            "",
            "## Other matches",
            "",
            "The last column: of the games that were counted, how many both count alike.",
        ]
        lines += ["", "| game | player | against | games | won | 95 % | agreed |", "|---|---|---|---|---|---|---|"]
        lines += [_other_row(result) for result in others]
    choices = [result for path in sorted(folder.glob("choice-*.db")) if (result := pairing_in(path)) is not None]
    if choices:
        lines += ["", "## Self-play by which defaults were chosen", "", "Each against the default of its day.", ""]
        lines += ["| board | player | against | games | won | 95 % |", "|---|---|---|---|---|---|"]
        lines += [choice_row(result) for result in choices]
    if (folder / "knowledge.db").exists():
        part = folder / "knowledge.md"
        command = [
            sys.executable,
            "-m",
            "tengen",
            "lab",
            "report",
            "knowledge",
            "--store",
            str(folder / "knowledge.db"),
        ]
        subprocess.run([*command, "--markdown", str(part)], check=True, stdout=subprocess.DEVNULL)
        lines += ["", part.read_text().replace("\n#", "\n##").replace("# ", "## ", 1).rstrip()]
    reports = sorted(folder.glob("suite-*.json"))
    if reports:
        lines += [
            "",
            "## Regression suites",
            "",
            f"At {SUITE_PLAYOUTS:,} playouts a move; of GNU Go's suites the lines `reg_genmove`. A suite without",
            "tests asks only for commands that Tengen does not have.",
        ]
        lines += ["", "| from | suite | tests | passed | |", "|---|---|---|---|---|"]
        lines += [suite_row(path) for path in reports]
    if (folder / PACHI).exists():
        table = (folder / PACHI).read_text().rstrip()
        lines += ["", "## Pachi's unit tests", "", "By `benchmarks/pachi_suites.py`, which says what is asked.", ""]
        lines += ["```", table, "```"]
    save_atomically(page, with_kept(page, "\n".join(lines) + "\n").encode())
    print("\n".join(verdict(bar, result) for bar, result in results.items()))


def with_kept(page: Path, text: str) -> str:
    """The text, and behind it the sections of the page as it is that nothing in the folder makes anew."""
    if not page.exists():
        return text
    made = set(re.findall(r"(?m)^## .*$", text))
    sections = re.split(r"(?m)^(?=## )", page.read_text(encoding="utf-8"))[1:]
    kept = [section.rstrip() for section in sections if section.splitlines()[0] not in made]
    return "\n\n".join([text.rstrip(), *kept]) + "\n"


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("folder", type=Path)
    playing.add_argument("--pachi", type=Path, help="the folder where Pachi was built")
    playing.add_argument("--games", type=int, default=0, help="of each match; 0: as many as the bar asks for")
    playing.add_argument("--jobs", type=int, default=1, help="games at a time")
    playing.add_argument("--only", nargs="*", default=[], choices=[bar.name for bar in BARS])
    testing = commands.add_parser("suites")
    testing.add_argument("folder", type=Path)
    testing.add_argument("where", type=Path)
    testing.add_argument("--evaluations", type=int, help="with the network, so many a move, into a folder of their own")
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("page", type=Path, nargs="?", default=Path("docs/strength.md"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.command == "play":
        play(arguments.folder, arguments.only, arguments.pachi, arguments.jobs, arguments.games)
    elif arguments.command == "suites":
        suites(arguments.folder, arguments.where, arguments.evaluations)
    else:
        write(arguments.folder, arguments.page)


if __name__ == "__main__":
    main()
