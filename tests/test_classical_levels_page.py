"""benchmarks/classical_levels.py: the table and the page have what the games say, and say what is missing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.lab.players import parse_player
from tengen.lab.store import Store


@pytest.fixture(scope="module")
def levels(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("classical_levels")


def test_a_page_without_games_says_so(levels: Any, tmp_path: Path) -> None:
    page = tmp_path / "levels.md"
    levels.write(tmp_path, page)
    assert page.read_text().count("Not played yet.") == 2


def test_table_and_page_come_from_the_stores(levels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strong, weak = levels.player("40@0"), levels.player("1@9")
    monkeypatch.setattr(levels, "KNOTS", ("1@9", "40@0"))
    monkeypatch.setitem(levels.MATCHES, "knots", (levels.Match(strong, weak, 2),))
    monkeypatch.setitem(levels.SIZES, "knots", 5)
    levels.play(tmp_path, "knots", 1)
    (found,) = levels.results(tmp_path, "knots")
    ratings = levels.ratings_of([found])
    page, table = tmp_path / "levels.md", tmp_path / "levels.csv"
    levels.write(tmp_path, page)
    text = page.read_text()
    assert f"| `{strong}` | `{weak}` | {len(found.counted)} | {found.tally.score:.1%} |" in text
    assert f"| 40 | 0 | {ratings.rating(strong).value:.0f} |" in text
    assert text.count("Not played yet.") == 1
    if ratings.difference(strong, weak).value > 1:
        levels.fit(tmp_path, table)
        rows = table.read_text().split()
        assert rows[0] == "elo,playouts,temperature"
        assert [row.split(",")[1:] for row in rows[1:]] == [["1", "9"], ["40", "0"]]
    else:
        with pytest.raises(SystemExit, match="no stronger than the one before it"):
            levels.fit(tmp_path, table)
        assert not table.exists()


def test_the_matches_are_of_levels_that_there_are(levels: Any) -> None:
    assert levels.SIZES.keys() == levels.MATCHES.keys()
    players = {text for matches in levels.MATCHES.values() for match in matches for text in match[:2]}
    for player in map(parse_player, players):
        assert player.level or levels.parse_level(player.settings["level"], network=False) is not None


def test_games_of_another_table_are_not_taken_for_those_of_this_one(
    levels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = levels.store_of(tmp_path, "levels")
    Store(before).close()
    other = tmp_path / "other.csv"
    other.write_text("elo,playouts,temperature\n1,1,1\n")
    monkeypatch.setattr(levels, "TABLE", other)
    assert levels.store_of(tmp_path, "levels") != before
    assert levels.store_of(tmp_path, "knots") == tmp_path / "knots.db"
