"""Books in play: moves at once from forced books and from games, where they came from, and when no book is asked."""

import logging
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.books import Book, in_play
from tengen.engines import create_engine
from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.move_report import MoveReport
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.session import GtpSession
from tengen.records.collections import CollectedGame
from tengen.search.region import Region


def game(moves: str, winner: object = BLACK) -> CollectedGame:
    points = np.array([Vertex.parse(move).point for move in moves.split()], np.int16)
    return CollectedGame(9, 0.0, winner, None, points, moves)  # type: ignore[arg-type]


@pytest.fixture
def forced(tmp_path: Path) -> Path:
    (tmp_path / "forced.dat").write_text("9 | C3\n9 E5 | C4 G3\n")
    return tmp_path / "forced.dat"


@pytest.fixture
def learnt(tmp_path: Path) -> Path:
    """E5 in sixty games, a corner in thirty, A1 in three; Black has won two thirds of the first."""
    games = [game("E5 C4")] * 40 + [game("E5 C4", BLACK.other)] * 20 + [game("G7 C3")] * 30 + [game("A1")] * 3
    Book.learn(games, least=1).save(tmp_path / "learnt.book")
    return tmp_path / "learnt.book"


def engine(book: str | Path, seed: int = 1, **settings: Any) -> MctsEngine:
    made = create_engine("mcts", playouts=30, seed=seed, settings={"book": str(book), "memory": 10, **settings})
    assert isinstance(made, MctsEngine)
    return made


def after(*moves: str) -> Position:
    position = Position(9)
    for move in moves:
        position.play(move)
    return position


def is_from_book(report: MoveReport) -> bool:
    assert report.comment.startswith("book") == (report.search is None)
    return report.search is None


# ---- forced books --------------------------------------------------------------------


def test_a_forced_book_is_played_without_a_search(forced: Path) -> None:
    report = engine(forced).choose_move(Position(9))
    assert (str(report.vertex), report.comment, report.playouts) == ("G7", "book", 0)
    assert report.summary() == "black G7 (mcts, book)"
    assert report.to_dict()["comment"] == "book"


def test_out_of_the_book_it_thinks(forced: Path) -> None:
    report = engine(forced).choose_move(after("E5", "E6", "D6"))
    assert not is_from_book(report)
    assert report.playouts == 30


def test_of_several_replies_each_is_played_now_and_then(forced: Path) -> None:
    replies = Counter(str(engine(forced, seed=seed).choose_move(after("E5")).vertex) for seed in range(40))
    assert len(replies) == 2
    assert min(replies.values()) > 8
    one, other = (engine(forced, seed=7).choose_move(after("E5")) for _ in range(2))
    assert one.vertex == other.vertex


# ---- books of games --------------------------------------------------------------------


def test_a_book_of_games_says_how_many_and_who_won(learnt: Path) -> None:
    reports = [engine(learnt, seed=seed).choose_move(Position(9)) for seed in range(40)]
    told = Counter((str(report.vertex), report.comment) for report in reports)
    assert set(told) == {("E5", "book, 60 games, 67 %"), ("G7", "book, 30 games, 100 %")}  # A1 is too rare
    assert told["E5", "book, 60 games, 67 %"] > told["G7", "book, 30 games, 100 %"]


def test_rare_moves_are_played_if_one_wishes(learnt: Path) -> None:
    played = {str(engine(learnt, seed=seed, book_share=0.0).choose_move(Position(9)).vertex) for seed in range(150)}
    assert played == {"E5", "G7", "J9"}
    only = {str(engine(learnt, seed=seed, book_share=0.6).choose_move(Position(9)).vertex) for seed in range(20)}
    assert only == {"E5"}
    assert not is_from_book(engine(learnt, book_share=1.0).choose_move(Position(9)))


def test_gtp_tells_where_a_move_came_from(learnt: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tengen.protocols.gtp.session")
    session = GtpSession(engine(learnt), size=9)
    session.answer("genmove b")
    assert "mcts, book, " in caplog.text


def test_the_first_of_several_books_that_knows_is_heard(forced: Path, learnt: Path) -> None:
    player = engine(f"{forced}, {learnt}")
    assert player.choose_move(Position(9)).comment == "book"
    assert player.choose_move(after("G7")).comment == "book, 30 games, 0 %"
    assert not is_from_book(player.choose_move(after("A1")))


# ---- where no book is asked --------------------------------------------------------------


def test_by_default_there_is_no_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MctsEngine.default_parameters.book == "no"
    report = create_engine("mcts", playouts=30, seed=1, settings={"memory": 10}).choose_move(Position(9))
    assert not is_from_book(report)
    monkeypatch.setattr(in_play, "SHIPPED", tmp_path)
    assert not is_from_book(engine("auto").choose_move(Position(9)))  # none ships here …
    Book.from_lines(["9 | C3"]).save(tmp_path / "one.book")
    assert is_from_book(engine("auto").choose_move(Position(9)))


def test_in_handicap_games_it_is_off(forced: Path) -> None:
    position = Position(9)
    position.give_handicap(["C3", "G7"])
    book = Book.from_lines(["9 C3 pass G7 | E5"])
    book.save(forced)
    assert position in book
    assert not is_from_book(engine(forced).choose_move(position))
    position.handicap = 0
    assert is_from_book(engine(forced).choose_move(position))


def test_levels_play_without(forced: Path) -> None:
    report = engine(forced, level="15k").choose_move(Position(9))
    assert report.comment == ""


def test_a_region_goes_before_the_book(forced: Path) -> None:
    corner = Region(BLACK, frozenset({Vertex(0, 0), Vertex(1, 0)}), allow=True)
    report = engine(forced).choose_move(Position(9), regions=[corner])
    assert not is_from_book(report)
    assert str(report.vertex) in ("A1", "B1")


def test_an_analysis_is_a_search(forced: Path) -> None:
    assert engine(forced).analyze(Position(9), playouts=20).playouts == 20


# ---- files that cannot be used -----------------------------------------------------------


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    in_play.BOOKS_IN_USE.forget_warnings()
    caplog.set_level(logging.WARNING, "tengen.books.in_play")
    return caplog


@pytest.mark.parametrize("kind", ["missing", "folder", "foreign", "cut", "line"])
def test_with_a_bad_file_it_plays_on(learnt: Path, warnings: pytest.LogCaptureFixture, kind: str) -> None:
    bad = learnt.with_name("bad.book")
    if kind == "folder":
        bad.mkdir()
    elif kind != "missing":
        bad.write_bytes({"foreign": b"(;FF[4])", "cut": learnt.read_bytes()[:-3], "line": b"9 | E5\n9 E5 |\n"}[kind])
    player, position = engine(bad), Position(9)
    for _ in range(3):
        report = player.choose_move(position)
        assert not is_from_book(report)
        position.play(report.vertex)
    assert len(warnings.records) == 1
    assert "bad.book" in warnings.text
    assert "playing on without it" in warnings.text


def test_a_book_can_be_set_and_changed_in_the_middle(forced: Path, learnt: Path) -> None:
    player = engine("no")
    assert not is_from_book(player.choose_move(Position(9)))
    player.change_settings({"book": str(forced)})
    assert player.choose_move(Position(9)).comment == "book"
    forced.write_text("9 | E5\n9 E5 | C3\n9 E5 C3 | G7\n")  # another file of the same name is noticed
    assert str(player.choose_move(Position(9)).vertex) == "E5"
    player.change_settings({"book": str(learnt)})
    assert "games" in player.choose_move(Position(9)).comment


def test_another_game_has_another_opening_but_a_seed_repeats_it(learnt: Path) -> None:
    """The page keeps its engine from game to game."""
    with create_engine("mcts", playouts=30, settings={"book": str(learnt), "memory": 10}) as unseeded:
        drawn = {str(unseeded.choose_move(Position(9)).vertex) for _ in range(40)}
    assert len(drawn) > 1
    with engine(learnt) as seeded:
        assert len({str(seeded.choose_move(Position(9)).vertex) for _ in range(10)}) == 1


def test_a_tree_book_that_comes_first_is_searched_with(tmp_path: Path, learnt: Path) -> None:
    from tengen.learning.book_growing import GrowingWishes, grow_book

    tree = tmp_path / "tree.book"
    grow_book(GrowingWishes(tree, positions=1, playouts=20, threads=1, seed=1, settings={"network": "no"}))
    with engine(f"{tree},{learnt}", network="no") as searching:
        assert searching.choose_move(Position(9)).playouts > 0
    with engine(f"{learnt},{tree}", network="no") as playing:
        assert playing.choose_move(Position(9)).playouts == 0
    japanese = Position(9, rules="japanese", komi=Position(9).komi)
    assert not in_play.tree_moves([Book.open(tree)], japanese)  # another count
    assert in_play.tree_moves([Book.open(tree)], Position(9))


@pytest.mark.parametrize("name", ["~nobody-of-that-name/a.book", "a\0b.book"])
def test_names_that_are_none_are_told_of(name: str, caplog: pytest.LogCaptureFixture) -> None:
    in_play.BOOKS_IN_USE.forget_warnings()
    with engine(name, network="no") as playing:
        assert playing.choose_move(Position(9)).playouts == 30
    assert "there is no book" in caplog.text


def test_a_file_is_read_again_only_when_it_has_changed(tmp_path: Path) -> None:
    import logging

    from tengen.errors import TengenError
    from tengen.sealed_files import FilesInUse

    read: list[Path] = []

    def reading(path: Path) -> str:
        read.append(path)
        if path.read_text() == "bad":
            raise TengenError("bad")
        return path.read_text()

    files = FilesInUse(reading, "no {path}", "going on", logging.getLogger("test"))
    path = tmp_path / "file"
    for text, answer in (("one", "one"), ("three", "three"), ("bad", None)):
        path.write_text(text)
        assert [files.find(path) for _ in range(3)] == [answer] * 3
    assert len(read) == 3
    assert len(files._kept) == 1
