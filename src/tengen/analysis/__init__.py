"""What a position is worth, move by move: one value that protocols, pictures, reviews and notebooks share.

`model.py` is the value, `analyzer.py` makes it by a search that can be watched and stopped, `picture.py` draws it, and
`engine.py` is the short way to all of it from a notebook. Names are loaded when first used: the value and its pictures
do without the search.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tengen.analysis.analyzer import Analyzer
    from tengen.analysis.engine import Engine
    from tengen.analysis.model import Analysis, AnalyzedMove

_HOMES = {"Analysis": "model", "AnalyzedMove": "model", "Analyzer": "analyzer", "Engine": "engine"}

__all__ = ["Analysis", "AnalyzedMove", "Analyzer", "Engine"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tengen.analysis' has no attribute {name!r}")
    value = getattr(import_module(f"tengen.analysis.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
