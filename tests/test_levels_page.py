"""benchmarks/levels.py: the table and the page have what the games say, and say what is missing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.errors import TengenError
from tengen.lab.conditions import Conditions
from tengen.lab.players import parse_player
from tengen.lab.store import Store


@pytest.fixture(scope="module")
def levels(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("levels")


def small(levels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ladder of two levels that is played in a moment; the anchor is the random player."""
    knots = ("1@9", "40@0")
    matches = {
        "knots": (levels.Match(levels.player("40@0"), levels.player("1@9"), 2),),
        "levels": (levels.Match(levels.player("40@0"), "random", 2),),
        "13x13": (),
    }
    monkeypatch.setattr(levels, "KNOTS", knots)
    monkeypatch.setattr(levels, "MATCHES", matches)


def test_a_page_without_games_says_so(levels: Any, tmp_path: Path) -> None:
    page = tmp_path / "levels.md"
    levels.write(tmp_path, page)
    assert page.read_text().count("Not played yet.") == 2


def test_table_and_page_come_from_the_stores(
    levels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small(levels, monkeypatch)
    levels.play(tmp_path, "knots", 1)
    found = levels.results(tmp_path, "knots")
    assert [len(result.counted) for result in found] == [2]
    table, page = tmp_path / "levels.csv", tmp_path / "levels.md"
    if found[0].tally.wins == 2:  # as good as certain, but not the point of this test
        levels.fit(tmp_path, table)
        rows = table.read_text().split()
        assert rows[0] == "elo,playouts,temperature"
        assert [row.split(",")[1:] for row in rows[1:]] == [["1", "9"], ["40", "0"]]
    levels.write(tmp_path, page)
    text = page.read_text()
    assert "| `mcts level=40@0` | `mcts level=1@9` | 2 |" in text
    assert text.count("Not played yet.") == 1


def test_the_matches_are_of_levels_that_there_are(levels: Any) -> None:
    for part, matches in levels.MATCHES.items():
        assert Conditions.from_definition({"size": 13 if part == "13x13" else 9}) is not None
        for match in matches:
            for text in (match.first, match.second):
                player = parse_player(text)
                if player.engine:
                    levels.parse_level(player.settings["level"])
    with pytest.raises(TengenError):
        levels.parse_level("no level")


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
