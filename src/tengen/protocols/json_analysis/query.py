"""A query as one value: which positions are to be analysed, how long, in which order, and what is to be told."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tengen.game.ruleset import Ruleset
from tengen.protocols.json_analysis import fields
from tengen.protocols.json_analysis.fields import FieldError
from tengen.protocols.json_analysis.game import QueriedGame, read_game
from tengen.protocols.json_analysis.settings import LONGEST_VARIATION, Settings, read_visits
from tengen.search.region import MOST_DEPTH, Region

_LEAST_SECONDS, _MOST_SECONDS = 0.001, 1e6  # between two reports
_MOST_PRIORITY = 1 << 31
_MOST_DEPTH_NAMED = 1 << 31  # as good as MOST_DEPTH
_MOST_UNKNOWN = 8  # fields that are warned of one by one
_GAME_FIELDS = frozenset(
    (
        "id",
        "moves",
        "rules",
        "komi",
        "boardXSize",
        "boardYSize",
        "initialStones",
        "initialPlayer",
        "whiteHandicapBonus",
    )
)
_UNSUPPORTED = {  # if they are wanted
    "includeMovesOwnership": "ownership is not told of every move: includeOwnership has that of the position",
    "includeOwnershipStdev": "ownership is told without its deviation",
    "includeMovesOwnershipStdev": "ownership is told without its deviation",
    "includeNoResultValue": "no game here ends without a result",
}
_NEUTRAL = ("rootPolicyTemperature", "rootFpuReductionMax")  # of the network: checked and not needed


@dataclass(frozen=True)
class Query:
    """What a client wants to know about a game."""

    id: str
    game: QueriedGame
    turns: tuple[int, ...]
    priorities: tuple[int, ...]  # of the turns
    settings: Settings
    regions: tuple[Region, ...] = ()
    report_every: float | None = None  # seconds
    first_report: float | None = None
    ownership: bool = False
    policy: bool = False
    variation_visits: bool = False


def read_query(
    query: Mapping[str, Any], name: str, settings: Settings, rules: Ruleset
) -> tuple[Query, list[tuple[str, str]]]:
    """The query of this name, with what there is to warn of, by field; where it is silent the others speak."""
    game, warnings = read_game(query, rules)
    settings = _settings(query, settings, warnings)
    turns = _turns(query, game)
    reader = _Reader(query, warnings)
    read = Query(
        id=name,
        game=game,
        turns=turns,
        priorities=_priorities(query, turns),
        settings=settings,
        regions=(
            *_regions(query, "avoidMoves", game.setup.size, allow=False),
            *_regions(query, "allowMoves", game.setup.size, allow=True),
        ),
        report_every=reader.seconds("reportDuringSearchEvery"),
        first_report=reader.seconds("firstReportDuringSearchAfter"),
        ownership=reader.truth("includeOwnership"),
        policy=reader.truth("includePolicy"),
        variation_visits=reader.truth("includePVVisits"),
    )
    for field, remark in _UNSUPPORTED.items():
        if reader.truth(field):
            warnings.append((field, remark))
    for field in _NEUTRAL:
        reader.seconds(field)
    reader.warn_of_unknown()
    return read, warnings


class _Reader:
    """The simple fields of a query."""

    def __init__(self, query: Mapping[str, Any], warnings: list[tuple[str, str]]) -> None:
        self._query = query
        self._warnings = warnings

    def truth(self, field: str) -> bool:
        return fields.truth(self._query.get(field, False), field)

    def seconds(self, field: str) -> float | None:
        if field not in self._query:
            return None
        return fields.number(self._query[field], field, _LEAST_SECONDS, _MOST_SECONDS)

    def warn_of_unknown(self) -> None:
        unknown = [field for field in self._query if field not in KNOWN_FIELDS]
        self._warnings += [(field, "this field is not known and does nothing") for field in unknown[:_MOST_UNKNOWN]]


KNOWN_FIELDS = (
    _GAME_FIELDS
    | frozenset(_UNSUPPORTED)
    | frozenset(_NEUTRAL)
    | frozenset(
        (
            "analyzeTurns",
            "priority",
            "priorities",
            "maxVisits",
            "analysisPVLen",
            "overrideSettings",
            "avoidMoves",
            "allowMoves",
            "reportDuringSearchEvery",
            "firstReportDuringSearchAfter",
            "includeOwnership",
            "includePolicy",
            "includePVVisits",
        )
    )
)


def _settings(query: Mapping[str, Any], settings: Settings, warnings: list[tuple[str, str]]) -> Settings:
    if "overrideSettings" in query:
        settings, unknown = settings.changed(query["overrideSettings"])
        if unknown:
            names = ", ".join(name[:40] for name in unknown[:_MOST_UNKNOWN])
            warnings.append(("overrideSettings", f"these settings are not known and do nothing: {names}"))
    if "maxVisits" in query:
        settings = replace(settings, visits=read_visits(query["maxVisits"], "maxVisits"))
    if "analysisPVLen" in query:
        length = fields.integer(query["analysisPVLen"], "analysisPVLen", 1, LONGEST_VARIATION)
        settings = replace(settings, variation_length=length)
    return settings


def _turns(query: Mapping[str, Any], game: QueriedGame) -> tuple[int, ...]:
    if "analyzeTurns" not in query:
        return (game.length,)
    turns = fields.integers(query["analyzeTurns"], "analyzeTurns", 0, game.length)
    if not turns:
        raise FieldError("analyzeTurns", "analyzeTurns is empty: name a turn, or leave it out for the last one")
    if len(set(turns)) != len(turns):
        raise FieldError("analyzeTurns", "analyzeTurns names a turn twice")
    return tuple(turns)


def _priorities(query: Mapping[str, Any], turns: tuple[int, ...]) -> tuple[int, ...]:
    one = fields.integer(query.get("priority", 0), "priority", -_MOST_PRIORITY, _MOST_PRIORITY)
    if "priorities" not in query:
        return (one,) * len(turns)
    each = fields.integers(query["priorities"], "priorities", -_MOST_PRIORITY, _MOST_PRIORITY)
    if "priority" in query:
        raise FieldError("priorities", "a query has priority or priorities, not both")
    if "analyzeTurns" not in query or len(each) != len(turns):
        raise FieldError("priorities", "priorities must have one number for each of analyzeTurns")
    return tuple(each)


def _regions(query: Mapping[str, Any], field: str, size: int, *, allow: bool) -> list[Region]:
    regions = []
    for item in fields.items(query.get(field, []), field):
        entry = fields.mapping(item, field)
        missing = {"player", "moves", "untilDepth"} - set(entry)
        if missing:
            raise FieldError(field, f"an entry of {field} needs {sorted(missing)[0]}")
        depth = fields.integer(entry["untilDepth"], field, 1, _MOST_DEPTH_NAMED)
        regions.append(
            Region(
                fields.color(entry["player"], field),
                frozenset(fields.vertex(move, field, size) for move in fields.items(entry["moves"], field)),
                min(depth, MOST_DEPTH),
                allow,
            )
        )
    if allow and len({region.color for region in regions}) < len(regions):
        raise FieldError(field, f"{field} may have one entry for each player")
    return regions
