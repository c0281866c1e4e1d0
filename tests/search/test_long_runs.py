"""Searches that outlast their counts, trees larger than an index, and processes that fork."""

import os
import time
from typing import Any

import numpy as np
import pytest

from tengen.engines import create_engine
from tengen.game.position import Position
from tengen.kernels.tree.nodes import NODE
from tengen.search import tree as tree_module
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.tree import sane_memory


def test_counts_are_halved_before_they_overflow(monkeypatch: pytest.MonkeyPatch) -> None:
    searcher = Searcher(SearchParameters(memory=5, playout="light"), 1, seed=1)
    searcher.begin(Position(5))
    searcher.run(3000)
    before = {branch.vertex: branch for branch in searcher.branches()}
    tree = searcher.trees[0]
    monkeypatch.setattr(tree_module, "_MOST_VISITS", 3000)
    tree.forget_by_half()
    assert tree.visits == 1500
    for branch in searcher.branches():
        known = before[branch.vertex]
        assert branch.visits == known.visits // 2
        assert branch.amaf_visits == known.amaf_visits // 2
        assert branch.wins == known.wins / 2
    searcher.run(1499)
    assert tree.visits == 2999
    searcher.run(1)
    assert tree.visits == 1500  # looked at after every round


def test_a_tree_has_no_more_nodes_than_an_index_can_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_module, "_machine_memory", lambda: 1e9)  # a petabyte
    nodes = sane_memory(1e8, 2) * 1e6 / NODE.itemsize
    assert nodes <= np.iinfo(NODE["first_child"]).max


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("mcts", {}),
        ("mcts", {"parallel": "root"}),
        ("mcts", {"parallel": "leaf"}),
        ("montecarlo", {}),
    ],
)
def test_a_forked_process_searches_with_threads_of_its_own(name: str, settings: dict[str, Any]) -> None:
    """It used to wait for its parent's for ever."""
    with create_engine(name, playouts=100, threads=2, seed=1, settings=settings) as engine:
        position = Position(5)
        engine.choose_move(position)
        engine.start_pondering(position)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = 0 if engine.choose_move(position).playouts >= 100 else 2
                engine.close()
            finally:
                os._exit(code)
        deadline = time.monotonic() + 120
        while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
            if time.monotonic() > deadline:
                os.kill(child, 9)
                os.waitpid(child, 0)
                pytest.fail("the forked process hangs")
            time.sleep(0.01)
        assert os.waitstatus_to_exitcode(ended[1]) == 0
        assert engine.choose_move(position).playouts >= 100  # the parent's threads are as they were
