"""The part of a result that is the score: how it grows with the game."""

from typing import Any

import pytest

from tengen.game.phase import phase_of
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.parameters import SearchParameters
from tengen.search.score_scaling import score_share_for, settled_part
from tengen.search.searcher import Searcher

SETTLED = """
    . X . X O . O .
    X X X X O O O O
    . X . X O . O .
    X X X X O O O O
    X X X X O O O O
    . X X X O O O .
    X X X X O O O O
    . . . . . . . ."""


def searcher_with(**parameters: Any) -> Searcher:
    return Searcher(SearchParameters(memory=10, playout="light", patterns="no", **parameters), 1, seed=2)


def share_of(searcher: Searcher) -> float:
    return float(searcher._settings["score_share"][0])


def test_the_phase_is_that_of_the_moves_or_the_stones() -> None:
    position = Position(8)
    for count, move in enumerate(("A1", "B2", "A2", "B1", "A3", "B3"), 1):
        position.play(move)
        assert phase_of(position) == pytest.approx(count / 48)
    assert phase_of(Position.from_diagram(SETTLED)) == pytest.approx(46 / 48, abs=0.1)  # set up, no move played


def test_the_settled_part_counts_points_with_a_sure_owner() -> None:
    points = [Vertex(x, 0) for x in range(4)]
    assert settled_part(dict(zip(points, (1.0, -0.95, 0.5, -0.1), strict=True))) == 0.5
    assert settled_part({}) == 0.0


@pytest.mark.parametrize(
    ("scaling", "settled", "share"),
    [("none", 1.0, 0.02), ("settled", 0.0, 0.02), ("settled", 0.5, 0.06), ("advantage", 1.0, 0.1), ("phase", 1, 0.02)],
)
def test_the_share_lies_between_the_early_and_the_late_one(scaling: str, settled: float, share: float) -> None:
    parameters = SearchParameters(score_scaling=scaling, score_share=0.02, score_share_late=0.1)
    assert score_share_for(parameters, Position(9), settled) == pytest.approx(share)


@pytest.mark.parametrize("scaling", ["phase", "settled", "advantage"])
def test_a_growing_share_keeps_the_tree(scaling: str) -> None:
    position = Position(5, komi=0.5)
    searcher = searcher_with(score_scaling=scaling, score_share_late=0.5)
    shares = []
    for _ in range(6):
        searcher.begin(position)
        shares.append(share_of(searcher))
        assert (searcher.reused > 0) == (len(shares) > 1)
        searcher.run(2000)
        position.play(searcher.branches()[0].vertex)
    assert shares[0] == pytest.approx(0.04)
    if scaling == "phase":
        assert shares == sorted(set(shares))


def test_a_settled_board_is_seen_after_the_first_search_and_forgotten_in_another_game() -> None:
    position = Position.from_diagram(SETTLED, komi=0.5)
    searcher = searcher_with(score_scaling="settled", score_share_late=0.1)
    searcher.begin(position)
    assert share_of(searcher) == pytest.approx(0.04)
    searcher.run(1000)
    position.play("D1")
    searcher.begin(position)
    seen = share_of(searcher)
    assert 0.085 < seen <= 0.1
    assert searcher.reused > 0
    searcher.run(5)  # too few to tell anything
    position.play("E1")
    searcher.begin(position)
    assert share_of(searcher) == seen
    searcher.begin(Position(8))
    assert share_of(searcher) == pytest.approx(0.04)


def test_an_advantage_makes_the_score_count_and_an_even_game_does_not() -> None:
    shares = []
    for komi in (60.0, -60.0, 0.0):
        position = Position(7, komi=komi)
        searcher = searcher_with(score_scaling="advantage", score_share=0.02, score_share_late=0.1)
        searcher.begin(position)
        assert share_of(searcher) == pytest.approx(0.02)
        searcher.run(500)
        position.play("D4")
        searcher.begin(position)
        shares.append(share_of(searcher))
    lost, won, even = shares
    assert lost > 0.09
    assert won > 0.09
    assert even < 0.06


def test_other_parameters_begin_a_new_tree() -> None:
    searcher = searcher_with()
    position = Position(7)
    for changed in (
        {"score_scaling": "phase"},
        {"score_scaling": "phase", "score_share_late": 0.3},
        {"score_share": 0.1},
    ):
        searcher.begin(position)
        searcher.run(100)
        searcher.set_parameters(SearchParameters(memory=10, playout="light", **changed))
        searcher.begin(position)
        assert searcher.reused == 0


def test_the_share_is_what_the_results_are_made_of() -> None:
    """When all is decided, a larger share lowers the value of a narrow win."""
    position = Position.from_diagram(SETTLED, komi=-6.5)
    values = []
    for late in (0.04, 0.3):
        searcher = searcher_with(score_scaling="phase", score_share_late=late)
        searcher.begin(position)
        searcher.run(500)
        values.append(searcher.branches()[0].winrate)
    assert values[0] > values[1] + 0.1
