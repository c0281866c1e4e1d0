"""Files of clustered openings (SmartStart): centres of clusters and what was played next, by board size and stage.

A stage is the number of moves that have been played. A file begins with a line that says what it is and one of JSON
about its sections, with digests; then the numbers follow, packed: for each stage of a section the centres, a byte a
number, and how often each next move was played.
"""

import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tengen.kernels.geometry import MAX_SIZE, MIN_SIZE, POINTS, point_of
from tengen.kernels.openings.clusters import Openings
from tengen.kernels.workspace import MOST_CLUSTERS
from tengen.sealed_files import SealedKind, by_bytes

Array = np.ndarray[Any, Any]
MOST_MOVES = 60  # of an opening
_LARGEST = 400_000_000  # bytes, unpacked
_KIND = SealedKind(
    b"Tengen clustered openings\n",
    {"format": 1},
    "the openings",
    "are",
    foreign="is no file of clustered openings: make one with tengen learn openings",
    again="copy or learn them again",
    anew="learn them again",
)


@dataclass(frozen=True, eq=False)
class OpeningStage:
    """Positions after a number of moves; points are rows and columns in one."""

    centres: Array  # float32 (clusters, 2 colours, points), each of length one
    next_moves: Array  # uint32 (clusters, points): how often each was played


@dataclass(frozen=True, eq=False)
class OpeningsSection:
    """What was learnt of one board size with one number of clusters."""

    size: int
    clusters: int
    games: int
    stages: tuple[OpeningStage, ...]  # after 0, 1, 2 … moves

    def about(self) -> dict[str, int]:
        """What can be said of it in JSON."""
        return {"size": self.size, "clusters": self.clusters, "games": self.games, "stages": len(self.stages)}

    def tables(self) -> Openings:
        """As the kernels take it."""
        points = points_of_board(self.size)
        centres = np.zeros((len(self.stages), POINTS, 2, self.clusters), np.float32)
        next_moves = np.zeros((len(self.stages), self.clusters, POINTS), np.int32)
        for number, stage in enumerate(self.stages):
            centres[number, points] = stage.centres.transpose(2, 1, 0)
            next_moves[number][:, points] = stage.next_moves
        return Openings(centres, next_moves)


@dataclass(frozen=True, eq=False)
class OpeningsFile:
    """Sections, and the names of the collections they were learnt from."""

    sections: tuple[OpeningsSection, ...]
    learnt_from: tuple[str, ...]

    def section(self, size: int, clusters: int) -> OpeningsSection | None:
        """The section of a board size with so many clusters, if there is one."""
        found = (each for each in self.sections if (each.size, each.clusters) == (size, clusters))
        return next(found, None)


def points_of_board(size: int) -> Array:
    """The kernel's points of a board, by row and column."""
    return np.array([point_of(column, row) for row in range(size) for column in range(size)])


def write_openings(path: Path, openings: OpeningsFile) -> None:
    """Write a file, whole or not at all."""
    parts = []
    for section in openings.sections:
        for stage in section.stages:
            largest = np.maximum(stage.centres.max(axis=(1, 2), keepdims=True), 1e-6)
            parts.append(np.round(stage.centres / largest * 255).astype(np.uint8).tobytes())
            parts.append(by_bytes(stage.next_moves.astype("<u4")))
    about = {
        "learnt_from": list(openings.learnt_from),
        "sections": [section.about() for section in openings.sections],
    }
    _KIND.write(path, about, lzma.compress(b"".join(parts), preset=9))


def read_openings(path: Path) -> OpeningsFile:
    """Read a file; a `TengenError` says what is wrong with it."""
    return _KIND.read(path, _unpacked)


def _unpacked(about: dict[str, Any], body: bytes) -> OpeningsFile:
    data = lzma.LZMADecompressor().decompress(body, _LARGEST)
    return OpeningsFile(tuple(_sections(data, about["sections"])), tuple(map(str, about["learnt_from"])))


def _sections(data: bytes, about: list[dict[str, Any]]) -> list[OpeningsSection]:
    sections, at = [], 0
    for told in about:
        size, clusters, stages = int(told["size"]), int(told["clusters"]), int(told["stages"])
        if not (MIN_SIZE <= size <= MAX_SIZE and 1 <= clusters <= MOST_CLUSTERS and 1 <= stages <= MOST_MOVES):
            raise ValueError("no such section")
        found, area = [], size * size
        for _ in range(stages):
            centres = np.frombuffer(data, np.uint8, 2 * area * clusters, at).astype(np.float32)
            at += 2 * area * clusters
            planes = np.frombuffer(data, np.uint8, 4 * area * clusters, at).reshape(4, -1)
            at += 4 * area * clusters
            centres = unit(centres.reshape(clusters, -1)).reshape(clusters, 2, area)
            next_moves = planes.T.copy().view("<u4").reshape(clusters, area).astype(np.uint32)
            found.append(OpeningStage(centres, next_moves))
        sections.append(OpeningsSection(size, clusters, int(told["games"]), tuple(found)))
    if at != len(data):
        raise ValueError("more than the sections have")
    return sections


def unit(rows: Array) -> Array:
    """Vectors of length one in the directions of `rows`; what has no direction stays nothing."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-9), np.float32)
