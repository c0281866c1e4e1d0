"""Learning openings from games: clusters of the positions after each of the first moves (SmartStart 9.1 and 9.2).

Every game gives eight positions a move, one for each orientation. Positions are vectors of 2·361 ones and zeroes of
length one. Mini-batches find the clusters (scikit-learn), and a few rounds of spherical k-means (Dhillon and Modha,
2001: each to the centre with the largest cosine, each centre the direction of its sum) end it. Equal positions are
one, with a weight. The same games and options make the same file.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.cluster import MiniBatchKMeans
from threadpoolctl import threadpool_limits

from tengen.errors import TengenError
from tengen.kernels.board_record import new_boards
from tengen.kernels.geometry import MAX_SIZE, POINTS, STRIDE
from tengen.kernels.openings.replay import first_positions
from tengen.records.collections import CollectedGame, Part, Tally, part_of, read_games
from tengen.search.openings_file import (
    OpeningsFile,
    OpeningsSection,
    OpeningStage,
    points_of_board,
    unit,
    write_openings,
)

Array = np.ndarray[Any, Any]
Progress = Callable[[str, int, int], None]
LEAST_GAMES = 100  # of a board size
_ROUNDS = 4  # of spherical k-means at the end
_AT_ONCE = 4096  # positions of a mini-batch
_PASSES = 6  # over all positions, of mini-batches
_TESTED = 1_000  # games


@dataclass(frozen=True)
class OpeningWishes:
    """What a person wants learnt."""

    collections: Sequence[Path]
    out: Path
    clusters: Sequence[int] = (64,)
    moves: int = 20
    most_games: int = 0  # of each board size; 0: all
    seed: int = 1


@dataclass(frozen=True)
class StageFigures:
    """How well games that were not learnt from are foretold after a number of moves."""

    size: int
    clusters: int
    moves: int
    games: int
    listed: float  # part of the next moves that are among those of the nearest cluster
    length: float  # moves of a cluster on average
    cosine: float  # to the nearest centre, on average
    far: float  # … and of the hundredth part that is farthest


@dataclass(frozen=True)
class OpeningOutcome:
    """What came of it."""

    openings: OpeningsFile
    tally: Tally
    too_few: dict[int, int]  # games of board sizes that were not learnt
    figures: list[StageFigures]


@dataclass(frozen=True, eq=False)
class Positions:
    """Different positions after the same number of moves, in all orientations, and what was played in each."""

    vectors: sparse.csr_matrix  # of length one
    weights: Array  # how often each stands there
    numbers: Array  # of each entry: its position …
    played: Array  # … and the next move


def learn_openings(wishes: OpeningWishes, on_progress: Progress = lambda *_: None) -> OpeningOutcome:
    """Learn from all collections and write the file."""
    tally = Tally()
    on_progress("reading games", 0, 0)
    by_size: dict[int, list[CollectedGame]] = {}
    for path in wishes.collections:
        for game in read_games(path, tally):
            by_size.setdefault(game.size, []).append(game)
    sections, figures, too_few = [], list[StageFigures](), dict[int, int]()
    for size in sorted(by_size, reverse=True):
        learn = list(islice(_of_part(by_size[size], "learn"), wishes.most_games or None))
        if len(learn) < LEAST_GAMES:
            too_few[size] = len(learn)
            continue
        test = _of_part(by_size[size], "test")[:_TESTED]
        colors, moves = _replayed(learn, size, wishes.moves)
        tested = _replayed(test, size, wishes.moves)
        for clusters in wishes.clusters:
            section = _learn_section(size, clusters, colors, moves, wishes, on_progress)
            sections.append(section)
            figures += _figures(section, *tested)
    if not sections:
        raise TengenError(
            f"there is too little to learn from: {LEAST_GAMES} games of a board size are needed ({tally})"
        )
    names = tuple(path.name for path in wishes.collections)
    openings = OpeningsFile(tuple(sections), names)
    on_progress("writing", 0, 0)
    write_openings(wishes.out, openings)
    return OpeningOutcome(openings, tally, too_few, figures)


def _of_part(games: Sequence[CollectedGame], part: Part) -> list[CollectedGame]:
    return [game for game in games if part_of(game) == part]


def _replayed(games: Sequence[CollectedGame], size: int, moves: int) -> tuple[Array, Array]:
    """The colours of the points before each of the first moves, and these moves (-1 where a game has ended)."""
    boards, points = new_boards(MAX_SIZE), points_of_board(size)
    colors = np.zeros((moves, len(games), size * size), np.int8)
    played = np.full((moves, len(games)), -1, np.int16)
    rows = np.zeros((moves, POINTS), np.int8)
    for number, game in enumerate(games):
        count = int(first_positions(boards, game.moves, size, rows))
        colors[:count, number] = rows[:count][:, points]
        its = game.moves[:count].astype(np.int64)
        played[:count, number] = (its // STRIDE - 1) * size + its % STRIDE - 1
    return colors, played


def _orientations(size: int) -> list[tuple[Array, Array]]:
    """Of each of the eight: where each point comes from, and where it goes."""
    square = np.arange(size * size).reshape(size, size)
    found = []
    for turn in range(4):
        for source in (np.rot90(square, turn), np.rot90(square, turn).T):
            goes = np.empty(size * size, np.int64)
            goes[source.ravel()] = np.arange(size * size)
            found.append((source.ravel(), goes))
    return found


def positions_of(colors: Array, played: Array, size: int) -> Positions:
    """All positions of games after the same number of moves; `played` is -1 for a game that has ended."""
    colors, played = colors[played >= 0], played[played >= 0].astype(np.int64)
    names = np.random.default_rng(0).integers(1, 1 << 63, (3, size * size), np.uint64)
    names[0] = 0  # an empty point
    keys, moves = [], []
    at = np.arange(size * size)
    for source, goes in _orientations(size):
        keys.append(np.concatenate([names[some[:, source], at].sum(1) for some in np.array_split(colors, 64)]))
        moves.append(goes[played])
    _, first, numbers = np.unique(np.concatenate(keys), return_index=True, return_inverse=True)
    parts = []
    for turn, (source, _) in enumerate(_orientations(size)):
        its = np.sort(first[first // max(1, len(colors)) == turn]) % max(1, len(colors))
        parts.append(colors[its][:, source])
    order = np.argsort(np.argsort(first))  # where each stands in `parts`
    boards = np.concatenate(parts)[order]
    vectors = sparse.csr_matrix(np.concatenate([boards == 1, boards == 2], 1).astype(np.float32))
    lengths = np.sqrt(np.maximum(1, np.diff(vectors.indptr))).astype(np.float32)
    vectors = sparse.csr_matrix(sparse.diags(1 / lengths) @ vectors)
    return Positions(vectors, np.bincount(numbers).astype(np.float64), numbers, np.concatenate(moves))


def cluster_positions(positions: Positions, clusters: int, seed: int) -> tuple[Array, Array]:
    """Centres of length one (no more than there are positions), and the cluster of each position."""
    vectors, weights = positions.vectors, positions.weights
    count = vectors.shape[0]
    if count <= clusters:
        return vectors.toarray(), np.arange(count)
    with threadpool_limits(1):  # sums in one order: the same file every time
        found = MiniBatchKMeans(
            clusters, random_state=seed, batch_size=_AT_ONCE, max_iter=_PASSES, n_init=1, reassignment_ratio=0.01
        ).fit(vectors, sample_weight=weights)
        centres = unit(found.cluster_centers_)
        for _ in range(_ROUNDS):
            nearest = np.asarray((vectors @ centres.T).argmax(1))
            members = sparse.csr_matrix((weights, (nearest, np.arange(count))), (clusters, count))
            centres = unit((members @ vectors).toarray())
    return centres, np.asarray((vectors @ centres.T).argmax(1))


def _learn_section(
    size: int, clusters: int, colors: Array, moves: Array, wishes: OpeningWishes, on_progress: Progress
) -> OpeningsSection:
    stages, area = [], size * size
    for number in range(wishes.moves):
        on_progress(f"{size}x{size}, {clusters} clusters", number, wishes.moves)
        positions = positions_of(colors[number], moves[number], size)
        centres, nearest = cluster_positions(positions, clusters, wishes.seed)
        full = np.zeros((clusters, 2 * area), np.float32)
        full[: len(centres)] = centres
        next_moves = np.zeros((clusters, area), np.uint32)
        np.add.at(next_moves, (nearest[positions.numbers], positions.played), 1)
        stages.append(OpeningStage(full.reshape(clusters, 2, area), next_moves))
    return OpeningsSection(size, clusters, colors.shape[1], tuple(stages))


def _figures(section: OpeningsSection, colors: Array, moves: Array) -> list[StageFigures]:
    """What games that were not learnt from say about each stage."""
    found = []
    for number, stage in enumerate(section.stages):
        its, played = colors[number][moves[number] >= 0], moves[number][moves[number] >= 0]
        if not len(its):
            continue
        vectors = unit(np.concatenate([its == 1, its == 2], 1).astype(np.float32))
        cosines = vectors @ stage.centres.reshape(section.clusters, -1).T
        nearest = cosines.argmax(1)
        listed = stage.next_moves[nearest, played] > 0
        best = cosines.max(1) if number else np.ones(len(its))
        length = (stage.next_moves[nearest] > 0).sum(1).mean()
        found.append(
            StageFigures(
                section.size, section.clusters, number, len(its), float(listed.mean()), float(length),
                float(best.mean()), float(np.quantile(best, 0.01)),
            )
        )  # fmt: skip
    return found
