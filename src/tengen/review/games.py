"""Reviewing many games: files and whole folders, one after the other, each into files of its own.

A file that cannot be reviewed is told of at the end and does not stop the others.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from tengen.defaults import DEFAULT_ENGINE
from tengen.engines.interface import Engine
from tengen.engines.registry import create_engine, engine_class
from tengen.errors import TengenError
from tengen.game.ruleset import Ruleset
from tengen.own_version import own_version
from tengen.parameters import with_settings
from tengen.records import GameRecord, load_all
from tengen.records.writer import save_atomically
from tengen.review.files import KINDS, make_folder, save_review
from tengen.review.index import index_page
from tengen.review.model import Review
from tengen.review.raster import can_draw_png
from tengen.review.reviewer import Progress, review_game
from tengen.review.severity import Thresholds
from tengen.review.store import SavedAnalysis
from tengen.search.network.model import network_model


@dataclass(frozen=True)
class Wishes:
    """How games are to be reviewed: what the options of `tengen review` say."""

    playouts: int | None = None
    seconds: float | None = None
    threads: int | None = None
    seed: int | None = None
    settings: dict[str, Any] = field(default_factory=dict)  # of the engine
    rules: str | None = None  # instead of the record's
    komi: float | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)
    first: int = 1
    last: int | None = None
    variations: bool = False

    def engine(self) -> Engine:
        """An engine as wished."""
        return create_engine(threads=self.threads, seed=self.seed, settings=self.settings)

    def identity(self) -> dict[str, Any]:
        """What makes an analysis another one: how much was searched, by which engine; not by how many threads.

        A network that cannot be used is refused here, before any game is looked at.
        """
        parameters = asdict(with_settings(engine_class(DEFAULT_ENGINE).default_parameters, self.settings))
        network = network_model(str(parameters["network"]))
        return {
            "version": own_version(),
            "playouts": self.playouts,
            "seconds": self.seconds,
            "seed": self.seed,
            "network": None if network is None else blake2b(network.path.read_bytes(), digest_size=8).hexdigest(),
            "parameters": {name: value for name, value in parameters.items() if name not in ("memory", "ponder")},
        }


@dataclass(frozen=True)
class Game:
    """A game to be reviewed, and the name of its files."""

    name: str
    source: Path
    number: int | None = None  # in a file of several games


@dataclass(frozen=True)
class Failure:
    """A file that could not be reviewed."""

    source: Path
    reason: str


@dataclass
class ReviewOutcome:
    """What became of the games."""

    reviews: list[tuple[str, Review]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)


OnGame = Callable[[str, GameRecord, int, int], None]  # name, record, number of the file, number of files


def sources_of(paths: Sequence[Path]) -> list[Path]:
    """The files: those named, and of folders all that end in .sgf, with those in folders within."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.suffix.lower() == ".sgf" and p.is_file())
            if not inside:
                raise TengenError(f"{path} has no files that end in .sgf: name a game file or another folder")
            found += inside
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def review_files(
    paths: Sequence[Path],
    out: Path,
    wishes: Wishes,
    *,
    on_game: OnGame | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> ReviewOutcome:
    """Review all games of these files and folders into the folder `out`."""
    sources = sources_of(paths)
    _refuse_to_overwrite(sources, out)
    make_folder(out)
    identity = wishes.identity()
    outcome = ReviewOutcome()
    names: set[str] = set()
    kinds = [kind for kind in KINDS if kind != "png" or can_draw_png()]
    for number, source in enumerate(sources, 1):
        try:
            records = load_all(source)
            for index, record in enumerate(records):
                name = _new_name(source.stem + (f"-{index + 1}" if len(records) > 1 else ""), names)
                _apply(record, wishes)
                if on_game is not None:
                    on_game(name, record, number, len(sources))
                review = _review(record, out, name, wishes, identity, on_progress)
                save_review(review, out, name, kinds)
                outcome.reviews.append((name, review))
        except TengenError as error:
            outcome.failures.append(Failure(source, str(error)))
    if len(sources) > 1 or len(outcome.reviews) > 1:
        save_atomically(out / "index.html", index_page(outcome.reviews, outcome.failures).encode())
    return outcome


def _review(
    record: GameRecord,
    out: Path,
    name: str,
    wishes: Wishes,
    identity: dict[str, Any],
    on_progress: Callable[[Progress], None] | None,
) -> Review:
    """One game, on what an earlier run left of it."""
    with (
        SavedAnalysis(out / f"{name}.analysis.json", record.size, identity) as saved,
        wishes.engine() as engine,
    ):
        review = review_game(
            record,
            engine=engine,
            playouts=wishes.playouts,
            seconds=wishes.seconds,
            thresholds=wishes.thresholds,
            first=wishes.first,
            last=wishes.last,
            variations=wishes.variations,
            memory=saved,
            on_progress=on_progress,
        )
        saved.finish(stop.key for stop in review.stops)
    return review


def _apply(record: GameRecord, wishes: Wishes) -> None:
    """Other rules or komi, if wished; a komi that the file names itself stays with other rules."""
    if wishes.rules is not None:
        record.rules = Ruleset.named(wishes.rules)
    if wishes.komi is not None:
        record.komi = wishes.komi


def _refuse_to_overwrite(sources: Sequence[Path], out: Path) -> None:
    folder = out.resolve()
    for source in sources:
        if source.resolve().parent == folder:
            raise TengenError(f"the annotated record would overwrite {source}: choose another folder with --out")


def _new_name(wanted: str, taken: set[str]) -> str:
    """A name for the files of a game; those of the same name are numbered."""
    name, number = wanted, 1
    while name.lower() in taken or name.lower() == "index":
        number += 1
        name = f"{wanted}-{number}"
    taken.add(name.lower())
    return name
