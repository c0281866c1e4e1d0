"""Reading the fields of a query: the value of the right kind, or an error that names the field."""

import math
from collections.abc import Sequence
from typing import Any

from tengen.errors import TengenError
from tengen.game.color import Color
from tengen.game.vertex import Vertex

_SHOWN = 30  # characters of a wrong value that an error repeats


class FieldError(TengenError):
    """A query that cannot be answered because of one of its fields."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message)


def shown(value: Any) -> str:
    """A value of JSON in few words, for an error.

    >>> shown("many"), shown(True), shown(None), shown([1, [2]]), shown({})
    ("'many'", 'true', 'null', 'a list', 'an object')
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return repr(value[:_SHOWN])
    if isinstance(value, int | float):
        return f"{value:g}" if abs(value) < 1e300 else "so large a number"
    return "a list" if isinstance(value, list) else "an object"


def integer(value: Any, field: str, low: int, high: int) -> int:
    """A whole number; one written as 500.0 will do.

    >>> integer(500.0, "maxVisits", 1, 1000)
    500
    """
    whole = isinstance(value, float) and value.is_integer()
    if isinstance(value, bool) or not (isinstance(value, int) or whole) or not low <= value <= high:
        raise FieldError(field, f"{field} must be a whole number from {low} to {high}, not {shown(value)}")
    return int(value)


def number(value: Any, field: str, low: float, high: float) -> float:
    """A number that is one."""
    wrong = isinstance(value, bool) or not isinstance(value, int | float)
    if wrong or not low <= value <= high or not math.isfinite(value):
        raise FieldError(field, f"{field} must be a number from {low:g} to {high:g}, not {shown(value)}")
    return float(value)


def truth(value: Any, field: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise FieldError(field, f"{field} must be true or false, not {shown(value)}")
    return value


def text(value: Any, field: str) -> str:
    """Some text."""
    if not isinstance(value, str):
        raise FieldError(field, f"{field} must be text, not {shown(value)}")
    return value


def chosen(value: Any, field: str, choices: Sequence[str]) -> str:
    """One of some words, in any case."""
    word = text(value, field).upper()
    if word not in choices:
        raise FieldError(field, f"{field} must be one of {', '.join(choices)}, not {shown(value)}")
    return word


def items(value: Any, field: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise FieldError(field, f"{field} must be a list, not {shown(value)}")
    return value


def mapping(value: Any, field: str) -> dict[str, Any]:
    """An object."""
    if not isinstance(value, dict):
        raise FieldError(field, f"{field} must be an object, not {shown(value)}")
    return value


def integers(value: Any, field: str, low: int, high: int) -> list[int]:
    """A list of whole numbers."""
    return [integer(item, field, low, high) for item in items(value, field)]


def color(value: Any, field: str) -> Color:
    """A player."""
    try:
        return Color.parse(text(value, field))
    except FieldError:
        raise
    except TengenError:
        raise FieldError(field, f"a player in {field} must be B or W, not {shown(value)}") from None


def vertex(value: Any, field: str, size: int) -> Vertex:
    """A point of the board or a pass: ``"D4"``, ``"pass"``, or ``"(3,15)"``, counted from 0 at the top left.

    >>> str(vertex("(2,15)", "moves", 19)), str(vertex("c4", "moves", 19))
    ('C4', 'C4')
    """
    name = text(value, field).strip()
    try:
        if name.startswith("(") and name.endswith(")"):
            column, row = (int(part) for part in name[1:-1].split(","))
            found = Vertex(column, size - 1 - row)
            if not found.is_on(size):
                raise TengenError(f"{name[:_SHOWN]} is not on the {size}x{size} board")
        else:
            found = Vertex.parse(name, size)
    except (TengenError, ValueError) as error:
        said = str(error) if isinstance(error, TengenError) else f"{shown(value)} is not a point"
        raise FieldError(field, f"{field}: {said}") from None
    if found.is_resign:
        raise FieldError(field, f"{field}: resigning is not a move to analyse")
    return found


def stones(value: Any, field: str, size: int) -> list[tuple[Color, Vertex]]:
    """A list of pairs of a player and a point."""
    found = []
    for item in items(value, field):
        pair = items(item, field)
        if len(pair) != 2:
            raise FieldError(field, f'{field} must be pairs of a player and a point such as ["B","D4"]')
        found.append((color(pair[0], field), vertex(pair[1], field, size)))
    return found
