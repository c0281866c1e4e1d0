"""Rows of a store as values; a row that does not hold what it should is damaged, and the reason is said."""

import json
import math
import sqlite3
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from tengen.game.color import Color
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, PlayedMove
from tengen.lab.players import Entrant
from tengen.lab.store.rows import Event, GameRow, Pairing

_Value = TypeVar("_Value")
_COLORS = ("black", "white")
_POINTS = (0.0, 0.5, 1.0)
# Whatever a definition that was cut or changed can do to those who read it.
_TROUBLE = (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RecursionError)
# The same for moves, which are summed up where they are: of `m`.
SOUND_MOVE = (
    "(typeof(m.number) = 'integer' AND m.color IN ('black', 'white') AND typeof(m.seconds) IN ('real', 'integer') "
    "AND abs(m.seconds) < 1e12 AND typeof(m.winrate) IN ('real', 'integer', 'null') "
    "AND coalesce(abs(m.winrate) < 2, 1) "
    "AND typeof(m.playouts) IN ('integer', 'null'))"
)


class DamagedRow(Exception):
    """A row cannot be read; the message says why."""


def event_of(row: sqlite3.Row) -> Event:
    """The event of a row."""
    _check(row, text=("key", "kind", "name"), numbers=("created",))
    definition = _table(row["definition"], "definition")
    return Event(row["id"], row["key"], row["kind"], row["name"], row["created"], definition)


def check_player(row: sqlite3.Row) -> None:
    """Refuse a row of the players that makes none."""
    _check(row, text=("key", "name"))
    _made("definition", Entrant.from_definition, row["name"], _table(row["definition"], "definition"))


def pairing_of(row: sqlite3.Row) -> Pairing:
    """The pairing of a row, to which the definitions of its players were joined."""
    _check(row, text=("key", "label", "first_name", "second_name"), whole=("games", "active", "reference"))
    first, second = (
        _made(
            f"{side} player",
            Entrant.from_definition,
            row[f"{side}_name"],
            _table(row[f"{side}_definition"], f"{side} player"),
        )
        for side in ("first", "second")
    )
    conditions = _made("conditions", _conditions, row["conditions"])
    active, reference = bool(row["active"]), bool(row["reference"])
    return Pairing(row["id"], row["key"], row["label"], first, second, conditions, row["games"], active, reference)


def game_of(row: sqlite3.Row) -> GameRow:
    """The game of a row, to which the versions of its players were joined."""
    _check(
        row,
        text=("uid", "origin", "black_version", "white_version", "opening", "counted_by", "detail", "line"),
        whole=("pairing", "number", "first_black", "opening_moves", "seed", "moves"),
        numbers=("finished", "seconds"),
        perhaps=("points", "margin"),
    )
    end = _made("end", End, row["end"])
    for name in ("winner", "at_fault"):
        _require(row[name] is None or row[name] in _COLORS, name, row[name])
    _require(row["points"] in _POINTS if end.counts else row["points"] is None, "points", row["points"])
    names = [name for name in GameRow.__dataclass_fields__ if name not in ("end", "first_black")]
    return GameRow(end=end, first_black=bool(row["first_black"]), **{name: row[name] for name in names})


def move_of(row: sqlite3.Row) -> PlayedMove:
    """The move of a row."""
    _check(row, text=("vertex",), whole=("number",), numbers=("seconds",), perhaps=("winrate", "score"))
    _require(row["color"] in _COLORS, "color", row["color"])
    _require(row["playouts"] is None or isinstance(row["playouts"], int), "playouts", row["playouts"])
    opinion = row["winrate"], row["score"], row["playouts"]
    return PlayedMove(Color.parse(row["color"]), row["vertex"], row["seconds"], *opinion)


@lru_cache(maxsize=1024)
def _conditions(text: str) -> Conditions:
    """Conditions as the store has them; their openings need not be tried out each time they are read."""
    return Conditions.from_definition(_table(text, "conditions"))


def _table(text: Any, name: str) -> dict[str, Any]:
    found = _made(name, json.loads, text)
    if not isinstance(found, dict):
        raise DamagedRow(f"its {name} is no table")
    return found


def _made(name: str, make: Callable[..., _Value], *arguments: Any) -> _Value:
    try:
        return make(*arguments)
    except _TROUBLE as error:
        raise DamagedRow(f"its {name} cannot be read: {str(error)[:80]}") from None


def _check(
    row: sqlite3.Row,
    *,
    text: Iterable[str] = (),
    whole: Iterable[str] = (),
    numbers: Iterable[str] = (),
    perhaps: Iterable[str] = (),  # numbers that need not be there
) -> None:
    """Refuse values of a wrong kind: SQLite lets any stand in any column."""
    for name in text:
        _require(isinstance(row[name], str), name, row[name])
    for name in whole:
        _require(isinstance(row[name], int), name, row[name])
    for name in numbers:
        _require(_is_finite(row[name]), name, row[name])
    for name in perhaps:
        _require(row[name] is None or _is_finite(row[name]), name, row[name])


def _is_finite(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def _require(sound: bool, name: str, value: Any) -> None:
    if not sound:
        raise DamagedRow(f"its {name} is {'missing' if value is None else repr(value)[:40]}")
