"""The page of many reviews (`index.html`): a table of the games, each with a link to its own page."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tengen.pages import render
from tengen.review.page import move_count, percent
from tengen.review.severity import Severity
from tengen.review.summary import summaries

if TYPE_CHECKING:
    from tengen.review.games import Failure
    from tengen.review.model import Review


def index_page(reviews: "Sequence[tuple[str, Review]]", failures: "Sequence[Failure]") -> str:
    """All games in the order in which they were reviewed, and what could not be."""
    return render(
        "tengen.review",
        "index.html",
        games=[(name, review, move_count(review), *summaries(review)) for name, review in reviews],
        failures=failures,
        severities=(Severity.MISTAKE, Severity.BLUNDER),
        percent=percent,
    )
