"""A tuning whose games are not played but drawn, by a known win rate."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.game.color import BLACK, WHITE
from tengen.lab.outcome import End, GameResult, PlayedMove
from tengen.lab.players import Player, parse_player
from tengen.lab.runner import Finished
from tengen.lab.store import Event, Pairing, Store
from tengen.lab.tuning import TuningPlan


class Simulation:
    """Takes the runner's place: claims and finishes games as it does, with results by `rate` of the first player.

    After so many games its process dies as by kill -9.
    """

    def __init__(self, rate: Callable[[Player], float], *, games: int = 10**9, fails: Callable[[Player], bool]) -> None:
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
        yield opened


@pytest.fixture
def make_plan() -> Callable[..., TuningPlan]:
    def make(*parameters: str, **options: Any) -> TuningPlan:
        against = options.pop("against", "mcts")
        values = {"playouts": 50, "name": "test", **options}
        return TuningPlan("mcts", parameters or ("exploration=0:2",), parse_player(against), **values)

    return make


@pytest.fixture
def simulate() -> Callable[..., Simulation]:
    """Games whose results are drawn: won more often the nearer the setting is to 1.5 (the default is 0.5)."""

    def rate(player: Player) -> float:
        exploration = float(player.settings.get("exploration", 0.5))
        return float(1 / (1 + np.exp(1.2 * (exploration - 1.5) ** 2 - 0.4)))

    def make(
        games: int = 10**9,
        rate: Callable[[Player], float] = rate,
        fails: Callable[[Player], bool] = lambda player: False,
    ) -> Simulation:
        return Simulation(rate, games=games, fails=fails)

    return make
