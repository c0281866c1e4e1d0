"""Learnt weights as priors: what each move starts with, and how they go together with the priors by rule."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.learnt.features import PLAIN
from tengen.search.likely_moves import likely_moves
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.weights_file import WeightsFile, WeightsSection, write_weights

Priors = dict[Vertex, tuple[float, float]]  # won, played


@pytest.fixture
def weights(tmp_path: Path) -> str:
    """A file of weights drawn at random, for all boards."""
    plain = np.random.default_rng(4).normal(size=PLAIN).astype(np.float32)
    section = WeightsSection(9, 1, 1, plain, np.zeros(0, np.uint32), np.zeros(0, np.float32))
    write_weights(tmp_path / "random.bin", WeightsFile((section,), ("chance",)))
    return str(tmp_path / "random.bin")


@pytest.fixture
def position() -> Position:
    found = Position(9)
    for move in ("E5", "C3", "D5", "C5", "D6", "G3"):
        found.play(move)
    return found


def priors(position: Position, patterns: str, **parameters: Any) -> Priors:
    """What each move starts with."""
    plain = {"memory": 3, "playout": "light", "fold_symmetry": False, "prior_scale": 1.0, "expand_after": 1}
    searcher = Searcher(SearchParameters(patterns=patterns, **{**plain, **parameters}), 1, seed=1)
    searcher.begin(position)
    searcher.run(2)
    found = {branch.vertex: (branch.prior_wins, branch.prior_visits) for branch in searcher.branches()}
    searcher.close()
    return found


@pytest.mark.parametrize(("games", "power"), [(60.0, 0.5), (100.0, 1.0), (7.0, 0.25)])
def test_a_move_starts_with_games_won_by_its_chance(
    position: Position, weights: str, games: float, power: float
) -> None:
    found = priors(position, weights, learnt_prior=games, learnt_power=power, even_prior=10.0)
    chances = dict(likely_moves(position, weights))
    assert found.keys() == chances.keys() | {PASS}
    for vertex, chance in chances.items():
        won = games * chance**power
        assert found[vertex] == pytest.approx((5 + won, 10 + won), rel=1e-5)
    assert found[PASS] == pytest.approx((1, 10))


def test_games_are_scaled_with_the_other_priors(position: Position, weights: str) -> None:
    once = priors(position, weights, even_prior=0.0, learnt_prior=40.0)
    twice = priors(position, weights, even_prior=0.0, learnt_prior=40.0, prior_scale=2.0)
    for vertex, (won, _) in once.items():
        assert twice[vertex][0] == pytest.approx(2 * won, rel=1e-5)


@pytest.mark.parametrize("share", [0.5, 1.0, 3.0])
def test_the_rules_are_added_as_far_as_is_wished(position: Position, weights: str, share: float) -> None:
    learnt, rules = priors(position, weights), priors(position, "no")
    both = priors(position, weights, rule_priors=share)
    nothing = priors(position, weights, learnt_prior=1e-9)
    assert any(rules[vertex] != nothing[vertex] for vertex in rules)
    for vertex in both:
        for i in range(2):
            by_rule = rules[vertex][i] - nothing[vertex][i]
            assert both[vertex][i] == pytest.approx(learnt[vertex][i] + share * by_rule, rel=1e-5)


def test_without_weights_rules_count_in_full_whatever_is_wished(position: Position) -> None:
    rules = priors(position, "no")
    assert priors(position, "no", learnt_prior=900.0, learnt_power=2.0, rule_priors=0.0) == rules
    assert priors(position, "no", rule_priors=5.0) == rules


def test_own_eyes_start_with_games_lost(weights: str) -> None:
    position = Position.from_diagram(
        """
        . X . . .
        X X . . .
        . . . O .
        . . . . .
        . . . . ."""
    )
    found = priors(position, weights, consider_own_eyes=True, eye_prior=11.0, even_prior=0.0)
    assert found[Vertex.parse("A5")] == pytest.approx((0, 11))
    assert all(won == played for vertex, (won, played) in found.items() if str(vertex) != "A5")


def test_each_board_size_has_its_own_weights(tmp_path: Path) -> None:
    """And a search that goes from one board to another takes those of the new one."""
    sections = []
    for size in (9, 13):
        plain = np.random.default_rng(size).normal(size=PLAIN).astype(np.float32)
        sections.append(WeightsSection(size, 1, 1, plain, np.zeros(0, np.uint32), np.zeros(0, np.float32)))
    write_weights(tmp_path / "two.bin", WeightsFile(tuple(sections), ()))
    patterns = str(tmp_path / "two.bin")
    plain_settings: dict[str, Any] = {"memory": 3, "playout": "light", "fold_symmetry": False, "expand_after": 1}
    searcher = Searcher(SearchParameters(patterns=patterns, prior_scale=1.0, **plain_settings), 1, seed=1)
    for size in (9, 13, 9):
        position = Position(size)
        position.play("C4")
        searcher.begin(position)
        searcher.run(2)
        best = max(searcher.branches(), key=lambda branch: branch.prior_wins).vertex
        assert best == likely_moves(position, patterns)[0][0]
    searcher.close()


def test_another_setting_of_patterns_takes_effect_at_once(position: Position, weights: str) -> None:
    parameters = SearchParameters(patterns="no", memory=3, playout="light", fold_symmetry=False, prior_scale=1.0)
    searcher = Searcher(parameters, 1, seed=1)
    found = []
    for patterns in ("no", weights, "no"):
        searcher.set_parameters(SearchParameters(**{**vars(parameters), "patterns": patterns}))
        searcher.begin(position)
        searcher.run(20)
        found.append([(str(branch.vertex), branch.prior_wins) for branch in searcher.branches()])
    searcher.close()
    assert sorted(found[0]) == sorted(found[2])
    assert sorted(found[0]) != sorted(found[1])
