"""From an experiment and a scale to the pairings that are to be played."""

import math
from typing import Any

from tengen.errors import TengenError
from tengen.lab.conditions import Conditions
from tengen.lab.experiments.availability import missing_of
from tengen.lab.experiments.model import MATCH, SCALES, Experiment, ExperimentRow, Planned, Side
from tengen.lab.players import Entrant, our_player, parse_player, split_command
from tengen.lab.statistics import games_for_half_width
from tengen.parameters import split_assignments

_GNUGO = "gnugo"


def plan(experiment: Experiment, scale: str, games: int | None = None) -> list[Planned]:
    """All rows of an experiment at a scale, in the table's order; `games` a row instead of the scale's.

    >>> from tengen.lab.experiments import experiment
    >>> pure, sequence_like = plan(experiment("mogo-table-3"), "paper")
    >>> pure.first.playouts, pure.second.name, pure.games, pure.published.rate
    (70000, 'GNU Go level 10', 500, 41.2)
    """
    if scale not in SCALES:
        raise TengenError(f"there is no scale {scale!r}: choose one of {', '.join(SCALES)}")
    if experiment.kind != MATCH:
        raise TengenError(f"{experiment.name} measures speed: there are no games to plan")
    return [plan_row(experiment, row, scale, games) for row in experiment.rows]


def plan_row(experiment: Experiment, row: ExperimentRow, scale: str, games: int | None = None) -> Planned:
    """One row of an experiment at a scale."""
    general = experiment.scales[scale].side
    special = row.by_scale.get(scale, Side())
    sides = (special, row.side, general)  # the first that says something is right

    def said(name: str) -> Any:
        return next((value for side in sides if (value := getattr(side, name))), None)

    first, second = said("first"), said("second")
    if not first or not second:
        raise TengenError(f"the row {row.label!r} of {experiment.name} has no two players at the scale {scale}")
    conditions = Conditions.from_definition({**general.conditions, **row.side.conditions, **special.conditions})
    playouts, seconds = _limit(sides)
    players = [
        _player(experiment, text, name).limited(playouts, seconds) for text, name in ((first, row.label), (second, ""))
    ]
    wanted = said("games") or _games_of(row)
    if wanted is None:
        raise TengenError(f"nobody says how many games the row {row.label!r} of {experiment.name} has")
    missing = special.skip or row.side.skip or missing_of(*players)
    return Planned(row.label, players[0], players[1], conditions, games or wanted, row.published, missing, row.baseline)


def _limit(sides: tuple[Side, ...]) -> tuple[int | None, float | None]:
    """Playouts and seconds a move, by the first side that says either."""
    found = next((side for side in sides if side.playouts is not None or side.seconds is not None), Side())
    return found.playouts, found.seconds


def _games_of(row: ExperimentRow) -> int | None:
    """As many games as the paper played, or as its interval tells, taken for the usual one of 95 %."""
    printed = row.published
    if printed is None:
        return None
    if printed.all_games is not None or printed.margin is None:
        return printed.all_games
    return 10 * math.ceil(games_for_half_width(printed.margin / 100, printed.rate / 100) / 10)


def _player(experiment: Experiment, text: str, name: str) -> Entrant:
    """The player of a text, whose first word may stand for another text or for a program."""
    words = split_command(text)
    used = ""
    while words[0] in experiment.players and words[0] != used:
        used = words[0]
        known = experiment.players[used]
        if not isinstance(known, str):
            return Entrant.from_definition(used, known)
        words = [*split_command(known), *words[1:]]
    if words[0] == _GNUGO:
        player = parse_player(" ".join(words))
        return Entrant(name or f"GNU Go level {player.level}", level=player.level)
    # An engine that does not exist yet is one too: `missing_of` says so.
    return our_player(name or text, words[0], split_assignments(words[1:]))
