"""The benchmark that counts beside GNU Go reads stores and scores rightly."""

from collections.abc import Callable
from typing import Any

import pytest

from tengen.engines.endgame.judgement import Judgement
from tengen.game.position import Position


@pytest.fixture(scope="module")
def final_scores(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("final_scores")


def test_scores_are_the_same_however_they_are_written(final_scores: Any) -> None:
    assert final_scores.agree("B+3", "B+3.0")
    assert final_scores.agree("0", "0")
    assert not final_scores.agree("B+3.5", "W+3.5")
    assert not final_scores.agree("0", "B+1")


def test_a_game_is_in_one_half_for_ever(final_scores: Any) -> None:
    halves = [final_scores.half_of(f"abc{digit}") for digit in "0123456789abcdef"]
    assert halves == ["chosen", "held-out"] * 8


def test_a_disagreement_tells_both_opinions(final_scores: Any) -> None:
    position = Position.from_diagram(". X .\nX X X\n. . O", komi=0.5)
    game = final_scores.Finished("0123456789", "a.db", "us – them", position)
    ours = Judgement.of(position, frozenset(), frozenset())
    text = final_scores.describe(game, ours, final_scores.Verdict("B+8.5", frozenset(["C1"]), frozenset()))
    assert "we      B+4.5    dead: none; seki: none" in text
    assert "GNU Go  B+8.5    dead: C1; seki: none" in text
