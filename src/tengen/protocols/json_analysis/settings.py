"""overrideSettings: the few of KataGo's settings that mean something to us, and those that may be sent without harm."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tengen.engines.request import MOST_PLAYOUTS, MOST_SECONDS
from tengen.protocols.json_analysis.fields import FieldError, chosen, integer, mapping, number

PERSPECTIVES = ("BLACK", "WHITE", "SIDETOMOVE")
LONGEST_VARIATION = 1000  # moves; the search itself tells of about a dozen
_NO_END = 1e20  # what KataGo's configurations write for "no limit"
# They shape KataGo's search or its network and have no counterpart here; clients send them with every query.
_IGNORED = frozenset(
    (
        "wideRootNoise",
        "playoutDoublingAdvantage",
        "playoutDoublingAdvantagePla",
        "rootPolicyTemperature",
        "rootPolicyTemperatureEarly",
        "rootFpuReductionMax",
        "rootNumSymmetriesToSample",
        "ignorePreRootHistory",
        "conservativePass",
        "antiMirror",
        "analysisWideRootNoise",
        "analysisIgnorePreRootHistory",
        "cpuctExploration",
        "cpuctExplorationLog",
        "winLossUtilityFactor",
        "staticScoreUtilityFactor",
        "dynamicScoreUtilityFactor",
        "numSearchThreads",
        "numAnalysisThreads",
        "numSearchThreadsPerAnalysisThread",
        "nnCacheSizePowerOfTwo",
        "nnMaxBatchSize",
        "nnRandomize",
        "homeDataDir",
        "logDir",
        "logFile",
        "logToStderr",
        "logAllRequests",
        "logAllResponses",
        "logErrorsAndWarnings",
        "logSearchInfo",
        "warnUnusedFields",
    )
)


@dataclass(frozen=True)
class Settings:
    """What holds for a query if it says nothing else."""

    visits: int = 1000
    playouts: int | None = None
    seconds: float | None = None
    perspective: str = "BLACK"  # whose win rates are told, or SIDETOMOVE
    variation_length: int = LONGEST_VARIATION  # moves told after the first

    def changed(self, values: Any, field: str = "overrideSettings") -> tuple["Settings", list[str]]:
        """These settings with those of a query, and the names that say nothing to us.

        >>> Settings().changed({"maxTime": 2, "wideRootNoise": 0.04, "maxSpeed": 9})[1]
        ['maxSpeed']
        """
        settings, unknown = self, []
        for name, value in mapping(values, field).items():
            change = _change(name, value, field)
            if change is not None:
                settings = replace(settings, **change)
            elif name not in _IGNORED:
                unknown.append(name)
        return settings, unknown


def read_visits(value: Any, field: str) -> int:
    """A number of visits."""
    return integer(value, field, 1, MOST_PLAYOUTS)


def _change(name: str, value: Any, field: str) -> Mapping[str, Any] | None:
    try:
        match name:
            case "maxVisits":
                return {"visits": min(MOST_PLAYOUTS, integer(value, name, 1, int(_NO_END)))}
            case "maxPlayouts":
                return {"playouts": min(MOST_PLAYOUTS, integer(value, name, 1, int(_NO_END)))}
            case "maxTime":
                return {"seconds": min(MOST_SECONDS, number(value, name, 0, _NO_END))}
            case "reportAnalysisWinratesAs":
                return {"perspective": chosen(value, name, PERSPECTIVES)}
            case "analysisPVLen":
                return {"variation_length": integer(value, name, 1, LONGEST_VARIATION)}
    except FieldError as error:
        raise FieldError(field, f"{field}: {error}") from None
    return None
