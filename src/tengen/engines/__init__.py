"""Players: the `Engine` interface, the engines of this house, and how to get one by name."""

from tengen.engines.endgame.judgement import Judgement
from tengen.engines.interface import Engine, EngineOptions
from tengen.engines.move_report import MoveReport
from tengen.engines.registry import create_engine, engine_names
from tengen.engines.request import Limit, MoveRequest, SearchRequest

__all__ = [
    "Engine",
    "EngineOptions",
    "Judgement",
    "Limit",
    "MoveReport",
    "MoveRequest",
    "SearchRequest",
    "create_engine",
    "engine_names",
]
