"""The benchmark of many queries asks what it says and counts the replies.

That the effort does not grow with what waits is told by counted steps in `protocols/json_analysis/test_queue_rule.py`.
"""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture(scope="module")
def json_queue(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("json_queue")


@pytest.mark.parametrize("games", ["same", "prefixes", "one"])
def test_all_queries_sent_at_once_are_answered(json_queue: Any, games: str) -> None:
    measured = json_queue.measure(games, 122)
    assert measured.number == 122
    assert measured.sent <= measured.answered


def test_different_games_are_different(json_queue: Any) -> None:
    moves = {str(query["moves"]) for query in json_queue.queries("different", 100_000)}
    assert len(moves) == 100_000
