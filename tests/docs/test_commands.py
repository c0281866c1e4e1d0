"""Every command line that a page tells the reader to type is one that Tengen understands."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from tengen.cli import command_line
from tengen.engines.levels import parse_level
from tengen.engines.registry import engine_class
from tengen.game.ruleset import Ruleset
from tengen.kernels.playouts.policies import parse_policy
from tengen.parameters import split_assignments, with_settings
from tengen.search.clock_text import parse_clock

from .conftest import PAGES, fences_of

CONNECT = next(path for path in PAGES if path.name == "connect.md")
_PROGRAM = "/path/to/tengen/.venv/bin/tengen"


def lines_to_type(text: str) -> list[str]:
    """The lines of a page's shell examples that start Tengen, without the program itself."""
    shell = "".join(fence.text for fence in fences_of(text) if fence.language == "sh")
    lines = (shlex.split(line, comments=True) for line in shell.replace("\\\n", " ").splitlines())
    return [shlex.join(words[1:]) for words in lines if words and words[0].split("/")[-1] == "tengen"]


def lines_for_other_programs(text: str) -> list[str]:
    """What a page says to give to other programs: in their files, their fields, their dialogs."""
    found = []
    for fence in fences_of(text):
        if fence.language == "json":
            program, *words = json.loads(fence.text)["bot"]["command"]
            assert program == _PROGRAM
            found.append(shlex.join(words))
        elif fence.language != "sh":
            found += re.findall(rf"(?:{_PROGRAM} |^ *)((?:gtp|analysis)\b.*)$", fence.text, re.MULTILINE)
    return found + re.findall(rf"\| `(?:{_PROGRAM} )?(gtp [^`]*)` \|", text)


TYPED = sorted({line for path in PAGES for line in lines_to_type(path.read_text(encoding="utf-8"))})
GIVEN = sorted(set(lines_for_other_programs(CONNECT.read_text(encoding="utf-8"))))
GTP = sorted({line for line in [*GIVEN, *lines_to_type(CONNECT.read_text(encoding="utf-8"))] if line.startswith("gtp")})


def understood(line: str) -> dict[str, Any]:
    """The options of a command line as Tengen reads them; what it does not understand is an error."""
    command: Any = typer.main.get_command(command_line())
    words = shlex.split(line)
    while words and hasattr(command, "commands"):
        assert words[0] in command.commands, f"there is no command {words[0]}: tengen {line}"
        command = command.commands[words.pop(0)]
    params: dict[str, Any] = command.make_context(command.name, words).params
    return params


@pytest.mark.parametrize("line", [*TYPED, *GIVEN])
def test_the_line_is_understood(line: str) -> None:
    options = understood(line)
    if "engine" in options and "set_" in options:
        defaults = engine_class(options["engine"]).default_parameters
        settings = with_settings(defaults, split_assignments(options["set_"]))
        parse_policy(getattr(settings, "playout", "light"))
        parse_level(options.get("level") or "max")
    if options.get("rules"):
        assert Ruleset.named(options["rules"]).name
    if options.get("clock"):
        assert parse_clock(options["clock"])
    assert isinstance(options, dict)


def test_the_pages_have_such_lines() -> None:
    """So that a change of form does not leave the tests above without anything to look at."""
    assert len(TYPED) > 40
    assert len(GTP) >= 8
    for page in ("README.md", "play.md", "levels.md", "laboratory.md"):
        text = next(path for path in PAGES if path.name == page).read_text(encoding="utf-8")
        assert lines_to_type(text), page


@pytest.mark.parametrize("line", GTP)
def test_the_engine_behind_it_answers(line: str) -> None:
    answered = subprocess.run(
        [sys.executable, "-m", "tengen", *shlex.split(line)],
        input="name\nprotocol_version\nquit\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answered.stdout == "= Tengen\n\n= 2\n\n=\n\n", answered.stderr


@pytest.mark.parametrize("program", ["Sabaki", "Lizzie", "LizzieYzy", "KaTrain", "GoGui", "q5Go", "OGS", "KGS", "CGOS"])
def test_each_program_has_its_command(program: str) -> None:
    told = CONNECT.read_text(encoding="utf-8").split(f"\n## {program}\n")[1].split("\n## ")[0]
    assert lines_for_other_programs(told)


def test_files_named_in_pages_exist(repository: Path) -> None:
    """Pages name files of the repository; a reader will look for them."""
    named = {
        name
        for path in PAGES
        for name in re.findall(r"`((?:src|benchmarks|tools|tests)/[\w/.-]+)`", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 5
    assert sorted(name for name in named if not (repository / name).exists()) == []
