"""What is not there yet is said in one sentence, found out from the engines themselves."""

from pathlib import Path

import pytest

from tengen.engines import builtin
from tengen.errors import TengenError
from tengen.lab.experiments import availability, experiment, is_available, measure, missing, missing_of, plan
from tengen.lab.players import Entrant
from tengen.wire.gnugo import find_gnugo

needs_gnugo = pytest.mark.skipif(find_gnugo() is None, reason="GNU Go is not installed: apt-get install gnugo")


@needs_gnugo
@pytest.mark.parametrize(
    "name",
    [
        "mogo-table-3",
        "mogo-table-4",
        "mogo-table-5",
        "mogo-table-6",
        "mogo-table-7",
        "thesis-table-3.1",
        "thesis-3.3.4",
    ],
)
def test_what_the_engine_can_do_is_available_as_a_whole(name: str) -> None:
    assert all(row.is_available for row in plan(experiment(name), "small"))
    assert is_available(experiment(name))


@pytest.mark.parametrize("name", ["thesis-3.3.3", "smartstart-table-4"])
def test_what_needs_no_other_program_is_available_as_a_whole(name: str) -> None:
    assert all(row.is_available for row in plan(experiment(name), "small"))
    assert is_available(experiment(name))


@needs_gnugo
def test_what_it_can_do_in_part_is_available_in_part() -> None:
    rows = {row.label: row for row in plan(experiment("thesis-table-3.2"), "small")}
    assert rows["without CFG distance"].is_available
    assert rows["without playout policy"].is_available
    assert "the first two moves only" in rows["without 19x19 lines"].missing
    assert {row.label: row for row in plan(experiment("thesis-table-3.2"), "paper")}["without 19x19 lines"].is_available


def player(engine: str = "mcts", **settings: str) -> Entrant:
    return Entrant("x", engine=engine, settings=settings)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (player(), ""),
        (player(policy="ucb1"), ""),
        (player("oracle"), 'needs the engine "oracle", which is not there yet'),
        (player(telepathy="yes"), 'needs the setting "telepathy" of mcts, which is not there yet'),
        (
            player(telepathy="yes", luck="9"),
            'needs the settings "luck" and "telepathy" of mcts, which are not there yet',
        ),
        (player(policy="ucb9"), 'needs "policy=ucb9" of mcts, which is not there yet'),
        (
            player(playout="perfect", luck="9"),
            'needs the setting "luck" of mcts and the playout policy "perfect", which are not there yet',
        ),
        (Entrant("x", command="no-such-program --gtp"), "needs the program no-such-program, which is not there yet"),
    ],
)
def test_the_sentence(asked: Entrant, sentence: str) -> None:
    assert missing_of(asked) == sentence


def test_a_baseline_alone_is_no_experiment() -> None:
    rows = plan(experiment("thesis-5.2"), "small")
    assert rows[0].baseline
    if any(row.missing for row in rows[1:]):
        assert not is_available(experiment("thesis-5.2"))


def test_an_engine_that_lands_is_picked_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = player("landed")
    assert "landed" in missing_of(asked)
    availability._needs_of_engine.cache_clear()
    base = "from tengen.engines.builtin.random import RandomEngine\n"
    (tmp_path / "landed.py").write_text(f"{base}class Landed(RandomEngine):\n    name = 'landed'\n")
    monkeypatch.setattr(builtin, "__path__", [*builtin.__path__, str(tmp_path)])
    assert missing_of(asked) == ""
    availability._needs_of_engine.cache_clear()


def test_without_gnugo_everything_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(availability, "find_gnugo", lambda: None)
    assert plan(experiment("mogo-table-3"), "small")[0].missing == "needs GNU Go, which is not there yet"


def test_speed_is_measured() -> None:
    naive, analyze_after = experiment("mcgnugo-table-1").speeds
    found = measure(naive, tests=3, seconds=0.02)
    assert found.tests == 3
    assert 0 < found.minimum <= found.mean <= found.maximum
    if missing(analyze_after):
        with pytest.raises(TengenError, match="needs the playout policy"):
            measure(analyze_after, tests=1)
