"""Positions at hand to draw batches from, which a thread goes on renewing from the games."""

import threading
import time
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tengen.errors import TengenError
from tengen.learning.network.lessons import CANVAS, Lessons, cut

BYTES_A_POSITION = 4 * (CANVAS + 4)  # of the largest board
_AT_ONCE = 100_000  # rows that are moved to the device
_AHEAD = 8  # positions that are replayed for each one drawn, as long as the pool is not full


class PositionPool:
    """Positions on the device; when it is full, the oldest are replaced as fast as positions are drawn.

    If all positions of a round fit in it they are replayed once.
    """

    def __init__(self, lessons: Lessons, size: int, least: int, device: torch.device) -> None:
        self._whole = lessons.games.positions <= size
        self.size = min(size, lessons.games.positions)
        self._least = min(least, self.size // 2)  # before anything is drawn
        self._device, self._lessons = device, lessons
        self._side = lessons.games.largest
        self.words = torch.zeros(self.size, self._side**2, dtype=torch.int32, device=device)
        self.rest = torch.zeros(self.size, 4, dtype=torch.int32, device=device)  # game, move, colour, passes
        self.filled = self.seen = self.drawn = 0
        self._ended, self._lock = threading.Event(), threading.Lock()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._fill, daemon=True)
        self._thread.start()

    # ---- filling --------------------------------------------------------------------

    def _fill(self) -> None:
        try:
            held: list[np.ndarray[Any, Any]] = []
            chunks = iter(self._lessons)
            for number, rows in enumerate(chunks, 1):
                held.append(rows)
                if sum(map(len, held)) >= _AT_ONCE or self.filled < self._least or self._whole:
                    self._add(np.concatenate(held))
                    held = []
                if number >= self._lessons.chunks_a_round:
                    if not self.seen and not sum(map(len, held)):
                        raise TengenError("not one of the games to learn from can be replayed")
                    if self._whole:
                        return
                while not self._ended.is_set() and not self._wants_more():
                    time.sleep(0.05)
                if self._ended.is_set():
                    return
        except BaseException as failure:
            self._failure = failure

    def _wants_more(self) -> bool:
        return self.seen < (self.size + self.drawn if self.filled >= self.size else self._least + _AHEAD * self.drawn)

    def _add(self, rows: np.ndarray[Any, Any]) -> None:
        start = self.seen % self.size
        rows = rows[: self.size - start]
        words, rest = (torch.from_numpy(part).to(self._device) for part in cut(rows, self._side))
        with self._lock:  # nobody draws a row that is half another
            self.words[start : start + len(rows)] = words
            self.rest[start : start + len(rows)] = rest
        self.seen += len(rows)
        self.filled = max(self.filled, start + len(rows))

    # ---- drawing --------------------------------------------------------------------

    def wait(self) -> None:
        """Return when there is enough to begin with."""
        while self.filled < max(1, self._least) and self._failure is None and self._thread.is_alive():
            time.sleep(0.05)

    def draw(self, count: int) -> tuple[Tensor, Tensor]:
        """So many random positions."""
        if self._failure is not None:
            if isinstance(self._failure, TengenError):
                raise self._failure
            raise TengenError(f"the games could not be replayed: {self._failure}") from self._failure
        at = torch.randint(self.filled, (count,), device=self._device)
        self.drawn += count
        with self._lock:
            return self.words[at], self.rest[at]

    def close(self) -> None:
        """Stop filling it."""
        self._ended.set()
        self._thread.join(timeout=10)
