"""Figures of a network, with judges whose answers are known."""

import numpy as np
import pytest

from tengen.game.color import BLACK
from tengen.learning.network.figures import Judgements, area_under_curve, figures_of, reliability
from tengen.learning.network.lessons import Array, Games


def test_area_under_the_curve_against_counting_pairs() -> None:
    generator = np.random.default_rng(1)
    scores, won = generator.integers(0, 20, 200) / 20, generator.random(200) < 0.4
    pairs = [(a > b) + (a == b) / 2 for a in scores[won] for b in scores[~won]]
    assert area_under_curve(scores, won) == pytest.approx(np.mean(pairs))
    assert np.isnan(area_under_curve(scores, np.ones(200, np.bool_)))


def test_reliability_by_bins() -> None:
    win_rates = np.array([0.05, 0.05, 0.95, 1.0])
    won = np.array([False, True, True, True])
    low, high = reliability(win_rates, won)
    assert low == pytest.approx((0.05, 0.5, 2))
    assert high == pytest.approx((0.975, 1.0, 2))


def all_for_testing(games: Games) -> Games:
    return Games(games.games, ["test"] * len(games.games), games.repeats, {}, games.collections)


def test_a_judge_who_knows_all_and_one_who_knows_nothing(mixed_games: Games) -> None:
    games = all_for_testing(mixed_games)

    def knows(rows: Array) -> Judgements:
        black = np.array([games.games[number].winner is BLACK for number in rows["game"]])
        won = (black == (rows["color"] > 0)).astype(np.float64)
        return Judgements(np.zeros(len(rows), int), won, np.zeros(len(rows)))

    def knows_nothing(rows: Array) -> Judgements:
        return Judgements(np.arange(len(rows)) % 10, np.full(len(rows), 0.5), np.zeros(len(rows)))

    best = figures_of(games, knows, most_games=100, each=10)
    assert [(its.collection, its.size) for its in best] == [("mixed", size) for size in (19, 13, 9, 7)]
    for its in best:
        assert (its.games, its.positions, its.top1, its.top5, its.brier) == (20, 200, 1, 1, 0)
        (guess,) = its.guesses  # of 60 moves: none is after the 60th or the 120th
        assert (guess.move, guess.games, guess.auc, guess.brier) == (-20, 20, 1, 0)
        assert [won for _, won, _ in its.reliability] == [0, 1]
    for its in figures_of(games, knows_nothing, most_games=100, each=10):
        assert (its.top1, its.top5, its.brier, its.guesses[0].auc) == (0.1, 0.5, 0.25, 0.5)


def test_without_games_for_testing_there_are_no_figures(mixed_games: Games) -> None:
    games = Games(mixed_games.games, ["learn"] * 80, mixed_games.repeats, {}, mixed_games.collections)
    assert figures_of(games, lambda _: pytest.fail("nothing to judge"), most_games=10, each=10) == []
