"""Forced books in Fuego's format: lines in, replies out, in all orientations; and the same lines written again."""

from pathlib import Path

import pytest

from tengen.books import Book, ForcedLine, Kind
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry

from .conftest import after

LINES = """# an opening or two
9 | E5
9 E5 | C3 G4

9 E5 C3 | G4
19 Q4 Q16 | C4
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "mine.dat").write_text(LINES)
    return tmp_path / "mine.dat"


def replies(book: Book, position: Position) -> list[str]:
    return [str(move.vertex) for move in book.moves(position)]


def test_a_file_is_read_as_it_is(path: Path) -> None:
    book = Book.open(path)
    assert (book.kind, len(book), book.name) == (Kind.FORCED, 4, "mine.dat")
    assert replies(book, Position(9)) == ["E5"]
    assert replies(book, after("Q4 Q16", 19)) == ["C4"]
    assert Position(19) not in book
    best = book.find(after("E5"))
    assert best is not None
    assert (best.games, best.winrate, best.explanation, best.source) == (0, None, "book", "mine.dat")


def test_replies_are_in_the_order_in_which_they_were_written(path: Path) -> None:
    """G7 is C3 by symmetry, and named first; of G4 and its images one is told."""
    first, second = Book.open(path).moves(after("E5"))
    assert str(first.vertex) == "G7"
    assert {str(second.vertex), *map(str, second.twins)} == {"G4", "C4", "G6", "C6", "F3", "F7", "D3", "D7"}


def test_lines_hold_in_all_orientations(path: Path) -> None:
    book = Book.open(path)
    line = after("Q4 Q16", 19)
    for symmetry in Symmetry:
        [move] = book.moves(line.transformed(symmetry))
        assert str(symmetry.inverse.apply(move.vertex, 19)) in ("C4", "C16")  # the diagram has a mirror of its own
        after_it = line.transformed(symmetry)
        after_it.play(move.vertex)


def test_two_lines_to_one_position_are_added() -> None:
    book = Book.from_lines(["9 C3 G7 G3 | E5", "9 G3 G7 C3 | C7", "9 G3 G7 C3 | E5"])
    assert replies(book, after("C3 G7 G3")) == ["E5", "C7"]


def test_what_is_read_is_written_again(path: Path, tmp_path: Path) -> None:
    book = Book.open(path)
    book.save(tmp_path / "again.dat")
    assert (tmp_path / "again.dat").read_text() == "".join(
        f"{line}\n" for line in LINES.splitlines() if line and not line.startswith("#")
    )
    again = Book.open(tmp_path / "again.dat")
    assert again.lines == book.lines
    assert again.table.keys.tolist() == book.table.keys.tolist()
    assert again.table.moves.tolist() == book.table.moves.tolist()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("9 E5 C3", "it has a board size, moves, | and a reply"),
        ("E5 | C3", "it has a board size"),
        ("9 E5 |", "there is no move to reply with"),
        ("9 E5 | resign", "there is no move to reply with"),
        ("9 E5 | K10", "K10 is not on the 9x9 board"),
        ("99 E5 | C3", "board size 99 is not possible"),
        ("9 E5 E5 | C3", "a move is not legal in the line '9 E5 E5 | C3'"),
        ("9 E5 | E5", "a move is not legal in the line '9 E5 | E5'"),
    ],
)
def test_a_line_that_cannot_be_is_named(tmp_path: Path, line: str, says: str) -> None:
    with pytest.raises(TengenError) as caught:
        Book.from_lines([line])
    assert says in str(caught.value)
    (tmp_path / "bad.dat").write_text(f"9 | E5\n{line}\n")
    with pytest.raises(TengenError) as caught:
        Book.open(tmp_path / "bad.dat")
    assert says in str(caught.value)
    assert "bad.dat" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_line_is_a_value() -> None:
    line = ForcedLine.parse("  9 e5 c3|g4 ")
    assert str(line) == "9 E5 C3 | G4"
    assert ForcedLine.parse(str(line)) == line


def test_the_book_of_fuego(fuego_book: Path, tmp_path: Path) -> None:
    book = Book.open(fuego_book)
    assert len(book.lines) == 3606
    book.save(tmp_path / "again.dat")
    assert (tmp_path / "again.dat").read_bytes() == fuego_book.read_bytes()
    for line in book.lines[::40]:
        position = Position(line.size)
        for vertex in line.moves:
            position.play(vertex)
        found = book.moves(position)
        told = {place for move in found for place in (move.vertex, *move.twins)}
        assert set(line.replies) <= told
        turned = position.transformed(Symmetry.ROTATE_90)
        assert [move.games for move in book.moves(turned)] == [0] * len(found)
