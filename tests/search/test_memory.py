"""How much memory a tree gets: what was asked for, or the nearest that makes sense, and it is said."""

import logging

import pytest

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
