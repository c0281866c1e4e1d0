"""How long to think about a move: the time control of Pachi.

A move is given two times. The desired one is what it normally takes; it is prolonged, up to
the maximum, while the tree leaves it unclear which move is best, and cut short when nothing
can change any more or the game is won anyway. The scheme is that of Petr Baudiš and
Jean-loup Gailly (Baudiš: MCTS with Information Sharing, 2011, section 3.3.3). Fischer's
clock and the reserves against losing on time are our own additions.

Everything here is a function of numbers: the engine looks at its clock and its tree and asks.

>>> allot(Clock(main=600), move_number=0, points=361, empty_points=361).desired < 5
True
>>> allot(Clock(period=10, periods=1), move_number=0, points=361, empty_points=361)
Allotment(desired=9.7, maximum=9.7, may_stop_early=False)
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from tengen.search.clock import Clock

LAG_RESERVE = 0.3  # seconds kept back from every deadline, for the network and a busy machine
_SHORTEST = 0.05  # of the time to a deadline: all that is left to a move when lag eats the rest

_EMPTY_AT_THE_END = 0.25  # of the board's points
_FEWEST_MOVES = 30  # of ours that the game is always expected to go on
_PROLONGED = 2.0  # maximum / desired in sudden death
_PROLONGED_BEFORE_OVERTIME = 3.0
_PROLONGED_IN_OVERTIME = 1.1
_INCREMENT_SHARE = 0.9  # of Fischer's increment is spent at once

# A move's share of the main time, by the moves played in proportion to the board's points.
_PHASES = (0.0, 0.2, 0.45, 0.75)
_PHASE_WEIGHTS = (0.5, 1.3, 1.3, 0.7)

# A game may last far longer than expected. Without overtime, time is kept for so many moves
# of ours beyond the estimate, played as fast as can be: a few milliseconds each, with margin.
_OVERHEAD = 0.01  # seconds
_UNEXPECTED_MOVES = 170
_RESERVED_AT_FIRST = 0.5  # of the main time at most, rising to all of it at the expected end
_LAST_SHARE = 0.01  # of the main time is divided up even when all of it is in reserve


@dataclass(frozen=True)
class Allotment:
    """The seconds a move may take, counted from the moment it was asked for."""

    desired: float  # normally
    maximum: float  # while it is unclear which move is best
    may_stop_early: bool  # False where time that is not used is lost


@dataclass(frozen=True)
class Standing:
    """What the tree says at a moment; values are win rates of the mover.

    The best move is the most visited one, which would be played now, the second the next in
    visits; without one its visits are 0.
    """

    simulations: int  # done for this move, without those of a tree that was kept
    best_visits: int
    second_visits: int
    best_value: float
    second_value: float
    reply_value: float | None  # of the best reply to the best move, seen from the mover; None: unknown
    best_is_highest: bool  # whether no other move has a higher value than the most visited


@dataclass(frozen=True)
class TimeRules:
    """When a search is unclear and when a game is won.

    The thesis gives no numbers but says that its thresholds call all but the most clear-cut
    situations unclear; so do these.
    """

    best2_ratio: float = 1.1  # unclear: the best move's value is less than so many times the second's
    bestr_difference: float = 0.02  # unclear: best move and best reply differ by more than this in value
    won_above: float = 0.95  # won: the best move's value is at least this,
    won_after: int = 2000  # confirmed by so many simulations


def expected_moves(points: int, empty_points: int) -> float:
    """How many more moves *we* are expected to make.

    The thesis expects a quarter of the points to stay empty in the end, and always at least
    30 more moves. Its "remaining moves in the game" divide the time of one player, so they
    are read as that player's: half of the stones still to come, and 30 of our own at least.

    >>> expected_moves(361, 361), expected_moves(81, 40)
    (135.375, 30.0)
    """
    return max(float(_FEWEST_MOVES), (empty_points - _EMPTY_AT_THE_END * points) / 2)


def allot(clock: Clock, move_number: int, points: int, empty_points: int, *, lag: float = LAG_RESERVE) -> Allotment:
    """The time for the next move of the player whose clock this is.

    `move_number` counts the moves of both played so far, `points` those of the board. A
    period of overtime is asked to end `lag` seconds early; main time without overtime too.
    """
    if clock.period <= 0:
        clock = replace(clock, stones=0, periods=0)  # periods of no time are none
    if clock.main <= 0 and (clock.periods == 1 or (clock.stones and not clock.periods)):
        desired, maximum = _last_overtime(clock, lag)
        # Time left over when the last stone of a period is played is lost (footnote 22).
        gains = not clock.periods and clock.stones > 1
    else:
        progress = max(move_number, points - empty_points) / points  # stones may have been set up
        desired, maximum = _main_time(clock, progress, expected_moves(points, empty_points), lag)
        gains = True
    maximum = min(maximum, _before(_until_the_flag_falls(clock), lag), clock.longest_move)
    return Allotment(min(desired, maximum), maximum, gains)


def _last_overtime(clock: Clock, lag: float) -> tuple[float, float]:
    """Desired and maximum time when all there is are some moves to make in one period."""
    usable = _before(clock.period, lag)
    desired = usable / _stones(clock)
    return desired, min(_PROLONGED_IN_OVERTIME * desired, usable)


def _main_time(clock: Clock, progress: float, moves: float, lag: float) -> tuple[float, float]:
    """Desired and maximum time in main time, to which all Japanese periods but the last belong."""
    usable = _usable(clock, progress, moves, lag) + max(0, clock.periods - 1) * clock.period
    desired = usable / moves * float(np.interp(progress, _PHASES, _PHASE_WEIGHTS))
    if clock.periods:
        desired = max(desired, clock.period)
        maximum = _PROLONGED_BEFORE_OVERTIME * desired
        return _within_periods(desired, clock, lag), _within_periods(maximum, clock, lag)
    if clock.stones:
        in_overtime, most_in_overtime = _last_overtime(clock, lag)
        desired = max(desired, in_overtime)
        return desired, min(_PROLONGED_BEFORE_OVERTIME * desired, clock.main + most_in_overtime)
    desired += _INCREMENT_SHARE * clock.increment
    return desired, _PROLONGED * desired


def _usable(clock: Clock, progress: float, moves: float, lag: float) -> float:
    """Main time less a reserve for a game that goes on and on, where no overtime pays for its moves."""
    overtime = _last_overtime(clock, lag)[0] if clock.stones or clock.periods else 0.0
    unpaid = max(0.0, _OVERHEAD - overtime - clock.increment)
    nearness = min(1.0, progress / (1 - _EMPTY_AT_THE_END))
    most = clock.main * (_RESERVED_AT_FIRST + (1 - _RESERVED_AT_FIRST) * nearness)
    reserve = min(unpaid * (moves + _UNEXPECTED_MOVES), most)
    return max(clock.main - reserve, _LAST_SHARE * clock.main)


def _within_periods(seconds: float, clock: Clock, lag: float) -> float:
    """At most `seconds`, ending before main time and the first Japanese period do, or just before a later one.

    A period that is begun is lost when it is overstepped, and costs nothing otherwise: a time
    that needs more than the first one ends well before some period's end.
    """
    if seconds <= clock.main + _before(clock.period, lag):
        return seconds
    whole = math.floor((seconds - clock.main) / clock.period)
    return clock.main + _before(max(whole, 1) * clock.period, lag)


def _stones(clock: Clock) -> int:
    """The moves to make in a period of overtime."""
    return 1 if clock.periods else clock.stones


def _until_the_flag_falls(clock: Clock) -> float:
    """Seconds after which the game is lost."""
    return clock.main + clock.period * (clock.periods or min(1, clock.stones))


def _before(deadline: float, lag: float) -> float:
    """How long a move may take that has to be answered in `deadline` seconds."""
    return max(deadline - lag, _SHORTEST * deadline)


def is_unclear(standing: Standing, rules: TimeRules) -> bool:
    """Whether it is not yet clear which move is best.

    That is so while the two best are too similar in value, while the best reply to the best
    move says something else than the move itself, and while another move has a higher value
    than the most visited.
    """
    if not standing.best_is_highest:
        return True
    if standing.best_value < rules.best2_ratio * standing.second_value:
        return True
    reply = standing.reply_value
    return reply is not None and abs(standing.best_value - reply) > rules.bestr_difference


def is_won(standing: Standing, rules: TimeRules) -> bool:
    """Whether the best move wins anyway, and enough simulations say so."""
    return standing.best_value >= rules.won_above and standing.simulations >= rules.won_after


def cannot_change(standing: Standing, simulations_left: float) -> bool:
    """Whether the most visited move stays so whatever the simulations still to come say."""
    return standing.second_visits + simulations_left < standing.best_visits


def decide(
    standing: Standing,
    allotment: Allotment,
    elapsed: float,
    rules: TimeRules,
    simulations_left: int | None = None,
    pace: float | None = None,
) -> bool:
    """Whether to go on thinking after `elapsed` seconds of the allotment.

    A search that is clear is to end at the desired time, one that is not at the maximum; it
    ends before, if by then the best move cannot change any more at the pace measured so far.
    `simulations_left` is for a search that is limited in number too, `pace` are the simulations a
    second if that is known better than by the time elapsed, in which other things were done too.
    """
    if elapsed >= allotment.maximum or (simulations_left is not None and simulations_left <= 0):
        return False
    in_desired_time = elapsed < allotment.desired
    must_use_it = in_desired_time and not allotment.may_stop_early
    if is_won(standing, rules):
        return must_use_it
    unclear = is_unclear(standing, rules)
    if not in_desired_time and not unclear:
        return False
    end = allotment.maximum if unclear else allotment.desired
    possible = (
        pace * (end - elapsed) if pace is not None else _simulations_in(end - elapsed, standing.simulations, elapsed)
    )
    if simulations_left is not None:
        possible = min(possible, simulations_left)
    return must_use_it or not cannot_change(standing, possible)


def _simulations_in(seconds: float, done: int, elapsed: float) -> float:
    """How many simulations fit into some seconds at the pace so far; nobody knows before the first."""
    if done <= 0 or elapsed <= 0:
        return math.inf
    return done / elapsed * seconds
