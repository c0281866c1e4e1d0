"""Measure the levels by the network: which settings play at which Elo, and what the levels then really come to.

    python benchmarks/levels.py play FOLDER 9 settings   settings against each other and GNU Go, on 9x9 (13, 19)
    python benchmarks/levels.py fit FOLDER               their Elo: writes src/tengen/engines/network_levels.csv
    python benchmarks/levels.py play FOLDER 9 levels     the levels of that table
    python benchmarks/levels.py write FOLDER [docs/levels.md]

Everything is played as ordinary matches into one store a size, FOLDER/levels-SIZE.db, and can be stopped and gone on
with: all matches of a part grow in turns. A level plays under the name of its settings, so its games count for ever:
after a new `fit` the level has other settings, whose games are fresh, and the old ones serve the fit after that.
Sizes of which FOLDER has no games stay as they are in table and page.
Ratings are Bradley and Terry's, anchored at GNU Go; neither the table nor the page has a figure that does not come
out of the games. `levels_page.py` writes the page. The levels without a network are `classical_levels.py`'s.
"""

import argparse
import math
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import levels_page

from tengen.engines.levels import (
    ANCHOR_ELO,
    NETWORK_TABLE,
    Drawing,
    drawing_of_elo,
    elo_of_rank,
    parse_level,
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
ROUNDS = 2  # in which the matches of a part grow


class Match(NamedTuple):
    """Two players and how many games are wanted of them."""

    first: str
    second: str
    games: int


class Plan(NamedTuple):
    """How many games a part wants on a size of the board."""

    neighbours: int
    anchored: dict[str, int]  # with GNU Go at level 10
    weaker: dict[str, int]  # at level 1


def player(settings: str) -> str:
    """Settings of a level as a player of the laboratory."""
    return f"mcts level={settings}"


def settings_of(rank: str, size: int) -> str:
    """What a level plays with on a size, by the present table.

    >>> settings_of("20k", 9).endswith("x1")
    True
    """
    drawing = drawing_of_elo(elo_of_rank(rank), size)
    return f"{drawing.temperature:g}x{drawing.evaluations}"


# Temperature and evaluations, the weakest first.
KNOTS = {
    9: ("50x1", "20x1", "10x1", "5x1", "2.5x1", "1.4x1", "0.6x1", "0.2x6", "0.2x24", "0.2x100"),
    13: ("14x1", "8x1", "5x1", "3.5x1", "2.5x1", "1.8x1", "1.3x1", "0.8x1", "0.2x4", "0.2x16", "0.2x64"),
    19: ("9x1", "6x1", "4.6x1", "3.6x1", "2.8x1", "2.2x1", "1.7x1", "1.2x1", "0.7x1", "0.2x4", "0.2x12"),
}
LEVELS = ("20k", "17k", "14k", "11k", "8k", "5k", "2k")
PLANS = {
    ("settings", 9): Plan(200, {"1.4x1": 40, "0.6x1": 20}, {"2.5x1": 30}),
    ("settings", 13): Plan(160, {"1.8x1": 16, "1.3x1": 16}, {"1.8x1": 12}),
    ("settings", 19): Plan(80, {"2.2x1": 10, "1.7x1": 10}, {"2.2x1": 8}),
    ("levels", 9): Plan(160, {"11k": 30, "8k": 80, "5k": 40}, {"14k": 30, "11k": 50, "8k": 30}),
    ("levels", 13): Plan(120, {"11k": 14, "8k": 40, "5k": 20}, {"14k": 14, "11k": 24, "8k": 14}),
    ("levels", 19): Plan(80, {"11k": 8, "8k": 30, "5k": 12}, {"14k": 8, "11k": 14, "8k": 8}),
}


def matches(part: str, size: int) -> list[Match]:
    """What is to be played: neighbours, of which those that search a third as often, and games with GNU Go."""
    plan = PLANS[part, size]
    names = dict(zip(LEVELS, (settings_of(rank, size) for rank in LEVELS), strict=True))
    known = KNOTS[size] if part == "settings" else tuple(dict.fromkeys(names.values()))
    wanted = []
    for low, high in pairwise(known):
        games = plan.neighbours if high.endswith("x1") else plan.neighbours // 3
        wanted.append(Match(player(high), player(low), games))
    if part == "levels":  # beside a setting of the table each, so that levels and settings are one pool
        for one in known:
            near = min(KNOTS[size], key=lambda knot: (abs(_place(knot) - _place(one)), knot))
            if near != one:
                wanted.append(Match(player(one), player(near), plan.neighbours // 4))
    for program, against in ((ANCHOR, plan.anchored), (WEAKER, plan.weaker)):
        wanted += [Match(player(names.get(one, one)), program, games) for one, games in against.items()]
    return wanted


def _drawing(settings: str) -> Drawing:
    level = parse_level(settings)
    assert level is not None
    assert level.drawing is not None
    return level.drawing


def _place(settings: str) -> float:
    """Where settings stand among the others: what grows about evenly with strength."""
    drawing = _drawing(settings)
    heat = drawing.temperature if drawing.temperature <= 1 else 1 + math.log(drawing.temperature)
    return math.log(drawing.evaluations) - heat


def store_of(folder: Path, size: int) -> Path:
    """Where the games of a size are."""
    return folder / f"levels-{size}.db"


def play(folder: Path, part: str, size: int, jobs: int | None = None) -> None:
    """Play what is wanted of a part and not there yet, a share of every match in turn."""
    conditions = Conditions.from_definition({"size": size, "komi": KOMI})
    with Store(store_of(folder, size)) as store:
        for turn in range(1, ROUNDS + 1):
            for wanted in matches(part, size):
                players = parse_player(wanted.first), parse_player(wanted.second)
                games = -(-wanted.games * turn // ROUNDS)
                played = play_match(store, *players, conditions, games + games % 2, resume=True, jobs=jobs)
                print(f"{wanted.first} – {wanted.second}: {played.result.tally}", flush=True)
                if played.stopped is not None:
                    raise SystemExit(str(played.stopped))


def results(folder: Path, size: int) -> list[PairingResult]:
    """All games of a size as they stand."""
    path = store_of(folder, size)
    if not path.exists():
        return []
    with Store(path, create=False) as store:
        found = [result for event in store.events() for result in results_of(store, event)]
    return [result for result in found if result.counted]


def settings_in(found: list[PairingResult]) -> list[str]:
    """The settings that played, the weakest first."""
    names = {name for result in found for name in (result.pairing.first.name, result.pairing.second.name)}
    own = {name.removeprefix(player("")) for name in names - {ANCHOR, WEAKER}}
    return sorted(own, key=_place)


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
        found = results(folder, size)
        if found:
            lines += [f"{size},{row}" for row in _rows(size, found)]
        else:
            lines += [line for line in before_it if line.startswith(f"{size},")]
    save_atomically(table, ("\n".join(lines) + "\n").encode())


def _rows(size: int, found: list[PairingResult]) -> list[str]:
    """A row for each knot that played: the mean of the settings that are nearest to it, each by what is known of it."""
    ratings = ratings_of(found)
    print(size, ratings)
    near: dict[str, list[str]] = {knot: [] for knot in KNOTS[size]}
    for settings in settings_in(found):
        near[min(near, key=lambda knot: abs(_place(knot) - _place(settings)))].append(settings)
    lines: list[str] = []
    before = -math.inf
    for group in filter(None, near.values()):
        drawings = [_drawing(settings) for settings in group]
        # What all share, the place of the ladder by GNU Go, is no reason to trust one more: neighbours tell.
        weights = [sum(len(r.counted) for r in found if player(one) in _names(r)) for one in group]
        elo = round(_mean([ratings.rating(player(one)).value for one in group], weights))
        temperature = math.exp(_mean([math.log(drawing.temperature) for drawing in drawings], weights))
        evaluations = round(math.exp(_mean([math.log(drawing.evaluations) for drawing in drawings], weights)))
        if elo <= before:
            print(f"{' '.join(group)} came out no stronger than what is before it on {size}x{size}: left out")
            continue
        lines.append(f"{elo},{temperature:.4g},{evaluations}")
        before = elo
    return lines


def _names(result: PairingResult) -> tuple[str, str]:
    return result.pairing.first.name, result.pairing.second.name


def _mean(values: list[float], weights: list[int]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


def write(folder: Path, page: Path) -> None:
    """Write the page from the stores in `folder`; what is said of sizes without games stays."""
    boards = {}
    for size in SIZES:
        found = results(folder, size)
        levels = {rank: settings_of(rank, size) for rank in LEVELS}
        boards[size] = levels_page.Board(found, ratings_of(found), levels, settings_in(found)) if found else None
    levels_page.write(page, boards)


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("folder", type=Path)
    playing.add_argument("size", type=int, choices=SIZES)
    playing.add_argument("part", choices=("settings", "levels"))
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
