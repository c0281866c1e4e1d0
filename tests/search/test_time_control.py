"""Time control: no game is lost on time, and time goes where it is needed."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.search.clock import Clock
from tengen.search.time_control import (
    Allotment,
    Standing,
    allot,
    cannot_change,
    decide,
    expected_moves,
    is_unclear,
)
from tengen.search.time_rules import TimeRules

from .clock_games import GAMES, After, clocks, overshoot, remaining

RULES = TimeRules()
LAG_RESERVE = RULES.lag_reserve

# ---- allotments -------------------------------------------------------------------------


@settings(max_examples=500)
@given(clocks, st.sampled_from([5, 9, 13, 19]), st.integers(0, 600), st.floats(0, 1))
def test_a_move_never_gets_more_than_there_is(clock: Clock, size: int, move_number: int, empty: float) -> None:
    allotment = allot(clock, move_number, size**2, round(empty * size**2))
    left = remaining(clock)
    assert 0 <= allotment.desired <= allotment.maximum
    assert allotment.maximum <= max(left - LAG_RESERVE, 0.05 * left) * (1 + 1e-9)
    assert allotment.maximum <= clock.longest_move
    if left > 1e-6:
        assert allotment.maximum > 0


def test_the_moves_still_to_come_are_ours() -> None:
    assert expected_moves(361, 361) == (361 - 0.25 * 361) / 2
    assert expected_moves(361, 200) == (200 - 0.25 * 361) / 2
    assert expected_moves(361, 10) == expected_moves(81, 70) == 30


def test_main_time_is_divided_by_the_moves_to_come() -> None:
    """In the middle game a little more than T/R, prolonged to twice that."""
    allotment = allot(Clock(main=1000), 100, 361, 261)
    share = 1000 / expected_moves(361, 261)
    assert share < allotment.desired < 1.5 * share
    assert allotment.maximum == pytest.approx(2 * allotment.desired)
    assert allotment.may_stop_early


@pytest.mark.parametrize(("size", "main"), [(9, 60.0), (13, 300.0), (19, 1200.0)])
def test_most_time_goes_to_the_middle_game(size: int, main: float) -> None:
    """Of a game in which every move takes its desired time."""
    points = size**2
    spent = []
    for ours in range(3 * points // 8):
        allotment = allot(Clock(main=main), 2 * ours, points, points - 2 * ours)
        main -= allotment.desired
        spent.append(allotment.desired)
    middle = spent[points // 8 : points // 5]
    assert min(middle) > 1.2 * max(spent[0], spent[-1])
    assert max(spent) in middle[: len(middle) // 2] or max(spent) in spent[points // 10 : points // 8]


def test_stones_that_were_set_up_count_as_moves() -> None:
    assert allot(Clock(main=600), 0, 361, 261) == allot(Clock(main=600), 100, 361, 261)


def test_main_time_before_overtime_is_spent_freely() -> None:
    """It gets three times the desired time, which is at least that of overtime."""
    canadian = allot(Clock(main=3000, period=300, stones=25), 100, 361, 261)
    assert canadian.maximum == pytest.approx(3 * canadian.desired)
    assert canadian.desired > allot(Clock(period=300, stones=25), 100, 361, 261).desired
    short = allot(Clock(main=60, period=300, stones=25), 100, 361, 261)
    assert short.desired == allot(Clock(period=300, stones=25), 100, 361, 261).desired
    assert allot(Clock(main=60, period=10, periods=1), 0, 361, 361).desired == 10
    assert allot(Clock(main=3500, period=10, periods=1), 100, 361, 261).desired > 10
    with_periods = allot(Clock(main=3000, period=10, periods=51), 100, 361, 261)
    assert with_periods == allot(Clock(main=3500, period=10, periods=1), 100, 361, 261)


def test_the_first_stone_of_canadian_overtime_is_no_longer_than_the_others() -> None:
    """A move that begins in main time leaves the overtime to the moves that follow."""
    allotment = allot(Clock(main=1, period=300, stones=25), 100, 361, 261)
    assert allotment.maximum == pytest.approx(1 + 1.1 * (300 - LAG_RESERVE) / 25)


def test_all_japanese_periods_but_the_last_are_spent() -> None:
    """A prolonged move costs whole periods and ends safely before the last of them does."""
    five = allot(Clock(period=10, periods=5), 50, 361, 311)
    assert (five.desired, five.maximum) == (10 - LAG_RESERVE, 30 - LAG_RESERVE)
    two = allot(Clock(period=10, periods=2), 50, 361, 311)
    assert (two.desired, two.maximum) == (10 - LAG_RESERVE, 20 - LAG_RESERVE)
    assert two.may_stop_early
    entering = allot(Clock(main=4, period=10, periods=3), 50, 361, 311)
    assert entering.desired == 10  # costs the main time alone
    assert entering.maximum == 4 + 20 - LAG_RESERVE


def test_the_last_overtime() -> None:
    canadian = allot(Clock(period=60, stones=10), 50, 361, 311)
    assert canadian.desired == pytest.approx((60 - LAG_RESERVE) / 10)
    assert canadian.maximum == pytest.approx(1.1 * canadian.desired)
    one = allot(Clock(period=1, periods=1), 50, 361, 311)
    assert one.desired == one.maximum == 1 - LAG_RESERVE


def test_only_where_nothing_is_gained_stopping_early_is_no_use() -> None:
    def may_stop_early(clock: Clock) -> bool:
        return allot(clock, 10, 361, 351).may_stop_early

    assert not may_stop_early(Clock(period=10, periods=1))
    assert not may_stop_early(Clock(period=10, stones=1))
    assert may_stop_early(Clock(period=10, periods=2))
    assert may_stop_early(Clock(period=10, stones=2))
    assert may_stop_early(Clock(main=10, period=10, periods=1))
    assert may_stop_early(Clock(main=10))
    assert may_stop_early(Clock(main=10, increment=10))


def test_an_increment_is_spent_but_not_before_it_comes() -> None:
    assert 10 < allot(Clock(main=300, increment=10), 50, 361, 311).desired < 15
    assert allot(Clock(main=2, increment=10), 50, 361, 311).maximum == 2 - LAG_RESERVE
    assert allot(Clock(main=0, increment=10), 50, 361, 311).maximum == 0


def test_a_longer_lag_is_kept_back_when_asked_for() -> None:
    assert allot(Clock(period=10, periods=1), 0, 361, 361, rules=TimeRules(lag_reserve=2)).maximum == 8


def test_how_far_a_move_is_prolonged_can_be_set() -> None:
    rules = TimeRules(prolong_main=3, prolong_before_overtime=4, prolong_in_overtime=1.2)
    for clock, times in (
        (Clock(main=1000), 3),
        (Clock(main=3000, period=300, stones=25), 4),
        (Clock(main=3500, period=10, periods=1), 4),
        (Clock(period=60, stones=10), 1.2),
    ):
        usual, changed = allot(clock, 100, 361, 261), allot(clock, 100, 361, 261, rules=rules)
        assert changed.desired == usual.desired
        assert changed.maximum == pytest.approx(times * usual.desired)


def test_how_much_of_the_time_the_middle_game_has_can_be_set() -> None:
    clock = Clock(main=1000)
    even = TimeRules(opening_share=1, middle_share=1, end_share=1)
    usual = [allot(clock, played, 361, 361 - played).desired for played in (0, 100, 300)]
    shares = [allot(clock, played, 361, 361 - played, rules=even).desired for played in (0, 100, 300)]
    assert [before / now for before, now in zip(usual, shares, strict=True)] == pytest.approx([0.5, 1.3, 0.7])
    late = TimeRules(middle_from=0.25, middle_until=0.5)
    assert allot(clock, 72, 361, 289, rules=late).desired < allot(clock, 72, 361, 289).desired
    assert allot(clock, 200, 361, 161, rules=late).desired > allot(clock, 200, 361, 161).desired


def test_how_long_a_game_is_expected_to_be_can_be_set() -> None:
    assert expected_moves(361, 361, TimeRules(empty_at_end=0)) == 180.5
    assert expected_moves(81, 40, TimeRules(least_moves_left=20)) == 20
    longer = allot(Clock(main=600), 41, 81, 40, rules=TimeRules(least_moves_left=60))
    assert longer.desired == pytest.approx(allot(Clock(main=600), 41, 81, 40).desired / 2, rel=0.01)


def test_periods_of_no_time_are_none() -> None:
    plain = allot(Clock(main=60), 20, 81, 61)
    assert allot(Clock(main=60, periods=3), 20, 81, 61) == plain
    assert allot(Clock(main=60, stones=3), 20, 81, 61) == plain


# ---- whole games ------------------------------------------------------------------------


@pytest.mark.parametrize("size", [9, 19])
@pytest.mark.parametrize(("clock", "after", "length"), GAMES)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), capturing=st.booleans())
def test_no_game_is_lost_on_time(
    clock: Clock, after: After, length: int, size: int, seed: int, capturing: bool
) -> None:
    """Though every move takes the maximum and more, and the game is far longer than expected.

    With captures the board is never full, and the estimate never sees an end.
    """
    generator = random.Random(seed)
    points = size**2
    for ours in range(length):
        stones = min(2 * ours, points // 2 if capturing else points)
        thought = allot(clock, 2 * ours, points, points - stones).maximum
        left = after(clock, thought + overshoot(generator, thought))
        assert left is not None, f"lost on time at move {ours} with {clock}"
        clock = left


@pytest.mark.parametrize(("clock", "after", "length"), GAMES)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_clock_kept_by_oneself_shows_what_the_referees_shows(
    clock: Clock, after: After, length: int, seed: int
) -> None:
    """Whatever moves take, until the game is lost on time."""
    generator = random.Random(seed)
    begun = own = clock
    for _ in range(length):
        taken = generator.uniform(0.01, 1.2) * generator.choice([clock.main or 0.3, remaining(clock) / 10, 0.5])
        left = after(clock, taken)
        if left is None:
            break
        clock, own = left, own.after_move(taken, begun)
        assert own == clock


@pytest.mark.parametrize(("clock", "after", "length"), GAMES)
@pytest.mark.parametrize("lateness", [0.0, 0.003])
def test_by_a_clock_kept_by_oneself_no_game_is_lost_on_time(
    clock: Clock, after: After, length: int, lateness: float
) -> None:
    """The referee's clock runs a little longer for each move than ours, which measures the thinking alone."""
    begun = own = clock
    for ours in range(60):
        thought = allot(own, 2 * ours, 81, max(10, 81 - 2 * ours)).maximum
        left = after(clock, thought + lateness)
        assert left is not None, f"lost on time at move {ours} with {clock}, believed {own}"
        clock, own = left, own.after_move(thought, begun)
        assert own.main >= 0
        assert own.period >= 0
        assert remaining(own) >= remaining(clock)


@pytest.mark.parametrize(("clock", "after", "length"), GAMES)
def test_a_game_uses_its_time(clock: Clock, after: After, length: int) -> None:
    """Caution is not everything: 40 moves at their desired times take a good part of what there is."""
    points = 81
    used = 0.0
    begun = clock
    for ours in range(40):
        thought = allot(clock, 2 * ours, points, points - 2 * ours).desired
        used += thought
        left = after(clock, thought)
        assert left is not None
        clock = left
    overtime = begun.period / begun.stones if begun.stones else begun.period if begun.periods else 0.0
    assert used > max(0.5 * (begun.main - 1.2), 0.6 * 40 * (overtime + begun.increment))


# ---- going on ---------------------------------------------------------------------------

CLEAR = Standing(
    simulations=1000,
    best_visits=600,
    second_visits=200,
    best_value=0.6,
    second_value=0.5,
    reply_value=0.59,
    best_is_highest=True,
)
UNCLEAR = replace(CLEAR, second_value=0.59)
TIME = Allotment(desired=10, maximum=20, may_stop_early=True)


def test_a_clear_best_move() -> None:
    assert not is_unclear(CLEAR, RULES)
    assert not is_unclear(replace(CLEAR, reply_value=None), RULES)


@pytest.mark.parametrize(
    "change",
    [
        {"second_value": 0.56},  # the two best are alike
        {"reply_value": 0.55},  # the reply refutes the move
        {"reply_value": 0.65},  # the tree has not yet seen how good the move is
        {"best_is_highest": False},
    ],
)
def test_what_makes_a_search_unclear(change: dict[str, float]) -> None:
    standing = replace(CLEAR, **change)  # type: ignore[arg-type]
    assert is_unclear(standing, RULES)
    assert decide(standing, TIME, elapsed=10, rules=RULES)
    assert not decide(CLEAR, TIME, elapsed=10, rules=RULES)


def test_thresholds_can_be_set() -> None:
    assert is_unclear(CLEAR, TimeRules(best2_ratio=1.3))
    assert is_unclear(CLEAR, TimeRules(bestr_difference=0.005))
    assert not is_unclear(UNCLEAR, TimeRules(best2_ratio=1.0))
    won = replace(CLEAR, best_value=0.9, reply_value=0.9)
    assert decide(won, TIME, elapsed=1, rules=RULES)
    assert not decide(won, TIME, elapsed=1, rules=TimeRules(won_above=0.9, won_after=1000))


def test_without_prolonged_reading_every_search_ends_at_the_desired_time() -> None:
    contested = replace(UNCLEAR, best_visits=250, second_visits=249, best_is_highest=False)
    at_once = TimeRules(prolonged_reading=False)
    assert decide(contested, TIME, elapsed=9.9, rules=at_once)
    assert decide(contested, TIME, elapsed=10, rules=RULES)
    assert not decide(contested, TIME, elapsed=10, rules=at_once)
    # What can still change is asked of the time until then: 250 simulations, not 1,500.
    assert decide(UNCLEAR, TIME, elapsed=8, rules=RULES)
    assert not decide(UNCLEAR, TIME, elapsed=8, rules=at_once)


def test_a_clear_search_ends_at_the_desired_time() -> None:
    early = replace(CLEAR, best_visits=300)
    assert decide(early, TIME, elapsed=5, rules=RULES)
    assert decide(early, TIME, elapsed=9.0, rules=RULES)
    assert not decide(early, TIME, elapsed=10, rules=RULES)


def test_an_unclear_search_ends_at_the_maximum() -> None:
    contested = replace(UNCLEAR, best_visits=250, second_visits=249)
    assert decide(contested, TIME, elapsed=19.9, rules=RULES)
    assert not decide(contested, TIME, elapsed=20, rules=RULES)


def test_it_ends_early_when_the_best_move_cannot_change() -> None:
    """After 8 s and 1000 simulations 250 more fit in: 200 visits and they are less than 600."""
    assert not decide(CLEAR, TIME, elapsed=8, rules=RULES)
    assert decide(replace(CLEAR, second_visits=350), TIME, elapsed=8, rules=RULES)
    assert decide(CLEAR, TIME, elapsed=4, rules=RULES)  # 1500 more fit in


def test_an_unclear_one_looks_as_far_as_the_maximum() -> None:
    """After 8 s 1500 more simulations fit in before 20 s; after 16 s only 250."""
    assert decide(UNCLEAR, TIME, elapsed=8, rules=RULES)
    assert decide(UNCLEAR, TIME, elapsed=12, rules=RULES)
    assert not decide(UNCLEAR, TIME, elapsed=16, rules=RULES)


def test_it_ends_early_when_the_game_is_won() -> None:
    won = replace(CLEAR, best_value=0.97, second_value=0.96, reply_value=0.97, simulations=2000)
    assert not decide(won, TIME, elapsed=1, rules=RULES)
    assert not decide(won, TIME, elapsed=11, rules=RULES)
    assert decide(replace(won, simulations=1999), TIME, elapsed=1, rules=RULES)
    assert decide(replace(won, best_value=0.94), TIME, elapsed=1, rules=RULES)


def test_it_does_not_end_early_where_nothing_is_gained() -> None:
    period = Allotment(desired=9.7, maximum=9.7, may_stop_early=False)
    won = replace(CLEAR, best_value=0.99, simulations=10_000, best_visits=9_000)
    for standing in (CLEAR, UNCLEAR, won):
        assert decide(standing, period, elapsed=9.6, rules=RULES)
        assert not decide(standing, period, elapsed=9.7, rules=RULES)


def test_the_pace_of_the_slices_goes_before_that_of_the_time_elapsed() -> None:
    """Half of 5 s went into a judgement: what a kept tree says can still be changed in the other half."""
    kept = replace(CLEAR, simulations=32, best_visits=900)
    assert not decide(kept, TIME, elapsed=5, rules=RULES)  # 32 more fit in, it would seem
    assert decide(kept, TIME, elapsed=5, rules=RULES, pace=1000)
    assert decide(kept, TIME, elapsed=5, rules=RULES, pace=140)  # 700 make it a tie
    assert not decide(kept, TIME, elapsed=5, rules=RULES, pace=139)
    assert decide(replace(kept, second_value=0.59), TIME, elapsed=5, rules=RULES, pace=139)  # until 20 s
    assert not decide(replace(kept, second_value=0.59), TIME, elapsed=5, rules=RULES, pace=46)


def test_at_any_pace_the_limits_hold() -> None:
    for pace in (None, 0.0, 1e9):
        assert not decide(UNCLEAR, TIME, elapsed=20, rules=RULES, pace=pace)
        assert not decide(CLEAR, TIME, elapsed=10, rules=RULES, pace=pace)
        assert not decide(UNCLEAR, TIME, elapsed=1, rules=RULES, simulations_left=399, pace=pace)
    assert decide(UNCLEAR, TIME, elapsed=1, rules=RULES, simulations_left=401, pace=1e9)


def test_before_the_first_simulation_nothing_is_decided() -> None:
    kept = replace(CLEAR, simulations=0, best_visits=10_000)  # a tree kept from the last move
    assert decide(kept, TIME, elapsed=0.0, rules=RULES)
    assert decide(kept, TIME, elapsed=1.0, rules=RULES)


def test_a_limit_in_number_is_kept_too() -> None:
    assert not decide(UNCLEAR, TIME, elapsed=1, rules=RULES, simulations_left=0)
    assert not decide(UNCLEAR, TIME, elapsed=1, rules=RULES, simulations_left=399)
    assert decide(UNCLEAR, TIME, elapsed=1, rules=RULES, simulations_left=401)


def test_a_fixed_number_of_simulations() -> None:
    assert cannot_change(CLEAR, 399)
    assert not cannot_change(CLEAR, 400)  # a tie is a change


@given(
    st.builds(
        Standing,
        simulations=st.integers(0, 10_000),
        best_visits=st.integers(0, 10_000),
        second_visits=st.integers(0, 10_000),
        best_value=st.floats(0, 1),
        second_value=st.floats(0, 1),
        reply_value=st.none() | st.floats(0, 1),
        best_is_highest=st.booleans(),
    ),
    st.floats(0, 30),
)
def test_the_maximum_always_holds(standing: Standing, elapsed: float) -> None:
    if decide(standing, TIME, elapsed, RULES):
        assert elapsed < TIME.maximum
    elif elapsed < TIME.desired:
        assert standing.best_visits > standing.second_visits or standing.best_value >= RULES.won_above
