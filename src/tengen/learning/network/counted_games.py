"""The final owners of all counted games that are learnt from: found by several processes, and kept in a file."""

import hashlib
import io
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from tengen.engines.playout_pool import PlayoutPool
from tengen.files import replace_file
from tengen.learning.final_owners import FinalOwners, final_owners
from tengen.learning.network.lessons import Games, can_fork, ignore_interrupts
from tengen.records.collections import CollectedGame

Progress = Callable[[int, int], None]  # how many are done, of how many
_POLICY = "moggy"
_KEPT_EVERY = 1_000  # games
_pool: PlayoutPool | None = None
_games: Sequence[CollectedGame] = ()


def find_owners(games: Games, path: Path, processes: int, on_progress: Progress = lambda *_: None) -> None:
    """Give the counted games their final owners where these agree with the count; what is in the file is not redone."""
    numbers = [n for n in games.of_part("learn") if games.games[n].margin is not None and games.games[n].winner]
    names = {number: _name(games.games[number]) for number in numbers}
    kept = _Kept(path)
    missing = [number for number in numbers if names[number] not in kept.found]
    done = 0
    try:
        for done, (number, owners) in enumerate(_judged(games, missing, processes), 1):
            kept.found[names[number]] = owners
            on_progress(len(numbers) - len(missing) + done, len(numbers))
            if done % _KEPT_EVERY == 0:
                kept.keep()
    finally:
        if done:
            kept.keep()
    for number in numbers:
        owners = kept.found[names[number]]
        if owners is not None and owners.agrees:
            games.owners[number] = owners.owners


def _judged(games: Games, numbers: Sequence[int], processes: int) -> Iterator[tuple[int, FinalOwners | None]]:
    global _pool, _games
    if not numbers:
        return
    _pool, _games = PlayoutPool(threads=1, seed=1, policy=_POLICY), games.games
    yield _judge(numbers[0])  # compiled once, not by each process
    if processes == 1 or not can_fork():
        yield from map(_judge, numbers[1:])
        return
    with multiprocessing.get_context("fork").Pool(processes, _begin) as workers:
        yield from workers.imap_unordered(_judge, numbers[1:], chunksize=16)


def _begin() -> None:
    global _pool
    ignore_interrupts()
    _pool = PlayoutPool(threads=1, seed=1, policy=_POLICY)


def _judge(number: int) -> tuple[int, FinalOwners | None]:
    assert _pool is not None
    return number, final_owners(_games[number], _pool)


def _name(game: CollectedGame) -> bytes:
    """The same for the same game in whatever file."""
    text = repr((game.size, game.komi, game.winner, game.margin)).encode()
    return hashlib.blake2b(text + game.moves.tobytes(), digest_size=16).digest()


class _Kept:
    """What is known, in a file that may be thrown away."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.found: dict[bytes, FinalOwners | None] = {}
        try:
            with np.load(path) as archive:
                names, lengths = archive["names"], archive["lengths"]
                owners, differences = archive["owners"], archive["differences"]
        except Exception:  # there is none, or half of one, or something else
            return
        ends = np.cumsum(lengths)
        for name, length, end, difference in zip(names, lengths, ends, differences, strict=True):
            its = FinalOwners(owners[end - length : end], float(difference)) if length else None
            self.found[name.tobytes()] = its

    def keep(self) -> None:
        values = list(self.found.values())
        empty = np.zeros(0, np.int8)
        data = io.BytesIO()
        np.savez_compressed(
            data,
            names=np.frombuffer(b"".join(self.found), np.uint8).reshape(-1, 16),
            lengths=np.array([0 if its is None else len(its.owners) for its in values], np.int32),
            owners=np.concatenate([empty, *(empty if its is None else its.owners for its in values)]),
            differences=np.array([0.0 if its is None else its.difference for its in values], np.float32),
        )
        replace_file(self._path, data.getvalue(), lasting=False)
