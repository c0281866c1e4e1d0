"""The whole of a tuning: with games that are not played but drawn, by a known win rate, and once with real ones."""

import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, GameResult, PlayedMove
from tengen.lab.players import Entrant, parse_player
from tengen.lab.runner import Finished
from tengen.lab.store import Event, Pairing, Store
from tengen.lab.tuning import Tuner, TuningPlan, Verdict, confirm, stored_plan, tune
from tengen.lab.tuning.display import conclusion, confirmation_lines, report, table


class Simulation:
    """Takes the runner's place: claims and finishes games as it does, with results by `rate` of the first player.

    After so many games its process dies as by kill -9.
    """

    def __init__(
        self, rate: Callable[[Entrant], float], *, games: int = 10**9, fails: Callable[[Entrant], bool]
    ) -> None:
        self.rate, self.left, self.fails = rate, games, fails
        self.seeds: list[int] = []

    def __call__(
        self,
        store: Store,
        events: Sequence[Event],
        jobs: int,
        *,
        tell: Callable[[Finished], None],
        tick: Callable[[Any], None],
    ) -> "Simulation":
        self.store, self.events, self.tell = store, events, tell
        return self

    def run(self) -> None:
        runner = self.store.register()
        try:
            while (claim := self.store.claim(self.events, runner)) is not None:
                if not self.left:
                    os.kill(os.getpid(), signal.SIGKILL)
                self.left -= 1
                self.seeds.append(claim.seed)
                pairing = self.store.pairing(claim.pairing)
                result = self._game(pairing, claim.number, claim.seed)
                assert self.store.finish(claim, pairing, result)
                self.tell(Finished(pairing, claim, result))
        finally:
            self.store.leave(runner)

    def _game(self, pairing: Pairing, number: int, seed: int) -> GameResult:
        first = BLACK if pairing.conditions.first_is_black(number) else WHITE
        if self.fails(pairing.first):
            return GameResult(End.CRASH, at_fault=first, detail="it fell over")
        won = np.random.default_rng(seed).random() < self.rate(pairing.first)
        winner = first if won else first.other
        moves = (PlayedMove(BLACK, f"seed {seed}", 0.1),)  # no two games are the same
        return GameResult(End.RESIGNATION, winner, moves=moves)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as opened:
        opened.connection.execute("PRAGMA synchronous = OFF")  # the power stays on
        yield opened


@pytest.fixture
def make_plan() -> Callable[..., TuningPlan]:
    def make(*parameters: str, **options: Any) -> TuningPlan:
        against = options.pop("against", "mcts")
        values = {"playouts": 50, "name": "test", "conditions": Conditions(seed=1), **options}
        return TuningPlan("mcts", parameters or ("exploration=0:2",), parse_player(against), **values)

    return make


@pytest.fixture
def simulate() -> Callable[..., Simulation]:
    """Games whose results are drawn: won more often the nearer the setting is to 1.5 (the default is 0.5)."""

    def rate(player: Entrant) -> float:
        exploration = float(player.settings.get("exploration", 0.5))
        return float(1 / (1 + np.exp(1.2 * (exploration - 1.5) ** 2 - 0.4)))

    def make(
        games: int = 10**9,
        rate: Callable[[Entrant], float] = rate,
        fails: Callable[[Entrant], bool] = lambda player: False,
    ) -> Simulation:
        return Simulation(rate, games=games, fails=fails)

    return make


MakePlan = Callable[..., TuningPlan]
Simulate = Callable[..., Simulation]


def _numbers(store: Store) -> list[tuple[int, int]]:
    return [tuple(row) for row in store.connection.execute("SELECT pairing, number FROM games ORDER BY id")]


def test_finds_and_confirms_a_better_setting(store: Store, make_plan: MakePlan, simulate: Simulate) -> None:
    plan = make_plan(games=500, confirm=400)
    state = Tuner(store, plan, 2, make_runner=simulate()).run()
    assert state.played == state.counted == state.wanted == 500
    assert state.reference is not None
    assert 100 <= state.reference.counted <= 150  # a fifth, and what was suggested next to them
    choice = state.choice
    assert choice is not None
    assert 1.05 < choice.point[0] < 1.95  # where more than 53 % are won; 60 % at 1.5
    assert not choice.is_default
    found = confirm(store, plan, choice.point, 2, make_runner=simulate())
    assert found.verdict is Verdict.KEEPS  # the truth is about 60 % against 31 %
    text = "\n".join([*table(state), *conclusion(state), *confirmation_lines(found)])
    assert "winner's curse" in text
    assert "keeps the gain (+" in text
    assert len(table(state, 5)) == 7
    assert json.dumps(state.to_dict() | found.to_dict())
    assert len(report(state, (found,)).rows) == len(state.tried) + 2


def test_the_confirmation_plays_games_of_its_own(store: Store, make_plan: MakePlan, simulate: Simulate) -> None:
    plan = make_plan(games=60, confirm=40, conditions=Conditions(seed=7))
    tuning, fresh = simulate(), simulate()
    state = Tuner(store, plan, 1, make_runner=tuning).run()
    point = next(each.point for each in state.tried if each.point is not None)
    found = confirm(store, plan, point, 1, make_runner=fresh)
    assert len(fresh.seeds) == 80
    assert not set(fresh.seeds) & set(tuning.seeds)
    assert found.number == 1
    again = confirm(store, plan, point, 1, make_runner=simulate(games=0))  # no game is missing
    assert len(again.chosen.games) == len(again.defaults.games) == 40
    other = confirm(store, plan, (1.77,), 1, make_runner=simulate())
    assert other.number == 2
    assert other.level == 0.025
    assert "confirmation number 2" in other.sentence()


def test_nothing_to_gain_is_told(store: Store, make_plan: MakePlan, simulate: Simulate) -> None:
    plan = make_plan(games=100, confirm=200)
    flat = simulate(rate=lambda player: 0.5)
    state = Tuner(store, plan, 1, make_runner=flat).run()
    assert any("hardly known" in line for line in conclusion(state))
    assert any("their true rate is 50 %" in line for line in conclusion(state))
    found = confirm(store, plan, (1.2,), 1, make_runner=flat)
    assert found.verdict is Verdict.NOT_SEPARABLE
    assert found.sentence().startswith("not separable from the defaults: keep the defaults (")


def test_a_worse_choice_is_told(store: Store, make_plan: MakePlan, simulate: Simulate) -> None:
    reverse = simulate(rate=lambda player: 0.3 if "exploration" in player.settings else 0.6)
    found = confirm(store, make_plan(confirm=100), (1.2,), 1, make_runner=reverse)
    assert found.sentence().startswith("worse than the defaults: keep the defaults (-")


def test_goes_on_after_being_killed(tmp_path: Path, make_plan: MakePlan, simulate: Simulate) -> None:
    """Stopped after 137 games, it ends with the same games as a tuning that was never stopped."""
    plan = make_plan(games=240, conditions=Conditions(seed=11))
    with Store(tmp_path / "whole.db") as store:
        whole = Tuner(store, plan, 1, make_runner=simulate()).run()

    def play_and_die() -> None:
        with Store(tmp_path / "killed.db") as store:
            Tuner(store, plan, 1, make_runner=simulate(games=137)).run()

    process = multiprocessing.get_context("fork").Process(target=play_and_die)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    with Store(tmp_path / "killed.db") as store:
        assert len(_numbers(store)) == 137
        with pytest.raises(TengenError, match="add --resume"):
            Tuner(store, plan, 1)
        rest = simulate()
        resumed = Tuner(store, plan, 1, resume=True, make_runner=rest).run()
        assert len(rest.seeds) == 103
        assert len(set(_numbers(store))) == len(_numbers(store)) == 240
    assert [each.point for each in resumed.tried] == [each.point for each in whole.tried]
    assert [each.result.tally for each in resumed.tried] == [each.result.tally for each in whole.tried]


def test_more_games_may_be_wanted_later_but_not_another_tuning(
    store: Store, make_plan: MakePlan, simulate: Simulate
) -> None:
    Tuner(store, make_plan(games=60), 1, make_runner=simulate()).run()
    more = Tuner(store, make_plan(games=100), 1, resume=True, make_runner=simulate()).run()
    assert more.played == 100
    with pytest.raises(TengenError, match="was begun with another parameters"):
        Tuner(store, make_plan("exploration=0:3"), 1, resume=True)
    with pytest.raises(TengenError, match="was begun with another playouts"):
        Tuner(store, make_plan(playouts=60), 1, resume=True)
    assert stored_plan(store, "test") == make_plan("exploration=0:2", games=100)
    with pytest.raises(TengenError, match="has no tuning 'tests'; it has: test"):
        stored_plan(store, "tests")


def test_points_that_fail_are_told_and_do_not_count(store: Store, make_plan: MakePlan, simulate: Simulate) -> None:
    falls = simulate(fails=lambda player: float(player.settings.get("exploration", 0)) > 1)
    state = Tuner(store, make_plan(games=200), 1, make_runner=falls).run()
    assert state.played == 200
    assert 0 < state.counted < 200
    failed = [each for each in state.tried if each.all_failed]
    assert failed
    assert any("no game counts: crash, it fell over" in line for line in table(state))
    assert any("no game counts at exploration=" in line for line in conclusion(state))
    assert state.choice is not None
    assert state.choice.point[0] <= 1


def test_gives_up_when_no_game_counts(store: Store, make_plan: MakePlan, simulate: Simulate) -> None:
    with pytest.raises(TengenError, match=r"not one of \d+ games counts.*crash, it fell over"):
        Tuner(store, make_plan(), 1, make_runner=simulate(fails=lambda player: True)).run()


def test_defaults_outside_of_the_ranges_are_compared_but_not_modelled(
    store: Store, make_plan: MakePlan, simulate: Simulate
) -> None:
    plan = make_plan("expand_after=1:20:int", games=120)
    state = Tuner(store, plan, 2, make_runner=simulate(rate=lambda player: 0.5)).run()
    assert plan.space.default is None
    assert state.reference is not None
    assert state.reference.counted >= 20
    assert state.choice is not None
    assert any(line.split()[0] == "default" for line in table(state))


def test_a_plan_that_cannot_be_played_is_refused(make_plan: MakePlan) -> None:
    with pytest.raises(TengenError, match="both colours"):
        make_plan(batch=5)
    with pytest.raises(TengenError, match="less than three batches"):
        make_plan(games=20)
    with pytest.raises(TengenError, match="there is no setting 'polcy'"):
        make_plan(settings={"polcy": "rave"})
    with pytest.raises(TengenError, match="no engine is called"):
        TuningPlan("mtcs", ("exploration=0:1",), parse_player("random"))


def test_optuna_is_missed_before_the_first_game(
    store: Store, make_plan: MakePlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(TengenError, match="tuning needs Optuna"):
        Tuner(store, make_plan(), 1)
    assert store.events() == []


def test_real_engines_from_the_first_game_to_the_verdict(store: Store, make_plan: MakePlan) -> None:
    """More playouts win more often: tuned on 5x5, in real games."""
    plan = make_plan(
        "playouts=4:60:log",
        against="mcts playouts=30",
        playouts=30,
        conditions=Conditions(size=5, seed=3, move_timeout=300),
        games=24,
        batch=4,
        confirm=4,
    )
    state, found = tune(store, plan, 2, quiet=True)
    assert state.played == state.counted == 24
    assert len(state.tried) >= 3
    assert state.choice is not None
    assert (found is None) == state.choice.is_default
    if found is not None:
        assert len(found.chosen.games) == len(found.defaults.games) == 4
    again, _ = tune(store, plan, 2, resume=True, quiet=True)
    assert again.played == 24
