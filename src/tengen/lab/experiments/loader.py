"""Reading the files of experiments.

A file has a title, a source, what it is about, notes, `[players]` by name, `[scales.small]` and
`[scales.paper]`, and `[[rows]]`. A player is written as on the command line; its first word may be the name of
one of `[players]`, to which the other words are added: ``first = "mogo playout=light"``. What a scale says
(games, playouts, seconds, conditions, first, second) holds for rows that do not say otherwise, and a row may say
otherwise for one scale in a table of the scale's name, or why it is left out there (`skip`). `published` holds the
figures as printed, in per cent; a `baseline` is what the other rows are compared with.
"""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from tengen.errors import TengenError
from tengen.lab.experiments.model import (
    KINDS,
    MATCH,
    SCALES,
    Experiment,
    ExperimentRow,
    ExperimentScale,
    Side,
    SpeedRow,
)
from tengen.lab.published import Published

_Value = TypeVar("_Value")
_FOLDER = "tables"
_SUFFIX = ".toml"
_KNOWN = {"title", "source", "about", "kind", "notes", "players", "scales", "rows"}


@cache
def experiment_names() -> tuple[str, ...]:
    """The names of all experiments, in the order of the papers and tables."""
    folder = files(__package__) / _FOLDER
    return tuple(sorted(entry.name.removesuffix(_SUFFIX) for entry in folder.iterdir() if entry.name.endswith(_SUFFIX)))


def experiments() -> tuple[Experiment, ...]:
    """All experiments."""
    return tuple(experiment(name) for name in experiment_names())


@cache
def experiment(name: str) -> Experiment:
    """The experiment of a name.

    >>> experiment("mogo-table-33")
    Traceback (most recent call last):
    ...
    tengen.errors.TengenError: there is no experiment 'mogo-table-33' (did you mean mogo-table-3?); ...
    """
    names = experiment_names()
    if name not in names:
        close = difflib.get_close_matches(name, names, 1, 0.4)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise TengenError(f"there is no experiment {name[:60]!r}{hint}; there are: {', '.join(names)}")
    text = (files(__package__) / _FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8")
    return parse_experiment(name, text)


def parse_experiment(name: str, text: str) -> Experiment:
    """The experiment a file describes."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TengenError(f"the experiment {name} is not TOML: {error}") from None
    try:
        return _experiment(name, table)
    except (KeyError, TypeError, AttributeError) as error:
        raise TengenError(f"the experiment {name} lacks something or has it in the wrong place: {error}") from None


def _experiment(name: str, table: Mapping[str, Any]) -> Experiment:
    _refuse_others(name, table, _KNOWN)
    kind = table.get("kind", MATCH)
    if kind not in KINDS:
        raise TengenError(f"the experiment {name} cannot be of the kind {kind!r}: choose one of {', '.join(KINDS)}")
    rows = table["rows"]
    scales = {scale: _scale(name, scale, table["scales"][scale]) for scale in SCALES}
    _refuse_others(name, table["scales"], set(SCALES))
    return Experiment(
        name,
        table["title"],
        table["source"],
        _flow(table["about"]),
        kind,
        tuple(_row(name, row) for row in rows) if kind == MATCH else (),
        tuple(_made(SpeedRow, name, row) for row in rows) if kind != MATCH else (),
        scales,
        tuple(_flow(note) for note in table.get("notes", [])),
        table.get("players", {}),
    )


def _scale(experiment: str, name: str, table: Mapping[str, Any]) -> ExperimentScale:
    rest = {key: value for key, value in table.items() if key not in ("about", "minutes")}
    return ExperimentScale(name, _flow(table["about"]), _made(Side, experiment, rest), table.get("minutes"))


def _row(experiment: str, table: Mapping[str, Any]) -> ExperimentRow:
    special = {"label", "published", "baseline", *SCALES}
    own = {key: value for key, value in table.items() if key not in special}
    printed = table.get("published")
    return ExperimentRow(
        table["label"],
        _made(Side, experiment, own),
        {scale: _made(Side, experiment, table[scale]) for scale in SCALES if scale in table},
        None if printed is None else _made(Published, experiment, printed),
        table.get("baseline", False),
    )


def _made(kind: type[_Value], experiment: str, table: Mapping[str, Any]) -> _Value:
    """A value of a class whose fields are the entries of a table."""
    _refuse_others(experiment, table, {f.name for f in fields(kind)})  # type: ignore[arg-type]
    return kind(**table)


def _refuse_others(experiment: str, table: Mapping[str, Any], known: set[str]) -> None:
    unknown = set(table) - known
    if unknown:
        listed = ", ".join(sorted(known))
        raise TengenError(f"the experiment {experiment} has an unknown entry {min(unknown)!r}; known: {listed}")


def _flow(text: str) -> str:
    """A text of several lines as one."""
    return " ".join(text.split())
