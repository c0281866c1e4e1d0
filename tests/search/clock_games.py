"""Clocks of every kind, and games in which a referee runs them."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from tengen.search.clock import Clock

SLICE = 0.02  # seconds of a search between two looks at the clock

After = Callable[[Clock, float], Clock | None]  # the clock after a move of so many seconds; None: lost on time

seconds = st.floats(0, 10_000) | st.floats(0, 2)
clocks = st.one_of(
    st.builds(Clock, main=seconds, increment=seconds),
    st.builds(Clock, main=seconds, period=seconds, periods=st.integers(0, 40)),
    st.builds(Clock, main=seconds, period=seconds, stones=st.integers(0, 40)),
    st.builds(Clock, period=seconds, stones=st.integers(1, 40)),
    st.builds(Clock, period=seconds, periods=st.integers(1, 40), longest_move=st.floats(0.1, 10)),
    st.builds(Clock, main=seconds, increment=seconds, longest_move=st.floats(0.1, 10)),
)


def remaining(clock: Clock) -> float:
    """Seconds until the flag falls."""
    return clock.main + clock.period * (clock.periods or (1 if clock.stones else 0))


def overshoot(generator: random.Random, thought: float) -> float:
    """How much later than meant a move arrives.

    A search looks at its clock between slices; one that is to answer at once does a single
    short one, and the rest is the way through the protocol.
    """
    return generator.uniform(0, 0.03 if thought > SLICE else 0.01)


def sudden_death(clock: Clock, taken: float) -> Clock | None:
    left = clock.main - taken
    return replace(clock, main=left + clock.increment) if left > 0 else None


def japanese(clock: Clock, taken: float) -> Clock | None:
    if taken <= clock.main:
        return replace(clock, main=clock.main - taken)
    lost = int((taken - clock.main) / clock.period)
    return replace(clock, main=0, periods=clock.periods - lost) if lost < clock.periods else None


def canadian(period: float, stones: int) -> After:
    def after(clock: Clock, taken: float) -> Clock | None:
        if taken <= clock.main:
            return replace(clock, main=clock.main - taken)
        left = clock.period - (taken - clock.main)
        if left <= 0:
            return None
        if clock.stones == 1:
            return Clock(period=period, stones=stones)
        return Clock(period=left, stones=clock.stones - 1)

    return after


GAMES = [
    # the clock, how it runs, and our moves in a long game
    pytest.param(Clock(main=60), sudden_death, 400, id="sudden death 60 s"),
    pytest.param(Clock(main=10), sudden_death, 400, id="sudden death 10 s"),
    pytest.param(Clock(main=2), sudden_death, 150, id="sudden death 2 s"),
    pytest.param(Clock(period=1, periods=1), japanese, 400, id="byoyomi 1 x 1 s"),
    pytest.param(Clock(period=10, periods=5), japanese, 400, id="byoyomi 5 x 10 s"),
    pytest.param(Clock(main=20, period=2, periods=3), japanese, 400, id="byoyomi 20 s and 3 x 2 s"),
    pytest.param(Clock(period=5, stones=10), canadian(5, 10), 400, id="canadian 5 s for 10"),
    pytest.param(Clock(period=300, stones=25), canadian(300, 25), 400, id="canadian 300 s for 25"),
    pytest.param(Clock(main=30, period=5, stones=10), canadian(5, 10), 400, id="canadian 30 s and 5 s for 10"),
    pytest.param(Clock(main=2, increment=1), sudden_death, 400, id="fischer 1+1"),
    pytest.param(Clock(main=0.5, increment=0.5), sudden_death, 400, id="fischer 0+0.5"),
]
