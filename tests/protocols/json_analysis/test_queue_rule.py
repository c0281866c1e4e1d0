"""The queue chooses as the plain rule does, and its effort does not grow with what waits."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tengen.game.color import BLACK
from tengen.game.ruleset import Ruleset
from tengen.protocols.json_analysis import jobs as jobs_module
from tengen.protocols.json_analysis import waiting as waiting_module
from tengen.protocols.json_analysis.game import QueriedGame, Setup
from tengen.protocols.json_analysis.job import Job, jobs_of
from tengen.protocols.json_analysis.jobs import JobQueue
from tengen.protocols.json_analysis.query import Query
from tengen.protocols.json_analysis.settings import Settings

from . import naive_queue as naive_module
from .naive_queue import NaiveQueue

WORKERS = 3
SETUPS = [Setup(9, Ruleset.named("chinese"), komi, b"", BLACK, 0) for komi in (5.5, 7.5)]


def asked(
    moves: str, turns: tuple[int, ...], name: str = "q", priority: int | tuple[int, ...] = 0, setup: int = 0
) -> list[Job]:
    """The jobs of a query about a game whose moves are letters, which need not be legal here."""
    packed = b"".join(bytes([1 + number % 2, 2 + ord(move) % 64, 2]) for number, move in enumerate(moves))
    priorities = priority if isinstance(priority, tuple) else (priority,) * len(turns)
    return jobs_of(Query(name, QueriedGame(SETUPS[setup], packed), turns, priorities, Settings()))


# Few different moves, so that games have much in common and part.
LETTERS = some.text("ab", max_size=14)


@some.composite
def queries(draw: some.DrawFn) -> tuple[str, Any]:
    moves = draw(LETTERS)
    turns = draw(some.lists(some.integers(0, len(moves)), min_size=1, max_size=15, unique=True))
    priorities = draw(some.lists(some.integers(-1, 1), min_size=len(turns), max_size=len(turns)))
    if draw(some.booleans()):
        priorities = [0] * len(turns)
    return "put", (moves, tuple(turns), draw(some.sampled_from("xyz")), tuple(priorities), draw(some.integers(0, 1)))


TAKES = some.tuples(some.just("take"), some.integers(0, WORKERS - 1))
STOPS = some.tuples(
    some.just("stop"),
    some.tuples(some.none() | some.sampled_from("xyz"), some.none() | some.frozensets(some.integers(0, 6))),
)
STEPS = some.lists(queries() | TAKES | TAKES | TAKES | TAKES | STOPS, max_size=120)


@settings(max_examples=400, deadline=None)
@given(STEPS)
def test_it_chooses_what_the_plain_rule_chooses(steps: list[tuple[str, Any]]) -> None:
    queue, plain = JobQueue(WORKERS), NaiveQueue(WORKERS)
    for kind, what in steps:
        if kind == "put":
            jobs = asked(*what)
            queue.put(jobs)
            plain.put(jobs)
        elif kind == "stop":
            assert set(queue.stop(*what)) == set(plain.stop(*what))
        elif plain.waiting:
            assert queue.take(what) is plain.take(what)
    for worker in count():
        if not plain.waiting:
            break
        assert queue.take(worker % WORKERS) is plain.take(worker % WORKERS)
    assert queue.has_room_for(100_000)
    assert not queue.has_room_for(100_001)


# ---- how much there is to do -----------------------------------------------------------------

MODULES = {module.__file__ for module in (jobs_module, waiting_module, naive_module)}


@contextmanager
def counted() -> Iterator[list[int]]:
    """Counts the steps of the interpreter in the queues: the same on every machine, however busy it is."""
    steps = [0]

    def trace(frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename not in MODULES:
            return None
        frame.f_trace_opcodes = True
        steps[0] += event == "opcode"
        return trace

    before = sys.gettrace()
    sys._getframe().f_trace_opcodes = True  # or Python 3.12 tells of none the first time
    sys.settrace(trace)
    try:
        yield steps
    finally:
        sys.settrace(before)


def one_long_game(number: int) -> list[Job]:
    return asked("ab" * (number // 2), tuple(range(number)))


def one_position(number: int) -> list[Job]:
    return [job for each in range(number) for job in asked("abc", (3,), str(each))]


def one_position_and_id(number: int) -> list[Job]:
    return [job for _ in range(number) for job in asked("abc", (3,))]


def games_that_part_at_once(number: int) -> list[Job]:
    return [job for each in range(number) for job in asked(f"{each:b}".zfill(13), (13,), str(each))]


def prefixes_backwards(number: int) -> list[Job]:
    return [job for turn in range(number, 0, -1) for job in asked("a" * turn, (turn,), str(turn))]


def priorities_of_their_own(number: int) -> list[Job]:
    return [job for each in range(number) for job in asked("ab", (2,), str(each), (each * 7919) % number)]


def left_to_another(number: int) -> list[Job]:
    """All lie ahead of the first, which a worker ponders on, and none ahead of another."""
    first = asked("", (0,), "ponder", 1)
    return first + [job for each in range(number) for job in asked(f"{each:08b}"[-8:], (8,), str(each))]


def openings(number: int) -> list[Job]:
    """The positions of games of eight moves, game by game."""
    return [job for each in range(number // 8) for job in asked(f"{each:08b}"[:8], tuple(range(1, 9)), str(each))]


KINDS = [
    one_long_game,
    one_position,
    one_position_and_id,
    games_that_part_at_once,
    prefixes_backwards,
    priorities_of_their_own,
    left_to_another,
    openings,
]


def drained(queue: Any, jobs: list[Job], resting: bool) -> float:
    """Steps a job for putting and taking all, two workers in turn, or one while the other stays with the first."""
    with counted() as steps:
        queue.put(jobs)
        queue.take(0)
        for number in range(len(jobs) - 1):
            queue.take(1 if resting else number % 2)
    return steps[0] / len(jobs)


@pytest.mark.parametrize("resting", [False, True], ids=["both", "one-ponders"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_effort_for_a_job_does_not_grow_with_what_waits(kind: Callable[[int], list[Job]], resting: bool) -> None:
    few, many = (drained(JobQueue(2), kind(number), resting) for number in (120, 1200))
    assert 0 < many < 2 * few
    assert many < 2000


def test_that_measure_sees_a_queue_that_looks_at_every_job() -> None:
    few, many = (drained(NaiveQueue(2), games_that_part_at_once(number), False) for number in (20, 200))
    assert many > 5 * few


@pytest.mark.parametrize("kind", [one_long_game, one_position, one_position_and_id, games_that_part_at_once])
def test_giving_up_one_query_after_the_other_does_not_grow_with_what_waits(kind: Callable[[int], list[Job]]) -> None:
    efforts = []
    for number in (200, 2000):
        queue, jobs = JobQueue(1), kind(number)
        queue.put(jobs)
        with counted() as steps:
            gone = [job for each in jobs for job in queue.stop(each.query.id, {each.turn})]
        assert gone == jobs
        efforts.append(steps[0] / number)
    assert efforts[1] < 2 * efforts[0]


def test_jobs_that_are_gone_are_not_kept() -> None:
    queue = JobQueue(1)
    stay = asked("ab", (2,), "stay", -5)
    queue.put(stay)
    for number in range(3000):  # many with a priority of their own, below and above
        queue.put(asked(f"{number:012b}", (12,), "go", number - 1500 if number % 2 else -5))
        assert len(queue.stop("go")) == 1
    assert sum(len(waiting._ahead) for waiting in queue._waiting.values()) < 300
    assert len(queue._priorities) < 300
    assert queue._named.keys() == {"stay"}
    assert queue.take(0) is stay[0]
