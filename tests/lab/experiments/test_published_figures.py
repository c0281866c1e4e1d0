"""The papers' figures: the totals are those of the colours, and what contradicts itself is known.

Where the papers are at hand (``../shared/seeds``), the figures are looked up in them.
"""

import re
from pathlib import Path

import pytest

from tengen.lab.experiments import Experiment, experiments
from tengen.lab.published import Published
from tengen.lab.statistics import proportion_test

ROWS = [(found.name, row.label, row.published) for found in experiments() for row in found.rows if row.published]
BY_COLOR = [row for row in ROWS if row[2].black is not None]
WITH_MARGIN = [row for row in ROWS if row[2].margin is not None and row[2].all_games is not None]

# What a paper prints that does not follow from the rest of its row: the total that would.
INCONSISTENT = {
    ("mogo-table-6", 36): 35.0,  # p = 0.80: 33 % of 100 games and 39 % of 50; (50) should be (100)
    ("smartstart-table-4", 49.59): 49.905,  # 51.21 % as Black and 48.6 % as White
    ("mcgnugo-table-2", 60.60): 56.815,  # only with twice as many games as White: 15 of 22 and 5 of 11
}

SEEDS = Path(__file__).resolve().parents[4] / "shared" / "seeds"
PAPERS = {
    "thesis": "000_*",
    "knowledge": "000_*",
    "solver": "000_*",
    "mogo": "001_*",
    "dynamic": "002_*",
    "smartstart": "003_*",
    "mcgnugo": "004_*",
}


def half_a_digit(figure: float) -> float:
    """What rounding to the digits printed may hide."""
    text = f"{figure:g}"
    return 0.5 / float(10 ** len(text.partition(".")[2]))


def test_there_are_figures() -> None:
    assert len(ROWS) > 75
    assert len(BY_COLOR) > 50
    assert len(WITH_MARGIN) > 45


@pytest.mark.parametrize(("name", "label", "figures"), BY_COLOR)
def test_the_total_is_that_of_the_colours(name: str, label: str, figures: Published) -> None:
    expected = figures.expected_rate
    assert expected is not None
    assert figures.black is not None
    assert figures.white is not None
    hidden = max(half_a_digit(figures.black), half_a_digit(figures.white)) + half_a_digit(figures.rate) + 1e-9
    known = INCONSISTENT.get((name, figures.rate))
    if known is None:
        assert figures.rate == pytest.approx(expected, abs=hidden)
    else:
        assert expected == pytest.approx(known, abs=0.001)
        assert abs(figures.rate - expected) > 0.25


@pytest.mark.parametrize(("name", "label", "figures"), WITH_MARGIN)
def test_intervals_are_those_of_the_games(name: str, label: str, figures: Published) -> None:
    games = figures.all_games
    assert games is not None
    if (name, label) == ("mogo-table-6", "p = 0.80"):
        games = 200  # see above
    rate = figures.rate / 100
    half_width = 196 * (rate * (1 - rate) / games) ** 0.5
    # The SmartStart paper gives one interval for all rows of a table, MoGo's are rounded at times.
    assert figures.margin == pytest.approx(half_width, abs=0.65)


def test_mcgnugo_played_twice_as_much_as_white() -> None:
    assert round(100 * 15 / 22, 2) == 68.18
    assert round(100 * 5 / 11, 2) == 45.45
    assert int(10_000 * 20 / 33) == 6060  # cut off, not rounded


def test_smartstart_p_values() -> None:
    unmodified = (round(0.54275 * 12_000), 12_000)
    for rate, printed in ((0.5535, 0.0424), (0.5584, 0.0058)):
        found = proportion_test(round(rate * 14_000), 14_000, *unmodified).one_sided
        assert found == pytest.approx(printed, abs=0.0005)


@pytest.mark.parametrize("found", experiments(), ids=[found.name for found in experiments()])
def test_every_figure_stands_in_the_paper(found: Experiment) -> None:
    paper = next(iter(SEEDS.glob(PAPERS[found.name.partition("-")[0]])), None)
    if paper is None:
        pytest.skip("the papers are not at hand (../shared/seeds)")
    text = paper.read_text(encoding="utf-8", errors="replace")
    numbers = {float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\.?\d*", text) if number.strip(",")}
    printed: set[float | int | None] = set()
    for row in found.rows:
        if row.published is not None:
            f = row.published
            printed |= {f.rate, f.margin, f.games, f.black, f.white, f.black_games, f.white_games}
    for speed in found.speeds:
        printed |= {speed.minimum, speed.maximum, speed.mean, speed.deviation}
    assert {number for number in printed if number is not None} <= numbers
