"""A report as one page: a single file with its style and plots inside, to be sent to anyone.

Its template is `report.html`, where every section says which question it answers, or that there is nothing to answer it
with.
"""

import json
import os
import time

from tengen.lab.conditions import Conditions
from tengen.lab.outcome import one_line
from tengen.lab.report import distributions, plots
from tengen.lab.report.figures import NOTHING, conditions_of, elo, figures_of, has_paper, remarks_of
from tengen.lab.report.gather import gather
from tengen.lab.report.ladder import ladders, results_in
from tengen.lab.report.model import Report
from tengen.lab.report.style import COLORS
from tengen.lab.report.svg import drawing
from tengen.lab.statistics import Ratings
from tengen.lab.store import Store
from tengen.pages import render
from tengen.records.writer import save_atomically


def write_html(report: Report, store: Store, path: str | os.PathLike[str]) -> None:
    """Write the page; whoever reads the file meanwhile has the old one or the new one."""
    save_atomically(path, report_html(report, store).encode("utf-8", "replace"))


def report_html(report: Report, store: Store) -> str:
    """The page."""
    gathered, rated = gather(report, store), ladders(report)
    rows = [figures_of(row) for row in report.rows]
    with drawing():
        drawn = {
            "win_rates": plots.win_rates(report),
            "ladder": plots.ladder(rated, gathered.names),
            "ends": plots.ends(report),
            "margins": distributions.margins(report),
            "lengths": distributions.lengths(report),
            "times": distributions.times(gathered),
            "opinions": distributions.opinions(gathered),
        }
    return render(
        "tengen.lab.report",
        "report.html",
        report=report,
        title=one_line(report.title),
        played=_played(report),
        rows=rows,
        paper=has_paper(report),
        paces=any(row.first_pace or row.second_pace for row in rows),
        remarks=remarks_of(report),
        plots=drawn,
        about_ladder=_about_ladder(report, rated),
        players=[
            (gathered.names[key], json.dumps(player.definition(), ensure_ascii=False), gathered.versions[key])
            for key, player in gathered.players.items()
        ],
        conditions=conditions_of(report, _in_full),
        colors=COLORS,
        nothing=NOTHING,
    )


def _played(report: Report) -> str:
    """How many games were played, and when."""
    finished = [game.finished for result in results_in(report) for game in result.games]
    if not finished:
        return ""
    first, last = (time.strftime("%Y-%m-%d", time.gmtime(each)) for each in (min(finished), max(finished)))
    when = f"on {first}" if first == last else f"from {first} to {last}"
    return f"{len(finished)} {'game' if len(finished) == 1 else 'games'}, played {when}"


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


def _in_full(conditions: Conditions) -> str:
    counting = "agreement, else the referee" if conditions.count == "agreement" else conditions.count
    seed = f", seed {conditions.seed}" if conditions.seed else ""
    return (
        f"{conditions.describe()}; result by {counting}, at most {conditions.longest} moves, "
        f"{conditions.move_timeout:g} s of patience a move{seed}."
    )
