"""What an experiment shows is said by its figures, row by row."""

from dataclasses import replace
from itertools import pairwise

import pytest

from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End
from tengen.lab.players import parse_player
from tengen.lab.published import Published
from tengen.lab.report.findings import findings
from tengen.lab.report.ladder import rungs
from tengen.lab.report.model import Report, ReportRow
from tengen.lab.results import PairingResult
from tengen.lab.statistics import elo_from_score
from tengen.lab.store import GameRow, Pairing

GAME = GameRow(
    1,
    "uid",
    1,
    "here",
    0,
    True,
    "",
    "",
    "",
    0,
    0,
    0.0,
    1.0,
    End.SCORE,
    "black",
    1.0,
    2.5,
    None,
    "agreement",
    "",
    60,
    "",
)


def row(label: str, wins: int, games: int, second: str = "gnugo", **more: object) -> ReportRow:
    pairing = Pairing(1, label, label, parse_player("random"), parse_player(second), Conditions(), games, True, False)
    rows = tuple(
        replace(GAME, number=n, points=float(n < wins), winner="black" if n < wins else "white", line=str(n))
        for n in range(games)
    )
    return ReportRow(label, PairingResult(pairing, rows, {}), **more)  # type: ignore[arg-type]


def test_rows_are_compared_with_the_best_of_the_paper() -> None:
    rows = (row("pure", 10, 100, published=Published(41)), row("rich", 50, 100, published=Published(80)))
    (told,) = findings(rows)
    assert told.startswith("pure against rich: −40.0 points (−50.6 to −27.8, p = ")
    assert "; won less often; in the paper −39.0 points." in told


def test_a_baseline_comes_first_and_what_is_not_shown_is_not_said() -> None:
    told = findings((row("base", 50, 100, baseline=True), row("other", 53, 100, published=Published(90))))
    assert told[0].startswith("other against base: +3.0 points")
    assert told[0].endswith("; not separable.")


def test_where_the_opponent_is_the_baseline_rows_are_compared_with_an_even_score() -> None:
    base = ReportRow("all as it is", None, note="would play against itself", baseline=True)
    best, worst = row("liberty maps", 53, 100, published=Published(60)), row("no atari", 30, 100)
    assert findings((base, best, worst)) == (
        "liberty maps against an even score: +3.0 points (−6.7 to +12.5, p = 0.62); not separable.",
        "no atari against an even score: −20.0 points (−28.1 to −10.4, p = 7.9e-05); won less often.",
    )


def test_rows_with_other_opponents_are_not_compared() -> None:
    assert findings((row("a", 5, 10), row("b", 5, 10, second="random"))) == ()
    assert findings((row("a", 5, 10),)) == ()
    assert findings((row("a", 5, 10), ReportRow("b", None))) == ()


def test_the_ladder_has_all_players_that_games_link_and_is_for_three_or_more() -> None:
    chain = (row("a", 30, 100, second="gnugo"), row("b", 90, 100, second="mcts playouts=5"))
    steps = rungs(Report("ladder", chain))
    assert [rung.name for rung in steps] == ["gnugo", "random", "mcts playouts=5"]
    assert abs(sum(rung.elo for rung in steps)) < 1e-6
    expected = [elo_from_score(0.7), elo_from_score(0.9)]
    found = [upper.elo - lower.elo for upper, lower in pairwise(steps)]
    assert found == pytest.approx(expected, rel=0.1)  # a weak prior draws them together
    assert str(steps[0]).startswith("+")
    assert rungs(Report("two", chain[:1])) == []
