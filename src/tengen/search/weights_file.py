"""Files of learnt weights: what moves are worth by their features and the patterns around them, and where that is from.

A file has a section for each board size that was learnt from. It begins with a line that says what it is and one of
JSON about the sections; then the numbers follow, packed: for each section the weights of the plain features (32 bits),
the keys of its patterns in order, as differences, and their weights in steps of a twentieth (8 bits).
"""

import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tengen.kernels.learnt.features import FEATURES_VERSION, PLAIN
from tengen.sealed_files import SealedKind, by_bytes

Array = np.ndarray[Any, Any]
_STEPS = 20  # of a pattern's weight, to one
_MOST_STEPS = 127
_SMALLER = 3  # lines that a section of a smaller board seems farther away
_LARGEST = 100_000_000  # bytes, unpacked
_KIND = SealedKind(
    b"Tengen learnt weights\n",
    {"format": 1, "features": FEATURES_VERSION},
    "the learnt weights",
    "are",
    foreign="is no file of learnt weights: make one with tengen learn patterns",
    again="copy or learn them again",
    anew="learn them again",
    largest=_LARGEST,
)


@dataclass(frozen=True, eq=False)
class WeightsSection:
    """What was learnt from the games of one board size."""

    size: int
    games: int
    positions: int
    plain: Array  # weights of the plain features
    keys: Array  # patterns, in order …
    weights: Array  # … and their weights
    top1: float | None = None  # how often the best move was the one played, in games that were not learnt from
    top5: float | None = None  # … and one of the best five

    def about(self) -> dict[str, object]:
        """What can be said of it in JSON."""
        names = ("size", "games", "positions", "top1", "top5")
        return {name: getattr(self, name) for name in names} | {"patterns": len(self.keys)}


@dataclass(frozen=True, eq=False)
class WeightsFile:
    """Sections by board size, and the names of the collections they were learnt from."""

    sections: tuple[WeightsSection, ...]
    learnt_from: tuple[str, ...]

    def nearest(self, size: int) -> WeightsSection:
        """The section for a board of `size`: learnt from games of that size, or else the nearest one.

        A board is rather like a larger one, where corners are apart, than like a smaller: 13x13 is played as 19x19.
        """

        def away(section: WeightsSection) -> int:
            return section.size - size if section.size >= size else size - section.size + _SMALLER

        return min(self.sections, key=away)


def write_weights(path: Path, weights: WeightsFile) -> None:
    """Write a file, whole or not at all."""
    parts = []
    for section in weights.sections:
        steps = np.clip(np.round(section.weights * _STEPS), -_MOST_STEPS, _MOST_STEPS).astype(np.int8)
        gaps = np.diff(section.keys.astype(np.uint64), prepend=np.uint64(0)).astype("<u4")
        parts += [
            section.plain.astype("<f4").tobytes(),
            by_bytes(gaps),
            steps.tobytes(),
        ]
    about = {
        "learnt_from": list(weights.learnt_from),
        "sections": [section.about() for section in weights.sections],
    }
    _KIND.write(path, about, lzma.compress(b"".join(parts), preset=9 | lzma.PRESET_EXTREME))


def read_weights(path: Path) -> WeightsFile:
    """Read a file; a `TengenError` says what is wrong with it."""
    return _KIND.read(path, _unpacked)


def _unpacked(about: dict[str, Any], body: bytes) -> WeightsFile:
    data = lzma.LZMADecompressor().decompress(body, _LARGEST)
    return WeightsFile(tuple(_sections(data, about["sections"])), tuple(map(str, about["learnt_from"])))


def _sections(data: bytes, about: list[dict[str, Any]]) -> list[WeightsSection]:
    if not about:
        raise ValueError("no sections")
    sections, at = [], 0
    for told in about:
        count = int(told["patterns"])
        plain = np.frombuffer(data, "<f4", PLAIN, at).astype(np.float32)
        at += 4 * PLAIN
        gaps = np.frombuffer(data, np.uint8, 4 * count, at).reshape(4, count).T.copy().view("<u4").reshape(-1)
        at += 4 * count
        steps = np.frombuffer(data, np.int8, count, at)
        at += count
        keys = np.cumsum(gaps.astype(np.uint64)).astype(np.uint32)
        if not np.all(np.isfinite(plain)) or np.any(keys == 0):
            raise ValueError("no weights")
        sections.append(
            WeightsSection(
                int(told["size"]), int(told["games"]), int(told["positions"]), plain, keys,
                (steps / _STEPS).astype(np.float32), told.get("top1"), told.get("top5"),
            )
        )  # fmt: skip
    if at != len(data):
        raise ValueError("more than the sections have")
    return sections
