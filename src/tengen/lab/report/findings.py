"""What an experiment shows, said by its figures: every row beside a reference, and what the paper found."""

from collections.abc import Sequence

from tengen.lab.report.model import ReportRow
from tengen.lab.results import compare_results
from tengen.lab.statistics import Comparison


def findings(rows: Sequence[ReportRow]) -> tuple[str, ...]:
    """One sentence for each row that was played beside another with the same opponent and conditions.

    It is compared with the baseline among them, else with the row that did best in the paper. Each comparison
    is a test of its own at 5 %, two-sided; of twenty without any difference one would look like one.
    """
    groups: dict[tuple[str, str], list[ReportRow]] = {}
    for row in rows:
        if row.result is not None and row.result.counted:
            pairing = row.result.pairing
            groups.setdefault((pairing.second.key, pairing.conditions.key), []).append(row)
    told = []
    for group in groups.values():
        reference = max(group, key=_claim)
        told += [_finding(row, reference) for row in group if row is not reference]
    return tuple(told)


def _claim(row: ReportRow) -> tuple[bool, float]:
    """How good a claim a row has to be what the others are compared with."""
    return row.baseline, row.published.rate if row.published else -1.0


def _finding(row: ReportRow, reference: ReportRow) -> str:
    assert row.result is not None
    assert reference.result is not None
    found = compare_results(row.result, reference.result)
    low, high = found.difference_interval.low, found.difference_interval.high
    points = f"{_points(found.difference)} points ({_points(low)} to {_points(high)}, p = {found.test.two_sided:.2g})"
    parts = [f"{row.label} against {reference.label}: {points}", _verdict(found)]
    if row.published is not None and reference.published is not None:
        theirs = (row.published.rate - reference.published.rate) / 100
        parts.append(f"in the paper {_points(theirs)} points")
    return "; ".join(parts) + "."


def _verdict(found: Comparison) -> str:
    if not found.separable:
        return "not separable"
    return "won more often" if found.difference > 0 else "won less often"


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")
