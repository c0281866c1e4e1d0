"""How long to think about a move: the time control of Pachi.

A move is given two times. The desired one is what it normally takes; it is prolonged, up to
the maximum, while the tree leaves it unclear which move is best, and cut short when nothing
can change any more or the game is won anyway. The scheme is that of Petr Baudiš and
Jean-loup Gailly (Baudiš: MCTS with Information Sharing, 2011, section 3.3.3). Fischer's
clock and the reserves against losing on time are our own additions. More effort in the opening
is from the SmartStart paper (section 10.3). What can be set is declared in `time_rules.py`.

Everything here is a function of numbers: the engine looks at its clock and its tree and asks.

>>> allot(Clock(main=600), move_number=0, points=361, empty_points=361).desired < 5
True
>>> allot(Clock(period=10, periods=1), move_number=0, points=361, empty_points=361)
Allotment(desired=9.7, maximum=9.7, may_stop_early=False)
"""

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from tengen.search.clock import Clock
from tengen.search.time_rules import TimeRules

_USUAL = TimeRules()
_SHORTEST = 0.05  # of the time to a deadline: all that is left to a move when lag eats the rest
_INCREMENT_SHARE = 0.9  # of Fischer's increment is spent at once
_KEPT_FOR_LATER = 0.5  # of an even share, for each of the moves after an opening with more effort

# A game may last far longer than expected. Without overtime, time is kept for so many moves
# of ours beyond the estimate, played as fast as can be: a few milliseconds each, with margin.
_OVERHEAD = 0.01  # seconds
_UNEXPECTED_MOVES = 170
_RESERVED_AT_FIRST = 0.5  # of the main time at most, rising to all of it at the expected end
_UNTOUCHED = 2.0  # so many times that reserve is not touched for more effort in the opening, nor by unusual rules
_SPARED_FOR_A_MOVE = 0.5  # of the time beyond such a reserve, at most, by other rules than the usual ones
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


class _Share(NamedTuple):
    """What a clock gives a move, in seconds, and what it might give if the other moves got less."""

    desired: float
    maximum: float
    to_share: float  # what there is for this move and those to come,
    moves: float  # which are so many,
    anew: float = 0.0  # besides what every move has: overtime, or an increment


def expected_moves(points: int, empty_points: int, rules: TimeRules = _USUAL) -> float:
    """How many more moves *we* are expected to make.

    The thesis expects a quarter of the points to stay empty in the end, and always at least
    30 more moves. Its "remaining moves in the game" divide the time of one player, so they
    are read as that player's: half of the stones still to come, and 30 of our own at least.

    >>> expected_moves(361, 361), expected_moves(81, 40)
    (135.375, 30.0)
    """
    return max(float(rules.least_moves_left), (empty_points - rules.empty_at_end * points) / 2)


def allot(
    clock: Clock,
    move_number: int,
    points: int,
    empty_points: int,
    *,
    rules: TimeRules = _USUAL,
    own_moves: int | None = None,
) -> Allotment:
    """The time for the next move of the player whose clock this is.

    `move_number` counts the moves of both played so far, of which `own_moves` are the player's (half, if that is not
    said), and `points` those of the board. A period of overtime is asked to end `lag_reserve` seconds early; main time
    without overtime too.
    """
    if clock.period <= 0:
        clock = replace(clock, stones=0, periods=0)  # periods of no time are none
    own_moves = move_number // 2 if own_moves is None else own_moves
    opening_left = rules.opening_left(own_moves)
    if clock.main <= 0 and (clock.periods == 1 or (clock.stones and not clock.periods)):
        share = _last_overtime(clock, rules)
        # Time left over when the last stone of a period is played is lost (footnote 22).
        gains = not clock.periods and clock.stones > 1
    else:
        progress = max(move_number, points - empty_points) / points  # stones may have been set up
        share = _main_time(clock, progress, expected_moves(points, empty_points, rules), rules)
        if not clock.stones and not clock.periods:
            usual = _main_time(clock, progress, expected_moves(points, empty_points), _USUAL)
            share = _within_reason(share, usual)
        gains = True
    desired, maximum = _with_effort(share, rules.effort_after(own_moves), opening_left)
    lag = rules.lag_reserve
    if clock.periods:
        desired, maximum = _within_periods(desired, clock, lag), _within_periods(maximum, clock, lag)
    maximum = min(maximum, _before(_until_the_flag_falls(clock), lag), clock.longest_move)
    return Allotment(min(desired, maximum), maximum, gains)


def _last_overtime(clock: Clock, rules: TimeRules) -> _Share:
    """A move's share when all there is are some moves to make in one period."""
    usable = _before(clock.period, rules.lag_reserve)
    desired = usable / _stones(clock)
    return _Share(desired, min(rules.prolong_in_overtime * desired, usable), usable, _stones(clock))


def _main_time(clock: Clock, progress: float, moves: float, rules: TimeRules) -> _Share:
    """A move's share of the main time, to which all Japanese periods but the last belong."""
    usable = _usable(clock, progress, moves, rules) + max(0, clock.periods - 1) * clock.period
    desired = usable / moves * _weight(progress, rules)
    if clock.periods:
        desired = max(desired, clock.period)
        return _Share(desired, rules.prolong_before_overtime * desired, usable, moves, clock.period)
    if clock.stones:
        overtime = _last_overtime(clock, rules)
        desired = max(desired, overtime.desired)
        maximum = min(rules.prolong_before_overtime * desired, clock.main + overtime.maximum)
        return _Share(desired, maximum, usable, moves, overtime.desired)
    desired += _INCREMENT_SHARE * clock.increment
    spare = max(0.0, clock.main - _UNTOUCHED * _reserve(clock, moves, rules))
    return _Share(desired, rules.prolong_main * desired, spare, moves, clock.increment)


def _within_reason(share: _Share, usual: _Share) -> _Share:
    """A share by other rules than the usual ones: what it has more comes out of what can be spared.

    So no rules lose a game on time that the usual ones do not lose.
    """
    most = max(usual.maximum, usual.anew + _SPARED_FOR_A_MOVE * usual.to_share)
    return share._replace(desired=min(share.desired, most), maximum=min(share.maximum, most))


def _weight(progress: float, rules: TimeRules) -> float:
    """How many times an even share a move gets, by the moves played in proportion to the board's points."""
    phases = (0.0, rules.middle_from, rules.middle_until, 1 - rules.empty_at_end)
    weights = (rules.opening_share, rules.middle_share, rules.middle_share, rules.end_share)
    return float(np.interp(progress, phases, weights))


def _with_effort(share: _Share, effort: float, opening_left: int) -> tuple[float, float]:
    """Desired and maximum time, both times the effort: as far as the moves after the opening keep enough.

    Those keep half of an even share of what there is, and the moves of the opening still to be made share the rest,
    besides what a move has anew: in overtime of ten stones, with two of the opening, 30 % each and 5 % for the others.
    """
    if effort <= 1:
        return effort * share.desired, effort * share.maximum
    first = min(opening_left, share.moves)
    later = share.moves - first
    most = share.anew + share.to_share * (1 - _KEPT_FOR_LATER * later / share.moves) / first
    desired = min(effort * share.desired, max(share.desired, most))
    return desired, min(effort * share.maximum, max(share.maximum, most))


def _usable(clock: Clock, progress: float, moves: float, rules: TimeRules) -> float:
    """Main time less a reserve for a game that goes on and on, where no overtime pays for its moves."""
    nearness = min(1.0, progress / (1 - rules.empty_at_end))
    most = clock.main * (_RESERVED_AT_FIRST + (1 - _RESERVED_AT_FIRST) * nearness)
    return max(clock.main - min(_reserve(clock, moves, rules), most), _LAST_SHARE * clock.main)


def _reserve(clock: Clock, moves: float, rules: TimeRules) -> float:
    """Seconds that a game takes which goes on and on, beyond what overtime or an increment pay for."""
    overtime = _last_overtime(clock, rules).desired if clock.stones or clock.periods else 0.0
    return max(0.0, _OVERHEAD - overtime - clock.increment) * (moves + _UNEXPECTED_MOVES)


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
    than the most visited. Without prolonged reading nothing is unclear.
    """
    if not rules.prolonged_reading:
        return False
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
