"""Games of random moves, with results."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.learning.network.lessons import Games
from tengen.records.collections import CollectedGame

MakeGame = Callable[..., CollectedGame]


def _random_game(size: int, seed: int, length: int = 60, komi: float = 6.5) -> CollectedGame:
    """Random legal moves, now and then a pass; every second game was counted."""
    choose, position = random.Random(f"{size}/{seed}"), Position(size)
    points = []
    for _ in range(length):
        moves = position.legal_moves()
        vertex: Vertex = choose.choice(moves) if moves and choose.random() > 0.05 else PASS
        position.play(vertex)
        points.append(vertex.point)
    winner = choose.choice((BLACK, WHITE))
    margin = choose.randrange(1, 30) + 0.5 if seed % 2 else None
    return CollectedGame(size, komi, winner, margin, np.array(points, np.int16), f"{size}-{seed}")


@pytest.fixture(scope="session")
def random_game() -> MakeGame:
    """Make a game."""
    return _random_game


@pytest.fixture(scope="session")
def mixed_games() -> Games:
    """A collection of games on four board sizes."""
    games = Games()
    games.extend((_random_game(size, seed) for seed in range(20) for size in (7, 9, 13, 19)), name="mixed")
    return games
