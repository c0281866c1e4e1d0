"""Players: the `Engine` interface, the engines of this house, and how to get one by name."""

from tengen.engines.interface import Candidate, Engine, EngineOptions, Judgement, Limit, MoveReport
from tengen.engines.registry import create_engine, engine_names

__all__ = [
    "Candidate",
    "Engine",
    "EngineOptions",
    "Judgement",
    "Limit",
    "MoveReport",
    "create_engine",
    "engine_names",
]
