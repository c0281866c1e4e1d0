"""What a report is made of, whichever form it takes."""

from dataclasses import dataclass

from tengen.lab.published import Published
from tengen.lab.results import PairingResult


@dataclass(frozen=True)
class ReportRow:
    """A pairing, and what a paper says about it."""

    label: str
    result: PairingResult | None  # None: not played, because a feature is missing or nothing was asked for
    published: Published | None = None
    note: str = ""  # why it was not played, or what is different here
    baseline: bool = False  # what rows with the same opponent and conditions are compared with


@dataclass(frozen=True)
class Report:
    """One event: its rows, and what has to be said about them."""

    title: str
    rows: tuple[ReportRow, ...]
    source: str = ""  # the paper and its table
    about: str = ""  # what the experiment asks, in a paragraph
    notes: tuple[str, ...] = ()  # what is different here from the paper, and how it was played
    command: str = ""  # that repeats it
    shows: tuple[str, ...] = ()  # what the figures show, in sentences
