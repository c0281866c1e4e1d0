"""The page of the ideas names settings, files and experiments that exist."""

import re
from typing import NamedTuple

import pytest

from tengen.engines.levels import parse_level
from tengen.engines.mcts import MctsParameters
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
    files: list[str]
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
                    quoted["file"],
                    quoted.get("experiment", []),
                )
            )
    return found


IDEAS = rows()


@pytest.mark.parametrize("idea", IDEAS, ids=lambda idea: idea.name)
def test_what_is_named_exists(idea: Idea) -> None:
    assert idea.source
    assert idea.files
    for name in idea.files:
        assert (SOURCE / name).is_file(), name
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
