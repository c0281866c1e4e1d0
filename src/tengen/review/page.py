"""A review as one page that stands alone: the board to step through, the graph, the mistakes, how each player did.

The page needs no network and no build: styles, script, pictures and data are in it. Its script is `page.js`, which gets
what it shows as one JSON object made here; without scripts the graph, the tables and the list are still there.
"""

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.game.svg import CELL, Frame, draw_svg
from tengen.review.annotate import describe
from tengen.review.graph import graph_svg
from tengen.review.severity import Severity
from tengen.review.stops import Stop
from tengen.review.summary import PlayerSummary, Tally, summaries

if TYPE_CHECKING:
    from tengen.review.evaluation import Evaluation
    from tengen.review.model import Review, ReviewedMove

_OWNER_STEPS = 25  # an owner is one of 26 letters: a White's … z Black's


def page(review: "Review") -> str:
    """The whole page."""
    title = f"{review.name_of(BLACK)} – {review.name_of(BLACK.other)}"
    return _TEMPLATE.format(
        title=escape(title),
        style=_resource("page.css"),
        facts=escape(" · ".join(_facts(review))),
        warnings="".join(f'<p class="warning">{escape(text)}</p>' for text in review.warnings),
        board=_board(review.record.size),
        graph=graph_svg(review),
        mistakes=_mistakes(review),
        summary=_summary(review),
        about=escape(about(review)),
        last=max(0, len(review.stops) - 1),
        data=_data(review),
        script=_resource("page.js"),
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
    moves = sum(stop.main and stop.move is not None for stop in review.stops)
    facts = [record.event, record.date, size, f"{record.rules.name} rules", f"komi {record.komi:g}", handicap]
    facts += [f"{moves} moves", record.result]
    return [fact[:100] for fact in facts if fact]


def _board(size: int) -> str:
    """An empty board with layers for the script to draw in."""
    layers = "".join(f'<g id="{name}"></g>' for name in ("stones", "marks"))
    return draw_svg(Position(size), width=640, overlay=layers)


def _mistakes(review: "Review") -> str:
    bad = review.mistakes
    if not bad:
        return "<p>No move lost so much that it could not be chance.</p>"
    return f'<ol class="mistakes">{"".join(map(_mistake, bad))}</ol>'


def _mistake(move: "ReviewedMove") -> str:
    better = "" if move.better is None else f"→ {move.better.vertex}"
    return (
        f'<li><button type="button" class="bad {move.severity}" data-stop="{move.stop}" '
        f'title="{escape(describe(move))}"><span class="stone {move.move.color}"></span>'
        f'<b>{move.number}. {move.move.vertex}</b><span class="kind">{move.severity}</span>'
        f'<span class="lost">−{100 * (move.lost or 0):.0f} %</span><span class="better">{better}</span></button></li>'
    )


def _summary(review: "Review") -> str:
    """How the players did: a table with the whole game and each phase."""
    rows = []
    for player in summaries(review):
        entries: Sequence[tuple[str, Tally]] = [("whole game", player.game), *player.phases.items()]
        shown = [(name, tally) for name, tally in entries if tally.moves or name == "whole game"]
        for index, (name, tally) in enumerate(shown):
            head = _player_cell(player, len(shown)) if index == 0 else ""
            kind = ' class="total"' if index == 0 else ""
            rows.append(f'<tr{kind}>{head}<th scope="row">{name}</th>{_tally_cells(tally)}</tr>')
    heads = (
        "moves",
        "accuracy",
        "as Tengen",
        "win rate lost a move",
        "points lost a move",
        "inaccuracies",
        "mistakes",
        "blunders",
    )
    cells = "".join(f'<th scope="col">{head}</th>' for head in heads)
    head = f'<thead><tr><th scope="col">player</th><th scope="col">phase</th>{cells}</tr></thead>'
    return f'<div class="scroll"><table>{head}<tbody>{"".join(rows)}</tbody></table></div>'


_NAMED = (Severity.INACCURACY, Severity.MISTAKE, Severity.BLUNDER)


def _player_cell(player: PlayerSummary, rows: int) -> str:
    name = f'<span class="stone {player.color}"></span>{escape(player.name[:60])}'
    return f'<th scope="rowgroup" rowspan="{rows}">{name}</th>'


def _tally_cells(tally: Tally) -> str:
    def percent(share: float | None) -> str:
        return "–" if share is None else f"{100 * share:.0f} %"

    lost = f"{100 * tally.lost:.1f} %" if tally.moves else "–"
    points = f"{tally.points_lost:.1f}" if tally.moves else "–"
    lost, points = (text.replace("-", "−") for text in (lost, points))
    counts = [str(tally.counts.get(severity, 0)) for severity in _NAMED]
    cells = [str(tally.moves), percent(tally.accuracy), percent(tally.agreement), lost, points, *counts]
    return "".join(f"<td>{cell}</td>" for cell in cells)


def _data(review: "Review") -> str:
    """What the script shows, as JSON that is safe inside a page."""
    bad = {move.stop: move for move in review.moves if move.lost is not None}
    stops = [_stop(stop, review.evaluations.get(stop.index), bad.get(stop.index)) for stop in review.stops]
    frame = Frame(review.record.size)
    plain = {"size": frame.size, "cell": CELL, "margin": frame.margin, "stops": stops}
    text = json.dumps(plain, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c")


def _stop(stop: Stop, found: "Evaluation | None", move: "ReviewedMove | None") -> dict[str, Any]:
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


@cache
def _resource(name: str) -> str:
    return (files("tengen.review") / name).read_text(encoding="utf-8").strip()


_TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: review by Tengen</title>
<style>{style}</style>
</head>
<body>
<header><h1>{title}</h1><p class="facts">{facts}</p>{warnings}</header>
<main>
<section class="table" aria-label="The board">
<div id="board">{board}</div>
<div class="controls" role="toolbar" aria-label="Step through the game">
<button type="button" id="first" aria-label="to the beginning" title="to the beginning (Home)">|◀</button>
<button type="button" id="back" aria-label="one move back" title="one move back (←)">◀</button>
<button type="button" id="forward" aria-label="one move forward" title="one move forward (→)">▶</button>
<button type="button" id="last" aria-label="to the end" title="to the end (End)">▶|</button>
<button type="button" id="mistake" title="next bad move (M)">next mistake</button>
<button type="button" id="owners-on" aria-pressed="false" title="who owns what (O)">territory</button>
<button type="button" id="moves-on" aria-pressed="true" title="the moves the analysis looked at (C)">candidates</button>
</div>
<p class="told" id="told" role="status" aria-live="polite"></p>
<p class="comment" id="comment"></p>
</section>
<section class="sight" aria-label="The analysis">
<div id="graph">{graph}</div>
<input type="range" id="slider" min="0" max="{last}" value="0" aria-label="position in the game">
<div class="panes">
<div><h2>Candidates</h2><table class="candidates"><thead><tr><th scope="col">move</th><th scope="col">wins</th>
<th scope="col">leads</th><th scope="col">visits</th><th scope="col">variation</th></tr></thead>
<tbody id="candidates"></tbody></table></div>
<div><h2>Mistakes</h2>{mistakes}</div>
</div>
</section>
<section class="summary" aria-label="How the players did"><h2>The players</h2>{summary}<p class="soft">{about}</p>
<p class="soft">Keys: ← → step, Page Up and Down ten moves, Home and End, M next mistake, O territory, C candidates.</p>
</section>
</main>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""
