"""A search as text: what a person is told of it, and that no line can be taken for a protocol's answer."""

import re
from dataclasses import replace

import pytest

from tengen.game.position import Position
from tengen.game.vertex import PASS, RESIGN, Vertex
from tengen.search.display import board_with_ownership, decision, progress_line
from tengen.search.parameters import SearchParameters
from tengen.search.report import SearchedMove, SearchReport
from tengen.search.searcher import Searcher


def vertices(names: str) -> tuple[Vertex, ...]:
    return tuple(map(Vertex.parse, names.split()))


def move(names: str, visits: int, winrate: float, score: float | None = None) -> SearchedMove:
    """A move with its variation, of which it is the first."""
    variation = vertices(names)
    return SearchedMove(variation[0], visits, winrate, score, variation=variation)


REPORT = SearchReport(
    Position(5),
    moves=(
        move("C3 C4 D4 B3 B4 C2 D3 A3", 9000, 0.553, 1.2),
        move("C4 C3", 2700, 0.483, -0.4),
        move("pass", 300, 0.364),
    ),
    playouts=12_000,
    reused=0,
    seconds=0.5,
    nodes=100_000,
    depth=14,
    prunings=0,
)
EMPTY = SearchReport(Position(5))


def test_progress_is_one_line_of_what_matters() -> None:
    assert progress_line(REPORT) == ("12,000 | C3 55.3 % +1.2 | C3 C4 D4 B3 B4 C2 | C4 48.3 %, pass 36.4 % | 24,000/s")


def test_progress_tells_what_was_kept_of_an_earlier_tree() -> None:
    assert progress_line(replace(REPORT, reused=3400)).startswith("12,000 (+3,400) | ")


def test_progress_before_the_first_simulation() -> None:
    assert progress_line(EMPTY) == "0 | no move tried yet"


def test_progress_with_a_single_move() -> None:
    assert progress_line(replace(REPORT, moves=REPORT.moves[2:3])) == "12,000 | pass 36.4 % | pass | 24,000/s"


def test_the_decision_and_its_grounds() -> None:
    assert decision(REPORT).split("\n") == [
        "C3 55.3 % +1.2, 9,000 of 12,000 visits (75.0 %)",
        "  variation: C3 C4 D4 B3 B4 C2 D3 A3",
        "  tree: 100,000 nodes (5.6 MB), 14 moves deep",
        "  simulations: 12,000 in 0.50 s (24,000/s)",
    ]
    assert decision(REPORT, Vertex.parse("C3")) == decision(REPORT)


def test_a_decision_against_the_visits_says_so() -> None:
    lines = decision(REPORT, Vertex.parse("C4")).split("\n")
    assert lines[0].startswith("C4 48.3 % -0.4, 2,700 of ")
    assert lines[1] == "  instead of C3 55.3 % +1.2, 9,000 visits"
    assert lines[2] == "  variation: C4 C3"


def test_a_resignation_tells_the_best_move() -> None:
    assert decision(REPORT, RESIGN).startswith("resign; the best move was C3 55.3 %")
    assert decision(REPORT, PASS).startswith("pass 36.4 %, 300 of ")
    assert decision(EMPTY, PASS) == "pass: nothing was searched"


@pytest.mark.parametrize(("prunings", "words"), [(1, "cut back once to"), (7, "cut back 7 times to")])
def test_a_decision_tells_of_prunings(prunings: int, words: str) -> None:
    assert words in decision(replace(REPORT, prunings=prunings))
    assert "cut back" not in decision(REPORT)


def test_the_board_and_its_owners_side_by_side() -> None:
    position = Position(3, komi=2.5)
    position.play("B2")
    owners = {"A3": 1.0, "B3": 0.75, "C3": 0.74, "A2": 0.25, "B2": 0.24, "C2": -0.24, "A1": -0.25, "B1": -0.8}
    shown = board_with_ownership(position, {Vertex.parse(name): value for name, value in owners.items()})
    assert shown.split("\n") == [
        "Move 1: black B2, white to play, komi 2.5, captures: black 0, white 0, chinese rules",
        "   A B C          A B C",
        " 3 . . . 3      3 X X x 3",
        " 2 .(X). 2      2 x . . 2",
        " 1 . . . 1      1 o O . 1",
        "   A B C          A B C",
    ]


def test_the_board_alone_where_nobody_knows_the_owners() -> None:
    position = Position(9)
    shown = board_with_ownership(position, {})
    assert shown.split("\n", 1)[1] == position.diagram()


def test_the_headline_tells_captures_handicap_and_rules() -> None:
    position = Position(9, rules="aga", komi=0.5)
    position.give_handicap(vertices("C3 G7"))
    for vertex in ("A1", "A2", "pass", "B1"):
        position.play(vertex)
    headline = board_with_ownership(position, {}).split("\n")[0]
    assert headline == ("Move 4: black B1, white to play, komi 0.5, handicap 2, captures: black 1, white 0, aga rules")


@pytest.mark.parametrize("size", [2, 9, 19])
def test_of_a_real_search_no_line_looks_like_an_answer(size: int) -> None:
    """A client that reads both pipes must not take a line for a response; consoles everywhere read ASCII."""
    searcher = Searcher(SearchParameters(memory=10), 1, seed=1)
    position = Position(size)
    for _ in range(6):
        searcher.begin(position)
        texts = [progress_line(searcher.report()), decision(searcher.report())]
        searcher.run(400)
        report = searcher.report()
        texts += [progress_line(report), board_with_ownership(position, report.ownership)]
        texts += [decision(report, chosen) for chosen in (None, PASS, RESIGN, report.moves[-1].vertex)]
        for line in "\n".join(texts).split("\n"):
            assert line.strip()
            assert line[0] not in "=?"
            assert line.isascii()
        expected = r"400( \(\+[\d,]+\))? \| \w+ \d+\.\d % [+-]\d+\.\d \| [\w ]+ \|( .* \|)? [\d,]+/s"
        assert re.fullmatch(expected, progress_line(report)), progress_line(report)
        position.play(report.moves[0].vertex)


def test_a_decision_tells_of_the_dynamic_komi_and_of_the_real_win_rate() -> None:
    first = replace(REPORT.moves[0], winrate=0.912, search_winrate=0.553)
    told = decision(replace(REPORT, moves=(first, *REPORT.moves[1:]), extra_komi=11.5))
    assert "  extra komi: 11.5 for white; without it the move wins 91.2 %" in told.split("\n")
    assert "3.0 for black" in decision(replace(REPORT, extra_komi=-3.0))
    assert "extra komi" not in decision(REPORT)
