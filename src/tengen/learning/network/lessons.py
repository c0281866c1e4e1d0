"""Games as a network learns from them: read, split, replayed by many processes, and kept in a pool of positions.

A position is one row: a word of bits for each point of a canvas of 19x19 (smaller boards lie in its corner), the move
that was played, and the number of its game. What belongs to the game (komi, result, margin, final owners) is kept once.
"""

import hashlib
import multiprocessing
import signal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from tengen.game.color import BLACK
from tengen.kernels.board_record import new_boards
from tengen.kernels.geometry import MAX_SIZE, NO_POINT, PASS, STRIDE
from tengen.kernels.network.inputs import GLOBALS, PLANES, write_globals
from tengen.kernels.network.lessons import show_game
from tengen.kernels.workspace import new_works
from tengen.records.collections import CollectedGame, Part, Tally, part_of, read_games

Array = np.ndarray[Any, Any]
CANVAS = MAX_SIZE * MAX_SIZE
FEWEST_MOVES = 10  # of a game
_GAMES_AT_ONCE = 128  # a process replays

ROW = np.dtype([("words", "<u4", CANVAS), ("game", "<i4"), ("move", "<i2"), ("color", "i1"), ("passes", "i1")])


@dataclass
class Games:
    """Many games, and what is known of each; `extend` adds those of a collection."""

    games: list[CollectedGame] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    repeats: list[int] = field(default_factory=list)  # how often a game is learnt from in one round
    owners: dict[int, Array] = field(default_factory=dict)  # by game: int8, on its board
    collections: dict[str, range] = field(default_factory=dict)  # the numbers of their games

    def extend(
        self,
        games: Iterable[CollectedGame],
        repeats: int = 1,
        owners: dict[int, Array] | None = None,
        name: str = "games",
    ) -> None:
        """Add the games of a collection; `owners` are by their number among these."""
        before = len(self.games)
        for number, game in enumerate(games):
            if owners is not None and number in owners:
                self.owners[len(self.games)] = owners[number]
            self.games.append(game)
            self.parts.append(part_of(game))
            self.repeats.append(repeats if len(game.moves) >= FEWEST_MOVES else 0)
        while name in self.collections:
            name += "'"
        self.collections[name] = range(before, len(self.games))

    def of_part(self, part: Part) -> list[int]:
        """The numbers of the games of a part."""
        return [number for number, its in enumerate(self.parts) if its == part and self.repeats[number]]

    @property
    def largest(self) -> int:
        """The size of the largest board."""
        return max(game.size for game in self.games)

    @property
    def positions(self) -> int:
        """How many positions one round of learning has."""
        return sum(len(self.games[number].moves) * self.repeats[number] for number in self.of_part("learn"))

    def digest(self) -> str:
        """Tells whether these are the same games in the same order, learnt from as often."""
        known = hashlib.sha256(np.array(self.repeats, "<i4").tobytes())
        for game in self.games:
            known.update(repr((game.size, game.komi, game.winner, game.margin)).encode() + game.moves.tobytes())
        return known.hexdigest()

    def facts(self) -> dict[str, Array]:
        """Of each game: side, komi, Black's result (1, 0.5, 0; NaN unknown), his margin (NaN), its row in `owners`."""
        side = self.largest
        rows = {number: row for row, number in enumerate(sorted(self.owners))}
        owners = [on_canvas(self.owners[number], side) for number in rows]
        margins = [signed_margin(game) for game in self.games]
        return {
            "side": np.array([game.size for game in self.games], np.int16),
            "komi": np.array([game.komi for game in self.games], np.float32),
            "result": np.array([_result(game) for game in self.games], np.float32),
            "margin": np.array([np.nan if m is None else m for m in margins], np.float32),
            "owner_row": np.array([rows.get(number, -1) for number in range(len(self.games))], np.int32),
            "owners": np.array(owners or [np.zeros(side**2)], np.int8),
        }


def signed_margin(game: CollectedGame) -> float | None:
    """By how much Black won, where that is known."""
    if game.margin is None or game.winner is None:
        return None
    return game.margin if game.winner is BLACK else -game.margin


def _result(game: CollectedGame) -> float:
    return float("nan") if game.winner is None else float(game.winner is BLACK)


def on_canvas(board: Array, largest: int) -> Array:
    """Something of each point of a board, by row and column, in the corner of a canvas for the largest one."""
    side = round(len(board) ** 0.5)
    canvas = np.zeros((largest, largest), board.dtype)
    canvas[:side, :side] = board.reshape(side, side)
    return canvas.ravel()


class Replayer:
    """Turns games into rows; each process has one."""

    def __init__(self) -> None:
        self._boards, self._works = new_boards(MAX_SIZE), new_works()

    def rows_of(self, game: CollectedGame, number: int, wanted: Array | None = None) -> Array:
        """The rows of the positions before the `wanted` moves (flags), all of them unless said."""
        flags = np.ones(len(game.moves), np.uint8) if wanted is None else wanted.astype(np.uint8)
        side = game.size
        words = np.zeros((int(flags.sum()), side * side), np.uint32)
        count = show_game(self._boards, self._works, game.moves, side, flags, words)
        at = np.flatnonzero(flags)[:count]
        rows = np.zeros(count, ROW)
        canvas = rows["words"].reshape(count, MAX_SIZE, MAX_SIZE)
        canvas[:, :side, :side] = words[:count].reshape(count, side, side)
        rows["game"] = number
        moves = game.moves.astype(np.int64)
        points = (moves // STRIDE - 1) * MAX_SIZE + moves % STRIDE - 1
        rows["move"] = np.where(moves == PASS, CANVAS, points)[at]
        rows["color"] = np.where(at % 2 == 0, 1, -1)
        passed = np.concatenate(([False, False], moves == PASS))
        rows["passes"] = passed[at + 1] + 2 * passed[at]
        return rows


@dataclass(frozen=True)
class Shown:
    """Positions of boards of one size, as a network is fed with them."""

    planes: Array  # float32: positions, planes, rows, columns
    told: Array  # float32: positions, globals

    def __len__(self) -> int:
        return len(self.planes)

    def part(self, first: int, last: int) -> "Shown":
        """Some of them."""
        return Shown(self.planes[first:last], self.told[first:last])

    @property
    def feed(self) -> dict[str, Array]:
        """The inputs of an ONNX model by name."""
        return {"planes": self.planes, "globals": self.told}


def shown(rows: Array, games: Games) -> Shown:
    """What a network is shown of rows, which must be of boards of one size."""
    side = games.games[rows["game"][0]].size
    words = rows["words"].reshape(-1, MAX_SIZE, MAX_SIZE)[:, None, :side, :side]
    planes = words >> np.arange(PLANES, dtype=np.uint32)[:, None, None] & np.uint32(1)
    told = np.zeros((len(rows), GLOBALS), np.float32)
    history = np.zeros(2, np.int64)
    for values, row in zip(told, rows, strict=True):
        history[:] = [PASS if row["passes"] >> i & 1 else NO_POINT for i in range(2)]
        write_globals(side, -float(row["color"]) * games.games[row["game"]].komi, history, values)
    return Shown(planes.astype(np.float32), told)


def cut(rows: Array, side: int) -> tuple[Array, Array]:
    """Rows as numbers for a canvas that is no larger than the largest board: words; game, move, colour and passes."""
    words = rows["words"].reshape(-1, MAX_SIZE, MAX_SIZE)[:, :side, :side].reshape(-1, side * side)
    moves = moves_on_board(rows, side)
    rest = np.stack([rows["game"], moves, rows["color"], rows["passes"]], 1, dtype=np.int32, casting="unsafe")
    return np.ascontiguousarray(words).view(np.int32), rest


def moves_on_board(rows: Array, size: int) -> Array:
    """The moves of rows as they are numbered on a board of that size; its pass is the last number."""
    moves = rows["move"].astype(np.int64)
    return np.where(moves == CANVAS, size * size, moves // MAX_SIZE * size + moves % MAX_SIZE)


def by_size(rows: Array, games: Games) -> dict[int, Array]:
    """Rows by the size of their board, the largest first."""
    sizes = np.array([games.games[number].size for number in rows["game"]])
    return {size: rows[sizes == size] for size in sorted(set(sizes.tolist()), reverse=True)}


def some_rows(games: Games, numbers: Sequence[int], each: int, seed: int = 1) -> Array:
    """Some random positions of each of these games."""
    replayer, generator = Replayer(), np.random.default_rng(seed)
    parts = [np.zeros(0, ROW)]
    for number in numbers:
        game = games.games[number]
        wanted = np.zeros(len(game.moves), np.bool_)
        wanted[generator.choice(len(game.moves), min(each, len(game.moves)), replace=False)] = True
        parts.append(replayer.rows_of(game, number, wanted))
    return np.concatenate(parts)


_replayer: Replayer | None = None
_games: Games | None = None


def _prepare(games: Games) -> None:
    global _replayer, _games
    _replayer, _games = Replayer(), games


def ignore_interrupts() -> None:
    """Begin a process that leaves Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def can_fork() -> bool:
    """Whether processes can be had that share what is in memory."""
    return "fork" in multiprocessing.get_all_start_methods()


def _replay(numbers: Sequence[int]) -> Array:
    assert _replayer is not None
    assert _games is not None
    return np.concatenate([_replayer.rows_of(_games.games[number], number) for number in numbers])


class Lessons:
    """Rows of all games to learn from, in random order, by several processes; to be made before a GPU is used.

    The processes are forked, and so have the games without being sent them.
    """

    def __init__(self, games: Games, seed: int, processes: int) -> None:
        self.games, self._processes = games, processes
        self._generator = np.random.default_rng(seed)
        learn = games.of_part("learn")
        self._listed = np.repeat(learn, [games.repeats[number] for number in learn])
        _prepare(games)
        _replay(learn[:1])  # compiled once, not by each process
        several = processes > 1 and can_fork()
        self._workers = multiprocessing.get_context("fork").Pool(processes, ignore_interrupts) if several else None

    @property
    def chunks_a_round(self) -> int:
        """How many times rows come until each game has had its turn."""
        return -(-len(self._listed) // _GAMES_AT_ONCE)

    def _chunks(self) -> Iterator[Sequence[int]]:
        while True:
            order = self._generator.permutation(self._listed)
            for first in range(0, len(order), _GAMES_AT_ONCE):
                yield order[first : first + _GAMES_AT_ONCE].tolist()

    def __iter__(self) -> Iterator[Array]:
        """About a hundred games at a time, round after round."""
        if self._workers is None:
            yield from map(_replay, self._chunks())
            return
        waiting: list[Any] = []  # only so many at once: a pool would read all chunks ahead
        for chunk in self._chunks():
            waiting.append(self._workers.apply_async(_replay, (chunk,)))
            if len(waiting) >= 2 * self._processes:
                yield waiting.pop(0).get()

    def close(self) -> None:
        """End the processes."""
        if self._workers is not None:
            self._workers.terminate()


def read_all(paths: Sequence[Path], tally: Tally, most: int = 0, times: Sequence[int] = ()) -> Games:
    """Read collections; `times` says how often each is learnt from in a round.

    Unless it is said, those of fewer games are learnt from more often, up to eight times as often as the largest.
    """
    found = [list(islice(read_games(path, tally), most or None)) for path in paths]
    games = Games()
    largest = max((len(its) for its in found), default=0)
    often = times or [min(8, max(1, round((largest / max(1, len(its))) ** 0.5))) for its in found]
    for path, its, repeats in zip(paths, found, often, strict=True):
        games.extend(its, repeats, name=path.name)
    return games
