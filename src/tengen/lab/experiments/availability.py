"""What an experiment needs that is not there yet, found out from the engines themselves.

Nothing is kept by hand: a setting, an engine or a playout policy that lands makes the rows that name it playable.
"""

import shutil
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from tengen.engines.registry import engine_class, engine_names
from tengen.errors import TengenError
from tengen.kernels.playouts.policies import parse_policy
from tengen.lab.experiments.model import MATCH, Experiment, Planned, SpeedRow
from tengen.lab.players import Entrant, split_command
from tengen.parameters import describe
from tengen.wire.gnugo import find_gnugo


class Need(NamedTuple):
    """Something that is not there."""

    kind: str  # engine, setting, policy (of playouts), value (of a setting), program
    name: str
    engine: str = ""


def missing(row: Planned | SpeedRow) -> str:
    """What keeps a row from being played, in one sentence; "" if nothing does.

    >>> from tengen.lab.experiments import experiment, plan
    >>> missing(plan(experiment("mogo-table-3"), "small")[0])
    ''
    """
    return row.missing if isinstance(row, Planned) else _sentence(_needs_of_row(row))


def is_available(experiment: Experiment, scale: str = "small") -> bool:
    """Whether something of an experiment can be played, and not only the baseline."""
    return any(not missing(row) and not row.baseline for row in _rows(experiment, scale))


def waits_for(experiment: Experiment, scale: str = "small") -> list[str]:
    """The names of all that an experiment waits for.

    >>> from tengen.lab.experiments import experiment
    >>> waits_for(experiment("mogo-table-3"))
    []
    """
    needs = [need for row in _rows(experiment, scale) for need in _needs_of_row(row)]
    # Of a list of playout rules the first names the policy they change.
    return list(dict.fromkeys(need.name.split(",")[0] if need.kind == "policy" else need.name for need in needs))


def missing_of(*players: Entrant) -> str:
    """What some players need that is not there, in one sentence."""
    return _sentence([need for player in players for need in _needs_of(player)])


def _rows(experiment: Experiment, scale: str) -> Sequence[Planned | SpeedRow]:
    from tengen.lab.experiments.planning import plan

    return plan(experiment, scale) if experiment.kind == MATCH else experiment.speeds


def _needs_of_row(row: Planned | SpeedRow) -> list[Need]:
    if isinstance(row, SpeedRow):
        return [] if _is_policy(row.playout) else [Need("policy", row.playout)]
    return [need for player in (row.first, row.second) for need in _needs_of(player)]


def _sentence(needs: Sequence[Need]) -> str:
    """All needs in words; the settings of an engine are told together."""
    if not needs:
        return ""
    told: dict[str, None] = {}
    for need in needs:
        if need.kind == "setting":
            names = list(dict.fromkeys(n.name for n in needs if n.kind == "setting" and n.engine == need.engine))
            told[f"the setting{'s' if len(names) > 1 else ''} {_quoted(names)} of {need.engine}"] = None
        else:
            told[_FORMS[need.kind].format(name=need.name, engine=need.engine)] = None
    listed = _listed(list(told))
    several = len(set(needs)) > 1
    return f"needs {listed}, which {'are' if several else 'is'} not there yet"


_FORMS = {
    "engine": 'the engine "{name}"',
    "policy": 'the playout policy "{name}"',
    "value": '"{name}" of {engine}',
    "program": "{name}",
}


def _needs_of(player: Entrant) -> tuple[Need, ...]:
    if player.level is not None:
        return () if find_gnugo() else (Need("program", "GNU Go"),)
    if player.command:
        program = split_command(player.command)[0]
        return () if shutil.which(program) else (Need("program", f"the program {program}"),)
    return _needs_of_engine(player.engine, tuple(sorted(player.settings.items())))


@cache
def _needs_of_engine(name: str, settings: tuple[tuple[str, str], ...]) -> tuple[Need, ...]:
    """The engine, or those of its settings and their values, that are not there."""
    if name not in engine_names():
        return (Need("engine", name),)
    if _works(lambda: Entrant(name, engine=name, settings=dict(settings)).check()):
        return ()  # some settings go only with others
    known = {parameter for parameter, _, _ in describe(engine_class(name).default_parameters)}
    needs = [Need("setting", setting, name) for setting, _ in settings if setting not in known]
    for setting, value in settings:
        if setting == "playout" and not _is_policy(value):
            needs.append(Need("policy", value))
        elif setting in known and not _is_possible(name, setting, value):
            needs.append(Need("value", f"{setting}={value}", name))
    return tuple(needs)


def _quoted(names: list[str]) -> str:
    return _listed([f'"{name}"' for name in names])


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _is_policy(text: str) -> bool:
    return _works(lambda: parse_policy(text))


def _is_possible(engine: str, setting: str, value: str) -> bool:
    return _works(lambda: Entrant(engine, engine=engine, settings={setting: value}).check())


def _works(try_it: Callable[[], object]) -> bool:
    try:
        try_it()
    except TengenError:
        return False
    return True
