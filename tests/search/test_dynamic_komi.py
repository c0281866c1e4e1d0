"""Dynamic komi: each method alone, its limits, and what the search makes of it."""

import itertools
import math
from typing import Any

import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.handicap import free_handicap
from tengen.game.position import Position
from tengen.search.dynamic_komi import DynamicKomi, DynamicKomiParameters
from tengen.search.dynamic_komi.observation import Observation
from tengen.search.dynamic_komi.score import komi_rate
from tengen.search.dynamic_komi.value import Ratchet
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher

FULL = """
    . X . X X X X O .
    X X X X X X X O O
    . X . X X X X O .
    X X X X X X X O O
    . X . X X X X O .
    X X X X X X X O O
    X X X X X X X O .
    X X . X . X X O O
    X X X X X X X O ."""


def komi_of(method: str, **settings: Any) -> DynamicKomi:
    return DynamicKomi(DynamicKomiParameters(dynamic_komi=method, **settings))


def handicap_game(stones: int, size: int = 19) -> Position:
    position = Position(size, komi=0.5)
    position.give_handicap(free_handicap(size, stones))
    return position


def after(moves: int, size: int = 19) -> Position:
    """A position after so many moves, far from full."""
    position = Position(size)
    for vertex in list(position.vertices())[: 2 * moves : 2]:
        position.play(vertex)
    return position


def seen(value: float, score: float = 0.0, simulations: int = 1000) -> Observation:
    """Simulations of which Black won this part, by so much on average."""
    return Observation(simulations, value * simulations, score * simulations)


# ---- linear -----------------------------------------------------------------------------


@pytest.mark.parametrize("ours", [BLACK, WHITE])
def test_linear_gives_white_seven_points_a_stone_whoever_we_are(ours: Color) -> None:
    komi = komi_of("linear")
    komi.begin(handicap_game(4), ours)
    assert komi.extra == 28.0


def test_linear_falls_to_nothing_at_move_200() -> None:
    komi = komi_of("linear")
    position = handicap_game(2)
    extras = []
    for vertex in list(position.vertices())[::1]:
        komi.begin(position, BLACK)
        extras.append(komi.extra)
        if position.move_number >= 210 or not position.is_legal(vertex):
            continue
        position.play(vertex)
    assert extras[0] == 14.0
    assert all(late <= early for early, late in itertools.pairwise(extras))
    assert extras[-1] == 0.0


def test_linear_at_the_leaf_tells_the_kernels_how_it_falls() -> None:
    settings = SearchParameters().record(Position(19))
    komi = komi_of("linear")
    komi.begin(handicap_game(4), BLACK)
    komi.write_to(settings)
    assert settings["extra_komi"][0] == 28.0
    assert settings["extra_komi_fall"][0] == pytest.approx(28 / 200)
    at_root = komi_of("linear", komi_at_leaf=False)
    at_root.begin(handicap_game(4), BLACK)
    at_root.write_to(settings)
    assert settings["extra_komi_fall"][0] == 0.0


def test_white_takes_no_more_than_30_points_for_nine_stones_and_black_gives_63() -> None:
    for ours, most in ((WHITE, 30.0), (BLACK, 63.0)):
        settings = SearchParameters().record(Position(19))
        komi = komi_of("linear")
        komi.begin(handicap_game(9), ours)
        komi.write_to(settings)
        assert settings["extra_komi_most"][0] == most


def test_without_handicap_linear_does_nothing() -> None:
    komi = komi_of("linear")
    komi.begin(Position(19), WHITE)
    assert komi.extra == 0.0
    assert math.copysign(1, komi.extra) == 1


# ---- value -----------------------------------------------------------------------------


def test_value_is_linear_in_the_opening() -> None:
    komi = komi_of("value")
    position = handicap_game(3)
    komi.begin(position, BLACK)
    komi.observe(seen(0.99))
    assert komi.extra == 21.0  # not 22: the opening says nothing


@pytest.mark.parametrize(("ours", "sign"), [(BLACK, 1), (WHITE, -1)])
def test_a_point_at_a_time_towards_an_even_game(ours: Color, sign: int) -> None:
    """Whoever wins gives points, whoever loses takes them; for White all is reversed."""
    komi = komi_of("value")
    komi.begin(after(30), ours)
    ahead = 0.8 if ours is BLACK else 0.2
    for expected in (1, 2, 3):
        komi.observe(seen(ahead))
        assert komi.given == expected
        assert komi.extra == sign * expected
    komi.observe(seen(0.47 if ours is BLACK else 0.53))  # between red and green
    assert komi.given == 3


def test_a_komi_that_was_too_much_is_never_given_again() -> None:
    komi = komi_of("value")
    komi.begin(after(30), BLACK)
    for value in (0.8, 0.8, 0.8, 0.3):
        komi.observe(seen(value))
    assert (komi.given, komi.ratchet.at) == (2, 3)
    for _ in range(5):
        komi.observe(seen(0.9))
    assert komi.given == 2


def test_what_we_take_has_no_ratchet() -> None:
    komi = komi_of("value")
    komi.begin(after(30), BLACK)
    for value in (0.3, 0.3, 0.9, 0.3, 0.9, 0.9, 0.9):
        komi.observe(seen(value))
    assert komi.given == 1
    assert komi.ratchet == Ratchet()


def test_the_ratchet_expires_if_it_is_asked_to() -> None:
    komi = komi_of("value", komi_ratchet=5)
    position = after(30)
    komi.begin(position, BLACK)
    for value in (0.8, 0.8, 0.3):
        komi.observe(seen(value))
    assert komi.ratchet.at == 2
    free = [vertex for vertex in position.vertices() if position.is_legal(vertex)]
    for vertex in free[100:105]:
        position.play(vertex)
        komi.begin(position, BLACK)
        assert komi.ratchet.at == 2
    position.play(free[110])
    komi.begin(position, BLACK)
    assert komi.ratchet.at == math.inf


def test_no_more_than_30_points_are_taken_and_none_at_the_end() -> None:
    komi = komi_of("value", komi_opening=0)
    komi.begin(after(30), BLACK)
    for _ in range(50):
        komi.observe(seen(0.1))
    assert komi.given == -30
    komi.begin(Position.from_diagram(FULL), BLACK)  # at 95 % of the game and beyond
    assert komi.given == 0
    komi.observe(seen(0.1))
    assert komi.given == 0


def test_it_waits_for_its_simulations_over_several_moves() -> None:
    komi = komi_of("value", komi_period=1000)
    komi.begin(after(30), BLACK)
    komi.observe(seen(0.9, simulations=600))
    assert komi.until_change == 400
    komi.begin(after(32), BLACK)
    komi.observe(seen(0.9, simulations=400))
    assert komi.given == 1


def test_each_colour_has_its_own_where_one_engine_thinks_for_both() -> None:
    komi = komi_of("value", komi_period=1000, komi_opening=0)
    komi.begin(after(30), BLACK)
    for value in (0.9, 0.9, 0.9, 0.2):  # the third point was too much
        komi.observe(seen(value))
    assert (komi.given, komi.ratchet.at, komi.extra) == (2, 3, 2)
    komi.begin(after(31), WHITE)  # who loses as much as Black wins
    assert (komi.given, komi.ratchet.at) == (0, math.inf)
    komi.observe(seen(0.9))
    assert (komi.given, komi.extra) == (-1, 1)
    komi.begin(after(32), BLACK)
    assert (komi.given, komi.ratchet.at, komi.extra) == (2, 3, 2)
    komi.begin(after(33), WHITE)
    assert (komi.given, komi.extra) == (-1, 1)
    komi.forget()
    komi.begin(after(30), BLACK)
    assert komi.given == 0


def test_offline_it_changes_once_a_move() -> None:
    komi = komi_of("value", komi_online=False)
    komi.begin(after(30), BLACK)
    assert komi.until_change is None
    for _ in range(5):
        komi.observe(seen(0.9))
    assert komi.given == 0
    komi.begin(after(32), BLACK)
    assert komi.given == 1


# ---- extremes ---------------------------------------------------------------------------


def test_extremes_leave_an_open_game_alone() -> None:
    komi = komi_of("extremes")
    komi.begin(after(30), BLACK)
    for value in (0.2, 0.45, 0.8):
        komi.observe(seen(value))
        assert komi.given == 0


def test_extremes_give_no_more_than_it_takes_and_take_it_back() -> None:
    komi = komi_of("extremes")
    komi.begin(after(30), BLACK)
    for value, given in (
        (0.95, 1),
        (0.9, 2),
        (0.82, 2),
        (0.7, 1),
        (0.7, 0),
        (0.7, 0),
        (0.05, -1),
        (0.18, -1),
        (0.3, 0),
    ):
        komi.observe(seen(value))
        assert komi.given == given
    assert komi.ratchet == Ratchet()


def test_extremes_do_not_flap_where_a_point_decides() -> None:
    komi = komi_of("extremes")
    komi.begin(after(30), BLACK)
    for value, given in ((1.0, 1), (0.0, 0), (1.0, 0), (1.0, 0)):
        komi.observe(seen(value))
        assert komi.given == given


def test_value_stays_between_red_and_green_however_far_they_are_apart() -> None:
    komi = komi_of("value", komi_red=0.2, komi_green=0.8)
    komi.begin(after(30), BLACK)
    for value, given in ((0.9, 1), (0.5, 1), (0.3, 1), (0.1, 0)):
        komi.observe(seen(value))
        assert komi.given == given


# ---- score -----------------------------------------------------------------------------


def test_score_follows_the_mean_score_early_and_not_late() -> None:
    komi = komi_of("score")
    komi.begin(after(30), BLACK)
    komi.observe(seen(0.7, score=12.0))
    assert komi.given == pytest.approx(12.0, abs=0.1)
    late = komi_of("score", komi_opening=0)  # a board that was set up
    late.begin(Position.from_diagram(FULL), BLACK)
    late.observe(seen(0.7, score=12.0))
    assert 0 < late.given < 3


def test_the_phase_is_subtracted_not_added() -> None:
    """With the paper's plus sign the komi would never move: see `score.py`."""
    assert komi_rate(0.1, 20.0, 0.75) > 0.99
    assert 1 / (1 + math.exp(20 * (0.1 + 0.75))) < 1e-6


# ---- in the search ----------------------------------------------------------------------


def searched(position: Position, method: str, simulations: int = 3000, **settings: Any) -> Searcher:
    parameters = SearchParameters(memory=20, dynamic_komi=method, komi_period=100, **settings)
    searcher = Searcher(parameters, 1, seed=3)
    searcher.begin(position)
    searcher.run(simulations)
    return searcher


def won_game() -> Position:
    """Black has three stones on a small board, and it is his turn."""
    position = handicap_game(3, 9)
    position.to_play = BLACK
    return position


def test_without_it_there_is_no_extra_komi() -> None:
    report = searched(won_game(), "none", 300).report()
    assert report.extra_komi == 0.0
    assert report.moves[0].search_winrate is None
    assert report.moves[0].value == report.moves[0].winrate


@pytest.mark.parametrize("method", ["value", "score", "average"])
@pytest.mark.parametrize("parallel", ["tree", "leaf"])
def test_it_brings_a_won_game_near_even_and_tells_the_real_win_rate(method: str, parallel: str) -> None:
    report = searched(won_game(), method, 3000, parallel=parallel, komi_opening=0).report()
    best = report.moves[0]
    assert report.extra_komi > 10  # points for White
    assert best.search_winrate is not None
    assert 0.3 < best.search_winrate < best.winrate - 0.1
    assert best.winrate > 0.8
    assert report.score > 10  # the real lead


def test_for_the_loser_it_is_the_other_way_round() -> None:
    position = won_game()
    position.to_play = WHITE
    report = searched(position, "value", 3000, komi_opening=0).report()
    assert report.extra_komi > 10  # White takes points
    best = report.moves[0]
    assert best.search_winrate is not None
    assert best.winrate < 0.3 < best.search_winrate


def test_the_same_seed_gives_the_same_tree_whatever_the_slices_are() -> None:
    one = searched(handicap_game(3, 9), "value", 2000)
    other = searched(handicap_game(3, 9), "value", 700)
    other.run(1300)
    assert one.signature() == other.signature()


def test_the_tree_is_kept_though_the_komi_has_changed() -> None:
    position = after(6, 9)
    searcher = searched(position, "value", 2000)
    best = searcher.branches()[0].vertex
    position.play(best)
    searcher.begin(position, ours=position.to_play.other)
    assert searcher.reused > 0


def test_a_new_game_begins_without_what_the_last_one_needed() -> None:
    searcher = searched(won_game(), "value", 3000, komi_opening=0)
    assert searcher.report().extra_komi > 3
    searcher.begin(Position(9))
    assert searcher.report().extra_komi == 0.0


def test_a_change_of_the_setting_holds_from_the_next_search_on() -> None:
    searcher = searched(won_game(), "value", 3000, komi_opening=0)
    searcher.set_parameters(SearchParameters(memory=20))
    searcher.begin(won_game())
    assert searcher.report().extra_komi == 0.0
