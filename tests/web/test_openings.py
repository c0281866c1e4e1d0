"""The opening explorer: what it says of a position, as a table and as marks; and books that are no good."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tengen
from tengen.books import in_play
from tengen.books.book import Book, BookMove
from tengen.game.svg import Frame
from tengen.game.vertex import Vertex
from tengen.web.openings import (
    NO_BOOK,
    NOT_KNOWN,
    NOT_WITH_HANDICAP,
    SHIPPED,
    Explorer,
    Known,
    openings_marks,
    openings_markup,
)
from tengen.web.preferences import Preferences


def after(moves: str, size: int = 19) -> tengen.Position:
    position = tengen.Position(size)
    for move in moves.split():
        position.play(move)
    return position


def cells(markup: str) -> list[list[str]]:
    """The table without its head."""
    rows = re.findall(r"<tr data-vertex.*?</tr>", markup)
    return [[re.sub("<.*?>", "", cell) for cell in re.findall("<td.*?</td>", row)] for row in rows]


@pytest.mark.parametrize(
    ("moves", "size", "first"),
    [
        ("Q16 D4", 19, ["aC16", "3,479", "42%", "53%", "1934–2019"]),
        ("D16 Q4", 19, ["aR16", "3,479", "42%", "53%", "1934–2019"]),  # the same position turned
        ("", 9, ["aE5", "2,021", "45%", "47%", "1987–2020"]),
    ],
)
def test_the_moves_known_have_games_share_wins_and_years(moves: str, size: int, first: list[str]) -> None:
    known = SHIPPED.look(after(moves, size))
    assert known.told == ""
    assert cells(openings_markup(known))[0] == first


def test_the_table_has_eight_moves_and_says_how_many_more_there_are() -> None:
    known = SHIPPED.look(after("Q16 D4 Q3 D17"))
    markup = openings_markup(known)
    assert [row[0][0] for row in cells(markup)] == list("abcdefgh")
    assert [move.games for move in known.moves] == sorted((move.games for move in known.moves), reverse=True)
    assert f"and {len(known.moves) - 8} more" in markup


@pytest.mark.parametrize(("moves", "size"), [("pass pass", 19), ("", 5), ("A1 J9", 9), ("pass pass", 9)])
def test_a_position_that_is_not_known_is_said_to_be_none(moves: str, size: int) -> None:
    known = SHIPPED.look(after(moves, size))
    assert known == Known(told=NOT_KNOWN)
    assert NOT_KNOWN in openings_markup(known)
    assert openings_marks(known, Frame(size)) == ""


def test_there_is_no_book_for_handicap_games() -> None:
    position = tengen.Position(9)
    position.give_handicap(["C3", "G7"])
    assert SHIPPED.look(position) == Known(told=NOT_WITH_HANDICAP)


def test_joseki_are_shown_where_the_whole_board_is_not_known() -> None:
    known = SHIPPED.look(after("A1 Q16 R17"))  # White is to answer
    assert known.head == "Joseki"
    markup = openings_markup(known)
    assert '<th class="line">Joseki</th>' in markup
    assert cells(markup)[0][0] in ("aR16", "aQ17")
    assert all(move.games >= 0.02 * move.of for move in known.moves)
    loaded = tengen.loads("(;SZ[19]HA[2]AB[pd][dp];W[qc])")
    assert SHIPPED.look(loaded.position()).head == "Joseki"  # handicap or not
    assert SHIPPED.look(after("D4", 13)).head == "Joseki"
    assert SHIPPED.look(after("Q16 D4")).head == "Opening"


def test_each_move_shown_is_marked_but_for_points_that_are_taken() -> None:
    known = SHIPPED.look(after("", 9))
    frame = Frame(9)
    assert re.findall(r'data-opening="(\w+)"', openings_marks(known, frame)) == [str(m.vertex) for m in known.moves[:8]]
    assert 'data-opening="E5"' not in openings_marks(known, frame, {Vertex.parse("E5")})
    assert openings_markup(Known()) == openings_marks(Known(), frame) == ""


def test_a_damaged_book_is_told_of_once_and_the_page_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    data = bytearray((in_play.SHIPPED / "professional.book").read_bytes())
    data[-1000] ^= 1
    (tmp_path / "professional.book").write_bytes(data)
    monkeypatch.setattr(in_play, "SHIPPED", tmp_path)
    explorer = Explorer(lambda: in_play.books_named("auto"))
    with caplog.at_level(logging.WARNING):
        told = [explorer.look(after(moves)).told for moves in ("", "Q16", "Q16 D4")]
    assert told == [NO_BOOK] * 3
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "damaged" in caplog.text


def test_whatever_a_book_does_the_page_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    def read() -> Iterator[Book]:
        raise RuntimeError("no such luck")
        yield  # a generator: it fails while it is asked

    explorer = Explorer(read)
    assert [explorer.look(after(moves)).told for moves in ("", "Q16")] == [NO_BOOK] * 2
    assert len(caplog.records) == 1


def test_only_statistics_of_games_are_shown() -> None:
    assert Explorer(lambda: [Book.from_lines(["9 | E5"])]).look(after("", 9)).told == NO_BOOK


def test_what_is_not_known_of_a_move_is_a_dash() -> None:
    known = Known((BookMove(Vertex.parse("E5"), games=7),))
    assert cells(openings_markup(known)) == [["aE5", "7", "100%", "–", "–"]]


def test_openings_are_shown_only_to_those_who_want_them() -> None:
    store: dict[str, object] = {}
    preferences = Preferences(store)
    assert not preferences.openings
    preferences.turn_openings()
    assert Preferences(store).openings
    store["openings"] = "rubbish"
    assert not preferences.openings
