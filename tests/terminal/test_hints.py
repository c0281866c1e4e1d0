"""Candidates as letters, and how they go on."""

import pytest

from tengen.engines.move_report import MoveReport
from tengen.errors import TengenError
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.search.report import SearchedMove, SearchReport
from tengen.terminal.hints import LETTERS, Hint


def vertices(*names: str) -> tuple[Vertex, ...]:
    return tuple(Vertex.parse(name) for name in names)


def candidate(*names: str, visits: int = 100) -> SearchedMove:
    line = vertices(*names)
    return SearchedMove(line[0], visits, 0.6, variation=line)


def hint_of(*candidates: SearchedMove, chosen: str = "C3", comment: str = "") -> Hint:
    search = SearchReport(Position(5), candidates)
    report = MoveReport(BLACK, Vertex.parse(chosen), "mcts", search, winrate=0.6, comment=comment)
    return Hint.of(Position(5), report)


def test_the_best_have_letters_and_lines() -> None:
    hint = hint_of(candidate("C3", "B2", "D4"), candidate("B2"))
    assert hint.marks.hints == dict(zip(vertices("C3", "B2"), "ab", strict=True))
    _, first, second = hint.lines()
    assert first == "  a  C3     60%      100 visits  C3 B2 D4"
    assert second.endswith("B2")


def test_a_move_from_a_book_says_so() -> None:
    hint = Hint.of(Position(5), MoveReport(BLACK, Vertex.parse("C3"), "mcts", comment="book, 312 games, 54 %"))
    assert hint.lines()[1:] == ["The first is from the book, 312 games, 54 %.", "  a  C3     C3"]


def test_what_the_engine_would_play_is_first_and_passes_are_no_candidates() -> None:
    many = [candidate(f"{letter}1") for letter in "ABDE"]
    hint = hint_of(*many, candidate("A2"), SearchedMove(PASS, 5, 0.1), candidate("C3"))
    assert [str(c.vertex) for c in hint.candidates][:2] == ["C3", "A1"]
    assert len(hint.candidates) == len(LETTERS)


def test_an_engine_that_gives_no_reasons_gives_a_move() -> None:
    hint = hint_of(chosen="D4")
    assert [str(c.vertex) for c in hint.candidates] == ["D4"]
    assert hint.lines()[1].split() == ["a", "D4", "D4"]


def test_a_pass_is_advised_with_its_reason() -> None:
    hint = hint_of(candidate("C3"), chosen="pass", comment="nothing is left to gain")
    assert hint.lines()[0] == "Hint: pass, nothing is left to gain."
    assert [str(c.vertex) for c in hint.candidates] == ["C3"]


def test_a_variation_is_played_out_with_numbers() -> None:
    board, marks = hint_of(candidate("C3", "B2", "pass", "D4")).variation("a")
    assert [str(move) for move in board.moves] == ["B C3", "W B2", "B pass", "W D4"]
    assert {str(vertex): number for vertex, number in marks.numbers.items()} == {"C3": "1", "B2": "2", "D4": "4"}


def test_a_variation_that_cannot_be_played_on_ends_there() -> None:
    board, _ = hint_of(candidate("C3", "C3", "B2")).variation("a")
    assert len(board.moves) == 1


@pytest.mark.parametrize("letter", ["b", "ab", "z", "A", ""])
def test_other_letters_are_refused_with_those_there_are(letter: str) -> None:
    with pytest.raises(TengenError, match="choose from a"):
        hint_of(candidate("C3")).variation(letter)
