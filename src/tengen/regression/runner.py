"""Running a file of tests and judging each answer."""

import os
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from tengen.errors import TengenError
from tengen.regression.respondent import Crash, Respondent, Start
from tengen.regression.suite import Expectation, Step, Suite
from tengen.wire.syntax import Response

_POSITION_COMMANDS = frozenset({"loadsgf", "boardsize", "clear_board"})  # after them the past is forgotten
_UNKNOWN = "unknown command"


class Outcome(Enum):
    """What became of a test; capitals are a surprise."""

    PASS = "pass"
    UNEXPECTED_PASS = "PASS"
    FAIL = "FAIL"
    EXPECTED_FAIL = "fail"
    PRIVATE = "private"  # the engine does not know the command
    NOT_RUN = "not run"


@dataclass(frozen=True)
class TestResult:
    """One test and its answer."""

    __test__ = False  # pytest looks at the name

    number: int
    line: int
    command: str
    wanted: str
    got: str
    outcome: Outcome
    seconds: float = 0.0


@dataclass
class SuiteResult:
    """A file of tests and what became of them."""

    path: Path
    results: list[TestResult] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)  # commands the engine does not know, no tests
    refused: list[str] = field(default_factory=list)  # commands it knows but did not carry out, no tests
    crash: str | None = None

    def count(self, *outcomes: Outcome) -> int:
        """How many tests came out so."""
        return sum(result.outcome in outcomes for result in self.results)

    @property
    def is_good(self) -> bool:
        """Whether nothing happened that the file does not expect."""
        return not (self.count(Outcome.FAIL, Outcome.NOT_RUN) or self.refused or self.crash)


Tell = Callable[[TestResult], None]


def run_suite(suite: Suite, start: Start, tell: Tell | None = None, only: Collection[str] = ()) -> SuiteResult:
    """Run a file on a fresh respondent; `tell` hears of every test when it is done.

    With `only`, tests of other commands are sent, as later ones may build on them, but not judged.
    """
    run = _Run(suite, tell or (lambda result: None), frozenset(only))
    respondent = start()
    try:
        run.run(respondent)
    finally:
        respondent.close()
    return run.result


class _Run:
    """The state of one run: what has been found so far, and whether the position is the file's."""

    def __init__(self, suite: Suite, tell: Tell, only: frozenset[str]) -> None:
        self.suite = suite
        self.result = SuiteResult(suite.path)
        self._tell = tell
        self._only = only
        self._lost: str | None = None  # why the position on the board is not the one the file means

    def run(self, respondent: Respondent) -> None:
        for step in self.suite.steps:
            name = step.command.name
            judged = step.expectation if not self._only or name in self._only else None
            try:
                if self.result.crash is not None:
                    self._add(step, judged, Outcome.NOT_RUN, self.result.crash)
                elif not respondent.knows(name):
                    self._pass_over(step, judged)
                elif self._lost is not None and name not in _POSITION_COMMANDS:
                    self._add(step, judged, Outcome.NOT_RUN, self._lost)
                else:
                    self._send(step, judged, respondent)
            except Crash as crash:
                self.result.crash = str(crash)
                self._add(step, judged, Outcome.NOT_RUN, str(crash))

    def _send(self, step: Step, judged: Expectation | None, respondent: Respondent) -> None:
        began = time.monotonic()
        response = respondent.ask(self._line(step))
        seconds = time.monotonic() - began
        if not response.success and response.text.strip().lower() == _UNKNOWN:
            self._pass_over(step, judged)
            return
        if step.command.name in _POSITION_COMMANDS:
            self._lost = None if response.success else f"the position is missing: {response.text}"
        if judged is not None:
            self._add(step, judged, _judge(judged, response), _shown(response), seconds)
        elif step.expectation is None and not response.success:
            self.result.refused.append(f"line {step.line}: {step.text}: {response.text}")

    def _pass_over(self, step: Step, judged: Expectation | None) -> None:
        """The engine does not know this command."""
        if step.expectation is None:
            self.result.skipped[step.command.name] += 1
        self._add(step, judged, Outcome.PRIVATE, "")

    def _add(self, step: Step, judged: Expectation | None, outcome: Outcome, got: str, seconds: float = 0.0) -> None:
        if judged is None:
            return
        number = step.command.id or 0
        result = TestResult(number, step.line, step.text, str(judged), got, outcome, seconds)
        self.result.results.append(result)
        self._tell(result)

    def _line(self, step: Step) -> str:
        """The command to send: the name of a game is meant from the folder of the test file."""
        command = step.command
        if command.name != "loadsgf" or not command.arguments:
            return step.text
        path = os.path.join(self.suite.path.parent, command.arguments[0])
        if any(character in path for character in " \t#"):
            raise TengenError(f"GTP cannot carry the name {path!r}: rename the folder, without spaces and '#'")
        return " ".join((command.name, path, *command.arguments[1:]))


def _judge(expectation: Expectation, response: Response) -> Outcome:
    """A refusal is never what was wanted."""
    if response.success and expectation.holds(response.text):
        return Outcome.UNEXPECTED_PASS if expectation.known_failure else Outcome.PASS
    return Outcome.EXPECTED_FAIL if expectation.known_failure else Outcome.FAIL


def _shown(response: Response) -> str:
    return response.text if response.success else f"? {response.text}"
