"""The type of a record: how all state of the kernels is laid out in memory."""

from typing import Any

import numpy as np


def record_type(fields: list[tuple[Any, ...]]) -> np.dtype:
    """Fields, each where the processor likes it; `board.color[p]` then means the same compiled and uncompiled."""
    return np.dtype((np.record, np.dtype(fields, align=True)))
