"""Games and books for the tests of books."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from tengen.books import Book
from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.records.collections import CollectedGame


def collected(moves: str, winner: str = "", size: int = 9, year: int | None = None) -> CollectedGame:
    """A game of these moves."""
    points = np.array([Vertex.parse(move, size).point for move in moves.split()], np.int16)
    return CollectedGame(size, 0.0, Color.parse(winner) if winner else None, None, points, moves, year)


def after(moves: str, size: int = 9) -> Position:
    position = Position(size)
    for move in moves.split():
        position.play(move)
    return position


def known(book: Book, position: Position) -> dict[str, int]:
    """The moves of a position and their games."""
    return {str(move.vertex): move.games for move in book.moves(position)}


def sgf(moves: Iterable[str], result: str = "", date: str = "", size: int = 9) -> str:
    letters = [Vertex.parse(move, size).to_sgf(size) for move in moves]
    played = "".join(f";{'BW'[number % 2]}[{point}]" for number, point in enumerate(letters))
    return f"(;FF[4]GM[1]SZ[{size}]RE[{result}]DT[{date}]{played})"


@pytest.fixture
def games() -> list[CollectedGame]:
    """Four games on 9x9: two begin in the centre, two on points that are the same by symmetry."""
    return [
        collected("E5 C3 G7", "black", year=1998),
        collected("E5 G7 C3 G3", "white", year=2004),  # the second move is the same by symmetry, and the third
        collected("C3 G7", "white", year=2019),
        collected("G7 G3"),  # nobody knows who won, and when
    ]


@pytest.fixture
def book(games: list[CollectedGame]) -> Book:
    return Book.learn(games, moves=10, least=1)


@pytest.fixture
def fuego_book() -> Path:
    """The book that comes with Fuego, if it is here."""
    path = Path(__file__).resolve().parents[3] / "shared" / "data" / "book" / "fuego_book.dat"
    if not path.is_file():
        pytest.skip("Fuego's book is not here: it lies in ../shared/data/book where there is one")
    return path
