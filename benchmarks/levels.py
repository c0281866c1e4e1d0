"""Measure the levels by the network: which settings play at which Elo, and what the levels then really come to.

    python benchmarks/levels.py play FOLDER knots 9      settings against each other and GNU Go, on 9x9 (13, 19)
    python benchmarks/levels.py fit FOLDER               their Elo: writes src/tengen/engines/network_levels.csv
    python benchmarks/levels.py play FOLDER levels 9     fresh games: levels of that table
    python benchmarks/levels.py write FOLDER [docs/levels.md]

Sizes of which FOLDER has no games stay as they are in table and page. Everything is played as ordinary matches into
stores in FOLDER and can be stopped and gone on with: all matches of a part grow in turns. Games of levels are kept by
the rows of the table they were played with (a part of their hash is in the store's name): after a new `fit` they are
played anew.
Ratings are Bradley and Terry's, anchored at GNU Go; neither the table nor the page has a figure that does not come
out of the games. The levels without a network are `classical_levels.py`'s.
"""

import argparse
import hashlib
import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tengen.engines.levels import (
    ANCHOR_ELO,
    NETWORK_TABLE,
    drawing_of_elo,
    elo_of_rank,
    offered,
    parse_level,
    ranks,
)
from tengen.lab.conditions import Conditions
from tengen.lab.match import play_match
from tengen.lab.players import parse_player
from tengen.lab.results import PairingResult, results_of
from tengen.lab.statistics import Encounter, Ratings, rate
from tengen.lab.store import Store
from tengen.records.writer import save_atomically

KOMI = 7.5
SIZES = (9, 13, 19)
ANCHOR = "gnugo level=10"
WEAKER = "gnugo level=1"
WIDE = 150  # Elo to either side, of an interval that says little
ROUNDS = 2  # in which the matches of a part grow


class Match(NamedTuple):
    """Two players and how many games are wanted of them."""

    first: str
    second: str
    games: int


def player(level: str) -> str:
    """A level as a player of the laboratory."""
    return f"mcts level={level}"


# Temperature and evaluations, the weakest first.
KNOTS = {
    9: ("50x1", "20x1", "10x1", "5x1", "2.5x1", "1.4x1", "0.6x1", "0.2x6", "0.2x24", "0.2x100"),
    13: ("14x1", "8x1", "5x1", "3.5x1", "2.5x1", "1.8x1", "1.3x1", "0.8x1", "0.2x4", "0.2x16", "0.2x64"),
    19: (
        "9x1",
        "6x1",
        "5.3x1",
        "4.6x1",
        "3.9x1",
        "3.3x1",
        "2.8x1",
        "2.35x1",
        "2x1",
        "1.7x1",
        "1.4x1",
        "1.1x1",
        "0.7x1",
        "0.2x4",
        "0.2x12",
    ),
}
LEVELS = ("20k", "17k", "14k", "11k", "8k", "5k", "2k")


def _ladder(levels: tuple[str, ...], games: int, programs: dict[str, dict[str, int]]) -> tuple[Match, ...]:
    """Neighbours, and games with programs; of knots that search, which take long, a third."""

    def wanted(level: str) -> int:
        searches = level.endswith("d") or ("x" in level and not level.endswith("x1"))
        return games // 3 if searches else games

    neighbours = (Match(player(high), player(low), wanted(high)) for low, high in pairwise(levels))
    others = (Match(player(one), program, count) for program, ones in programs.items() for one, count in ones.items())
    return *neighbours, *others


def _checked(games: int, known: str, games_with: int, anchored: int, weaker: int) -> tuple[Match, ...]:
    """Matches of levels: among neighbours, with three settings `known` before, and with GNU Go at both levels."""
    programs = {player(one): {level: games_with} for one, level in zip(known.split(), ("14k", "8k", "5k"), strict=True)}
    return _ladder(LEVELS, games, programs | {ANCHOR: {"8k": anchored}, WEAKER: {"11k": weaker}})


MATCHES = {
    ("knots", 9): _ladder(KNOTS[9], 200, {ANCHOR: {"1.4x1": 50, "0.6x1": 30}, WEAKER: {"2.5x1": 50, "1.4x1": 30}}),
    ("knots", 13): _ladder(KNOTS[13], 120, {ANCHOR: {"1.3x1": 30}, WEAKER: {"1.8x1": 30, "1.3x1": 10}}),
    ("knots", 19): _ladder(KNOTS[19], 48, {ANCHOR: {"1.7x1": 12, "1.4x1": 8}, WEAKER: {"2x1": 12, "1.7x1": 12}}),
    ("levels", 9): _checked(150, "5x1 1.4x1 0.6x1", 60, 24, 40),
    ("levels", 13): _checked(80, "3.5x1 1.8x1 1.3x1", 40, 12, 16),
    ("levels", 19): _checked(40, "2.35x1 1.7x1 1.4x1", 20, 8, 8),
}


def store_of(folder: Path, part: str, size: int) -> Path:
    """Where the games of a part are."""
    if part == "knots":
        return folder / f"knots-{size}.db"
    rows = "\n".join(line for line in NETWORK_TABLE.read_text().splitlines() if line.startswith(f"{size},"))
    return folder / f"levels-{size}-{hashlib.sha256(rows.encode()).hexdigest()[:8]}.db"


def play(folder: Path, part: str, size: int, jobs: int | None = None) -> None:
    """Play what is wanted of a part and not there yet, a share of every match in turn."""
    conditions = Conditions.from_definition({"size": size, "komi": KOMI})
    with Store(store_of(folder, part, size)) as store:
        for turn in range(1, ROUNDS + 1):
            for wanted in MATCHES[part, size]:
                players = parse_player(wanted.first), parse_player(wanted.second)
                games = -(-wanted.games * turn // ROUNDS)
                played = play_match(store, *players, conditions, games + games % 2, resume=True, jobs=jobs)
                print(f"{wanted.first} – {wanted.second}: {played.result.tally}", flush=True)
                if played.stopped is not None:
                    raise SystemExit(str(played.stopped))


def results(folder: Path, part: str, size: int) -> list[PairingResult]:
    """The games of a part as they stand."""
    path = store_of(folder, part, size)
    if not path.exists():
        return []
    with Store(path, create=False) as store:
        found = [result for event in store.events() for result in results_of(store, event)]
    wanted = {name for match in MATCHES[part, size] for name in match[:2]}
    known = (result for result in found if {result.pairing.first.name, result.pairing.second.name} <= wanted)
    return [result for result in known if result.counted]


def ratings_of(found: list[PairingResult]) -> Ratings:
    """Everybody's Elo on the scale on which GNU Go is the anchor, or with a mean of 0 where it did not play."""
    encounters = []
    for result in found:
        first, second = result.pairing.first.name, result.pairing.second.name
        black, white = result.as_color(True), result.as_color(False)
        encounters.append(Encounter(first, second, black.points, black.games - black.points))
        encounters.append(Encounter(second, first, white.games - white.points, white.points))
    anchored = any(ANCHOR in (each.black, each.white) for each in encounters)
    anchor, elo = (ANCHOR, ANCHOR_ELO) if anchored else (None, 0.0)
    return rate(encounters, draws=False, anchor=anchor, anchor_elo=elo)


def fit(folder: Path, table: Path) -> None:
    """Write the table of settings and what they came to, for every size that was played; others stay as they are."""
    lines = ["size,elo,temperature,evaluations"]
    before_it = table.read_text().splitlines() if table.exists() else []
    for size in SIZES:
        found = results(folder, "knots", size)
        if not found:
            lines += [line for line in before_it if line.startswith(f"{size},")]
            continue
        ratings, before = ratings_of(found), float("-inf")
        print(size, ratings)
        for knot in KNOTS[size]:
            level = parse_level(knot)
            assert level is not None
            assert level.drawing is not None
            if player(knot) not in ratings.players:
                continue
            elo = round(ratings.rating(player(knot)).value)
            if elo <= before:
                print(f"{knot} came out no stronger than the one before it on {size}x{size}: left out")
                continue
            lines.append(f"{size},{elo},{level.drawing.temperature:g},{level.drawing.evaluations}")
            before = elo
    save_atomically(table, ("\n".join(lines) + "\n").encode())


HEAD = """# Levels

```sh
tengen play --level 15k            # a pleasant partner: 20k is a beginner
tengen gtp --level 1400            # an Elo rating
tengen match "mcts level=12k" "gnugo level=1"
```

`--level` is short for `--set level=…`, in GTP `tengen-set level 12k`. `max`, the default, is the engine as it is.

**What a level does.** It looks at the board once, with the network, which says how likely a strong player is to make
each move, and draws one: at a temperature of 1 by these chances as they are, above it more evenly, below it rather the
likeliest. So it opens in the corners, answers where something happens, and now and then plays a move that looks
right and is not. The weaker, the more it has an eye for stones that can be taken, or saved from it; beginners less
again. It draws no move that only loses stones, none on the first line (or on the second in the opening or away from all
stones) that neither takes nor saves any, and none in settled territory, unless the network finds it natural; above a
temperature of 14 some moves are made without that care. On large boards the first moves are drawn at 1.5 at most. When
only the last points are left a level plays nearly the likeliest move, and passes when none is left. It resigns when it
is behind by more than what is still open. The strongest levels search, with as many evaluations as the table says. A
level does not think on your time, and is not stronger with more time or threads. With the same seed (`--seed`) it plays
the same moves (those that search, with one thread).

**The scale.** GNU Go 3.8 at level 10 has 1800 Elo by convention and is called 8k, on every board; a rank is 100 Elo. So
these are ranks of this house. Far from GNU Go the scale rests on games of the levels among themselves, which often tell
programs of one kind farther apart than a stranger would.

**Without the network** (`--set network=no`, or where it cannot be used) the levels are [small searches by
playouts](levels-classical.md), measured on 9x9 only. A level that is beyond them is then the nearest of them.

"""


def _range() -> str:
    low, high = offered()
    return (
        f"There are the ranks {ranks()[0]} to {ranks()[-1]} and Elo ratings from {low:g} to"
        f" {high:g}: what was measured on all three boards.\nBeyond that `--level` says so. Stronger is `max`."
        " Boards of other sizes play by the table of the nearest one."
    )


def _knot_rows(size: int, found: list[PairingResult]) -> list[str]:
    ratings = ratings_of(found)
    rows = ["| temperature | evaluations | Elo | 95 % |", "|---:|---:|---:|---:|"]
    for knot in KNOTS[size]:
        if player(knot) in ratings.players:
            temperature, evaluations = knot.split("x")
            rows.append(f"| {temperature} | {evaluations} | {_rated(ratings, player(knot))} |")
    if WEAKER in ratings.players:
        rows.append(f"| `{WEAKER}` | | {_rated(ratings, WEAKER)} |")
    return rows


def _rated(ratings: Ratings, who: str) -> str:
    interval = ratings.interval(who)
    return f"{ratings.rating(who).value:.0f} | {interval.low:.0f} – {interval.high:.0f}"


def level_rows(size: int, found: list[PairingResult]) -> tuple[list[str], int, int]:
    """The levels as they were measured; how many have their name in their interval, and how many there are."""
    ratings = ratings_of(found)
    rows = [
        "| level | temperature | evaluations | meant | measured | 95 % | inside |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    inside = played = 0
    for name in LEVELS:
        who, meant = player(name), elo_of_rank(name)
        if who not in ratings.players:
            continue
        drawing, interval = drawing_of_elo(meant, size), ratings.interval(who)
        is_inside = interval.low <= meant <= interval.high
        inside, played = inside + is_inside, played + 1
        rows.append(
            f"| {name} | {drawing.temperature:g} | {drawing.evaluations} | {meant:.0f} | {_rated(ratings, who)} |"
            f" {'yes' if is_inside else 'no'} |"
        )
    if WEAKER in ratings.players:
        rows.append(f"| `{WEAKER}` | | | | {_rated(ratings, WEAKER)} | |")
    return rows, inside, played


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


def _with_gnugo(found: list[PairingResult]) -> int:
    return sum(
        len(result.counted) for result in found if ANCHOR in (result.pairing.first.name, result.pairing.second.name)
    )


def _board(folder: Path, size: int) -> list[str]:
    """What is known of the levels on one size of the board."""
    levels, knots = results(folder, "levels", size), results(folder, "knots", size)
    lines = [f"## On {size}x{size}", ""]
    if not levels:
        lines += ["The levels were not played yet.", ""]
    else:
        # Where few games with GNU Go could be played those of the settings give the levels their place too.
        rows, inside, played = level_rows(size, levels + knots)
        lines += [f"{inside} of {played} levels have their named value inside the interval. {_anchored(levels, knots)}"]
        lines += ["", _said_of_widths(levels + knots)]
        lines += ["", *rows, "", *_match_rows(levels), ""]
    if knots:
        lines += ["The settings behind them, measured first, between which the levels are interpolated:", ""]
        lines += [*_knot_rows(size, knots), "", *_match_rows(knots), ""]
    return lines


def _board_or_kept(folder: Path, size: int, page: Path) -> list[str]:
    """The section of one size; the one that is on the page already where the folder has no games of it."""
    made = _board(folder, size)
    if not results(folder, "levels", size) and not results(folder, "knots", size) and page.exists():
        sections = re.split(r"(?m)^(?=## |Written by )", page.read_text(encoding="utf-8"))
        kept = [section for section in sections if section.startswith(made[0])]
        return [*kept[0].rstrip().splitlines(), ""] if kept else made
    return made


def _anchored(levels: list[PairingResult], knots: list[PairingResult]) -> str:
    return (
        "Rated together are the games of the levels, which are\nfresh, and those of the settings behind them; against"
        f" GNU Go at level 10, where the scale is fixed, the former\nplayed {_with_gnugo(levels)} games and the latter"
        f" {_with_gnugo(knots)}: the fewer, the more the whole ladder may be off by the same amount."
    )


def _said_of_widths(found: list[PairingResult]) -> str:
    ratings = ratings_of(found)
    intervals = [ratings.interval(player(name)) for name in LEVELS if player(name) in ratings.players]
    width = sum(interval.high - interval.low for interval in intervals) / 2 / max(1, len(intervals))
    said = f"The intervals reach {width:.0f} Elo to either side on average"
    return f"**{said}: too few games, so that being inside says little.**" if width > WIDE else f"{said}."


def write(folder: Path, page: Path) -> None:
    """Write the page from the stores in `folder`."""
    lines = [
        HEAD + _range(),
        "",
        f"All games: area rules, komi {KOMI}, colours alternating; ratings by Bradley and Terry.",
    ]
    lines += ["", *(line for size in SIZES for line in _board_or_kept(folder, size, page))]
    lines += ["Written by `python benchmarks/levels.py write`; the same script plays the matches.", ""]
    save_atomically(page, "\n".join(lines).encode())


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("folder", type=Path)
    playing.add_argument("part", choices=("knots", "levels"))
    playing.add_argument("size", type=int, choices=SIZES)
    playing.add_argument("--jobs", type=int)
    fitting = commands.add_parser("fit")
    fitting.add_argument("folder", type=Path)
    fitting.add_argument("table", type=Path, nargs="?", default=NETWORK_TABLE)
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("page", type=Path, nargs="?", default=Path("docs/levels.md"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.command == "play":
        play(arguments.folder, arguments.part, arguments.size, arguments.jobs)
    elif arguments.command == "fit":
        fit(arguments.folder, arguments.table)
    else:
        write(arguments.folder, arguments.page)


if __name__ == "__main__":
    main()
