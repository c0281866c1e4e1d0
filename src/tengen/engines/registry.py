"""Engines by name: those of this house, and those other packages announce.

A package plugs in an engine with an entry point of the group ``tengen.engines`` that
names a subclass of `Engine`.
"""

import difflib
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from tengen.engines.interface import Engine, EngineOptions
from tengen.errors import TengenError

DEFAULT_ENGINE = "mcts"
_OURS = {
    "gtp": "tengen.engines.gtp:GtpEngine",
    "mcts": "tengen.engines.mcts:MctsEngine",
    "montecarlo": "tengen.engines.montecarlo:MonteCarloEngine",
    "random": "tengen.engines.random_engine:RandomEngine",
    "replay": "tengen.engines.replay:ReplayEngine",
}
_GROUP = "tengen.engines"


def own_engine_names() -> list[str]:
    """The names of the engines of this house."""
    return sorted(_OURS)


def engine_names() -> list[str]:
    """The names of all engines that can be created here."""
    return sorted({*_OURS, *(point.name for point in entry_points(group=_GROUP))})


def engine_class(name: str) -> type[Engine]:
    """The class behind a name."""
    if name in _OURS:
        module, _, attribute = _OURS[name].partition(":")
        found: Any = getattr(import_module(module), attribute)
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


def create_engine(name: str = DEFAULT_ENGINE, **options: Any) -> Engine:
    """An engine by name; the keywords are the fields of `EngineOptions`.

    >>> create_engine("random", seed=1).name
    'random'
    """
    return engine_class(name)(EngineOptions(**options))
