"""Which position a free worker takes."""

from itertools import pairwise

from tengen.game.ruleset import Ruleset
from tengen.protocols.json_analysis.job import Job, jobs_of
from tengen.protocols.json_analysis.jobs import JobQueue
from tengen.protocols.json_analysis.query import read_query
from tengen.protocols.json_analysis.settings import Settings

from .conftest import query

MOVES = [["BW"[number % 2], f"{'ABCDEFGHJ'[number % 9]}{1 + number // 9}"] for number in range(40)]


def game_of(name: str, komi: float = 7, priority: int = 0) -> list[Job]:
    """A job for every turn of a game, each asked for in a query of its own, as KaTrain does."""
    jobs: list[Job] = []
    for turn in range(len(MOVES) + 1):
        asked = query(name, moves=MOVES[:turn], komi=komi, priority=priority)
        read, _ = read_query(asked, name, Settings(), Ruleset.named("chinese"))
        jobs += jobs_of(read)
    return jobs


def taken(queue: JobQueue, worker: int) -> tuple[str, int]:
    job = queue.take(worker)
    assert job is not None
    return job.query.id, job.turn


def test_one_worker_takes_them_in_order() -> None:
    queue = JobQueue(1)
    queue.put(game_of("a"))
    assert [taken(queue, 0)[1] for _ in range(41)] == list(range(41))


def test_two_workers_each_take_stretches_of_consecutive_turns() -> None:
    queue = JobQueue(2)
    queue.put(game_of("a"))
    order: dict[int, list[int]] = {0: [], 1: []}
    for _ in range(20):
        for worker in order:
            order[worker].append(taken(queue, worker)[1])
    steps = [b - a for turns in order.values() for a, b in pairwise(turns)]
    assert order[0][:9] == list(range(9))
    assert order[1][:9] == list(range(9, 18))
    assert sum(step == 1 for step in steps) >= 0.8 * len(steps)


def test_a_game_asked_for_backwards_is_still_taken_from_where_the_worker_is() -> None:
    queue = JobQueue(1)
    queue.put(reversed(game_of("a")))
    assert taken(queue, 0)[1] == 40  # whoever came first


def test_priority_comes_before_the_tree() -> None:
    queue = JobQueue(1)
    queue.put(game_of("a"))
    assert taken(queue, 0) == ("a", 0)
    queue.put(game_of("b", komi=5, priority=1)[:2])
    assert [taken(queue, 0) for _ in range(3)] == [("b", 0), ("b", 1), ("a", 1)]


def test_two_games_have_a_worker_each() -> None:
    queue = JobQueue(2)
    for one, other in zip(game_of("a"), game_of("b", komi=5), strict=True):
        queue.put([one, other])
    for turn in range(41):
        assert [taken(queue, worker) for worker in (0, 1)] == [("a", turn), ("b", turn)]


def test_no_worker_is_idle_while_something_waits() -> None:
    queue = JobQueue(3)
    queue.put(game_of("a")[:3])
    assert sorted(taken(queue, worker)[1] for worker in (0, 1, 2)) == [0, 1, 2]


def test_after_the_end_workers_are_sent_home_when_nothing_waits() -> None:
    queue = JobQueue(1)
    queue.put(game_of("a")[:1])
    queue.close()
    assert taken(queue, 0) == ("a", 0)
    assert queue.take(0) is None
