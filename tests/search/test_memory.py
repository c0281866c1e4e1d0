"""How much memory a tree gets: what was asked for, or the nearest that makes sense, and it is said."""

import logging

import pytest

from tengen.cli.analysis import _fair_memory
from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.search import tree
from tengen.search.tree import Tree, sane_memory


def test_what_is_asked_for_is_given(caplog: pytest.LogCaptureFixture) -> None:
    assert sane_memory(64, 2) == 64
    assert Tree(10, 1).nodes.nbytes == pytest.approx(10e6, rel=0.01)
    assert not caplog.records


def test_too_little_is_raised_and_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        given = sane_memory(1, 256)
    assert 10 < given < 30
    assert "256 threads" in caplog.text


def test_more_than_the_machine_has_is_cut_and_said(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "_machine_memory", lambda: 1000.0)
    with caplog.at_level(logging.WARNING):
        assert sane_memory(20_000, 2) == 750
    assert "20000 MB is more than this machine can hold" in caplog.text


def test_where_there_is_no_room_it_is_said_and_all_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(megabytes: float) -> None:
        raise MemoryError

    with create_engine("mcts", seed=1, playouts=50, settings={"memory": 8, "playout": "light"}) as engine:
        settings = engine.settings()
        monkeypatch.setattr(tree, "new_nodes", no_room)
        with pytest.raises(TengenError, match="there is no room for a tree of 64 MB: choose less memory"):
            engine.change_settings({"memory": 64})
        assert engine.settings() == settings
        assert Position(5).is_legal(engine.choose_move(Position(5)).vertex)
    with pytest.raises(TengenError, match="there is no room for a tree of 400 MB"):
        create_engine("mcts", seed=1)


def test_several_trees_share_what_the_machine_has(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "_machine_memory", lambda: 1000.0)
    assert _fair_memory(200, 2) == 200
    assert not caplog.records
    assert _fair_memory(200, 10) == 75
    assert "10 trees of 200 MB are more than this machine can hold: each gets 75 MB" in caplog.text
    assert _fair_memory(1e300, 10) == 1e300  # which is refused as a setting
