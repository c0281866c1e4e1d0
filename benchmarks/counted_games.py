"""How often is a finished game counted as both players counted it?

    python benchmarks/counted_games.py GAMES... [--games 200] [--rules japanese] [--write docs/network.md]

GAMES is anything that `tengen.records.collections.read_games` reads; of each those of the test part are taken that
have a margin on record. The stones are judged by the classical engine (`network=no`) and by the one with the
network, each at a glance and at the end of a game, when what is left in doubt is played out. A game that was counted by
other rules than `--rules` may differ by a point.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tengen.engines import create_engine
from tengen.engines.endgame.judgement import Judgement
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.learning.network.lessons import signed_margin
from tengen.pages import put_between_marks
from tengen.records.collections import CollectedGame, Tally, part_of, read_games
from tengen.records.writer import save_atomically

MARKS = "counted games"
FAR = 10.0  # points: a count that overlooks the life or death of a group
HEAD = (
    "| games | network | judged | the same count | off by a point at most | the same winner | off by more than 10"
    " | seconds each |\n|---|---|---|---|---|---|---|---|"
)


@dataclass
class Counts:
    """How often a way of judging came to what is on record."""

    games: int = 0
    same: int = 0
    near: int = 0
    winner: int = 0
    far: int = 0
    seconds: float = 0.0  # of one core

    def add(self, margin: float, recorded: float, seconds: float) -> None:
        """One game, Black's margin as it was judged and as it is on record."""
        off = abs(margin - recorded)
        self.games += 1
        self.same += off < 0.6
        self.near += off < 1.1
        self.winner += (margin > 0) == (recorded > 0)
        self.far += off > FAR
        self.seconds += seconds

    def __str__(self) -> str:
        shares = (self.same, self.near, self.winner, self.far)
        return " | ".join([*(f"{share / self.games:.1%}" for share in shares), f"{self.seconds / self.games:.2f}"])


def final_position(game: CollectedGame, rules: str) -> Position:
    """The board at the end of a game."""
    position = Position(game.size, rules=rules, komi=game.komi)
    for point in game.moves.tolist():
        position.play(Vertex.from_point(point), force=True)
    return position


def rows(path: Path, most: int, rules: str) -> list[str]:
    """The lines of a collection."""
    games = (game for game in read_games(path, Tally()) if part_of(game) == "test" and game.margin and game.winner)
    some = [game for game, _ in zip(games, range(most), strict=False)]
    found = []
    for network in ("no", "yes"):
        with create_engine("mcts", threads=1, settings={"network": network}) as engine:
            ways: dict[str, Callable[[Position], Judgement]] = {
                "at a glance": engine.judge_quickly,
                "at the end": engine.judge,
            }
            counts = {name: Counts() for name in ways}
            for game in some:
                position, recorded = final_position(game, rules), signed_margin(game)
                assert recorded is not None
                for name, judge in ways.items():
                    began = time.process_time()
                    margin = judge(position).score.margin
                    counts[name].add(margin, recorded, time.process_time() - began)
        found += [f"| {path.name} ({its.games}) | {network} | {name} | {its} |" for name, its in counts.items()]
    return found


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", type=Path, nargs="+", metavar="GAMES")
    parser.add_argument("--games", type=int, default=200, help="of each collection, at most")
    parser.add_argument("--rules", default="japanese", help="by which they are counted")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into this page too")
    options = parser.parse_args()
    lines = [HEAD]
    for path in options.collections:
        lines += rows(path, options.games, options.rules)
    table = "\n".join(lines)
    print(table)
    if options.write is not None:
        page = put_between_marks(options.write.read_text(encoding="utf-8"), MARKS, table)
        save_atomically(options.write, page.encode())


if __name__ == "__main__":
    main()
