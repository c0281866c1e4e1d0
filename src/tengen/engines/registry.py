"""Engines by name: those of this house, and those other packages announce.

An engine of this house is a module in `engines/builtin`. A package plugs one in with an entry point of the group
``tengen.engines`` that names a subclass of `Engine`.
"""

import difflib
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any

from tengen.defaults import DEFAULT_ENGINE
from tengen.engines import builtin
from tengen.engines.interface import Engine, EngineOptions, usual_threads
from tengen.errors import TengenError

_GROUP = "tengen.engines"


def own_engine_names() -> list[str]:
    """The names of the engines of this house."""
    return sorted(module.name for module in iter_modules(builtin.__path__))


def engine_names() -> list[str]:
    """The names of all engines that can be created here."""
    return sorted({*own_engine_names(), *(point.name for point in entry_points(group=_GROUP))})


def engine_class(name: str) -> type[Engine]:
    """The class behind a name."""
    if name in own_engine_names():
        module = import_module(f"{builtin.__name__}.{name}")
        kinds = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Engine)]
        found: Any = next((kind for kind in kinds if getattr(kind, "name", None) == name), None)
    else:
        announced = [point for point in entry_points(group=_GROUP) if point.name == name]
        if not announced:
            names = engine_names()
            close = difflib.get_close_matches(name, names, 1)
            hint = f" (did you mean {close[0]}?)" if close else ""
            raise TengenError(f"no engine is called {name[:40]!r}{hint}; there are: {', '.join(names)}")
        found = announced[0].load()
    if not (isinstance(found, type) and issubclass(found, Engine)):
        raise TengenError(f"the engine {name!r} is not a tengen.engines.Engine")
    return found


def create_engine(
    name: str = DEFAULT_ENGINE,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int | None = None,
    level: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Engine:
    """An engine by name, that plays, analyses and judges.

    `playouts` and `seconds` are for a move. With a `seed` it thinks with one thread and repeats itself; otherwise all
    cores are used, unless `threads` are given. `settings` are those that ``tengen engines`` lists; `level` is one.

    >>> from tengen import Position
    >>> with create_engine(playouts=400, seed=1) as engine:
    ...     position = Position(9)
    ...     found = engine.analyze(position)
    ...     report = engine.choose_move(position)
    >>> found.playouts, report.playouts, found.best.visits > 20
    (400, 400, True)
    """
    values = dict(settings or {}) | ({} if level is None else {"level": level})
    count = usual_threads(seed) if threads is None else threads
    return engine_class(name)(EngineOptions(playouts, seconds, count, seed, values))
