"""What knowledge of openings is worth: how players open, judged by professionals' games and by the network.

    python benchmarks/openings.py play FOLDER/classical.json --player "network=no joseki=yes" --player "network=no" …
    python benchmarks/openings.py write FOLDER docs/openings.md

Each player opens games with a rival of the same playouts, colours alternating and with another seed each time. Two
things are told of it: how many of the first moves professionals made in that very position (of those the book that
ships knows), and how far ahead it is after the opening, as a search with the network sees it, with an interval of 95 %.
A whole game takes minutes and says won or lost; an opening takes seconds and says by how much, so small differences
show sooner. Whether they win games is for matches. `write` puts tables of all such files, and of the matches in stores
beside them (`FOLDER/*.db`), into the page.
"""

import argparse
import json
import math
import re
import statistics
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

from strength import choice_row, pairing_in

import tengen
from tengen.books.in_play import BY_DEFAULT, books_named
from tengen.engines.interface import Engine
from tengen.engines.request import Limit, SearchRequest
from tengen.game.color import BLACK
from tengen.pages import put_between_marks
from tengen.parameters import split_assignments
from tengen.records.writer import save_atomically

JUDGE_EVALUATIONS = 50
_FOLDERS = re.compile(r"=/\S*/")  # of files in settings, which are different on every machine
COUNTED_MOVES = 10  # of the game: those that are looked up in the book


@dataclass
class Opening:
    """What a player did."""

    player: str
    known: int = 0  # moves in positions that the book knows …
    played: int = 0  # … and of those the ones it has
    share: float = 0.0  # sum of how many professionals played each
    leads: list[float] = field(default_factory=list)  # points, at the end of each opening

    def told(self) -> str:
        """One line."""
        mean, margin = mean_and_margin(self.leads)
        found = f"{self.played}/{self.known} ({self.played / max(1, self.known):.0%})"
        chosen = f"{self.share / max(1, self.known):.0%}"
        return f"{self.player:<55} {found:>16} {chosen:>10} {mean:+8.1f} ± {margin:.1f} of {len(self.leads)}"


def mean_and_margin(values: list[float]) -> tuple[float, float]:
    """The mean, and half of its interval of 95 %."""
    if len(values) < 2:
        return (values[0] if values else math.nan), math.inf
    return statistics.mean(values), 1.96 * statistics.stdev(values) / math.sqrt(len(values))


def engine_of(settings: str, playouts: int, seed: int) -> Engine:
    values = split_assignments(settings.split())
    return tengen.create_engine("mcts", playouts=playouts, seed=seed, threads=1, settings={"memory": "200", **values})


def count_known(opening: Opening, position: tengen.Position, vertex: tengen.Vertex) -> None:
    """Look a move up in the book that ships, where that knows the position."""
    for book in books_named(BY_DEFAULT):
        moves = [] if book.kind.value != "statistics" else book.moves(position)
        if moves:
            opening.known += 1
            found = [move for move in moves if vertex in (move.vertex, *move.twins)]
            opening.played += bool(found)
            opening.share += sum(move.games for move in found) / sum(move.games for move in moves)
            return


def open_game(opening: Opening, rival: str, options: argparse.Namespace, number: int, judge: Engine) -> None:
    """One opening; the player is Black in every second one."""
    seed = options.seed + number // 2
    engines = [engine_of(text, options.playouts, seed) for text in (opening.player, rival)]
    position = tengen.Position(options.size)
    is_black = number % 2 == 0
    for move in range(options.moves):
        is_ours = (move % 2 == 0) == is_black
        vertex = engines[0 if is_ours else 1].choose_move(position, may_resign=False).vertex
        if is_ours and move < COUNTED_MOVES:
            count_known(opening, position, vertex)
        position.play(vertex)
    score = judge.search(SearchRequest(position, Limit(playouts=JUDGE_EVALUATIONS))).score
    opening.leads.append(score if (position.to_play is BLACK) == is_black else -score)


def play(options: argparse.Namespace) -> None:
    """Open games, tell, and write down."""
    judge = tengen.create_engine("mcts", seed=1, threads=1, settings={"network": "yes"})
    openings = []
    for text in options.player:
        opening = Opening(text)
        for number in range(options.games):
            open_game(opening, options.rival, options, number, judge)
            if sys.stderr.isatty():
                print(f"{number + 1} of {options.games}", end="\r", file=sys.stderr)
        openings.append(opening)
        print(opening.told(), flush=True)
        kept = {name: value for name, value in vars(options).items() if name not in ("file", "command", "player")}
        told = {"options": kept, "openings": [asdict(opening) for opening in openings]}
        save_atomically(options.file, json.dumps(told).encode())


def opening_table(path: Path) -> str:
    """The table of a file."""
    told = json.loads(path.read_text())
    options, openings = told["options"], [Opening(**each) for each in told["openings"]]
    size, playouts = options["size"], options["playouts"]
    lines = [
        f"{size}x{size}, {playouts:,} playouts a move, with `{options['rival']}`, {options['moves']} moves:",
        "",
        "| player | of its first moves, professionals made | their share of the games | lead after the opening |",
        "|---|---|---|---|",
    ]
    for its in openings:
        mean, margin = mean_and_margin(its.leads)
        known = f"{its.played} of {its.known}, {its.played / max(1, its.known):.0%}"
        lead = f"{mean:+.1f} ± {margin:.1f} ({len(its.leads)} games)".replace("-", "−")
        lines.append(f"| `{its.player}` | {known} | {its.share / max(1, its.known):.0%} | {lead} |")
    return "\n".join(lines)


def write(folder: Path, page: Path) -> None:
    """Put all tables into the page."""
    parts = [opening_table(path) for path in sorted(folder.glob("*.json"))]
    matches = [result for path in sorted(folder.glob("*.db")) if (result := pairing_in(path)) is not None]
    if matches:
        head = "| board | player | against | games | won | 95 % |\n|---|---|---|---|---|---|\n"
        rows = [_FOLDERS.sub("=", choice_row(result)) for result in matches]
        parts.append("Matches:\n\n" + head + "\n".join(rows))
    text = put_between_marks(page.read_text(encoding="utf-8"), "worth", "\n\n".join(parts))
    save_atomically(page, text.encode())


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path, help="what is found is written here, as JSON")
    playing.add_argument("--player", action="append", required=True, help="settings of the mcts engine; repeatable")
    playing.add_argument("--rival", default="network=no", help="settings of the player that all play with")
    playing.add_argument("--games", type=int, default=40)
    playing.add_argument("--playouts", type=int, default=1000)
    playing.add_argument("--moves", type=int, default=30)
    playing.add_argument("--size", type=int, default=19)
    playing.add_argument("--seed", type=int, default=1)
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("page", type=Path, nargs="?", default=Path("docs/openings.md"))
    options = parser.parse_args()
    if options.command == "play":
        play(options)
    else:
        write(options.folder, options.page)


if __name__ == "__main__":
    main()
