"""benchmarks/strength.py: the page has what the stores and reports have, and says what is missing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.lab.match import match


@pytest.fixture(scope="module")
def strength(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("strength")


def test_the_page_tells_of_games_played_and_only_of_them(
    strength: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = match("random", "random", games=4, size=5, jobs=1, store=tmp_path / "9x9-1000.db")
    report = {"passed": 5, "unexpected_passes": 1, "failed": 3, "expected_failures": 1}
    (tmp_path / "suite-gnugo-9x9.json").write_text(json.dumps({"files": [report]}))
    page = tmp_path / "strength.md"
    strength.write(tmp_path, page)
    text = page.read_text()
    assert f"| 9x9 | 1,000 | GNU Go 3.8, level 10 | {len(result.counted)} | {result.tally.score:.1%} |" in text
    assert text.count("GNU Go 3.8, level 10") == 1
    assert "Pachi 12.90, as many" not in text
    told = capsys.readouterr().out
    assert "9x9-1000:" in told
    assert "so far" in told
    assert told.count(": not played\n") == len(strength.BARS) - 1
    assert "| gnugo | 9x9 | 9 | 5 | 56% |" in text


def test_what_the_folder_knows_nothing_of_stays_on_the_page(strength: Any, tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    page.write_text(
        "# Strength\n\nOld words.\n\n## Against GNU Go and Pachi\n\nold\n\n## Regression suites\n\n| kept |\n"
    )
    strength.write(tmp_path, page)
    text = page.read_text()
    assert "Old words." not in text
    assert "old\n" not in text
    assert text.endswith("## Regression suites\n\n| kept |\n")
    assert text.count("## Against GNU Go and Pachi") == 1


def test_matches_that_the_folder_has_not_keep_their_lines(strength: Any, tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    kept = "| 9x9 | 1,000 | Pachi 12.90, as many playouts | 100 | 76.0% | | 39/50 | 37/50 | 137 |"
    versions = ["- 9x9-1000-pachi: version 0.1.0+30ed9aa6", "- 9x9-1000: version 0.1.0+e72dce23"]
    page.write_text("\n".join(["# Strength", "", "## Against GNU Go and Pachi", "", kept, "", *versions, ""]))
    strength.write(tmp_path, page)
    text = page.read_text()
    assert kept in text
    assert versions[0] in text
    assert versions[1] not in text  # of a match without games
