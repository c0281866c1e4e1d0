"""The pages made from declarations are true and leave nothing out."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.cli import command_line
from tengen.cli.reference import commands, reference_page
from tengen.engines.registry import engine_class, own_engine_names
from tengen.parameters import describe
from tengen.protocols.gtp.commands import COMMANDS


def page(repository: Path, name: str) -> str:
    return (repository / "docs" / name).read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def test_they_are_fresh(repository: Path) -> None:
    checked = subprocess.run(
        [sys.executable, repository / "tools" / "make_docs.py", "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("engine", own_engine_names())
def test_every_setting_has_its_row(repository: Path, engine: str) -> None:
    told = section(page(repository, "parameters.md"), engine)
    settings = describe(engine_class(engine).default_parameters)
    rows = re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE)
    assert rows == [name for name, _, _ in settings]
    for _, _, about in settings:
        assert about.help.split("|")[0] in told
        assert about.source in told
        assert about.unit in told
    assert rows or "There is nothing to set." in told


def test_every_gtp_command_is_there(repository: Path) -> None:
    told = page(repository, "gtp.md")
    assert [name for name in COMMANDS if f"| `{name}" not in told] == []


def test_every_command_is_there_with_its_options() -> None:
    told = reference_page(command_line())
    names = [command.name for command in commands(command_line())]
    assert {"play", "gtp", "match", "lab report"} <= set(names)
    for name in names:
        assert section(told, f"tengen {name}").strip()
    playing = section(told, "tengen play")
    assert "| `--size NUMBER` | Board size, 2 to 19. | `9` |" in playing
    assert "| `--set TEXT …` |" in playing
    assert "tengen match A B [OPTIONS]" in section(told, "tengen match")
    assert "tengen regress FILES… [OPTIONS]" in section(told, "tengen regress")
