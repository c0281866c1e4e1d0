"""The page of many reviews: a table of the games, each with a link to its own page."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import quote

from tengen.game.color import BLACK, WHITE
from tengen.review.severity import Severity
from tengen.review.summary import Tally, summaries

if TYPE_CHECKING:
    from tengen.review.games import Failure
    from tengen.review.model import Review


def index_page(reviews: "Sequence[tuple[str, Review]]", failures: "Sequence[Failure]") -> str:
    """All games in the order in which they were reviewed, and what could not be."""
    rows = "".join(_row(name, review) for name, review in reviews)
    failed = "".join(f'<p class="warning">{escape(failure.reason)}</p>' for failure in failures)
    heads = ("game", "Black", "White", "result", "moves", "accuracy", "mistakes", "blunders")
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    style = (files("tengen.review") / "page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{len(reviews)} games reviewed by Tengen</title><style>{style}</style></head><body>"
        f"<header><h1>{len(reviews)} games</h1></header>{failed}"
        f'<div class="scroll"><table class="games"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        '<p class="soft">Accuracy, mistakes and blunders: Black / White.</p></body></html>\n'
    )


def _row(name: str, review: "Review") -> str:
    black, white = (summary.game for summary in summaries(review))
    moves = sum(stop.main and stop.move is not None for stop in review.stops)
    link = f'<a href="{quote(name)}.html">{escape(name)}</a>'
    cells = [
        escape(review.name_of(BLACK)[:60]),
        escape(review.name_of(WHITE)[:60]),
        escape(review.record.result[:20]),
        str(moves),
        f"{_percent(black)} / {_percent(white)}",
        *(
            f"{black.counts.get(kind, 0)} / {white.counts.get(kind, 0)}"
            for kind in (Severity.MISTAKE, Severity.BLUNDER)
        ),
    ]
    return f'<tr><th scope="row">{link}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _percent(tally: Tally) -> str:
    return "–" if tally.accuracy is None else f"{100 * tally.accuracy:.0f} %"
