"""The results of regression tests, for people and for programs."""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tengen.regression.runner import Outcome, SuiteResult, TestResult

_PASSED = (Outcome.PASS, Outcome.UNEXPECTED_PASS)
_FAILED = (Outcome.FAIL, Outcome.EXPECTED_FAIL)
_STYLES = {Outcome.PASS: "green", Outcome.UNEXPECTED_PASS: "bold green", Outcome.FAIL: "bold red"}
_LONGEST = 60  # characters of an answer in a table


def rate(results: Sequence[SuiteResult]) -> float | None:
    """Which part of the tests that were answered passed; none if there were none."""
    passed = sum(result.count(*_PASSED) for result in results)
    answered = passed + sum(result.count(*_FAILED) for result in results)
    return passed / answered if answered else None


def as_dict(results: Sequence[SuiteResult]) -> dict[str, Any]:
    """Everything as plain values, for JSON."""
    files = [
        {
            "file": str(result.path),
            **_counts([result]),
            "skipped_commands": dict(result.skipped),
            "refused_commands": result.refused,
            "crash": result.crash,
            "tests": [_test_as_dict(test) for test in result.results],
        }
        for result in results
    ]
    return {"files": files, "total": _counts(results), "good": all(result.is_good for result in results)}


def _counts(results: Sequence[SuiteResult]) -> dict[str, Any]:
    def total(*outcomes: Outcome) -> int:
        return sum(result.count(*outcomes) for result in results)

    return {
        "passed": total(*_PASSED),
        "unexpected_passes": total(Outcome.UNEXPECTED_PASS),
        "failed": total(Outcome.FAIL),
        "expected_failures": total(Outcome.EXPECTED_FAIL),
        "private": total(Outcome.PRIVATE),
        "not_run": total(Outcome.NOT_RUN),
        "rate": rate(results),
    }


def _test_as_dict(test: TestResult) -> dict[str, Any]:
    return {**vars(test), "outcome": test.outcome.value, "seconds": round(test.seconds, 3)}


class LiveReport:
    """A table that grows while the tests run, then the tests that failed unexpectedly.

    In a pipe the table is printed once, at the end. If `verbose`, every test is told as it ends.
    """

    def __init__(self, console: Console, *, verbose: bool = False) -> None:
        self._console = console
        self._verbose = verbose
        self._done: list[SuiteResult] = []
        self._current: SuiteResult | None = None
        self._live = Live(console=console, auto_refresh=False) if console.is_interactive else None

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()
        elif error is None:
            self._console.print(self._table())

    def begin(self, path: Path) -> None:
        """A file is started."""
        self._current = SuiteResult(path)
        self._refresh()

    def tell(self, test: TestResult) -> None:
        """A test is done."""
        assert self._current is not None
        self._current.results.append(test)
        if self._verbose:
            self._console.print(_line_of(self._current.path, test), soft_wrap=True)
        self._refresh()

    def end(self, result: SuiteResult) -> None:
        """A file is done."""
        self._done.append(result)
        self._current = None
        self._refresh()

    def print_details(self) -> None:
        """What went wrong, and what was left out."""
        failures = _failures(self._done)
        if failures.row_count:
            self._console.print(failures)
        for result in self._done:
            name = result.path.name
            if result.crash:
                self._say(f"{name}: crash: {result.crash}")
            for text in result.refused:
                self._say(f"{name}: refused: {text}")
            if result.skipped:
                skipped = ", ".join(f"{command} ({times})" for command, times in sorted(result.skipped.items()))
                self._say(f"{name}: skipped, as the engine has no such commands: {skipped}")

    def _say(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)

    def _refresh(self) -> None:
        if self._live:
            self._live.update(self._table(), refresh=True)

    def _table(self) -> Table:
        table = Table(title="tengen regress")
        table.add_column("file")
        for name in ("passed", "failed", "expected failures", "private", "not run", "rate"):
            table.add_column(name, justify="right")
        shown = [*self._done, self._current] if self._current else self._done
        for result in shown:
            table.add_row(*_row(result.path.name, [result]))
        if len(shown) > 1:
            table.add_section()
            table.add_row(*_row("together", shown))
        return table


def _row(name: str, results: Sequence[SuiteResult]) -> list[Text]:
    counts = _counts(results)
    surprises = f" ({counts['unexpected_passes']} unexpected)" if counts["unexpected_passes"] else ""
    return [
        Text(name),
        Text(f"{counts['passed']}{surprises}", "green" if counts["passed"] else ""),
        Text(str(counts["failed"]), "bold red" if counts["failed"] else ""),
        Text(str(counts["expected_failures"])),
        Text(str(counts["private"])),
        Text(str(counts["not_run"]), "bold red" if counts["not_run"] else ""),
        Text("" if counts["rate"] is None else f"{counts['rate']:.0%}"),
    ]


def _failures(results: Sequence[SuiteResult]) -> Table:
    """The tests that failed and were not known to."""
    table = Table("file", "test", "command", "wanted", "got", title="failing tests")
    for result in results:
        for test in result.results:
            if test.outcome is Outcome.FAIL:
                cells = (result.path.name, str(test.number), test.command, test.wanted, _short(test.got))
                table.add_row(*map(Text, cells))
    return table


def _line_of(path: Path, test: TestResult) -> Text:
    wanted = "" if test.outcome in _PASSED else f", wanted {test.wanted}"
    text = Text(f"{path.name}:{test.number} ")
    text.append(test.outcome.value, _STYLES.get(test.outcome, ""))
    return text.append(f" {test.command}: {_short(test.got)}{wanted} ({test.seconds:.2f} s)")


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= _LONGEST else one_line[:_LONGEST] + "…"
