"""The page of the levels by the network, docs/levels.md, from what `levels.py` has measured."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tengen.engines.levels import ANCHOR_ELO, elo_of_rank, offered, ranks
from tengen.lab.results import PairingResult
from tengen.lab.statistics import Ratings
from tengen.records.writer import save_atomically

WIDE = 150  # Elo to either side, of an interval that says little
GNUGO = ("gnugo level=10", "gnugo level=1")


class Board(NamedTuple):
    """What was measured on one size of the board."""

    found: list[PairingResult]
    ratings: Ratings
    levels: Mapping[str, str]  # the settings each rank plays with now
    settings: list[str]  # all that played, the weakest first


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


def write(page: Path, boards: Mapping[int, Board | None]) -> None:
    """Write the page; the section of a size of which there are no games stays as it is on the page."""
    lines = [HEAD + _range(), "", "All games: area rules, komi 7.5, colours alternating; ratings by Bradley and Terry."]
    lines.append("")
    for size, board in boards.items():
        lines += _section(size, board) if board is not None else _kept(size, page)
    lines += ["Written by `python benchmarks/levels.py write`; the same script plays the matches.", ""]
    save_atomically(page, "\n".join(lines).encode())


def _range() -> str:
    low, high = offered()
    return (
        f"There are the ranks {ranks()[0]} to {ranks()[-1]} and Elo ratings from {low:g} to"
        f" {high:g}: what was measured on all three boards.\nBeyond that `--level` says so. Stronger is `max`."
        " Boards of other sizes play by the table of the nearest one."
    )


def _kept(size: int, page: Path) -> list[str]:
    """The section of a size as it is on the page."""
    title = f"## On {size}x{size}"
    if page.exists():
        sections = re.split(r"(?m)^(?=## |Written by )", page.read_text(encoding="utf-8"))
        for section in sections:
            if section.startswith(title):
                return [*section.rstrip().splitlines(), ""]
    return [title, "", "The levels were not played yet.", ""]


def _section(size: int, board: Board) -> list[str]:
    """What is known of the levels on one size of the board."""
    rows, inside, played = _level_rows(board)
    lines = [f"## On {size}x{size}", ""]
    if played:
        lines += [
            f"{inside} of {played} levels have their named value inside the interval. GNU Go at level 10, where the"
            f" scale is\nfixed, played {_with_gnugo(board.found)} of the games. {_widths(board)}",
            "",
            *rows,
            "",
        ]
    else:
        lines += ["The levels were not played yet.", ""]
    lines += [
        "All settings that played, rated together. A level lies between two rows of a table made of them",
        "(`src/tengen/engines/network_levels.csv`); the settings of levels of earlier tables are among them.",
        "",
        *_setting_rows(board),
        "",
        *_match_rows(board.found),
        "",
    ]
    return lines


def _rated(ratings: Ratings, who: str) -> str:
    interval = ratings.interval(who)
    return f"{ratings.rating(who).value:.0f} | {interval.low:.0f} – {interval.high:.0f}"


def _player(settings: str) -> str:
    return f"mcts level={settings}"


def _level_rows(board: Board) -> tuple[list[str], int, int]:
    """The levels as they were measured; how many have their name in their interval, and how many there are."""
    rows = [
        "| level | temperature | evaluations | meant | measured | 95 % | inside |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    inside = played = 0
    for rank, settings in board.levels.items():
        if settings not in board.settings:
            continue
        meant, interval = elo_of_rank(rank), board.ratings.interval(_player(settings))
        is_inside = interval.low <= meant <= interval.high
        inside, played = inside + is_inside, played + 1
        cells = " | ".join(settings.split("x"))
        rated = _rated(board.ratings, _player(settings))
        rows.append(f"| {rank} | {cells} | {meant:.0f} | {rated} | {'yes' if is_inside else 'no'} |")
    return rows, inside, played


def _setting_rows(board: Board) -> list[str]:
    rows = ["| temperature | evaluations | Elo | 95 % |", "|---:|---:|---:|---:|"]
    for settings in board.settings:
        rows.append(f"| {' | '.join(settings.split('x'))} | {_rated(board.ratings, _player(settings))} |")
    for program in GNUGO:
        if program in board.ratings.players:
            known = f"{ANCHOR_ELO:.0f} | fixed" if program == board.ratings.anchor else _rated(board.ratings, program)
            rows.append(f"| `{program}` | | {known} |")
    return rows


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
    names = [(result.pairing.first.name, result.pairing.second.name) for result in found]
    return sum(len(result.counted) for result, pair in zip(found, names, strict=True) if GNUGO[0] in pair)


def _widths(board: Board) -> str:
    settings = [one for one in board.levels.values() if one in board.settings]
    intervals = [board.ratings.interval(_player(one)) for one in settings]
    width = sum(interval.high - interval.low for interval in intervals) / 2 / max(1, len(intervals))
    said = f"The intervals reach {width:.0f} Elo\nto either side on average"
    return f"{said}: too few games with it, so that being inside says little." if width > WIDE else f"{said}."
