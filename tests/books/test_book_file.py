"""Files of books: round trip, and every kind of damage told in one sentence that names the file."""

import json
from pathlib import Path
from typing import Any

import pytest

from tengen.books import Book, Kind
from tengen.books.book_file import MAGIC
from tengen.errors import TengenError
from tengen.game.canonical import HASH_VERSION
from tengen.game.position import Position
from tengen.records.collections import CollectedGame

from .conftest import after, collected, known


@pytest.fixture
def path(tmp_path: Path, book: Book) -> Path:
    book.save(tmp_path / "mine.book")
    return tmp_path / "mine.book"


def assert_same(one: Book, other: Book) -> None:
    assert (one.kind, dict(one.about)) == (other.kind, dict(other.about))
    assert one.table.keys.tolist() == other.table.keys.tolist()
    assert one.table.starts.tolist() == other.table.starts.tolist()
    assert one.table.moves.tolist() == other.table.moves.tolist()
    for name, column in one.table.columns.items():
        assert column.tolist() == other.table.columns[name].tolist()
        assert column.dtype == other.table.columns[name].dtype


# ---- round trip ----------------------------------------------------------------------


def test_what_is_written_is_read(path: Path, book: Book) -> None:
    found = Book.open(path)
    assert_same(found, book)
    assert (found.name, found.moves(Position(9))[0].source) == ("mine.book", "mine.book")
    assert known(found, after("E5")) == {"G7": 2}
    assert [file.name for file in path.parent.iterdir()] == ["mine.book"]
    assert_same(Book.open(str(path)), book)


def test_a_book_of_nothing_and_one_of_large_numbers(tmp_path: Path) -> None:
    nothing = Book.learn([collected("E5")], least=2)
    nothing.save(tmp_path / "nothing.book")
    assert len(Book.open(tmp_path / "nothing.book")) == 0
    many = Book.learn([collected("E5", "black", year=2019)] * 70_000, moves=1, least=1)
    many.save(tmp_path / "many.book")
    [move] = Book.open(tmp_path / "many.book").moves(Position(9))
    assert (move.games, move.wins, move.years) == (70_000, 70_000, (2019, 2019))


def test_the_same_book_is_the_same_file(path: Path, games: list[CollectedGame]) -> None:
    before = path.read_bytes()
    Book.learn(games[::-1], moves=10, least=1).save(path)
    assert path.read_bytes() == before


# ---- damage --------------------------------------------------------------------------


def refusal(path: Path) -> str:
    with pytest.raises(TengenError) as caught:
        Book.open(path)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert path.name in sentence
    return sentence


def test_a_file_that_is_cut_off_anywhere_is_refused(path: Path) -> None:
    data = path.read_bytes()
    for length in range(1, len(data)):
        path.write_bytes(data[:length])
        assert "cut off" in refusal(path) or "damaged" in refusal(path)
    path.write_bytes(data + b"more")
    assert "damaged" in refusal(path)


def test_a_changed_byte_is_refused_or_changes_nothing(path: Path, book: Book) -> None:
    data = path.read_bytes()
    refused = 0
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        try:
            found = Book.open(path)
        except TengenError:
            refused += 1
        else:
            assert_same(found, book)
    assert refused > len(data) - 60


def retold(path: Path, **changes: Any) -> None:
    """Write what the file says of itself anew, with some of it changed, and sealed again."""
    from tengen.sealed_files import _digest_of

    line, _, body = path.read_bytes()[len(MAGIC) :].partition(b"\n")
    about = {name: value for name, value in json.loads(line).items() if name != "about_sha256"} | changes
    about["about_sha256"] = _digest_of(about)
    path.write_bytes(MAGIC + json.dumps(about).encode() + b"\n" + body)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": 99}, "of another version of Tengen: make it again"),
        ({"hash": HASH_VERSION + 1}, "of another version of Tengen: make it again"),
        ({"kind": "novel"}, "damaged"),
        ({"positions": 3}, "damaged"),
        ({"positions": -1}, "damaged"),
        ({"entries": 10**9}, "damaged"),
        ({"entries": float("inf")}, "damaged"),
        ({"columns": {"keys": "<u8"}}, "damaged"),
        ({"columns": {"keys": "O"}}, "damaged"),
        ({"columns": None}, "damaged"),
        ({"about": 5}, "damaged"),
        ({"sha256": "0"}, "cut off or damaged"),
    ],
)
def test_what_a_file_says_of_itself_is_not_believed(path: Path, changes: dict[str, Any], words: str) -> None:
    retold(path, **changes)
    assert words in refusal(path)


@pytest.mark.parametrize("line", [b"5", b"[]", b"null", b"{}", b"{", b"[" * 100_000, b'"x"', b"\xff", b""])
def test_whatever_the_first_line_says(path: Path, line: bytes) -> None:
    path.write_bytes(MAGIC + line + b"\nrubbish")
    assert "damaged" in refusal(path)


def test_foreign_files_and_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;FF[4])")
    assert "is no opening book: make one with tengen book learn" in refusal(tmp_path / "game.sgf")
    (tmp_path / "empty.book").touch()
    assert "is no opening book" in refusal(tmp_path / "empty.book")
    (tmp_path / "noise.book").write_bytes(bytes(range(256)) * 40)
    assert "is no opening book" in refusal(tmp_path / "noise.book")
    (tmp_path / "half.dat").write_bytes(b"9 | E5\n9 E5 | \xff\xfe\n")
    assert "damaged" in refusal(tmp_path / "half.dat")
    (tmp_path / "folder.book").mkdir()
    assert "cannot be read" in refusal(tmp_path / "folder.book")
    assert "cannot be read" in refusal(tmp_path / "nowhere.book")


def test_a_kind_of_each(path: Path, tmp_path: Path) -> None:
    assert Book.open(path).kind is Kind.STATISTICS
    Book.from_lines(["9 | E5"]).save(tmp_path / "forced.dat")
    assert Book.open(tmp_path / "forced.dat").kind is Kind.FORCED
