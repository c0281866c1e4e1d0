"""What an experiment shows, said by its figures: every row beside a reference, and what the paper found."""

from collections.abc import Sequence

from tengen.lab.report.model import ReportRow
from tengen.lab.results import compare_results
from tengen.lab.statistics import Comparison
from tengen.lab.statistics.superiority import sign_test

_EVEN = 0.5
_LEVEL = 0.05


def findings(rows: Sequence[ReportRow]) -> tuple[str, ...]:
    """One sentence for each row that was played beside another with the same opponent and conditions.

    It is compared with the baseline among them, else with the row that did best in the paper. Where the experiment's
    baseline is not played, it is the opponent, and the others are compared with an even score. Each comparison is a
    test of its own at 5 %, two-sided; of twenty without any difference one would look like one.
    """
    played_by_opponent = any(row.baseline and row.result is None for row in rows)
    groups: dict[tuple[str, str], list[ReportRow]] = {}
    for row in rows:
        if row.result is not None and row.result.counted:
            pairing = row.result.pairing
            groups.setdefault((pairing.second.key, pairing.conditions.key), []).append(row)
    told = []
    for group in groups.values():
        reference = max(group, key=_claim)
        if played_by_opponent and not reference.baseline:
            told += [_beside_even(row) for row in group]
            continue
        told += [_finding(row, reference) for row in group if row is not reference]
    return tuple(told)


def _claim(row: ReportRow) -> tuple[bool, float]:
    """How good a claim a row has to be what the others are compared with."""
    return row.baseline, row.published.rate if row.published else -1.0


def _beside_even(row: ReportRow) -> str:
    assert row.result is not None
    tally = row.result.tally
    low, high = (_points(end - _EVEN) for end in (tally.interval().low, tally.interval().high))
    chance = sign_test(tally.wins, tally.losses)
    told = f"{_points(tally.score - _EVEN)} points ({low} to {high}, p = {chance:.2g})"
    return f"{row.label} against an even score: {told}; {_word(chance <= _LEVEL, tally.score - _EVEN)}."


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
    return _word(found.separable, found.difference)


def _word(separable: bool, difference: float) -> str:
    if not separable:
        return "not separable"
    return "won more often" if difference > 0 else "won less often"


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")
