"""The page of the ideas names settings and experiments that exist, and files that have what it says."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tengen.engines.builtin.mcts import MctsParameters
from tengen.engines.levels import parse_level
from tengen.kernels.playouts.policies import parse_policy
from tengen.parameters import split_assignments, with_settings

from .conftest import REPOSITORY

SOURCE = REPOSITORY / "src" / "tengen"
EXPERIMENTS = SOURCE / "lab" / "experiments" / "tables"


class Idea(NamedTuple):
    """A row of the page."""

    name: str
    source: str
    settings: list[str]
    files: list[tuple[str, str]]  # each with the names to look for in it
    experiments: list[str]


def rows() -> list[Idea]:
    found, columns = [], []
    for line in (REPOSITORY / "docs" / "ideas.md").read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "idea":
            columns = cells
        elif not cells[0].startswith("--"):
            row = dict(zip(columns, cells, strict=True))
            quoted = {name: re.findall(r"`([^`]+)`", text) for name, text in row.items()}
            found.append(
                Idea(
                    row["idea"],
                    row["from"],
                    quoted.get("setting", []),
                    re.findall(r"`([\w/]+\.py)`((?:(?:: |, )`\w+`)*)", row["file"]),
                    quoted.get("experiment", []),
                )
            )
    return found


def names_in(path: Path) -> set[str]:
    """What a file's own code defines, or reads of others (`settings.near_prior`); comments and imports do not count."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
    return names


IDEAS = rows()


@pytest.mark.parametrize("idea", IDEAS, ids=lambda idea: idea.name)
def test_what_is_named_exists(idea: Idea) -> None:
    assert idea.source
    assert idea.files
    for path, names in idea.files:
        wanted = set(re.findall(r"\w+", names))
        assert wanted, f"the page does not say what to look for in {path}"
        assert wanted <= names_in(SOURCE / path), f"{path} has no {wanted - names_in(SOURCE / path)}"
    for experiment in idea.experiments:
        assert (EXPERIMENTS / f"{experiment}.toml").is_file(), experiment
    changed = with_settings(MctsParameters(), split_assignments(idea.settings))
    changed.check()
    parse_policy(changed.playout)
    parse_level(changed.level)


def test_switches_of_the_papers_are_on_the_page() -> None:
    """Every choice of a setting that has choices from papers is some idea's switch, the default ones too."""
    named = {setting for idea in IDEAS for setting in idea.settings}
    for name, choices in {
        "policy": ("ucb1", "ucb1-tuned", "rave", "ucb1-rave"),
        "criticality": ("rave", "widening", "ucb"),
        "dynamic_komi": ("linear", "score", "value", "average"),
        "parallel": ("tree", "root", "leaf"),
    }.items():
        assert {f"{name}={choice}" for choice in choices} <= named


def test_a_file_that_has_lost_its_idea_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "select.py"
    path.write_text('"""About first_play_urgency."""\n\nimport urgency\n\n\ndef select():\n    pass  # ucb1\n')
    assert names_in(path) == {"select"}
