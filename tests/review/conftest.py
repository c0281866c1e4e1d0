"""What the tests of reviews share: a quick engine, and a game whose blunder everybody knows."""

from collections.abc import Callable, Iterator

import pytest

from tengen import Engine, Position, create_engine
from tengen.records import GameRecord
from tengen.review import Review, review_game

# Whoever plays F5 first captures the stones in the middle and wins.
CAPTURE = """
    . . X O . O . O .
    . X X O O O O O O
    . . X X X O . O .
    X X O O O X O O O
    . X O O O . O . O
    X X O O O X O O O
    . . X X X O . O .
    . X X O O O O O O
    . . X O . O . O ."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with create_engine(seed=1, settings={"memory": 32}) as quick:
        yield quick


@pytest.fixture
def blunder_game() -> GameRecord:
    """Black plays A9 instead of F5, and White takes."""
    record = GameRecord.from_position(Position.from_diagram(CAPTURE, komi=-5.5), black="Ann", white="Bob", result="W+R")
    record.root.add("black", "A9", comment="hm").add("white", "F5").add("black", "pass")
    return record


@pytest.fixture
def review(engine: Engine) -> Callable[..., Review]:
    def made(record: GameRecord, playouts: int = 300, **options: object) -> Review:
        return review_game(record, engine=engine, playouts=playouts, **options)  # type: ignore[arg-type]

    return made
