"""benchmarks/network_matches.py: the page has what the stores have; other numbers have a table of their own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.lab.conditions import Conditions
from tengen.lab.match import play_match
from tengen.lab.players import parse_player
from tengen.lab.store import Store

KEPT = "| 13x13 | 50 | GNU Go 3.8, level 10 | 60 | 100.0% | 94.0% – 100.0% |"
PAGE = f"""# Page
<!-- matches -->
{KEPT}
<!-- end of matches -->
<!-- other matches -->
<!-- end of other matches -->
<!-- suites -->
as they were
<!-- end of suites -->
"""


@pytest.fixture(scope="module")
def matches(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("network_matches")


@pytest.mark.parametrize(("name", "evaluations"), [("9x9-pachi", 356), ("9x9-pachi@86", 86)])
def test_a_match_is_a_row_of_the_table_it_belongs_to(matches: Any, tmp_path: Path, name: str, evaluations: int) -> None:
    rules, player = Conditions.from_definition({"size": 5}), parse_player("random")
    with Store(tmp_path / "network.db") as store:
        result = play_match(store, player, player, rules, 2, name=name, jobs=1, quiet=True).result
    page = tmp_path / "network.md"
    page.write_text(PAGE)
    matches.write(tmp_path, page)
    text = page.read_text()
    row = f"| 9x9 | {evaluations} | Pachi 12.90, 5,000 playouts: the same time | 2 | {result.tally.score:.1%} |"
    assert text.count(row) == 1
    assert text.count("5,000 playouts") == 1  # no row of a match that nobody played
    assert KEPT in text  # of which there are no games in the folder
    assert "as they were" in text


def test_a_folder_without_games_changes_nothing(matches: Any, tmp_path: Path) -> None:
    page = tmp_path / "network.md"
    page.write_text(PAGE)
    matches.write(tmp_path, page)
    assert page.read_text() == PAGE


def test_suites_without_tests_are_left_out(matches: Any, tmp_path: Path) -> None:
    for name, passed in (("uct_ko", 2), ("ladder", 0)):
        report = {"passed": passed, "failed": passed, "expected_failures": 0}
        (tmp_path / f"suite-fuego-{name}.json").write_text(json.dumps({"files": [report]}))
    page = tmp_path / "network.md"
    page.write_text(PAGE)
    matches.write(tmp_path, page)
    assert "| fuego | uct_ko | 4 | 2 | 50% |" in page.read_text()
    assert "ladder" not in page.read_text()
