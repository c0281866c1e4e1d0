"""The learnt weights that a search uses: those that ship, a person's own file, or none."""

import logging
from pathlib import Path

import numpy as np

from tengen.kernels.learnt.features import PLAIN
from tengen.kernels.learnt.strengths import Learnt, nothing_learnt
from tengen.kernels.learnt.table import fill_table
from tengen.sealed_files import FilesInUse
from tengen.search.weights_file import WeightsFile, WeightsSection, read_weights

log = logging.getLogger(__name__)
SHIPPED = Path(__file__).with_name("learnt_weights.bin")
YES, NO = "yes", "no"


def table_of(section: WeightsSection) -> Learnt:
    """A section as the kernels take it."""
    keys = np.zeros(1 << max(1, int(2 * len(section.keys)).bit_length()), np.uint32)
    weights = np.zeros(PLAIN + len(keys), np.float32)
    weights[:PLAIN] = section.plain
    fill_table(keys, section.keys, weights[PLAIN:], section.weights)
    return Learnt(keys, weights)


class LearntWeights:
    """Weights by board size; `is_known` is false where there are none."""

    def __init__(self, file: WeightsFile | None) -> None:
        self.file = file
        self._tables: dict[int, Learnt] = {}

    @property
    def is_known(self) -> bool:
        """Whether anything has been learnt."""
        return self.file is not None

    def of(self, size: int) -> Learnt:
        """What the kernels need on a board of `size`."""
        if self.file is None:
            return nothing_learnt()
        section = self.file.nearest(size)
        if section.size not in self._tables:
            self._tables[section.size] = table_of(section)
        return self._tables[section.size]


_NOTHING = LearntWeights(None)


_files = FilesInUse(
    lambda path: LearntWeights(read_weights(path)),
    "there are no learnt weights {path}: give the name of a file, or patterns=no",
    "playing on without them",
    log,
)


def learnt_weights(setting: str) -> LearntWeights:
    """The weights that a setting names; a file that cannot be used is told of, and there are none then."""
    if setting == NO:
        return _NOTHING
    return _files.find(SHIPPED if setting == YES else Path(setting)) or _NOTHING
