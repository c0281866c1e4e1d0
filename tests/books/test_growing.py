"""Tree books that grow: where they go, what they count, and that nothing of it is lost."""

from pathlib import Path

import pytest

from tengen.books import Book, Kind
from tengen.books.growing_file import GrowingFile
from tengen.books.growth import FoundMove, GrowingBook, Growth
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.learning.book_growing import GrowingWishes, grow_book

from .conftest import after, known


def vertices(line: str) -> tuple[Vertex, ...]:
    return tuple(Vertex.parse(move) for move in line.split())


def growth(step: int, line: str, wins: int, **moves: tuple[int, int]) -> Growth:
    """A search of a hundred games after a line; `wins` of them by whoever is to move, and the same of moves."""
    found = tuple(FoundMove(Vertex.parse(name), games, won) for name, (games, won) in moves.items())
    return Growth(step, vertices(line), 100, wins, found)


def grown(*growths: Growth) -> GrowingBook:
    growing = GrowingBook(9, 7.5, "chinese")
    for each in growths:
        growing.add(each)
    return growing


FIRST = growth(0, "", 55, E5=(60, 36), G4=(40, 18))
SECOND = growth(1, "E5", 40, G7=(70, 30), E7=(30, 10))

# ---- where to grow -------------------------------------------------------------------


def test_it_begins_with_the_empty_board() -> None:
    position, is_new = GrowingBook(9, 7.5, "chinese").next_line(0.5, 20)
    assert (position.move_number, is_new) == (0, True)
    assert (position.size, position.komi) == (9, 7.5)


def test_it_goes_where_the_games_are_won() -> None:
    position, is_new = grown(FIRST).next_line(0.5, 20)
    assert ([str(move.vertex) for move in position.moves], is_new) == (["E5"], True)


def test_it_goes_elsewhere_when_that_turns_out_badly() -> None:
    """The answer to E5 is so good for White that Black had better play G4."""
    position, _ = grown(FIRST, growth(1, "E5", 95, G7=(70, 68))).next_line(0.0, 20)
    assert str(position.moves[0].vertex) in ("G4", "C4", "G6", "C6", "F3", "F7", "D3", "D7")


def test_width_has_other_moves_tried() -> None:
    narrow, wide = (grown(FIRST, SECOND).next_line(width, 20)[0] for width in (0.0, 10.0))
    assert str(narrow.moves[0].vertex) == "E5"
    assert str(wide.moves[0].vertex) != "E5"


def test_lines_are_no_longer_than_wished() -> None:
    position, is_new = grown(FIRST, SECOND).next_line(0.0, 1)
    assert (position.move_number, is_new) == (1, False)


def test_a_game_that_is_over_is_not_searched() -> None:
    growing = grown(growth(0, "", 50, **{"pass": (100, 50)}), growth(1, "pass", 50, **{"pass": (100, 50)}))
    position, is_new = growing.next_line(0.5, 20)
    assert position.is_over
    assert not is_new
    growing.add(Growth(2, (PASS, PASS), 0, 0, ()))
    assert (len(growing), growing.steps) == (2, 3)


# ---- what is counted -------------------------------------------------------------------


def test_a_position_has_the_games_of_its_search() -> None:
    book = grown(FIRST).book()
    assert book.kind is Kind.TREE
    assert known(book, Position(9)) == {"E5": 60, "F7": 40}
    assert [move.winrate for move in book.moves(Position(9))] == [0.6, 0.45]


def test_what_a_position_is_worth_counts_for_the_moves_that_lead_there() -> None:
    """White wins 40 of the 100 games after E5, so Black wins 60; Black wins 30 after White's G7, so White wins 70."""
    growing = grown(FIRST, SECOND)
    best = growing.book().find(Position(9))
    assert best is not None
    assert (best.games, best.wins) == (160, 36 + 60)
    growing.add(growth(2, "E5 G7", 30, C3=(50, 20)))
    best = growing.book().find(Position(9))
    answer = growing.book().find(after("E5"))
    assert best is not None
    assert answer is not None
    assert (best.games, best.wins) == (260, 36 + 60 + 30)
    assert (str(answer.vertex), answer.games, answer.wins) == ("G7", 170, 30 + 70)


def test_lines_to_the_same_position_share_it() -> None:
    growing = grown(
        growth(0, "", 50, C3=(100, 50)),
        growth(1, "C3", 50, G7=(60, 30), C7=(40, 20)),
        growth(2, "C3 G7", 50, G3=(100, 50)),
        growth(3, "C3 G7 G3", 50, E5=(100, 50)),
        growth(4, "G3 G7", 50, C3=(100, 50)),  # G3 is C3, and G7 then C7
    )
    assert len(growing) == 5
    growing.add(growth(5, "G3 G7 C3 E5", 20, E7=(100, 20)))
    assert len(growing) == 6
    for line in ("C3 G7 G3", "G3 G7 C3", "G7 C3 C7"):
        assert known(growing.book(), after(line)) == {"E5": 200}


def test_a_book_that_was_read_grows_on_as_it_would_have(tmp_path: Path) -> None:
    growing = grown(FIRST, SECOND, growth(2, "E5 G7", 30, C3=(50, 20), C4=(50, 15)))
    growing.book().save(tmp_path / "tree.book")
    again = GrowingBook(9, 7.5, "chinese", Book.open(tmp_path / "tree.book"))
    assert (again.steps, len(again)) == (3, 3)
    for width in (0.0, 0.3, 1.0, 10.0):
        assert again.next_line(width, 20)[0].moves == growing.next_line(width, 20)[0].moves
    again.book().save(tmp_path / "again.book")
    assert (tmp_path / "again.book").read_bytes() == (tmp_path / "tree.book").read_bytes()


# ---- the file ------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tree.book"


def growing_file(path: Path, size: int = 9, komi: float | None = 7.5, rules: str = "chinese") -> GrowingFile:
    return GrowingFile(path, size, komi, rules)


def test_steps_are_there_although_nobody_saved(path: Path) -> None:
    with growing_file(path) as file:
        file.add(FIRST)
        file.add(SECOND)
    assert len(Book.open(path)) == 0  # as it was at the beginning …
    with growing_file(path) as file:  # … and the journal has the rest
        assert (file.growing.steps, len(file.growing)) == (2, 2)
        file.save()
    assert len(Book.open(path)) == 2
    assert [left.name for left in path.parent.iterdir()] == ["tree.book"]


def test_a_journal_that_the_book_has_already_counts_once(path: Path) -> None:
    """As when the process ends between writing the book and beginning the journal anew."""
    with growing_file(path) as file:
        file.add(FIRST)
        file.add(SECOND)
        journal = (path.parent / "tree.book.growing").read_bytes()
        file.save()
        wanted = path.read_bytes()
    (path.parent / "tree.book.growing").write_bytes(journal)
    with growing_file(path) as file:
        assert file.growing.steps == 2
        file.save()
    assert path.read_bytes() == wanted


def test_a_journal_that_is_cut_off_anywhere(path: Path) -> None:
    with growing_file(path) as file:
        file.add(FIRST)
        file.add(SECOND)
    journal = path.parent / "tree.book.growing"
    data = journal.read_bytes()
    first = data.index(b"\n") + 1
    for length in range(len(data)):
        journal.write_bytes(data[:length])
        with growing_file(path) as file:
            assert file.growing.steps == (length >= first) + (length >= len(data))
    journal.write_bytes(data[:first] + b"x" + data[first + 1 :])
    with growing_file(path) as file:
        assert file.growing.steps == 1
        file.add(SECOND)
    with growing_file(path) as file:
        assert file.growing.steps == 2  # what was damaged is gone


def test_a_damaged_line_is_cut_off_before_growing_on(path: Path) -> None:
    with growing_file(path) as file:
        file.add(FIRST)
    journal = path.parent / "tree.book.growing"
    journal.write_bytes(journal.read_bytes() + b"half a li")
    with growing_file(path) as file:
        file.add(SECOND)
    with growing_file(path) as file:
        assert file.growing.steps == 2


def test_two_at_once_are_refused(path: Path) -> None:
    with growing_file(path), pytest.raises(TengenError, match="is being grown by another process"):
        growing_file(path).__enter__()


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"size": 13}, "is a book for 9x9, komi 7.5 and chinese rules: ask for the same"),
        ({"komi": 5.5}, "is a book for 9x9, komi 7.5"),
        ({"rules": "japanese", "komi": 7.5}, "and chinese rules"),
    ],
)
def test_another_game_is_refused(path: Path, other: dict[str, object], says: str) -> None:
    with growing_file(path) as file:
        file.add(FIRST)
        file.save()
    with pytest.raises(TengenError, match=says):
        growing_file(path, **other).__enter__()  # type: ignore[arg-type]


def test_other_books_cannot_grow(path: Path) -> None:
    Book.from_lines(["9 | E5"]).save(path)
    with pytest.raises(TengenError, match="is no tree book and cannot grow"):
        growing_file(path).__enter__()
    path.write_bytes(b"rubbish")
    with pytest.raises(TengenError, match="is no opening book"):
        growing_file(path).__enter__()


# ---- with searches ---------------------------------------------------------------------

WISHES = {"playouts": 40, "seed": 3, "threads": 1, "settings": {"network": "no", "playout": "light"}}


def wishes(path: Path, positions: int) -> GrowingWishes:
    return GrowingWishes(path, size=5, positions=positions, **WISHES)  # type: ignore[arg-type]


def test_a_seed_gives_the_same_book_however_often_it_was_broken_off(tmp_path: Path) -> None:
    whole = grow_book(wishes(tmp_path / "whole.book", 12))
    for part in (5, 1, 6):
        pieces = grow_book(wishes(tmp_path / "pieces.book", part))
    assert (tmp_path / "whole.book").read_bytes() == (tmp_path / "pieces.book").read_bytes()
    assert len(whole) == len(pieces) > 8
    assert dict(whole.about) == {
        "size": 5, "komi": 7.5, "rules": "chinese", "steps": 12, "playouts": 40, "settings": "network=no playout=light",
    }  # fmt: skip
    best = whole.find(Position(5))
    assert best is not None
    assert str(best.vertex) == "C3"
