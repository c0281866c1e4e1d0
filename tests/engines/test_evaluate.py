"""Rating all moves: each gets its search, the good ones are found, and it can be stopped."""

import time
from collections.abc import Collection
from contextlib import closing
from typing import Any

import pytest

from tengen.engines.builtin.mcts import MctsEngine
from tengen.engines.evaluate import LEAST_EVALUATIONS, LEAST_PLAYOUTS, evaluate_moves
from tengen.engines.interface import EngineOptions
from tengen.engines.request import Limit
from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex
from tengen.search.searcher import Searcher


def rated(
    position: Position, playouts: int | None = None, seconds: float | None = None, **settings: Any
) -> dict[Vertex, float]:
    options = EngineOptions(playouts, seconds, seed=1, settings={"memory": 20, **settings})
    with closing(MctsEngine(options)) as engine:
        return evaluate_moves(engine, position)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The simulations of every search that is made."""
    counts: list[int] = []
    begin, run = Searcher.begin, Searcher.run

    def count_begin(
        self: Searcher, position: Position, moves: Collection[Vertex] | None = None, **options: Any
    ) -> None:
        counts.append(0)
        begin(self, position, moves, **options)

    def count_run(self: Searcher, simulations: int, seconds: float | None = None) -> int:
        counts[-1] += simulations
        return run(self, simulations, seconds)

    monkeypatch.setattr(Searcher, "begin", count_begin)
    monkeypatch.setattr(Searcher, "run", count_run)
    return counts


def test_every_legal_move_is_rated_best_first() -> None:
    position = Position.from_diagram(". X . . .\n. . O . .\n. X O . .\n. . . . .\n. . . . .")
    rates = rated(position, 5000)
    assert set(rates) == set(position.legal_moves())
    assert list(rates.values()) == sorted(rates.values(), reverse=True)
    assert all(0 < rate < 1 for rate in rates.values())


def test_the_move_that_takes_the_stones_is_rated_first() -> None:
    """The game hangs on two stones: taken at D4, or saved by White there."""
    position = Position.from_diagram(
        """
        . . . X O . .
        . . . X O . .
        . X X X O . .
        X O O . O . .
        . X X X O . .
        . . . X O . .
        . . . X O . .""",
        komi=6.5,
    )
    rates = rated(position, 8000)
    best, second = list(rates)[:2]
    assert str(best) == "D4"
    assert rates[best] > 0.8 > 0.5 > rates[second]


def test_the_simulations_are_shared(searches: list[int]) -> None:
    position = Position(5)
    position.play("B2")  # symmetrical about one diagonal
    rates = rated(position, 10_000)
    assert len(rates) == 24
    assert len(searches) == 14
    assert set(searches) == {10_000 // 14}


def test_each_move_gets_its_least(searches: list[int]) -> None:
    rated(Position(5), 10)
    assert searches == [LEAST_PLAYOUTS] * 6


def test_moves_that_are_the_same_are_worth_the_same() -> None:
    rates = rated(Position(5), 100)
    for symmetry in Symmetry:
        assert all(rates[symmetry.apply(vertex, 5)] == rate for vertex, rate in rates.items())


def test_without_folding_each_is_searched(searches: list[int]) -> None:
    rated(Position(3), 10, fold_symmetry=False)
    assert len(searches) == 9


def test_time_limits_it_too(searches: list[int]) -> None:
    began = time.monotonic()
    rated(Position(3), seconds=0.3)
    assert time.monotonic() - began < 30
    assert searches.count(LEAST_PLAYOUTS) >= 3
    assert sum(searches) >= 3 * LEAST_PLAYOUTS


def test_when_stopped_the_rest_is_left_out(searches: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(MctsEngine(EngineOptions(15 * 1000, seed=1, settings={"memory": 20}))) as engine:
        monkeypatch.setattr(MctsEngine, "is_stopping", property(lambda self: self is engine and sum(searches) > 1000))
        rates = evaluate_moves(engine, Position(9))
    assert len(searches) == 2
    assert searches[0] == 1000 > searches[1] > 0
    assert 0 < len(rates) <= 16


def test_nothing_legal_is_nothing_rated() -> None:
    assert rated(Position.from_diagram(". X .\nX X X\n. X .", to_play="white"), 100) == {}


def test_the_engine_shares_its_playouts_and_keeps_its_tree(searches: list[int]) -> None:
    with closing(MctsEngine(EngineOptions(playouts=9000, seed=1))) as engine:
        position = Position(5)
        engine.choose_move(position)
        tree = engine.searcher.signature()
        del searches[:]
        evaluate_moves(engine, position)
        assert searches == [1500] * 6
        evaluate_moves(engine, position, Limit(3000))
        assert searches[6:] == [500] * 6
        assert engine.searcher.signature() == tree


def test_a_stop_is_forgotten_afterwards(searches: list[int]) -> None:
    with closing(MctsEngine(EngineOptions(playouts=9000, seed=1))) as engine:
        engine.stop()
        rates = evaluate_moves(engine, Position(5))
        assert len(searches) == 1
        assert rates
        assert len(evaluate_moves(engine, Position(5))) == 25


def test_a_few_evaluations_by_a_network_will_do(searches: list[int]) -> None:
    """With as many as playouts 19x19 would take minutes."""
    rates = rated(Position(5), 50, network="yes")
    assert len(rates) == 25
    assert set(searches) == {LEAST_EVALUATIONS}
