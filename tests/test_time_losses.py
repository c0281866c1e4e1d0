"""The benchmark that looks for games lost on time keeps its clocks rightly."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def time_losses(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("time_losses")


def test_sudden_death_is_lost_when_the_time_is_used_up(time_losses: Any) -> None:
    keeper = time_losses.SYSTEMS["sudden"][1]()
    assert (keeper.left, keeper.stones_left) == (10, 0)
    assert keeper.spend(6) == 4
    assert keeper.spend(4.5) == -0.5


def test_a_period_of_byoyomi_begins_anew(time_losses: Any) -> None:
    keeper = time_losses.SYSTEMS["byoyomi"][1]()
    assert keeper.spend(0.75) == keeper.spend(0.75) == 0.25
    assert (keeper.left, keeper.stones_left) == (1, 1)
    assert keeper.spend(1.25) == -0.25


def test_a_canadian_period_lasts_ten_moves(time_losses: Any) -> None:
    keeper = time_losses.SYSTEMS["canadian"][1]()
    assert [keeper.spend(0.5) for _ in range(9)] == [4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1, 0.5]
    assert (keeper.left, keeper.stones_left) == (0.5, 1)
    assert keeper.spend(0.25) == 0.25
    assert (keeper.left, keeper.stones_left) == (5, 10)
    assert keeper.spend(6) == -1


def test_a_move_may_begin_in_main_time_and_end_in_overtime(time_losses: Any) -> None:
    keeper = time_losses.TimeKeeper("", main=1, period=5, stones=2)
    assert keeper.spend(3) == 3
    assert (keeper.left, keeper.stones_left) == (3, 1)


def test_games_that_were_played_are_not_played_again(
    time_losses: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And a game lost on time, old or new, is a failure."""
    played = []

    def play_game(system: str, number: int, options: list[str], gnugo: str) -> Any:
        played.append((system, number))
        late = number == 2
        return time_losses.Game(system, number, "black", 30, -0.1 if late else 0.2, 0.75, "B+3.5", late)

    monkeypatch.setattr(time_losses, "play_game", play_game)
    monkeypatch.setattr(time_losses, "find_gnugo", lambda: "gnugo")
    out = tmp_path / "games.jsonl"

    def run(games: int) -> int:
        command = ["time_losses.py", "--games", str(games), "--system", "byoyomi", "--out", str(out)]
        monkeypatch.setattr(sys, "argv", command)
        return int(time_losses.main())

    assert run(2) == 0
    assert run(3) == 1
    assert run(3) == 1
    assert played == [("byoyomi", 0), ("byoyomi", 1), ("byoyomi", 2)]
    assert [json.loads(line)["lost_on_time"] for line in out.read_text().splitlines()] == [False, False, True]
    assert "| 1 s a move | 3 | 1 | -0.100 s | 0.750 s | 30 | 3 |" in capsys.readouterr().out
