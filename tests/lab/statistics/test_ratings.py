"""Ratings: choix as an independent calculation, known parameters recovered, what cannot be rated."""

import itertools
import math

import choix
import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.lab.statistics import Encounter, Ratings, elo_from_score, rate
from tengen.lab.statistics.elo import ELO_PER_UNIT


def simulate(elo: dict[str, float], games: int, seed: int, color: float = 0, nu: float = 0) -> list[Encounter]:
    """Everybody plays everybody with both colours, by Davidson's model."""
    rng = np.random.default_rng(seed)
    results = []
    for black, white in itertools.permutations(elo, 2):
        d = (elo[black] - elo[white] + color) / ELO_PER_UNIT
        weights = np.array([math.exp(d / 2), math.exp(-d / 2), nu])
        wins, losses, draws = rng.multinomial(games, weights / weights.sum())
        results.append(Encounter(black, white, int(wins), int(losses), int(draws)))
    return results


PLAYERS = {"Tengen": 120.0, "Pachi": 300.0, "GNU Go": 0.0, "Brown": -420.0}


def test_choix_agrees() -> None:
    results = simulate(PLAYERS, games=40, seed=1)
    names = list(PLAYERS)
    pairs = []
    for each in results:
        black, white = names.index(each.black), names.index(each.white)
        pairs += [(black, white)] * int(each.black_wins) + [(white, black)] * int(each.white_wins)
    ours = rate(results, draws=False, color=False, prior=0)
    found = np.array([ours.rating(name).value for name in names])
    for theirs in (choix.opt_pairwise(len(names), pairs), choix.ilsr_pairwise(len(names), pairs, alpha=0)):
        assert found == pytest.approx((theirs - theirs.mean()) * ELO_PER_UNIT, abs=0.02)


def test_two_players_are_their_score() -> None:
    results = [Encounter("A", "B", 30, 20), Encounter("B", "A", 15, 35)]
    ratings = rate(results, draws=False, color=False, prior=0)
    assert ratings.difference("A", "B").value == pytest.approx(elo_from_score(0.65))
    # The error by the delta method: 1 / sqrt(n p (1 - p)) in units of log odds.
    assert ratings.difference("A", "B").standard_error == pytest.approx(ELO_PER_UNIT / math.sqrt(100 * 0.65 * 0.35))


def test_colour_of_two_players_in_closed_form() -> None:
    # log odds of A as Black: d + c; as White: d - c.
    results = [Encounter("A", "B", 60, 40), Encounter("B", "A", 50, 50)]
    ratings = rate(results, draws=False, prior=0)
    black, white = elo_from_score(0.6), elo_from_score(0.5)
    assert ratings.difference("A", "B").value == pytest.approx((black + white) / 2)
    assert ratings.color_advantage is not None
    assert ratings.color_advantage.value == pytest.approx((black - white) / 2)
    assert ratings.expected_score("A", "B") == pytest.approx(0.55)


def test_draws_of_two_players_in_closed_form() -> None:
    ratings = rate([Encounter("A", "B", 50, 20, 30)], color=False, prior=0)
    # Three outcomes, two parameters: the model fits exactly.
    assert ratings.difference("A", "B").value == pytest.approx(ELO_PER_UNIT * math.log(50 / 20))
    nu = 30 / math.sqrt(50 * 20)
    assert ratings.draw_share == pytest.approx(nu / (2 + nu))
    assert ratings.expected_score("A", "B") == pytest.approx(0.65)


def test_draws_without_a_model_are_halves() -> None:
    drawn = rate([Encounter("A", "B", 50, 20, 30)], color=False, draws=False, prior=0)
    halved = rate([Encounter("A", "B", 65, 35)], color=False, draws=False, prior=0)
    # The same score; the error is that of games without draws.
    assert drawn.difference("A", "B") == halved.difference("A", "B")


def test_known_parameters_are_recovered_and_intervals_hold_them() -> None:
    inside = total = 0
    for seed in range(25):
        ratings = rate(simulate(PLAYERS, 60, seed, color=50, nu=0.4), anchor="GNU Go", prior=0)
        assert ratings.color_advantage is not None
        inside += 50 in ratings.color_advantage.interval()
        assert ratings.draw_share == pytest.approx(0.4 / 2.4, abs=0.06)
        for first, second in itertools.combinations(PLAYERS, 2):
            inside += PLAYERS[first] - PLAYERS[second] in ratings.difference(first, second).interval()
        total += 7
    assert 0.91 < inside / total < 0.99


def test_more_games_come_nearer() -> None:
    ratings = rate(simulate(PLAYERS, 40_000, seed=3, color=50, nu=0.4), anchor="GNU Go")
    for name, elo in PLAYERS.items():
        assert ratings.rating(name).value == pytest.approx(elo, abs=6)
    assert ratings.color_advantage is not None
    assert ratings.color_advantage.value == pytest.approx(50, abs=3)


def test_scipy_finds_the_same_maximum() -> None:
    from scipy.optimize import minimize

    results = simulate(PLAYERS, 20, seed=5, color=80, nu=0.5)
    names = list(PLAYERS)

    def loss(point: np.ndarray) -> float:
        total = 0.0
        for each in results:
            d = point[names.index(each.black)] - point[names.index(each.white)] + point[4]
            log_z = np.logaddexp(np.logaddexp(d / 2, -d / 2), point[5])
            margin = (each.black_wins - each.white_wins) * d / 2
            total -= margin + each.draws * point[5] - each.games * log_z
        return float(total + point[:4].sum() ** 2)

    best = minimize(loss, np.zeros(6), method="BFGS", options={"gtol": 1e-7}).x
    ours = rate(results, prior=0)
    assert ours.elo == pytest.approx([best[names.index(name)] * ELO_PER_UNIT for name in ours.players], abs=0.01)
    assert ours.color_advantage is not None
    assert ours.color_advantage.value == pytest.approx(best[4] * ELO_PER_UNIT, abs=0.01)
    assert ours.draw_share == pytest.approx(math.exp(best[5]) / (2 + math.exp(best[5])), abs=1e-4)


def test_anchors_shift_but_do_not_change_differences() -> None:
    results = simulate(PLAYERS, 30, seed=2)
    free = rate(results)
    fixed = rate(results, anchor="Pachi", anchor_elo=2000)
    assert sum(free.elo) == pytest.approx(0, abs=1e-9)
    assert fixed.rating("Pachi").value == pytest.approx(2000)
    assert fixed.rating("Pachi").standard_error == pytest.approx(0, abs=1e-6)
    for first, second in itertools.combinations(PLAYERS, 2):
        one, other = free.difference(first, second), fixed.difference(first, second)
        assert (one.value, one.standard_error) == pytest.approx((other.value, other.standard_error))
    assert fixed.rating("Brown").standard_error == pytest.approx(free.difference("Brown", "Pachi").standard_error)


def test_who_won_everything_stays_finite_with_a_prior() -> None:
    results = [
        Encounter("A", "B", 10, 0),
        Encounter("B", "A", 0, 10),
        Encounter("B", "C", 5, 5),
        Encounter("C", "B", 5, 5),
    ]
    weak, strong = rate(results, prior=0.5), rate(results, prior=5)
    # Of the even game each brings, all of A's and half of B's fall on their pairing, half each time.
    assert weak.difference("A", "B").value == pytest.approx(elo_from_score((20 + 0.375 / 2) / 20.375))
    assert 200 < strong.difference("A", "B").value < weak.difference("A", "B").value
    with pytest.raises(TengenError, match=r"B, C took nothing from A.*prior"):
        rate(results, prior=0)


def test_a_prior_of_two_is_so_many_even_games() -> None:
    with_prior = rate([Encounter("A", "B", 10, 0)], color=False, prior=2)
    assert with_prior.difference("A", "B").value == pytest.approx(elo_from_score(11 / 12))


def test_colour_that_won_everything_stays_finite_with_a_prior() -> None:
    results = [Encounter("A", "B", 10, 0), Encounter("B", "A", 10, 0)]
    ratings = rate(results)
    assert ratings.difference("A", "B").value == pytest.approx(0, abs=1e-6)
    assert ratings.color_advantage is not None
    assert 200 < ratings.color_advantage.value < 1200
    with pytest.raises(TengenError, match="no finite"):
        rate(results, prior=0)


def test_a_very_weak_prior_still_keeps_everything_finite() -> None:
    results = [Encounter("B", "A", 0, 50), Encounter("B", "C", 50, 0, 9), Encounter("C", "A", 50, 0)]
    ratings = rate(results, prior=0.01)
    assert ratings.color_advantage is not None
    assert all(math.isfinite(elo) for elo in ratings.elo)


def test_what_cannot_be_rated_is_said() -> None:
    apart = [Encounter("A", "B", 5, 5), Encounter("C", "D", 5, 5)]
    with pytest.raises(TengenError, match="A, B and C, D are not linked"):
        rate(apart, color=False)
    with pytest.raises(TengenError, match="no games"):
        rate([Encounter("A", "B")])
    with pytest.raises(TengenError, match="did not change colours"):
        rate([Encounter("A", "B", 5, 5)])
    with pytest.raises(TengenError, match="drawn"):
        rate([Encounter("A", "B", 0, 0, 5)], color=False)
    with pytest.raises(TengenError, match="against itself"):
        Encounter("A", "A", 1, 0)
    with pytest.raises(TengenError, match="counted from 0"):
        Encounter("A", "B", -1, 0)
    with pytest.raises(TengenError, match="anchor 'Zen'"):
        rate([Encounter("A", "B", 5, 5)], color=False, anchor="Zen")
    with pytest.raises(TengenError, match="prior"):
        rate([Encounter("A", "B", 5, 5)], color=False, prior=-1)


def test_an_unknown_player_is_said() -> None:
    ratings = rate([Encounter("A", "B", 5, 5)], color=False)
    assert isinstance(ratings, Ratings)
    with pytest.raises(TengenError, match="no player 'C'"):
        ratings.rating("C")


def test_a_hundred_players_in_a_chain() -> None:
    results = [Encounter(f"p{i}", f"p{i + 1}", 6, 4) for i in range(99)]
    ratings = rate(results, color=False, prior=0)
    assert ratings.difference("p0", "p99").value == pytest.approx(99 * elo_from_score(0.6))
    assert ratings.difference("p0", "p99").standard_error == pytest.approx(
        math.sqrt(99) * ratings.difference("p0", "p1").standard_error
    )
