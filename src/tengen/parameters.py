"""Settings that describe themselves.

Everything tunable is a field of a frozen dataclass, declared with `parameter`: default,
unit, source, one line of help. The command line, `--set name=value`, GTP options and the
reference page are made from these declarations, so there is one place for each number.

>>> @dataclass(frozen=True)
... class Cooking:
...     minutes: int = parameter(5, unit="minutes", help="How long the egg boils", minimum=1, maximum=60)
...     salt: bool = parameter(False, help="Whether there is salt in the water")
>>> with_settings(Cooking(), {"minutes": "7", "salt": "yes"})
Cooking(minutes=7, salt=True)
>>> with_settings(Cooking(), {"minuts": "7"})
Traceback (most recent call last):
...
tengen.errors.TengenError: there is no setting 'minuts' (did you mean minutes?); known: minutes, salt
>>> with_settings(Cooking(), {"minutes": "inf"})
Traceback (most recent call last):
...
tengen.errors.TengenError: minutes=inf is not possible: write a whole number from 1 to 60

Every number has bounds: whoever sets it without measure is told so, not whoever uses it later.
"""

import difflib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from tengen.errors import TengenError

_Settings = TypeVar("_Settings")
_YES = {"1", "true", "yes", "on"}
_NO = {"0", "false", "no", "off"}


@dataclass(frozen=True)
class About:
    """What there is to know of a parameter besides its name, type and default."""

    help: str
    unit: str = ""
    source: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()


def parameter(default: Any, **about: Any) -> Any:
    """Declare a field of a settings dataclass; the keywords are the fields of `About`, and a number needs bounds."""
    described = About(**about)
    if is_number(default):
        low, high = described.minimum, described.maximum
        if low is None or high is None or not -math.inf < low <= default <= high < math.inf:
            raise TypeError(f"a number needs a minimum and a maximum, with its default between them: {about['help']}")
    return field(default=default, metadata={"about": described})


def is_number(value: Any) -> bool:
    """Whether a setting with this value is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def describe(settings: Any) -> list[tuple[str, Any, About]]:
    """Name, value and description of every parameter of a settings object."""
    return [(f.name, getattr(settings, f.name), f.metadata["about"]) for f in fields(settings)]


def split_assignments(assignments: Iterable[str]) -> dict[str, str]:
    """The names and values of texts like ``name=value``."""
    result = {}
    for text in assignments:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise TengenError(f"{text[:60]!r} is not a setting: write name=value")
        result[name.strip()] = value.strip()
    return result


def with_settings(settings: _Settings, values: Mapping[str, Any]) -> _Settings:
    """`settings` with some fields set by value or by its text, checked for name, type and range."""
    known = {name: (value, about) for name, value, about in describe(settings)}
    changes = {}
    for name, text in values.items():
        if name not in known:
            close = difflib.get_close_matches(name, known, 1)
            hint = f" (did you mean {close[0]}?)" if close else ""
            listed = ", ".join(known) or "none for this engine"
            raise TengenError(f"there is no setting {name[:40]!r}{hint}; known: {listed}")
        changes[name] = _convert(name, str(text), *known[name])
    return replace(settings, **changes)  # type: ignore[type-var]


def _convert(name: str, text: str, current: Any, about: About) -> Any:
    if about.choices:
        if text not in about.choices:
            raise TengenError(f"{name}={text[:40]} is not possible: choose one of {', '.join(about.choices)}")
        return text
    if isinstance(current, bool):
        if text.lower() in _YES | _NO:
            return text.lower() in _YES
        raise TengenError(f"{name}={text[:40]} is not possible: write yes or no")
    if is_number(current):
        return _number(name, text, type(current), about)
    return text


def _number(name: str, text: str, kind: type[int] | type[float], about: About) -> int | float:
    low, high = about.minimum or 0, about.maximum or 0  # `parameter` has seen to it that there are both
    try:
        value: float = kind(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:  # NaN never is
        wanted = "a whole number" if kind is int else "a number"
        raise TengenError(f"{name}={text[:40]} is not possible: write {wanted} from {low:,.15g} to {high:,.15g}")
    return value
