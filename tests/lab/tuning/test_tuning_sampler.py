import sys

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.lab.tuning.sampler import AllottedPoint, next_point
from tengen.lab.tuning.space import Dimension, Point, Space

SPACE = Space((Dimension("a", 0, 1), Dimension("b", 1, 100, log=True)), (0.5, 10.0))
BATCH = 10


def _simulated(games: int, seed: int, space: Space = SPACE) -> dict[Point | None, AllottedPoint]:
    """A tuning in which the win rate is best, at 60 %, for a = 0.8."""
    generator = np.random.default_rng(seed)
    tried: dict[Point | None, AllottedPoint] = {}
    for _ in range(games // BATCH):
        point = next_point(space, list(tried.values()), BATCH, seed)
        had = tried.get(point, AllottedPoint(point, 0))
        a = 0.5 if point is None else point[0]
        won = generator.binomial(BATCH, 0.6 - min(0.5, 0.8 * (a - 0.8) ** 2))
        tried[point] = AllottedPoint(point, had.wanted + BATCH, had.points + won, had.counted + BATCH)
    return tried


def test_the_defaults_always_have_their_share() -> None:
    for games in (50, 100, 300):
        tried = _simulated(games, 1)
        assert tried[None].wanted == pytest.approx(0.2 * games, abs=BATCH)
    assert next(iter(tried)) is None


def test_the_same_store_gives_the_same_point() -> None:
    tried = list(_simulated(300, 3).values())
    assert next_point(SPACE, tried, BATCH, 3) == next_point(SPACE, tried, BATCH, 3)
    assert _simulated(100, 3).keys() != _simulated(100, 4).keys()


def test_more_games_go_to_where_games_are_won() -> None:
    good = total = 0
    for seed in range(3):
        for point, allotment in _simulated(400, seed).items():
            if point is not None:
                total += allotment.counted
                good += allotment.counted if point[0] > 0.5 else 0
    assert good > 0.6 * total


def test_points_in_play_are_not_suggested_again() -> None:
    tried = list(_simulated(200, 5).values())
    points = []
    for _ in range(4):  # four batches are given out before a game of theirs is finished
        point = next_point(SPACE, tried, BATCH, 5)
        points.append(point)
        tried.append(AllottedPoint(point, BATCH))
    assert len(set(points)) >= 3


def test_a_point_close_to_another_gets_its_games() -> None:
    narrow = Space((Dimension("a", 1, 3, whole=True),), (2.0,))
    tried = _simulated(200, 2, narrow)
    assert set(tried) == {None, (1.0,), (3.0,)}  # 2 is the default


def test_points_that_only_fail_do_not_stop_it() -> None:
    failed = [AllottedPoint((0.1 * n, 10.0), BATCH) for n in range(8)]
    assert next_point(SPACE, [AllottedPoint(None, 100, 40, 100), *failed], BATCH, 1) is not None


def test_says_when_optuna_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(TengenError, match=r"tuning needs Optuna: run `make lab` or pip install 'tengen\[lab\]'"):
        _simulated(300, 1)
