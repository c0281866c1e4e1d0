"""What a review at its default says of professional openings, and of a game with known blunders.

A professional's first moves are good ones: whatever a review calls a mistake among them is a mistake of the review. The
bar: in ten games that nothing was learnt from, no move of the first twenty is called a mistake. The other way round
a review that calls nothing bad is worth nothing, so the moves of `docs/review-game.sgf` that lose most are named
here, and must be found:

    .venv/bin/python benchmarks/review_openings.py GAMES [--games 10] [--moves 20] [--playouts N] [--truth N]

GAMES is anything that `tengen.records.collections.read_games` reads; those of its test part are taken, in an order that
depends on nothing but them. With `--truth` the game with blunders is reviewed with so many playouts too, and both lists
are printed one below the other: that is how the list here was made, and how margins were chosen.
"""

import argparse
import statistics
import time
from collections import Counter
from hashlib import blake2b
from pathlib import Path

from tengen.game.vertex import Vertex
from tengen.kernels.warm_up import warm_up
from tengen.records import GameRecord, load
from tengen.records.collections import CollectedGame, part_of, read_games
from tengen.review import Review, Severity, review_game
from tengen.review.games import Wishes

BLUNDERS_IN = Path(__file__).parent.parent / "docs" / "review-game.sgf"
BLUNDERS = (19,)  # numbers of its moves


def name_of(game: CollectedGame) -> str:
    """A name for a game that is the same in every file."""
    return blake2b(bytes([game.size]) + game.moves.astype("<i2").tobytes(), digest_size=8).hexdigest()


def record_of(game: CollectedGame, moves: int) -> GameRecord:
    """The first moves of a game as a record."""
    record = GameRecord(game.size, komi=game.komi)
    node = record.root
    for number, point in enumerate(game.moves[:moves].tolist()):
        node = node.add("white" if number % 2 else "black", str(Vertex.from_point(point)))
    return record


def reviewed(record: GameRecord, args: argparse.Namespace, playouts: int | None, last: int | None = None) -> Review:
    """A review by a fresh engine."""
    with Wishes(threads=args.threads, seed=args.seed).engine() as engine:
        return review_game(record, engine=engine, playouts=playouts, last=last)


def line_of(review: Review, least: float) -> str:
    """The moves that lost at least so much, and what they are called."""
    told = [
        f"{move.number} {move.move} −{100 * (move.lost or 0):.0f}±{100 * move.margin:.0f} {move.severity}"
        for move in review.moves
        if move.severity > Severity.GOOD or (move.lost or 0.0) >= least
    ]
    return "; ".join(told) or "nothing"


def openings(args: argparse.Namespace) -> int:
    """Review openings; how many mistakes and blunders were found in them."""
    games = {name_of(game): game for game in read_games(args.collection) if part_of(game) == "test" and game.size == 19}
    counts: Counter[Severity] = Counter()
    largest = 0.0
    for name, game in sorted(games.items())[: args.games]:
        began = time.perf_counter()
        review = reviewed(record_of(game, args.moves), args, args.playouts)
        taken = time.perf_counter() - began
        counts.update(move.severity for move in review.moves)
        largest = max([largest, *(move.lost or 0.0 for move in review.moves)])
        print(f"{name} komi {game.komi:g}, {taken:.1f} s: {line_of(review, 0.05)}", flush=True)
    told = ", ".join(f"{counts[severity]} {severity}" for severity in Severity)
    print(f"first {args.moves} moves of {args.games} games: {told}; the largest loss {100 * largest:.1f} %")
    return counts[Severity.MISTAKE] + counts[Severity.BLUNDER]


def blunders(args: argparse.Namespace) -> set[int]:
    """Review the game with blunders; the numbers of those not found."""
    record = load(BLUNDERS_IN)
    began = time.perf_counter()
    review = reviewed(record, args, args.playouts)
    print(f"{BLUNDERS_IN.name}, {len(review.moves)} moves, {time.perf_counter() - began:.1f} s: {line_of(review, 0.1)}")
    if args.truth:
        better = reviewed(record, args, args.truth)
        print(f"the same with {args.truth} playouts a move: {line_of(better, 0.1)}")
        pairs = [(a.lost, b.lost) for a, b in zip(review.moves, better.moves, strict=True)]
        apart = [100 * (one - other) for one, other in pairs if one is not None and other is not None]
        mean, deviation = statistics.mean(apart), statistics.stdev(apart)
        print(f"what a move lost differs by {mean:.1f} %, with a deviation of {deviation:.1f}")
    found = {move.number for move in review.moves if move.severity >= Severity.MISTAKE}
    return set(BLUNDERS) - found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=Path, metavar="GAMES")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--playouts", type=int, help="a move; without it the default of a review")
    parser.add_argument("--truth", type=int, help="playouts of a second, better review of the game with blunders")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    warm_up()
    wrong, missed = openings(args), blunders(args)
    print(f"called mistakes in openings: {wrong} (bar 0); blunders not found: {sorted(missed) or 'none'} (bar none)")


if __name__ == "__main__":
    main()
