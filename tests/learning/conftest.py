"""Games of a simple rule, to learn from."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.records.collections import CollectedGame

_LETTERS = "abcdefghijklmnopqrs"
Games = Callable[..., list[CollectedGame]]


def _followers_game(size: int, seed: int, moves: int) -> list[Vertex]:
    """A game in which everybody plays beside the last stone, if there is room."""
    choose = random.Random(f"{size}/{seed}")
    position = Position(size)
    played: list[Vertex] = []
    for _ in range(moves):
        column, row = played[-1] if played else (size // 2, size // 2)
        beside = [Vertex(column + x, row + y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        wanted = [vertex for vertex in beside if vertex.is_on(size) and position.is_legal(vertex)]
        played.append(choose.choice(wanted or position.legal_moves()))
        position.play(played[-1])
    return played


@pytest.fixture(scope="session")
def followers() -> Games:
    """Games in which everybody plays beside the last stone."""

    def games(count: int, size: int = 7, moves: int = 24, first: int = 0) -> list[CollectedGame]:
        found = []
        for seed in range(first, first + count):
            points = np.array([vertex.point for vertex in _followers_game(size, seed, moves)], np.int16)
            found.append(CollectedGame(size, 0.0, None, None, points, f"{size}-{seed}"))
        return found

    return games


@pytest.fixture(scope="session")
def write_games() -> Callable[[Path, list[CollectedGame]], Path]:
    """Write games into a folder, an SGF file each."""

    def write(folder: Path, games: list[CollectedGame]) -> Path:
        folder.mkdir(exist_ok=True)
        for game in games:
            moves = [Vertex.from_point(int(point)) for point in game.moves]
            spelled = [f"{_LETTERS[v.column]}{_LETTERS[game.size - 1 - v.row]}" for v in moves]
            text = "".join(f";{'BW'[number % 2]}[{where}]" for number, where in enumerate(spelled))
            (folder / f"{game.name}.sgf").write_text(f"(;FF[4]SZ[{game.size}]{text})", encoding="ascii")
        return folder

    return write
