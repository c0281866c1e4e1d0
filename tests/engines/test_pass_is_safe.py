"""Pachi's questions about passing (`pass_is_safe.t`), and where we see it otherwise."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.game.color import Color
from tengen.regression.diagrams import load_diagrams

SUITE = Path(__file__).resolve().parents[3] / "shared" / "suites" / "pachi" / "pass_is_safe.t"

# The answers that are not ours, by their lines.
OTHERWISE = {
    83: "two points between the sides are open, but Black wins by 22 even if White gets both",
    120: "two groups of Black's live or die with the next move: Pachi guesses",
    121: "the same for White; Pachi's authors say that it guesses wrong",
    165: "Pachi does not say so either: White wins",
    182: "Pachi does not say so either: a double ko, which playouts do not understand",
    184: "the same double ko",
    243: "the game hangs on a group in doubt: Pachi guesses",
    360: "a race to capture that we take for a seki",
}


@pytest.fixture(scope="module")
def suites(load_benchmark: Callable[[str], Any]) -> Any:
    if not SUITE.exists():
        pytest.skip(f"the test suite {SUITE} is missing: the shared files are not part of the project")
    return load_benchmark("pachi_suites")


def test_we_agree_with_pachi_about_passing(suites: Any) -> None:
    """Under area rules nobody passes while a group is in doubt; by territory, only who has won without it."""
    asked, otherwise = 0, set()
    for diagram in load_diagrams(SUITE):
        for question in diagram.questions:
            if question.name == "pass_is_safe":
                asked += 1
                color, wanted = question.arguments
                if suites.may_pass(diagram, Color.parse(color)) is not bool(int(wanted)):
                    otherwise.add(question.line)
    assert asked == 28
    assert otherwise == set(OTHERWISE)


def test_prisoners_that_are_not_in_a_diagram_are_made_up_for(suites: Any) -> None:
    """After as many moves by both, the counts by area and by territory are the same."""
    diagrams = [diagram for diagram in load_diagrams(SUITE) if diagram.title.startswith("nothing special")]
    assert [diagram.rules for diagram in diagrams] == ["chinese", "japanese"]
    margins = [suites.position_to_pass(diagram, Color.WHITE) for diagram in diagrams]
    assert [str(suites.judge_by_playouts(position).score) for position in margins] == ["W+7.5", "W+7.5"]
