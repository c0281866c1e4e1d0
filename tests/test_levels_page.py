"""benchmarks/levels.py: the table and the page have what the games say, and say what is missing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.engines.levels import Drawing, network_knots
from tengen.lab.players import parse_player


@pytest.fixture(scope="module")
def levels(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("levels")


def test_a_page_without_games_says_so(levels: Any, tmp_path: Path) -> None:
    page = tmp_path / "levels.md"
    levels.write(tmp_path, page)
    assert page.read_text().count("The levels were not played yet.") == len(levels.SIZES)


def test_table_and_page_come_from_the_stores(levels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strong, weak = "0.5x1", "60x1"
    monkeypatch.setenv("TENGEN_NETWORK", "yes")
    monkeypatch.setattr(levels, "SIZES", (9,))
    monkeypatch.setattr(levels, "KNOTS", {9: (weak, strong)})
    monkeypatch.setattr(levels, "PLANS", {("settings", 9): levels.Plan(8, {}, {})})
    monkeypatch.setattr(levels, "LEVELS", ("20k",))
    monkeypatch.setattr(levels, "settings_of", lambda rank, size: weak)
    levels.play(tmp_path, "settings", 9, 1)
    (found,) = levels.results(tmp_path, 9)
    page, table = tmp_path / "levels.md", tmp_path / "table.csv"
    levels.write(tmp_path, page)
    row = f"| `mcts level={strong}` | `mcts level={weak}` | {len(found.counted)} | {found.tally.score:.1%} |"
    assert row in page.read_text()
    assert "| 20k | 60 | 1 | 600 |" in page.read_text()
    levels.fit(tmp_path, table)
    ratings = levels.ratings_of([found])
    elo = [f"{ratings.rating(levels.player(one)).value:.0f}" for one in (weak, strong)]
    assert table.read_text().splitlines()[1:] == [f"9,{elo[0]},60,1", f"9,{elo[1]},0.5,1"]


def test_sizes_without_games_stay_as_they_are(levels: Any, tmp_path: Path) -> None:
    page, table = tmp_path / "levels.md", tmp_path / "table.csv"
    page.write_text("# Levels\n\n## On 13x13\n\nmeasured before\n\nWritten by somebody\n")
    table.write_text("size,elo,temperature,evaluations\n13,600,5,1\n13,1800,1,1\n")
    levels.write(tmp_path, page)
    levels.fit(tmp_path, table)
    assert page.read_text().count("measured before") == 1
    assert page.read_text().count("The levels were not played yet.") == len(levels.SIZES) - 1
    assert table.read_text().splitlines()[1:] == ["13,600,5,1", "13,1800,1,1"]


def test_the_matches_are_of_settings_that_there_are(levels: Any) -> None:
    for part, size in levels.PLANS:
        wanted = levels.matches(part, size)
        assert {levels.ANCHOR, levels.WEAKER} <= {match.second for match in wanted}
        for text in {text for match in wanted for text in match[:2]}:
            player = parse_player(text)
            assert player.level or levels.parse_level(player.settings["level"]).drawing is not None


def test_settings_stand_in_the_order_of_strength_that_was_measured(levels: Any) -> None:
    for size, knots in network_knots().items():
        assert levels.KNOTS[size] == tuple(sorted(levels.KNOTS[size], key=levels._place))
        settings = [f"{knot.temperature:g}x{knot.evaluations}" for knot in knots]
        assert settings == sorted(settings, key=levels._place)


def test_a_level_plays_with_what_the_table_says(levels: Any) -> None:
    for size in levels.SIZES:
        for rank in levels.LEVELS:
            drawing = levels.drawing_of_elo(levels.elo_of_rank(rank), size)
            assert levels.parse_level(levels.settings_of(rank, size)).drawing == Drawing(*drawing)
