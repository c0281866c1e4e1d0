"""A report as one page: a single file with its style and plots inside, to be sent to anyone.

Every section says which question it answers, and says so where there is nothing to answer it with. All text
that comes from outside (names are command lines) is escaped.
"""

import json
import os
import time
from collections.abc import Iterator
from html import escape

from tengen.lab.conditions import Conditions
from tengen.lab.outcome import one_line
from tengen.lab.report import distributions, plots
from tengen.lab.report.figures import NOTHING, Figures, conditions_of, elo, figures_of, has_paper, remarks_of
from tengen.lab.report.gather import Gathered, gather
from tengen.lab.report.ladder import ladders, results_in
from tengen.lab.report.model import Report
from tengen.lab.report.style import CSS
from tengen.lab.report.svg import drawing
from tengen.lab.statistics import Ratings
from tengen.lab.store import Store
from tengen.records.writer import save_atomically


def write_html(report: Report, store: Store, path: str | os.PathLike[str]) -> None:
    """Write the page; whoever reads the file meanwhile has the old one or the new one."""
    save_atomically(path, report_html(report, store).encode("utf-8", "replace"))


def report_html(report: Report, store: Store) -> str:
    """The page."""
    with drawing():
        body = "\n".join(_sections(report, gather(report, store)))
    title = escape(one_line(report.title))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _sections(report: Report, gathered: Gathered) -> Iterator[str]:
    yield from _header(report)
    yield _section("What came of it?", _table(report) if report.rows else _missing("No pairing has been played yet."))
    yield from _remarks(report)
    yield _plot(
        "How often did the first player win?",
        plots.win_rates(report),
        "The line at 50 % is an even match. An interval that reaches across it leaves open who is stronger.",
        "No games have been counted, and no paper gives a figure.",
    )
    rated = ladders(report)
    yield _plot(
        "How strong is each player?",
        plots.ladder(rated, gathered.names),
        _about_ladder(report, rated),
        "Ratings need at least two different players with games between them.",
    )
    yield _plot(
        "How did the games end?",
        plots.ends(report),
        "Games that broke off are nobody's win and are left out of all figures; whose fault it was is said above.",
        "No games have been played yet.",
    )
    yield _plot(
        "By how much were games won?",
        distributions.margins(report),
        "Only games that were counted out on the board; resigned ones have no margin.",
        "No game was counted out on the board.",
    )
    yield _plot(
        "How long were the games?",
        distributions.lengths(report),
        "All games that count, given openings included.",
        "No games have been counted yet.",
    )
    yield _plot(
        "How long did a move take?",
        distributions.times(gathered),
        "Median, and the band in which four of five moves lie. Moves of given openings are left out.",
        "There are no moves with their times, or too few of them.",
    )
    yield _plot(
        "Did the players know how they stood?",
        distributions.opinions(gathered),
        "Means over games. The earlier the two lines part, the earlier the player knew; a player whose lines stay "
        "on one side of 50 % thinks too well, or too little, of his position.",
        "No player told what he thought of his position, or too few games are decided.",
    )
    yield _section("Who played?", _players(gathered) if gathered.players else _missing("Nobody yet."))
    yield _section("Under which conditions?", _conditions(report) or _missing("None yet."))
    if report.command:
        yield _section("How to repeat it", f"<pre><code>{escape(report.command.strip())}</code></pre>")


def _header(report: Report) -> Iterator[str]:
    yield f"<h1>{escape(one_line(report.title))}</h1>"
    if report.source:
        yield f'<p class="source">{escape(report.source)}</p>'
    if report.about:
        yield f"<p>{escape(report.about)}</p>"
    finished = [game.finished for result in results_in(report) for game in result.games]
    if finished:
        first, last = (time.strftime("%Y-%m-%d", time.gmtime(each)) for each in (min(finished), max(finished)))
        when = f"on {first}" if first == last else f"from {first} to {last}"
        noun = "game" if len(finished) == 1 else "games"
        told = f"{len(finished)} {noun}, played {when}. Figures are the first player's; intervals are of 95 %."
        yield f'<p class="soft">{escape(told)}</p>'


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{content}\n</section>"


def _missing(sentence: str) -> str:
    return f'<p class="missing">{escape(sentence)}</p>'


def _plot(title: str, svg: str | None, caption: str, otherwise: str) -> str:
    if svg is None:
        return _section(title, _missing(otherwise))
    figure = f'<figure><div class="scroll">{svg}</div><figcaption>{escape(caption)}</figcaption></figure>'
    return _section(title, figure)


def _table(report: Report) -> str:
    rows = [figures_of(row) for row in report.rows]
    paper, paces = has_paper(report), any(row.first_pace or row.second_pace for row in rows)
    heads = ["", "win rate", *(["the paper’s"] if paper else []), "games", "w/d/l"]
    heads += ["as Black", "as White", "Elo", "<abbr title='likelihood of superiority'>LOS</abbr>"]
    heads += ["a move<br>(opponent’s)"] if paces else []
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    body = "\n".join(f"<tr>{_cells(row, paper, paces)}</tr>" for row in rows)
    return f'<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'


def _cells(row: Figures, paper: bool, paces: bool) -> str:
    colors = ", ".join(
        f"{name} {rate}" for name, rate in (("B", row.paper_black), ("W", row.paper_white)) if rate
    )  # by colour, if the paper tells
    cells = [(f"<b>{row.rate}</b>" if row.rate else "", row.interval)]
    cells += [(row.paper, "<br>".join(filter(None, (row.paper_margin, colors))))] if paper else []
    cells += [(row.games, ""), (row.record, ""), (row.black, ""), (row.white, "")]
    cells += [(row.elo, row.elo_interval), (row.superiority, "")]
    cells += [(row.first_pace, row.second_pace)] if paces else []
    label = f'<th scope="row">{escape(row.label)}{f"<small>{escape(row.players)}</small>" if row.players else ""}</th>'
    return label + "".join(
        f"<td>{text or NOTHING}{f'<small>{more}</small>' if more else ''}</td>" for text, more in cells
    )


def _remarks(report: Report) -> Iterator[str]:
    if report.shows:
        shown = "\n".join(f"<li>{escape(text)}</li>" for text in report.shows)
        yield _section("What does it show?", f"<ul>{shown}</ul>")
    remarks = [
        f"<li>{f'<b>{escape(label)}</b>: ' if label else ''}{escape(text)}</li>" for label, text in remarks_of(report)
    ]
    notes = [f"<li>{escape(note)}</li>" for note in report.notes]
    if remarks or notes:
        yield _section("What has to be known", "<ul>" + "\n".join(notes + remarks) + "</ul>")


def _about_ladder(report: Report, rated: list[Ratings]) -> str:
    told = ["The likeliest strengths by the model of Bradley and Terry, each player taken to have drawn one game more."]
    advantage = rated[0].color_advantage if len(rated) == 1 else None
    if advantage is not None:
        reach = advantage.interval()
        told.append(f"Playing Black is worth {elo(advantage.value)} Elo ({elo(reach.low)} to {elo(reach.high)}).")
    if len(rated) > 1:
        told.append("Players of groups that stand apart never met, so they cannot be compared.")
    if len(conditions_of(report)) > 1:
        told.append("Games under different conditions are put together here.")
    return " ".join(told)


def _players(gathered: Gathered) -> str:
    rows = []
    for key, player in gathered.players.items():
        definition = json.dumps(player.definition(), ensure_ascii=False)
        versions = ", ".join(gathered.versions[key]) or NOTHING
        cells = (escape(gathered.names[key]), f"<code>{escape(definition)}</code>", escape(versions))
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    head = "".join(f'<th scope="col">{name}</th>' for name in ("player", "definition", "version"))
    body = "\n".join(rows)
    return (
        f'<div class="scroll"><table class="words"><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'
    )


def _conditions(report: Report) -> str:
    found: dict[Conditions, list[str]] = {}
    for row in report.rows:
        if row.result is not None:
            found.setdefault(row.result.pairing.conditions, []).append(one_line(row.label))
    items = []
    for conditions, labels in found.items():
        more = f"result by {'agreement, else the referee' if conditions.count == 'agreement' else conditions.count}"
        more += f", at most {conditions.longest} moves, {conditions.move_timeout:g} s of patience a move"
        if conditions.seed:
            more += f", seed {conditions.seed}"
        where = f"<b>{escape(', '.join(labels))}</b>: " if len(found) > 1 else ""
        items.append(f"<li>{where}{escape(f'{conditions.describe()}; {more}')}.</li>")
    return f"<ul>{''.join(items)}</ul>" if items else ""
