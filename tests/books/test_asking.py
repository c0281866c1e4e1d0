"""What a book says of a position, whichever way one looks at it."""

import random
from collections import Counter

import numpy as np
import pytest

import tengen
from tengen.books import Book, BookMove, Kind
from tengen.books.lines import canonical_move
from tengen.books.table import Rows, empty_columns, gather
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import PASS, Vertex
from tengen.records.collections import CollectedGame

from .conftest import after, collected, known


def test_moves_with_their_games_the_most_played_first(book: Book) -> None:
    """C3 and G7 are the same first move; the one nearest to the upper right corner is told."""
    assert known(book, Position(9)) == {"E5": 2, "G7": 2}
    assert [move.winrate for move in book.moves(Position(9))] == [0.5, 0.0]
    other = Book.learn([collected("E5"), collected("C3"), collected("C7")], least=1)
    assert [str(move.vertex) for move in other.moves(Position(9))] == ["G7", "E5"]


def test_a_win_is_the_movers(book: Book) -> None:
    answer = book.moves(after("C3"))[0]
    assert (str(answer.vertex), answer.games, answer.wins, answer.decided, answer.years) == (
        "G7",
        1,
        1,
        1,
        (2019, 2019),
    )
    assert answer.winrate == 1.0
    [answer] = book.moves(after("E5"))  # White lost one of them
    assert (answer.games, answer.wins, answer.winrate, answer.years) == (2, 1, 0.5, (1998, 2004))


def test_where_nobody_knows_the_winner_or_the_year() -> None:
    [move] = Book.learn([collected("C3 G3")], least=1).moves(after("C3"))
    assert (move.games, move.decided, move.winrate, move.years) == (1, 0, None, None)
    assert str(move) == "C7: 1 game"
    assert move.twins == (Vertex.parse("G3"),)
    assert move.explanation == "book, 1 game"


def test_it_is_asked_in_any_orientation() -> None:
    book = Book.learn([collected("C3 G4 D7 F3", "black")], moves=4, least=1)
    line = after("C3 G4 D7")
    for symmetry in Symmetry:
        turned = line.transformed(symmetry)
        [move] = book.moves(turned)
        assert move.vertex == symmetry.apply(Vertex.parse("F3"), 9)
        assert turned in book


def test_games_that_are_the_same_by_symmetry_are_one() -> None:
    line = "C3 G4 D7 F3"
    games = []
    for symmetry in Symmetry:
        turned = [str(symmetry.apply(Vertex.parse(move), 9)) for move in line.split()]
        games.append(collected(" ".join(turned), "black"))
    book = Book.learn(games, moves=4, least=8)
    assert len(book) == 4
    assert known(book, after("C3 G4 D7")) == {"F3": 8}


def test_twins_are_named_where_the_position_is_symmetric(book: Book) -> None:
    centre, corner = book.moves(Position(9))
    assert {str(twin) for twin in corner.twins} == {"C3", "C7", "G3"}
    assert (str(centre.vertex), centre.twins) == ("E5", ())


def test_another_order_of_moves_leads_to_the_same_position() -> None:
    book = Book.learn([collected("C3 G7 G3 C7"), collected("G3 G7 C3 E5")], least=1)
    assert known(book, after("C3 G7 G3")) == {"C7": 1, "E5": 1}


def test_what_is_not_legal_is_not_told(ko_on_the_whole_board: Position) -> None:
    """The book does not know what was on the board before, and superko forbids B3 here."""
    position = ko_on_the_whole_board
    steps = [canonical_move(position, Vertex.parse(name)) for name in ("B3", "pass")]
    keys, moves = zip(*steps, strict=True)
    rows = Rows(np.array(keys, np.uint64), np.array(moves, np.int16), empty_columns(2))
    book = Book(Kind.FORCED, gather(rows))
    assert known(book, position) == {"pass": 0}
    begun_here = Position(position.size)
    begun_here.set_up(position.stones, position.to_play)
    assert position.canonical_hash == begun_here.canonical_hash
    assert set(known(book, begun_here)) == {"B3", "pass"}


def test_a_position_that_is_not_there(book: Book) -> None:
    nowhere = after("A1 B2 A3")
    assert nowhere not in book
    assert book.moves(nowhere) == []
    assert book.find(nowhere) is None
    assert book.choice(nowhere) is None
    assert Position(19) not in book
    assert "E5" not in book


def test_whose_turn_it_is_counts(book: Book) -> None:
    position = after("C3")
    assert position in book
    position.to_play = position.to_play.other
    assert position not in book


def test_a_choice_is_as_likely_as_it_was_played_often() -> None:
    games = [collected("E5")] * 30 + [collected("C3")] * 10
    book = Book.learn(games, least=1)
    draw = random.Random(7)
    drawn = Counter(str(choice.vertex) for _ in range(400) if (choice := book.choice(Position(9), draw)))
    assert set(drawn) == {"E5", "G7"}
    assert 260 < drawn["E5"] < 340
    again = random.Random(7)
    assert book.choice(Position(9), random.Random(7)) == book.choice(Position(9), again)


def test_going_through_a_book(book: Book) -> None:
    positions = {position.hash: position.moves for position in book}
    assert len(positions) == len(book) == book.table.positions
    canonical = after("E5").canonical
    [move] = positions[canonical.hash]
    assert move.vertex in {symmetry.apply(Vertex.parse("C3"), 9) for symmetry in Symmetry}
    assert sum(move.games for moves in positions.values() for move in moves) == 11  # moves played


def test_a_pass_is_a_move() -> None:
    book = Book.learn([collected("C3 pass G7")], least=1)
    [move] = book.moves(after("C3"))
    assert move.vertex == PASS
    assert move.twins == ()
    assert known(book, after("C3 pass")) == {"G7": 1}


@pytest.mark.parametrize(
    ("move", "told", "explained"),
    [
        (BookMove(Vertex(2, 2)), "C3", "book"),
        (BookMove(Vertex(2, 2), 312, 162, 300), "C3: 312 games, 54 %", "book, 312 games, 54 %"),
        (BookMove(Vertex(2, 2), 1, 0, 1, (1998, 1998)), "C3: 1 game, 0 %, 1998–1998", "book, 1 game, 0 %"),
        (BookMove(Vertex(2, 2), 12_345), "C3: 12,345 games", "book, 12,345 games"),
    ],
)
def test_what_is_known_in_words(move: BookMove, told: str, explained: str) -> None:
    assert (str(move), move.explanation) == (told, explained)


def test_it_is_found_from_the_top(games: list[CollectedGame]) -> None:
    records = [tengen.loads("(;SZ[9];B[ee];W[gc])"), tengen.loads("(;SZ[9]HA[2]AB[cc][gg];W[ee])")]
    assert known(tengen.Book.learn(records, least=1), Position(9)) == {"E5": 1}
    book = tengen.Book.learn(iter(games), least=2)
    assert book.kind is Kind.STATISTICS
    assert isinstance(book.find(tengen.Position(9)), tengen.BookMove)
