"""Tengen: a Go (baduk, weiqi) library, engine and laboratory.

>>> import tengen
>>> position = tengen.Position(9)
>>> move = position.play("E5")
>>> position.is_legal("E5")
False

Names are loaded when first used, so that ``import tengen`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tengen.books import Book, BookMove, BookPosition
    from tengen.engines import (
        Engine,
        EngineOptions,
        Judgement,
        Limit,
        MoveReport,
        MoveRequest,
        SearchRequest,
        create_engine,
        engine_names,
    )
    from tengen.engines.solving import Solution, ask_about, solve
    from tengen.errors import TengenError
    from tengen.game.color import BLACK, WHITE, Color
    from tengen.game.handicap import fixed_handicap, free_handicap
    from tengen.game.legality import Illegal, IllegalMove
    from tengen.game.life import unconditional_life
    from tengen.game.move import Group, Move
    from tengen.game.position import Position
    from tengen.game.ruleset import RULESETS, Compensation, Ko, Ruleset, Scoring
    from tengen.game.scoring import Score, count
    from tengen.game.svg import draw_svg
    from tengen.game.symmetry import Symmetry
    from tengen.game.vertex import PASS, RESIGN, Vertex
    from tengen.records import Ending, GameNode, GameRecord, RecordError, Result, load, load_all, loads
    from tengen.search.clock import Clock
    from tengen.search.region import Region
    from tengen.search.report import SearchedMove, SearchReport
    from tengen.wire.client import GtpClient, GtpError

_HOMES = {
    "tengen.books": "Book BookMove BookPosition",
    "tengen.engines": (
        "Engine EngineOptions Judgement Limit MoveReport MoveRequest SearchRequest create_engine engine_names"
    ),
    "tengen.engines.solving": "Solution ask_about solve",
    "tengen.search.clock": "Clock",
    "tengen.search.region": "Region",
    "tengen.search.report": "SearchReport SearchedMove",
    "tengen.errors": "TengenError",
    "tengen.game.color": "BLACK WHITE Color",
    "tengen.game.handicap": "fixed_handicap free_handicap",
    "tengen.game.legality": "Illegal IllegalMove",
    "tengen.game.life": "unconditional_life",
    "tengen.game.move": "Group Move",
    "tengen.game.position": "Position",
    "tengen.game.ruleset": "RULESETS Compensation Ko Ruleset Scoring",
    "tengen.game.scoring": "Score count",
    "tengen.game.svg": "draw_svg",
    "tengen.game.symmetry": "Symmetry",
    "tengen.game.vertex": "PASS RESIGN Vertex",
    "tengen.records": "Ending GameNode GameRecord RecordError Result load load_all loads",
    "tengen.wire.client": "GtpClient GtpError",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "BLACK",
    "PASS",
    "RESIGN",
    "RULESETS",
    "WHITE",
    "Book",
    "BookMove",
    "BookPosition",
    "Clock",
    "Color",
    "Compensation",
    "Ending",
    "Engine",
    "EngineOptions",
    "GameNode",
    "GameRecord",
    "Group",
    "GtpClient",
    "GtpError",
    "Illegal",
    "IllegalMove",
    "Judgement",
    "Ko",
    "Limit",
    "Move",
    "MoveReport",
    "MoveRequest",
    "Position",
    "RecordError",
    "Region",
    "Result",
    "Ruleset",
    "Score",
    "Scoring",
    "SearchReport",
    "SearchRequest",
    "SearchedMove",
    "Solution",
    "Symmetry",
    "TengenError",
    "Vertex",
    "ask_about",
    "count",
    "create_engine",
    "draw_svg",
    "engine_names",
    "fixed_handicap",
    "free_handicap",
    "load",
    "load_all",
    "loads",
    "solve",
    "unconditional_life",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'tengen' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
