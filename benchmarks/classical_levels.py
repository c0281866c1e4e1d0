"""Measure the levels without a network: which settings play at which Elo, and how far apart the levels really are.

    python benchmarks/classical_levels.py play FOLDER knots   settings against each other and GNU Go
    python benchmarks/classical_levels.py fit FOLDER   their Elo: writes src/tengen/engines/levels.csv
    python benchmarks/classical_levels.py play FOLDER levels   fresh games: levels of that table against each other …
    python benchmarks/classical_levels.py play FOLDER gnugo   … and against GNU Go
    python benchmarks/classical_levels.py play FOLDER 13x13   the same levels on a larger board
    python benchmarks/classical_levels.py write FOLDER [docs/levels-classical.md]

Everything is played as ordinary matches into stores in FOLDER and can be stopped and gone on with. Games of
levels are kept by the table they were played with (a part of its hash is in the store's name): after a new `fit`
they are played anew. Ratings are Bradley and Terry's, anchored at GNU Go; neither the table nor the page has a
figure that does not come out of the games. A copy of the store 9x9-1000.db of benchmarks/strength.py in FOLDER
joins in: games with GNU Go take long.
"""

import argparse
import hashlib
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tengen.engines.levels import ANCHOR_ELO, TABLE, measured, parse_level, ranks
from tengen.lab.conditions import Conditions
from tengen.lab.match import play_match
from tengen.lab.players import Entrant, parse_player
from tengen.lab.results import PairingResult, results_of
from tengen.lab.statistics import Encounter, Ratings, rate
from tengen.lab.store import Store
from tengen.records.writer import save_atomically

KOMI = 7.5
ANCHOR = "gnugo level=10"
FASTER = "gnugo level=1"
STRENGTH = "9x9-1000.db"  # of benchmarks/strength.py, beside the stores of the levels: its games count too
SPACING = (150, 350)  # Elo between neighbouring levels: what is asked for


class Match(NamedTuple):
    """Two players and how many games are wanted of them."""

    first: str
    second: str
    games: int


def player(level: str) -> str:
    """A level as a player of the laboratory."""
    return f"mcts level={level} network=no"


# Playouts and temperature, the weakest first.
KNOTS = ("50@3", "70@2", "100@1.5", "120@1.3", "150@1.1", "200@0.8", "200@0.4", "250@0", "1000@0", "4000@0")
LEVELS = ("20k", "17k", "14k", "11k", "8k", "5k")


def _ladder(levels: tuple[str, ...], games: int) -> tuple[Match, ...]:
    return tuple(Match(player(stronger), player(weaker), games) for weaker, stronger in pairwise(levels))


MATCHES = {
    "knots": (
        *_ladder(KNOTS, 40),
        Match(player("250@0"), ANCHOR, 20),
        Match(player("1000@0"), ANCHOR, 20),
    ),
    "levels": _ladder(LEVELS, 100),
    "gnugo": (
        Match(player("8k"), ANCHOR, 60),
        Match(player("5k"), ANCHOR, 60),
        Match(player("11k"), ANCHOR, 60),
        Match(player("11k"), FASTER, 60),
        Match(player("8k"), FASTER, 60),
    ),
    "13x13": _ladder(LEVELS, 20),
}


SIZES = {part: 13 if part == "13x13" else 9 for part in MATCHES}


def store_of(folder: Path, part: str) -> Path:
    """Where the games of a part are."""
    if part == "knots":
        return folder / "knots.db"
    table = hashlib.sha256(TABLE.read_bytes()).hexdigest()[:8]
    return folder / f"{part}-{table}.db"


def play(folder: Path, part: str, jobs: int | None) -> None:
    """Play what is wanted of a part and not there yet."""
    conditions = Conditions.from_definition({"size": SIZES[part], "komi": KOMI})
    with Store(store_of(folder, part)) as store:
        for wanted in MATCHES[part]:
            players = parse_player(wanted.first), parse_player(wanted.second)
            played = play_match(store, *players, conditions, wanted.games, resume=True, jobs=jobs)
            print(f"{wanted.first} – {wanted.second}: {played.result.tally}", flush=True)
            if played.stopped is not None:
                raise SystemExit(str(played.stopped))


def results(folder: Path, part: str) -> list[PairingResult]:
    """The games of a part as they stand."""
    paths = [store_of(folder, part), *([folder / STRENGTH] if part == "knots" else [])]
    found = []
    for path in paths:
        if path.exists():
            with Store(path, create=False) as store:
                found += [result for event in store.events() for result in results_of(store, event)]
    return [result for result in found if result.counted]


def _who(one: Entrant) -> str:
    """What a player is called here: one with playouts and nothing else plays as those settings at temperature 0."""
    if one.engine == "mcts" and one.playouts is not None and not one.settings:
        return player(f"{one.playouts}@0")
    return one.name


def ratings_of(found: list[PairingResult]) -> Ratings:
    """Everybody's Elo on the scale on which GNU Go is the anchor, or with a mean of 0 where it did not play."""
    encounters = []
    for result in found:
        first, second = _who(result.pairing.first), _who(result.pairing.second)
        black, white = result.as_color(True), result.as_color(False)
        encounters.append(Encounter(first, second, black.points, black.games - black.points))
        encounters.append(Encounter(second, first, white.games - white.points, white.points))
    anchored = any(ANCHOR in (each.black, each.white) for each in encounters)
    anchor, elo = (ANCHOR, ANCHOR_ELO) if anchored else (None, 0.0)
    return rate(encounters, draws=False, anchor=anchor, anchor_elo=elo)


def fit(folder: Path, table: Path) -> None:
    """Write the table of settings and what they came to."""
    ratings = ratings_of(results(folder, "knots"))
    print(ratings)
    lines, before = ["elo,playouts,temperature"], float("-inf")
    for knot in KNOTS:
        level, elo = parse_level(knot), round(ratings.rating(player(knot)).value)
        assert level is not None
        if elo <= before:
            raise SystemExit(f"{knot} came out no stronger than the one before it: play more games, or change KNOTS")
        lines.append(f"{elo},{level.playouts},{level.temperature:g}")
        before = elo
    save_atomically(table, ("\n".join(lines) + "\n").encode())


HEAD = """# Levels without a network

With `--set network=no`, or where the network cannot be used, a level is a small search by playouts. With
it, [levels draw their moves from its opinion](levels.md).

**What a level does.** It searches little, and then does not always play the best move it found: it draws one of the
reasonable ones, the likelier the more the search looked at it and the better it looks (near the last move, good shape,
saving or taking stones). Unless the search thinks best of it, no move is reasonable that only loses stones, that is on
the first line (or on the second in the opening or away from all stones) and neither takes nor saves any, or that is in
settled territory. When only the last points are left the search is longer and its best move is played, and a level
passes as the full engine does. A level does not think on your time, and has no
learnt patterns: so it was measured. With the same seed (`--seed`) it plays the same
moves.

**Limits.** A level has a number of playouts; `--playouts`, `--time` or a clock can make it think less, never more.
On larger boards it has more of them, in proportion to the points.

**The scale.** GNU Go 3.8 at level 10 has 1800 Elo by convention and is called 8k; a rank is 100 Elo. So these are
ranks of this house and of 9x9, where they were measured; of larger boards only their order was. Far from
GNU Go the scale rests on games of the levels among themselves, which often tell programs of one kind farther apart than
a stranger would.

"""


def _range() -> str:
    knots = measured()
    named = ranks(network=False)
    return (
        f"There are the ranks {named[0]} to {named[-1]} and Elo ratings from {knots[0].elo:g} to"
        f" {knots[-1].elo:g}; beyond them nothing\nwas measured, and `--level` says so. Stronger is `max`."
    )


def _knot_rows(found: list[PairingResult]) -> list[str]:
    if not found:
        return ["Not played yet."]
    ratings = ratings_of(found)
    rows = ["| playouts a move | temperature | Elo | 95 % |", "|---:|---:|---:|---:|"]
    for knot in KNOTS:
        if player(knot) in ratings.players:
            playouts, temperature = knot.split("@")
            rating, interval = ratings.rating(player(knot)).value, ratings.interval(player(knot))
            rows.append(f"| {playouts} | {temperature} | {rating:.0f} | {interval.low:.0f} – {interval.high:.0f} |")
    return rows


def _level_rows(found: list[PairingResult]) -> list[str]:
    """The levels as they were measured, and how far each is above the one before it."""
    ratings = ratings_of(found)
    rows = [
        "| level | meant | playouts a move | temperature | measured | 95 % | above the one before | 95 % |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    before = ""
    for name in LEVELS:
        level, who = parse_level(name, network=False), player(name)
        assert level is not None
        if who not in ratings.players:
            continue
        rating, interval = ratings.rating(who).value, ratings.interval(who)
        gap = ratings.difference(who, before) if before else None
        told = "" if gap is None else f"{gap.value:+.0f}"
        between = "" if gap is None else f"{gap.interval().low:+.0f} – {gap.interval().high:+.0f}"
        rows.append(
            f"| {name} | {level.elo:.0f} | {level.playouts} | {level.temperature:g} | {rating:.0f} |"
            f" {interval.low:.0f} – {interval.high:.0f} | {told} | {between} |"
        )
        before = who
    for program in (FASTER, ANCHOR):
        if program in ratings.players and program != ratings.anchor:
            rating, interval = ratings.rating(program).value, ratings.interval(program)
            rows.append(f"| `{program}` | | | | {rating:.0f} | {interval.low:.0f} – {interval.high:.0f} | | |")
    return rows


def spacings(found: list[PairingResult]) -> list[float]:
    """Elo from each level to the next."""
    ratings = ratings_of(found)
    played = [player(name) for name in LEVELS if player(name) in ratings.players]
    return [ratings.difference(high, low).value for low, high in pairwise(played)]


def _verdict(found: list[PairingResult]) -> str:
    low, high = SPACING
    apart = spacings(found)
    good = sum(low <= gap <= high for gap in apart)
    listed = ", ".join(f"{gap:.0f}" for gap in apart)
    return f"Asked for is {low} to {high} Elo from a level to the next: {good} of {len(apart)} are ({listed})."


def _match_rows(found: list[PairingResult]) -> list[str]:
    rows = ["| player | against | games | won | 95 % | as Black | as White |", "|---|---|---:|---:|---:|---:|---:|"]
    for result in found:
        tally, interval, pairing = result.tally, result.tally.interval(), result.pairing
        rows.append(
            f"| `{pairing.first.name}` | `{pairing.second.name}` | {len(result.counted)} | {tally.score:.1%} |"
            f" {interval.low:.1%} – {interval.high:.1%} | {result.as_color(True)} | {result.as_color(False)} |"
        )
    versions = sorted({v for result in found for names in result.versions.values() for v in names})
    rows += ["", f"Versions: {', '.join(versions)}.", *(f"- {told}" for r in found for told in r.remarks())]
    return rows


def write(folder: Path, page: Path) -> None:
    """Write the page from the stores in `folder`."""
    lines = [HEAD + _range(), "", "## The ladder", ""]
    levels = results(folder, "levels") + results(folder, "gnugo")
    if levels:
        anchored = (
            "anchored at GNU Go" if ratings_of(levels).anchor else "0 being their mean: GNU Go has not played yet"
        )
        lines += [f"Fresh games of the levels on 9x9, area rules, komi {KOMI}, colours alternating; ratings by all of"]
        lines += [f"them together (Bradley and Terry), {anchored}.", "", *_level_rows(levels), ""]
        lines += [_verdict(levels), "", *_match_rows(levels)]
    else:
        lines += ["Not played yet."]
    larger = results(folder, "13x13")
    if larger:
        lines += ["", "## On 13x13", "", "Whether the order holds there:", "", *_match_rows(larger)]
    knots = results(folder, "knots")
    lines += ["", "## The settings behind them", "", "Levels are interpolated between these, which were measured"]
    lines += ["first (`src/tengen/engines/levels.csv`):", "", *_knot_rows(knots)]
    if knots:
        lines += ["", *_match_rows(knots)]
    lines += ["", "Written by `python benchmarks/classical_levels.py write`; the same script plays the matches.", ""]
    save_atomically(page, "\n".join(lines).encode())


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("folder", type=Path)
    playing.add_argument("part", choices=list(MATCHES))
    playing.add_argument("--jobs", type=int)
    fitting = commands.add_parser("fit")
    fitting.add_argument("folder", type=Path)
    fitting.add_argument("table", type=Path, nargs="?", default=TABLE)
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("page", type=Path, nargs="?", default=Path("docs/levels-classical.md"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.command == "play":
        play(arguments.folder, arguments.part, arguments.jobs)
    elif arguments.command == "fit":
        fit(arguments.folder, arguments.table)
    else:
        write(arguments.folder, arguments.page)


if __name__ == "__main__":
    main()
