"""What a review costs beyond its searches: all that is told, judged, saved and drawn, beside the bare search.

Both do the same searches: the same positions in the same order on the tree left by the one before, with the same
seed and one thread, so that not a simulation differs. They take turns in one run, position by position: whenever the
review, which writes all its files, is through with one, its clock is stopped and the bare search, which is `begin` and
`run` of another searcher, has the same position. So whatever else the machine does meanwhile slows both alike.
Processor time is told beside the time on the clock. The bar: a review of a game on 19x19 with 500 playouts a move takes
at most 5 % more. Run it with a game file, or without one for a game that the search plays against itself:

    .venv/bin/python benchmarks/review_overhead.py GAME.sgf --playouts 500 --rounds 3

It also prints how much win rate the search's own choices lose on average in a review, which should be next to nothing.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from tengen import Engine, Position, create_engine
from tengen.kernels.warm_up import warm_up
from tengen.records import GameRecord, load
from tengen.review import Progress, Review
from tengen.review.games import Wishes, review_files

SEED = 1
CLASSICAL = {"network": "no"}  # whose searches are shorter: all else weighs more beside them
BAR = 1.05


class BareSearch:
    """Searches each position after the review has, and counts the seconds: on the clock, and of the processor."""

    def __init__(self, engine: Engine, playouts: int) -> None:
        assert engine.searcher is not None
        self.searcher = engine.searcher
        self.playouts = playouts
        self.seconds = [0.0, 0.0]

    def follow(self, progress: Progress) -> None:
        """Search the position that the review has just searched."""
        began = now()
        self.searcher.begin(progress.stop.position)
        self.searcher.run(self.playouts)
        self.seconds = [total + end - start for total, end, start in zip(self.seconds, now(), began, strict=True)]


def now() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def measure(path: Path, playouts: int, threads: int) -> tuple[list[float], list[float], Review]:
    """The seconds of the bare searches and of the whole review, each on the clock and of the processor."""
    wishes = Wishes(playouts=playouts, threads=threads, seed=SEED, settings=CLASSICAL)
    with (
        tempfile.TemporaryDirectory() as folder,
        create_engine(threads=threads, seed=SEED, settings=CLASSICAL) as engine,
    ):
        bare = BareSearch(engine, playouts)
        began = now()
        outcome = review_files([path], Path(folder), wishes, on_progress=bare.follow)
        whole = [end - start for end, start in zip(now(), began, strict=True)]
    review = [total - search for total, search in zip(whole, bare.seconds, strict=True)]
    return bare.seconds, review, outcome.reviews[0][1]


def own_game(moves: int) -> GameRecord:
    """A game of the search against itself, quick rather than good."""
    position = Position(19)
    with create_engine(threads=1, seed=SEED, settings=CLASSICAL) as engine:
        while position.move_number < moves and not position.is_over:
            position.play(engine.analyze(position, playouts=50).best.vertex)
    return GameRecord.from_position(position)


def own_choices_lose(review: Review) -> list[float]:
    """What the moves lost that the analysis would have played too."""
    return [move.lost for move in review.moves if move.is_first_choice and move.lost is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", type=Path)
    parser.add_argument("--playouts", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1, help="of the search; with several nothing is quite the same")
    parser.add_argument("--moves", type=int, default=250, help="of the game it makes itself")
    options = parser.parse_args()
    warm_up()
    with tempfile.TemporaryDirectory() as folder:
        path = options.game
        if path is None:
            path = Path(folder) / "own.sgf"
            own_game(options.moves).save(path)
        record = load(path)
        print(f"{len(record.moves)} moves on {record.size}x{record.size}, {options.playouts} playouts each")
        ratios: dict[str, list[float]] = {"clock": [], "processor": []}
        for number in range(options.rounds):
            bare, full, review = measure(path, options.playouts, options.threads)
            for name, one, other in zip(ratios, full, bare, strict=True):
                ratios[name].append(one / other)
            print(
                f"round {number + 1}: search {bare[0]:.2f} s ({bare[1]:.2f} s processor), "
                f"review {full[0]:.2f} s ({full[1]:.2f} s processor)"
            )
    for name, found in ratios.items():
        print(f"review to search, by the {name}: {statistics.median(found):.3f}  (bar {BAR})")
    lost = own_choices_lose(review)
    if lost:
        print(f"own choices lose {100 * statistics.mean(lost):+.1f} % on average, of {len(lost)}")


if __name__ == "__main__":
    main()
