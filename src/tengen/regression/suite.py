"""Files of regression tests, in the form GNU Go began and Fuego and GoGui share.

A file is lines of GTP. A command with a number is a test when a line with its expected answer follows:

    loadsgf games/ladder.sgf 29
    10 reg_genmove black
    #? [C3|D4]

The pattern is a regular expression for the whole answer, ``[!C3]`` wants any other answer, and a star
behind the bracket says that the test is known to fail. Other lines that begin with '#' are comments.

Where the tools differ, this is how it is read here: alternatives belong to the whole pattern (in GNU Go's
script ``A1|PASS`` is anchored only at its outer ends), upper and lower case are the same, as they are in
GTP's vertices, and an answer marked ``&`` by GNU Go is not looked at. A bracket that was never closed, as
in some of GNU Go's files, is taken as closed.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tengen.errors import TengenError
from tengen.wire.syntax import Command, CommandSyntaxError, parse_command

_EXPECTED = "#?"
_CLOSED = re.compile(r"\[(.*)\]\s*([*&]*)")


@dataclass(frozen=True)
class Expectation:
    """What an answer must be.

    >>> Expectation("A1|PASS").holds("pass")
    True
    >>> Expectation("A1", negated=True).holds("A10")
    True
    """

    pattern: str
    negated: bool = False
    known_failure: bool = False

    def holds(self, answer: str) -> bool:
        """Whether this answer is as wanted."""
        return bool(self._compiled.fullmatch(answer.strip())) is not self.negated

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.IGNORECASE)

    def __str__(self) -> str:
        return f"!{self.pattern}" if self.negated else self.pattern


@dataclass(frozen=True)
class Step:
    """One command of a file; a test if an answer is expected."""

    line: int
    command: Command
    expectation: Expectation | None = None

    @property
    def text(self) -> str:
        """The command as it is sent, without its number."""
        return " ".join((self.command.name, *self.command.arguments))


@dataclass(frozen=True)
class Suite:
    """A file of tests."""

    path: Path
    steps: tuple[Step, ...]

    @property
    def tests(self) -> tuple[Step, ...]:
        """The steps whose answer is looked at."""
        return tuple(step for step in self.steps if step.expectation is not None)


def load_suite(path: Path) -> Suite:
    """Read a file of tests; a `TengenError` says what is wrong and in which line."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise TengenError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    return Suite(path, parse_suite(text.splitlines(), str(path)))


def parse_suite(lines: Iterable[str], name: str = "the test file") -> tuple[Step, ...]:
    """The commands of a file with what they should answer; `quit` ends it, as it would end the engine.

    >>> parse_suite(["1 name", "#? [Tengen]*"])[0].expectation
    Expectation(pattern='Tengen', negated=False, known_failure=True)
    """
    steps: list[Step] = []
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith(_EXPECTED):
                _expect(steps, line)
            elif (command := parse_command(line)) is not None:
                if command.name == "quit":
                    break
                steps.append(Step(number, command))
        except (CommandSyntaxError, TengenError) as error:
            raise TengenError(f"{name}, line {number}: {error}") from None
    return tuple(steps)


def _expect(steps: list[Step], line: str) -> None:
    """Make a test of the last step."""
    if not steps or steps[-1].command.id is None:
        raise TengenError("an expected answer needs a numbered command before it")
    if steps[-1].expectation is not None:
        raise TengenError(f"test {steps[-1].command.id} has two expected answers")
    expectation = _read_expectation(line.removeprefix(_EXPECTED).strip())
    if expectation is not None:
        last = steps.pop()
        steps.append(Step(last.line, last.command, expectation))


def _read_expectation(text: str) -> Expectation | None:
    """The expected answer behind '#?', or None if it is not to be looked at."""
    if closed := _CLOSED.fullmatch(text):
        pattern, marks = closed.groups()
    elif text.startswith("["):
        pattern, marks = text[1:], ""
    else:
        raise TengenError(f"an expected answer is written {_EXPECTED} [pattern], not {text[:40]!r}")
    negated = pattern.startswith("!")
    pattern = pattern[1:] if negated else pattern
    try:
        re.compile(pattern, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError) as error:
        raise TengenError(f"the pattern {pattern[:40]!r} is not a regular expression: {error}") from None
    return None if "&" in marks else Expectation(pattern, negated, "*" in marks)
