"""A tree book in the tree: its games are visits of the root's moves, once, for every policy and parallelisation."""

import logging
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from tengen.books import Book, Kind, in_play
from tengen.books.lines import canonical_move
from tengen.books.table import Rows, empty_columns, gather
from tengen.engines import create_engine
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tree.nodes import ROOT
from tengen.search.parameters import SearchParameters
from tengen.search.report import SearchReport
from tengen.search.searcher import Searcher

Known = dict[str, tuple[int, float]]  # games and wins of moves


def after(moves: str, size: int = 9) -> Position:
    position = Position(size)
    for move in moves.split():
        position.play(move)
    return position


def tree_book(path: Path, known: dict[str, Known], komi: float | None = 7.5) -> str:
    """A file with what is known after some moves."""
    found = []
    for line, moves in known.items():
        for name, (games, wins) in moves.items():
            found.append((*canonical_move(after(line), Vertex.parse(name)), games, wins))
    keys, moves_, games_, wins_ = zip(*found, strict=True)
    columns = empty_columns(len(found)) | {
        "games": np.array(games_, np.uint32),
        "decided": np.array(games_, np.uint32),
        "wins": np.array(wins_, np.float64),
    }
    rows = Rows(np.array(keys, np.uint64), np.array(moves_, np.int16), columns)
    about = {} if komi is None else {"komi": komi}
    Book(Kind.TREE, gather(rows), about=MappingProxyType(about)).save(path)
    return str(path)


@pytest.fixture
def book(tmp_path: Path) -> str:
    """After E5 the book likes B2, as nobody does, and knows its own answers to G4."""
    return tree_book(
        tmp_path / "tree.book", {"E5": {"B2": (600, 420.0), "C3": (300, 120.0)}, "E5 B2": {"G4": (90, 60)}}
    )


def searcher(book: str, threads: int = 1, **parameters: Any) -> Searcher:
    own = {"memory": 20, "playout": "light", "book": book, **parameters}
    return Searcher(SearchParameters(**own), threads, seed=3)


def visits(searcher: Searcher) -> dict[str, int]:
    return {str(branch.vertex): branch.visits for branch in searcher.branches() if branch.visits}


POLICIES = ["ucb1", "ucb1-tuned", "rave", "ucb1-rave", "puct"]


@pytest.mark.parametrize("policy", POLICIES)
def test_its_games_are_visits_and_win_rates(book: str, policy: str) -> None:
    searching = searcher(book, policy=policy)
    searching.begin(after("E5"))
    searching.run(1)
    told = {str(branch.vertex): branch for branch in searching.branches() if branch.visits > 1}
    kept = [vertex for vertex in ("B2", "B8", "H2", "H8") if vertex in told]
    assert len(kept) == 1  # of moves that are the same by symmetry one is considered
    assert told[kept[0]].visits == pytest.approx(600, abs=1)
    assert told[kept[0]].winrate == pytest.approx(0.7, abs=0.01)
    report = searching.report()
    assert (report.book_games, report.reused, report.playouts) == (900, 900, 1)
    assert searching.trees[0].visits == 901
    searching.run(299)
    assert sum(visits(searching).values()) == searching.trees[0].visits == 1200
    assert str(searching.report().best.vertex) == kept[0]


def test_the_book_decides_between_moves_that_look_the_same(tmp_path: Path) -> None:
    for liked in ("C3", "D4"):
        other = {"C3": "D4", "D4": "C3"}[liked]
        path = tree_book(tmp_path / f"{liked}.book", {"E7 C5": {liked: (5000, 3500.0), other: (500, 100.0)}})
        searching = searcher(path)
        searching.begin(after("E7 C5"))
        searching.run(200)
        assert str(searching.report().best.vertex) == liked


def test_at_most_so_many_games(book: str) -> None:
    for most, wanted in ((90, {60, 30}), (0, set()), (900, {600, 300})):
        searching = searcher(book, book_games=float(most))
        searching.begin(after("E5"))
        searching.run(1)
        assert {number for number in visits(searching).values() if number > 1} <= {n + 1 for n in wanted} | wanted
        assert searching.report().book_games == most


def test_slices_make_no_difference(book: str) -> None:
    signatures = set()
    for slices in ([300], [1, 299], [7, 200, 93], [1] * 300):
        searching = searcher(book)
        searching.begin(after("E5"))
        for simulations in slices:
            searching.run(simulations)
        signatures.add(searching.signature())
    assert len(signatures) == 1
    without = searcher("no")
    without.begin(after("E5"))
    without.run(300)
    assert without.signature() not in signatures


def test_the_same_position_gets_them_once(book: str) -> None:
    searching = searcher(book)
    for _ in range(3):
        searching.begin(after("E5"))
        searching.run(50)
        assert searching.report().book_games == 900
    assert searching.trees[0].visits == 1050


def test_after_a_move_the_book_is_asked_again(book: str) -> None:
    searching = searcher(book, fold_symmetry=False)
    position = after("E5")
    searching.begin(position)
    searching.run(300)
    real = visits(searching)["B2"] - 600 // 4  # unfolded, its twins share the games
    position.play("B2")
    searching.begin(position)
    assert 0 < searching.reused <= real  # the games of the move say nothing of what comes after it
    searching.run(1)
    assert searching.report().book_games == 90
    assert sum(visits(searching).values()) == searching.trees[0].visits
    position.play("A9")
    searching.begin(position)
    searching.run(100)
    assert searching.report().book_games == 0
    assert not searching.book.moves


def test_unfolded_moves_that_are_the_same_share_the_games(book: str) -> None:
    searching = searcher(book, fold_symmetry=False)
    searching.begin(after("E5"))
    searching.run(1)
    assert [visits(searching)[name] // 10 for name in ("B2", "B8", "H2", "H8")] == [15] * 4
    assert searching.report().book_games == 900


@pytest.mark.parametrize(("parallel", "threads"), [("root", 2), ("tree", 2), ("leaf", 2)])
def test_threads(book: str, parallel: str, threads: int) -> None:
    searching = searcher(book, threads, parallel=parallel)
    searching.begin(after("E5"))
    searching.run(100)
    assert searching.report().book_games == 900
    shared = parallel == "tree" and threads > 1  # such threads lose a count now and then
    assert 1000 - (10 if shared else 0) <= sum(tree.visits for tree in searching.trees) <= 1000
    searching.close()


def test_a_tree_that_cannot_grow_waits_for_no_book(book: str) -> None:
    searching = searcher(book, memory=3)
    searching.begin(after("E5"))
    for arena in searching.trees[0].arenas:
        arena["used"] = arena["limit"]
    searching.trees[0].set_growing(False)
    assert searching.run(400) == 400
    assert searching.report().book_games == 0


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_with_the_network_the_chances_stay_and_the_games_are_added(book: str, share: float) -> None:
    with_book, without = (searcher(name, network="yes", network_share=share) for name in (book, "no"))
    for searching in (with_book, without):
        searching.begin(after("E5"))
        searching.run(40)
    assert with_book.report().book_games == 900
    assert without.report().book_games == 0
    assert with_book.report().policy == without.report().policy
    assert str(with_book.report().best.vertex) in ("B2", "B8", "H2", "H8")
    assert str(without.report().best.vertex) not in ("B2", "B8", "H2", "H8")


# ---- where it is not used ------------------------------------------------------------


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    in_play.BOOKS_IN_USE.forget_warnings()
    caplog.set_level(logging.WARNING, "tengen.books.in_play")
    return caplog


def games_put(searching: Searcher, position: Position, **options: Any) -> int:
    searching.begin(position, **options)
    searching.run(5)
    return searching.report().book_games


def test_with_another_komi_in_handicap_games_and_for_levels(book: str, warnings: pytest.LogCaptureFixture) -> None:
    searching = searcher(book)
    assert games_put(searching, after("E5")) == 900
    assert games_put(searching, after("E5"), learnt=False) == 0
    other = after("E5")
    other.komi = 5.5
    assert games_put(searching, other) == games_put(searching, other) == 0
    assert [record.getMessage() for record in warnings.records] == [
        "the book tree.book is for a komi of 7.5, not 5.5; playing on without it"
    ]
    handicap = after("E5")
    handicap.handicap = 2
    assert games_put(searching, handicap) == 0


def test_other_kinds_of_books_leave_the_tree_alone(tmp_path: Path) -> None:
    Book.from_lines(["9 | C3"]).save(tmp_path / "forced.dat")
    assert games_put(searcher(str(tmp_path / "forced.dat")), Position(9)) == 0


def test_a_report_is_kept_with_its_games(book: str) -> None:
    searching = searcher(book)
    searching.begin(after("E5"))
    searching.run(20)
    report = searching.report()
    plain = report.to_dict()
    assert SearchReport.from_dict(plain, report.position).book_games == 900
    del plain["book_games"]  # as those saved earlier
    assert SearchReport.from_dict(plain, report.position).book_games == 0


def test_whoever_asks_for_visits_gets_real_ones(book: str) -> None:
    engines = [create_engine("mcts", seed=1, settings={"book": name, "memory": 20}) for name in (book, "no")]
    for _ in range(2):
        with_book, without = (engine.analyze(after("E5"), visits=200) for engine in engines)
        assert with_book.playouts == without.playouts
        assert with_book.visits - with_book.book_games == without.visits >= 200


# ---- in play ---------------------------------------------------------------------------


def test_a_move_says_that_the_book_knew_it(book: str) -> None:
    engine = create_engine("mcts", playouts=100, seed=1, settings={"book": book, "memory": 20})
    report = engine.choose_move(after("E5"))
    assert report.comment == "book, 600 games, 70 %"
    assert report.playouts == 100
    assert report.winrate is not None
    assert report.search is not None
    assert report.search.book_games == 900
    assert engine.choose_move(after("A1")).comment == ""
    assert int(engine.searcher.trees[0].nodes["visits"][ROOT]) >= 100  # type: ignore[union-attr]
