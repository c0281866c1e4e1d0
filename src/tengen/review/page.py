"""A review as one page that stands alone: the board to step through, the graph, the mistakes, how each player did.

The page (`page.html`) needs no network and no build: styles, script, pictures and data are in it. Its script is
`page.js`, which gets what it shows as one JSON object made here; without scripts the graph, the tables and the list are
still there.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.svg import CELL, Frame, draw_svg
from tengen.pages import render
from tengen.review.annotate import describe
from tengen.review.graph import graph_svg
from tengen.review.severity import Severity
from tengen.review.stops import Stop
from tengen.review.summary import PlayerSummary, Tally, summaries

if TYPE_CHECKING:
    from tengen.review.model import Review, ReviewedMove
    from tengen.review.reviewed_position import ReviewedPosition

_NAMED = (Severity.INACCURACY, Severity.MISTAKE, Severity.BLUNDER)
_OWNER_STEPS = 25  # an owner is one of 26 letters: a White's … z Black's


def page(review: "Review") -> str:
    """The whole page."""
    return render(
        "tengen.review",
        "page.html",
        review=review,
        title=f"{review.name_of(BLACK)} – {review.name_of(BLACK.other)}",
        facts=_facts(review),
        board=_board(review.record.size),
        graph=graph_svg(review),
        players=[(player, _phases(player)) for player in summaries(review)],
        severities=_NAMED,
        about=about(review),
        data=_data(review),
        describe=describe,
        percent=percent,
    )


def about(review: "Review") -> str:
    """How the review was made, in a few sentences."""
    playouts, seconds = review.settings.get("playouts"), review.settings.get("seconds")
    effort = f"{playouts:,} playouts" if playouts else f"{seconds:g} seconds"
    limits = review.thresholds
    points = "" if limits.points is None else f", or {limits.points:g} points"
    return (
        f"Each position was searched with {effort}, on what the search of the position before had left. A mistake "
        f"loses {100 * limits.winrate:.0f} % of win rate{points}, an inaccuracy half of that, a blunder twice; what "
        "may be chance, by the number of playouts, is not counted. Accuracy is the share of moves that are none of "
        "these."
    )


def _facts(review: "Review") -> list[str]:
    record = review.record
    size = f"{record.size}×{record.size}"
    handicap = f"{record.handicap} handicap stones" if record.handicap >= 2 else ""
    facts = [record.event, record.date, size, f"{record.rules.name} rules", f"komi {record.komi:g}", handicap]
    facts += [f"{move_count(review)} moves", record.result]
    return [fact[:100] for fact in facts if fact]


def move_count(review: "Review") -> int:
    """How many moves the game has."""
    return sum(stop.main and stop.move is not None for stop in review.stops)


def _board(size: int) -> str:
    """An empty board with layers for the script to draw in."""
    layers = "".join(f'<g id="{name}"></g>' for name in ("stones", "marks"))
    return draw_svg(Position(size), width=640, overlay=layers)


def _phases(player: PlayerSummary) -> list[tuple[str, Tally]]:
    """The whole game, and those of its phases that the player had moves in."""
    return [("whole game", player.game), *((name, tally) for name, tally in player.phases.items() if tally.moves)]


def percent(share: float | None) -> str:
    """A share without decimals.

    >>> percent(0.75), percent(None)
    ('75 %', '–')
    """
    return "–" if share is None else f"{100 * share:.0f} %"


def _data(review: "Review") -> dict[str, Any]:
    """What the script shows."""
    bad = {move.stop: move for move in review.moves if move.lost is not None}
    stops = [_stop(stop, review.evaluations.get(stop.index), bad.get(stop.index)) for stop in review.stops]
    frame = Frame(review.record.size)
    return {"size": frame.size, "cell": CELL, "margin": frame.margin, "stops": stops}


def _stop(stop: Stop, found: "ReviewedPosition | None", move: "ReviewedMove | None") -> dict[str, Any]:
    """A position in few letters: see `page.js`."""
    colors = stop.position.board["color"][0].tolist()
    last = stop.position.last_move
    plain: dict[str, Any] = {
        "number": stop.number,
        "before": stop.before,
        "main": stop.main,
        "turn": stop.color.letter,
        "move": None if stop.move is None else [stop.move.color.letter, str(stop.move.vertex)],
        "last": None if last is None else str(last.vertex),
        "stones": "".join(".XO"[colors[point]] for point in _points(stop.position.size)),
        "comment": stop.node.comment if stop.node is not None else "",
    }
    if found is not None:
        plain |= {
            "winrate": round(found.winrate_of(BLACK), 4),
            "lead": found.score_of(BLACK),
            "visits": found.visits,
            "owners": "".join(chr(97 + round((value + 100) * _OWNER_STEPS / 200)) for value in found.ownership),
            "moves": [
                [str(m.vertex), round(m.winrate, 3), None if m.score is None else round(m.score, 1), m.visits,
                 " ".join(map(str, m.variation))]
                for m in found.moves
            ],
        }  # fmt: skip
    if move is not None:
        plain["lost"] = round(move.lost or 0.0, 4)
        plain["severity"] = str(move.severity)
        plain["words"] = describe(move) if move.severity else ""
    return plain


@cache
def _points(size: int) -> tuple[int, ...]:
    return tuple(vertex.point for vertex in Position(size).vertices())
