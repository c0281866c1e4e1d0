"""benchmarks/levels.py: the table and the page have what the games say, and say what is missing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.lab.players import parse_player


@pytest.fixture(scope="module")
def levels(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("levels")


def test_a_page_without_games_says_so(levels: Any, tmp_path: Path) -> None:
    page = tmp_path / "levels.md"
    levels.write(tmp_path, page)
    assert page.read_text().count("The levels were not played yet.") == len(levels.SIZES)


def test_table_and_page_come_from_the_stores(levels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strong, weak = levels.player("40@0"), levels.player("1@9")  # without a network
    monkeypatch.setattr(levels, "KNOTS", {9: ()})
    monkeypatch.setattr(levels, "SIZES", (5,))
    monkeypatch.setitem(levels.MATCHES, ("levels", 5), (levels.Match(strong, weak, 2),))
    monkeypatch.setattr(levels, "LEVELS", ())
    levels.play(tmp_path, "levels", 5, 1)
    (found,) = levels.results(tmp_path, "levels", 5)
    page = tmp_path / "levels.md"
    levels.write(tmp_path, page)
    assert f"| `{strong}` | `{weak}` | {len(found.counted)} | {found.tally.score:.1%} |" in page.read_text()


def test_sizes_without_games_stay_as_they_are(levels: Any, tmp_path: Path) -> None:
    page, table = tmp_path / "levels.md", tmp_path / "table.csv"
    page.write_text("# Levels\n\n## On 13x13\n\nmeasured before\n\nWritten by somebody\n")
    table.write_text("size,elo,temperature,evaluations\n13,600,5,1\n13,1800,1,1\n")
    levels.write(tmp_path, page)
    levels.fit(tmp_path, table)
    assert page.read_text().count("measured before") == 1
    assert page.read_text().count("The levels were not played yet.") == len(levels.SIZES) - 1
    assert table.read_text().splitlines()[1:] == ["13,600,5,1", "13,1800,1,1"]


def test_the_matches_are_of_levels_that_there_are(levels: Any) -> None:
    players = {text for matches in levels.MATCHES.values() for match in matches for text in match[:2]}
    for player in map(parse_player, players):
        assert player.level or levels.parse_level(player.settings["level"]) is not None


def test_games_of_another_table_are_not_taken_for_those_of_this_one(
    levels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = levels.store_of(tmp_path, "levels", 9)
    other = tmp_path / "other.csv"
    other.write_text("size,elo,temperature,evaluations\n")
    monkeypatch.setattr(levels, "NETWORK_TABLE", other)
    assert levels.store_of(tmp_path, "levels", 9) != before
    assert levels.store_of(tmp_path, "knots", 9) == tmp_path / "knots-9.db"
