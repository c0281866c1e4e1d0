"""More effort in the opening: so many times the time while it lasts, and no game is lost by it."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.parameters import describe
from tengen.search.clock import Clock
from tengen.search.time_control import allot
from tengen.search.time_rules import TimeRules

from .clock_games import GAMES, After, clocks, overshoot, remaining

TRIPLE = TimeRules(opening_effort=3, opening_moves=6)
USUAL = TimeRules()


@pytest.mark.parametrize(
    "clock",
    [
        Clock(main=600),
        Clock(main=300, increment=1),
        Clock(main=600, period=5, periods=3),
        Clock(main=900, period=60, stones=25),
    ],
    ids=str,
)
def test_the_first_moves_take_three_times_as_long(clock: Clock) -> None:
    """The move normally, and also at most."""
    usual, triple = allot(clock, 0, 361, 361), allot(clock, 0, 361, 361, rules=TRIPLE)
    assert triple.desired == pytest.approx(3 * usual.desired)
    assert triple.maximum == pytest.approx(3 * usual.maximum)
    assert triple.may_stop_early == usual.may_stop_early


@pytest.mark.parametrize(("stones", "share"), [(40, 3 / 40), (10, 0.8 / 6), (7, (1 - 0.5 / 7) / 6), (6, 1 / 6), (1, 1)])
def test_in_canadian_overtime_the_other_stones_of_the_period_keep_half_of_their_time(stones: int, share: float) -> None:
    triple = allot(Clock(period=60, stones=stones), 0, 361, 361, rules=TRIPLE)
    assert triple.desired == pytest.approx(share * (60 - 0.3))


@settings(max_examples=300)
@given(clocks, st.floats(0.1, 10), st.integers(0, 1000), st.integers(0, 100))
def test_only_the_moves_of_the_opening_take_longer(clock: Clock, effort: float, moves: int, own: int) -> None:
    rules = TimeRules(opening_effort=effort, opening_moves=moves)
    usual = allot(clock, 2 * own, 361, 361 - 2 * own)
    changed = allot(clock, 2 * own, 361, 361 - 2 * own, rules=rules, own_moves=own)
    if own >= moves or effort == 1:
        assert changed == usual
    elif effort > 1:
        assert changed.desired >= usual.desired
        assert changed.maximum >= usual.maximum
    else:
        assert changed.desired <= usual.desired
    assert changed.desired <= changed.maximum <= remaining(clock)


def test_the_players_own_moves_count() -> None:
    """White gave four stones, or the game began with passes: his first move is his first."""
    clock = Clock(main=600)
    first = allot(clock, 12, 361, 349, rules=TRIPLE, own_moves=5)
    assert first.desired == pytest.approx(3 * allot(clock, 12, 361, 349).desired)
    assert allot(clock, 12, 361, 349, rules=TRIPLE, own_moves=6) == allot(clock, 12, 361, 349)
    assert allot(clock, 11, 361, 350, rules=TRIPLE) == allot(clock, 11, 361, 350, rules=TRIPLE, own_moves=5)


def test_what_comes_with_every_move_is_spent_and_the_rest_is_not_spent_twice() -> None:
    """The moves after the opening keep half of their time, or what each has anew."""
    greedy = TimeRules(opening_effort=10, opening_moves=1)
    canadian = allot(Clock(period=60, stones=4), 0, 361, 361, rules=greedy)
    assert canadian.maximum == pytest.approx((60 - 0.3) * 5 / 8)
    alone = allot(Clock(period=60, periods=1), 0, 361, 361, rules=greedy)
    assert alone == allot(Clock(period=60, periods=1), 0, 361, 361)
    japanese = allot(Clock(period=10, periods=5), 0, 361, 361, rules=greedy)
    assert japanese.desired == 30 - 0.3  # it costs two of the five
    # Twice the reserve, of 2 s, for a game that goes on and on is not touched.
    assert allot(Clock(main=6), 0, 81, 81, rules=greedy).maximum == pytest.approx((6 - 2 * 2) * 31 / 60, rel=0.02)
    assert allot(Clock(main=4), 0, 81, 81, rules=greedy) == allot(Clock(main=4), 0, 81, 81)


def test_a_longest_move_is_no_longer() -> None:
    assert allot(Clock(main=600, longest_move=4), 0, 361, 361, rules=TRIPLE).maximum == 4


def extremes() -> list[Any]:
    """Rules with one number at the end where more time goes, and with all of them there."""
    most: dict[str, Any] = {
        name: about.maximum
        for name, _, about in describe(USUAL)
        if name.startswith("prolong_") or name.endswith("_share") or name == "empty_at_end"
    }
    most["least_moves_left"] = next(about.minimum for name, _, about in describe(USUAL) if name == "least_moves_left")
    efforts = [{"opening_effort": 10.0, "opening_moves": moves} for moves in (1, 6, 40, 1000)]
    return [*({name: value} for name, value in most.items()), *efforts, most | efforts[1]]


@pytest.mark.parametrize("size", [9, 19])
@pytest.mark.parametrize(("clock", "after", "length"), GAMES)
@pytest.mark.parametrize("values", extremes(), ids=str)
def test_whatever_is_set_no_game_is_lost_on_time(
    clock: Clock, after: After, length: int, size: int, values: dict[str, Any]
) -> None:
    """Though every move takes the maximum and more, and the game is far longer than expected."""
    rules = replace(USUAL, **values)
    generator = random.Random(size)
    points = size**2
    for ours in range(length):
        stones = min(2 * ours, points // 2)
        thought = allot(clock, 2 * ours, points, points - stones, rules=rules, own_moves=ours).maximum
        left = after(clock, thought + overshoot(generator, thought))
        assert left is not None, f"lost on time at move {ours} with {clock}"
        clock = left


@pytest.mark.parametrize("effort", [3.0, 10.0])
def test_after_the_opening_there_is_time_to_play(effort: float) -> None:
    """Six moves at their maximum leave a fifth or nearly, however great the effort."""
    rules = TimeRules(opening_effort=effort, opening_moves=6)
    for size in (9, 13, 19):
        clock = Clock(main=300)
        for own in range(6):
            thought = allot(clock, 2 * own, size**2, size**2 - 2 * own, rules=rules).maximum
            clock = replace(clock, main=clock.main - thought)
        assert clock.main > 0.18 * 300
