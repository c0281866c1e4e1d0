"""Many lines of play at once: the canonical hash of every position they come to, and their moves as seen there.

As long as nothing is captured the hash of a position is that of the stones put down, so thousands of games are hashed
together, without a board. Lines that capture something are played one by one.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tengen.errors import TengenError
from tengen.game.canonical import SYMMETRIES, WHITE_KEY, oriented_hashes, oriented_keys
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels import entry_points as kernel
from tengen.kernels.board_record import BOARD
from tengen.kernels.geometry import PASS, POINTS

Array = np.ndarray[Any, Any]
_NO_MOVE = np.int16(np.iinfo(np.int16).max)
_TOGETHER = 4096  # lines


class Steps(NamedTuple):
    """Moves of lines on one size of board, line by line in their order; Black begins on an empty board."""

    lines: Array  # which line each is of
    numbers: Array  # which move of it, from 0
    keys: Array  # canonical hash of the position before the move
    moves: Array  # the move as it is in the canonical orientation


def canonical_moves(hashes: Array, places: Array) -> tuple[Array, Array]:
    """Of positions with these eight `hashes`, and a move that becomes these `places`: the hash, and the canonical move.

    Orientations are the first axis. Where several have the least hash, the least of the places is the move's.
    """
    least = hashes.min(axis=0)
    return least, np.where(hashes == least, places, _NO_MOVE).min(axis=0)


def canonical_move(position: Position, vertex: Vertex) -> tuple[int, int]:
    """The hash of a position, and a move in it as a canonical point."""
    board, to_play = position.board, int(position.to_play)
    ko = int(board["ko"][0]) if int(board["ko_color"][0]) == to_play else 0
    hashes = oriented_hashes(position.size, board["color"][0], to_play, ko)
    key, move = canonical_moves(hashes, oriented_keys(position.size).places[:, vertex.point])
    return int(key), int(move)


def steps_of(size: int, lines: Sequence[Array]) -> tuple[Steps, list[int]]:
    """The steps of lines (arrays of points), and which lines were broken off at a move that is not legal."""
    found: list[Steps] = []
    broken: list[int] = []
    start = np.zeros(1, BOARD)
    kernel.set_up(start, size, np.zeros(POINTS, np.int8))
    board = start.copy()
    for first in range(0, len(lines), _TOGETHER):
        some = lines[first : first + _TOGETHER]
        plain = [index for index, line in enumerate(some) if _is_plain(line, start, board)]
        if plain:
            found.append(_together(size, [some[index] for index in plain], np.array(plain) + first))
        for index in sorted(set(range(len(some))) - set(plain)):
            steps, is_whole = _one_by_one(size, some[index], first + index)
            found.append(steps)
            if not is_whole:
                broken.append(first + index)
    if not found:
        none = np.zeros(0, np.int64)
        return Steps(none, none, none.astype(np.uint64), none.astype(np.int16)), broken
    joined = [np.concatenate(part) for part in zip(*found, strict=True)]
    order = np.lexsort((joined[1], joined[0]))
    return Steps(*(part[order] for part in joined)), broken


@cache
def _colors(moves: int) -> Array:
    """Who plays each of so many moves."""
    return np.resize(np.array([BLACK, WHITE], np.int64), moves)


def _is_plain(line: Array, start: Array, board: Array) -> bool:
    """Whether every move is to an empty point and captures nothing."""
    stones = [point for point in line.tolist() if point != PASS]
    if len(set(stones)) != len(stones):
        return False
    kernel.replay(board, start, line.astype(np.int64), _colors(len(line)), len(line))
    return not board["captured"].any()


def _together(size: int, lines: list[Array], names: Array) -> Steps:
    keys = oriented_keys(size)
    lengths = np.array([len(line) for line in lines])
    longest = int(lengths.max())
    points = np.zeros((len(lines), longest), np.int64)
    for row, line in zip(points, lines, strict=True):
        row[: len(line)] = line
    colors = _colors(longest)
    stones = np.full((len(SYMMETRIES), len(lines), longest + 1), keys.empty, np.uint64)
    stones[:, :, 1:] = keys.stones[:, colors[None, :], points]  # a pass has no key
    hashes = np.bitwise_xor.accumulate(stones, axis=2)[:, :, :-1]
    hashes[:, :, 1::2] ^= WHITE_KEY
    least, moves = canonical_moves(hashes, keys.places[:, points])
    is_played = np.arange(longest) < lengths[:, None]
    rows, numbers = np.nonzero(is_played)
    return Steps(names[rows], numbers, least[is_played], moves[is_played])


def _one_by_one(size: int, line: Array, name: int) -> tuple[Steps, bool]:
    """The same on a board; whether all of it could be played."""
    position = Position(size)
    steps: list[tuple[int, int]] = []
    is_whole = True
    for point in line.tolist():
        vertex = Vertex.from_point(point)
        step = canonical_move(position, vertex)
        try:
            position.play(vertex, force=True)
        except TengenError:
            is_whole = False
            break
        steps.append(step)
    keys, moves = ([step[i] for step in steps] for i in (0, 1))
    return (
        Steps(np.full(len(steps), name), np.arange(len(steps)), np.array(keys, np.uint64), np.array(moves, np.int16)),
        is_whole,
    )
