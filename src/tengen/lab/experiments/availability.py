"""What an experiment needs that is not there yet, found out from the engines themselves.

Nothing is kept by hand: a setting, an engine or a playout policy that lands makes the rows that name it playable.
"""

import shutil
from collections.abc import Sequence
from functools import cache

from tengen.engines.registry import engine_class, engine_names
from tengen.errors import TengenError
from tengen.kernels.playouts.policies import parse_policy
from tengen.lab.experiments.model import MATCH, Experiment, Planned, SpeedRow
from tengen.lab.gnugo import gnugo_program
from tengen.lab.players import Player, split_command
from tengen.parameters import describe


def missing(row: Planned | SpeedRow) -> str:
    """What keeps a row from being played, in one sentence; "" if nothing does.

    >>> from tengen.lab.experiments import experiment, plan
    >>> missing(plan(experiment("mogo-table-3"), "small")[0])
    ''
    """
    if isinstance(row, Planned):
        return row.missing
    return _sentence([] if _is_policy(row.playout) else [f'the playout policy "{row.playout}"'])


def is_available(experiment: Experiment, scale: str = "small") -> bool:
    """Whether something of an experiment can be played, and not only the baseline."""
    from tengen.lab.experiments.planning import plan

    rows: Sequence[Planned | SpeedRow] = plan(experiment, scale) if experiment.kind == MATCH else experiment.speeds
    return any(not missing(row) and not row.baseline for row in rows)


def missing_of(*players: Player) -> str:
    """What some players need that is not there, in one sentence."""
    needs = dict.fromkeys(need for player in players for need in _needs_of(player))
    return _sentence(list(needs))


def _sentence(needs: list[str]) -> str:
    if not needs:
        return ""
    listed = needs[0] if len(needs) == 1 else f"{', '.join(needs[:-1])} and {needs[-1]}"
    several = len(needs) > 1 or needs[0].startswith("the settings ")
    return f"needs {listed}, which {'are' if several else 'is'} not there yet"


def _needs_of(player: Player) -> tuple[str, ...]:
    if player.level:
        return () if _has_gnugo() else ("GNU Go",)
    if player.command:
        program = split_command(player.command)[0]
        return () if shutil.which(program) else (f"the program {program}",)
    return _needs_of_engine(player.engine, tuple(sorted(player.settings.items())))


def _has_gnugo() -> bool:
    try:
        gnugo_program()
    except TengenError:
        return False
    return True


@cache
def _needs_of_engine(name: str, settings: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The engine, or those of its settings and their values, that are not there."""
    if name not in engine_names():
        return (f'the engine "{name}"',)
    known = {parameter for parameter, _, _ in describe(engine_class(name).default_parameters)}
    unknown = [setting for setting, _ in settings if setting not in known]
    needs = [f"the setting{'s' if len(unknown) > 1 else ''} {_quoted(unknown)} of {name}"] if unknown else []
    for setting, value in settings:
        if setting == "playout" and not _is_policy(value):
            needs.append(f'the playout policy "{value}"')
        elif setting in known and not _is_possible(name, setting, value):
            needs.append(f'"{setting}={value}" of {name}')
    return tuple(needs)


def _quoted(names: list[str]) -> str:
    quoted = [f'"{name}"' for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _is_policy(text: str) -> bool:
    try:
        parse_policy(text)
    except TengenError:
        return False
    return True


def _is_possible(engine: str, setting: str, value: str) -> bool:
    try:
        Player(engine, engine=engine, settings={setting: value}).check()
    except TengenError:
        return False
    return True
