"""A service without pipes: lines in, replies in a list."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tengen.engines.registry import create_engine
from tengen.protocols.json_analysis.service import AnalysisService
from tengen.protocols.json_analysis.settings import Settings

Reply = dict[str, Any]
SECONDS = 60.0  # that a reply may take on a busy machine


def query(name: str = "q", **fields: Any) -> dict[str, Any]:
    """A query about an empty board of nine lines, changed."""
    whole = {"id": name, "moves": [], "rules": "tromp-taylor", "komi": 7, "boardXSize": 9, "boardYSize": 9, **fields}
    return {field: value for field, value in whole.items() if value is not ...}


class Client:
    """Asks and gathers."""

    def __init__(self, workers: int, **options: Any) -> None:
        self.replies: list[Reply] = []
        self._came = threading.Condition()
        engines = [create_engine("mcts", seed=i, settings={"memory": 8, "patterns": "no"}) for i in range(workers)]
        self.service = AnalysisService(engines, self._take, settings=Settings(visits=60), **options)

    def _take(self, reply: Reply) -> None:
        with self._came:
            self.replies.append(json.loads(json.dumps(reply, allow_nan=False)))
            self._came.notify_all()

    def send(self, *queries: Any) -> None:
        for each in queries:
            self.service.receive(each if isinstance(each, str) else json.dumps(each))

    def until(self, enough: Callable[[list[Reply]], bool]) -> list[Reply]:
        """The replies, when they are enough."""
        end = time.monotonic() + SECONDS
        with self._came:
            while not enough(self.replies):
                assert self._came.wait(end - time.monotonic()), f"only these came: {self.replies}"
            return list(self.replies)

    def finals(self, count: int = 1) -> list[Reply]:
        """The final replies of positions, when there are so many."""
        self.until(lambda replies: sum(reply.get("isDuringSearch") is False for reply in replies) >= count)
        return [reply for reply in self.replies if reply.get("isDuringSearch") is False]

    def answer(self, **fields: Any) -> Reply:
        """The final reply of one query."""
        before = len(self.finals(0))
        self.send(query(**fields))
        return self.finals(before + 1)[-1]


@pytest.fixture
def deaf() -> Client:
    """A service that reads queries and has nobody to analyse them."""
    return Client(0)


@pytest.fixture(scope="module")
def module_client() -> Iterator[Client]:
    client = Client(1)
    yield client
    client.service.abandon()
    assert client.service.wait(SECONDS)


@pytest.fixture
def client(module_client: Client) -> Client:
    """A service with one worker, which tests share."""
    module_client.replies.clear()
    return module_client


@pytest.fixture
def new_client() -> Iterator[Callable[..., Client]]:
    clients: list[Client] = []

    def new(workers: int = 1, **options: Any) -> Client:
        clients.append(Client(workers, **options))
        return clients[-1]

    yield new
    for each in clients:
        each.service.abandon()
        assert each.service.wait(SECONDS)
