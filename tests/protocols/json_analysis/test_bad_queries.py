"""What is wrong with a query is told by field, and nothing ends the service."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from .conftest import Client, query

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("id", {"id": ...}, "needs an id"),
    ("id", {"id": 7}, "must be text, not 7"),
    ("moves", {"moves": ...}, "needs moves"),
    ("moves", {"moves": [["B", "K4"], ["W", "Z99"]]}, "moves: "),
    ("moves", {"moves": [["B", "E5"], ["W", "E5"]]}, "Illegal move 1: W E5 (occupied)"),
    ("moves", {"moves": [["X", "E5"]]}, "must be B or W"),
    ("moves", {"moves": [["B", "E5", "E6"]]}, "pairs of a player and a point"),
    ("moves", {"moves": [["B", "resign"]]}, "resigning is not a move"),
    ("moves", {"moves": [["B", "(9,0)"]]}, "not on the 9x9 board"),
    ("moves", {"moves": [["B", "(a,0)"]]}, "is not a point"),
    ("boardXSize", {"boardXSize": ...}, "needs boardXSize"),
    ("boardXSize", {"boardXSize": 25}, "from 2 to 19, not 25"),
    ("boardYSize", {"boardYSize": 1}, "from 2 to 19, not 1"),
    ("boardYSize", {"boardYSize": 13}, "9x13 is not square"),
    ("rules", {"rules": "ing-ish"}, "no rules are called"),
    ("rules", {"rules": "stone_scoring"}, "count stones alone"),
    ("rules", {"rules": "aga-button"}, "have a button"),
    ("rules", {"rules": {"scoring": "AREA", "tax": "ALL"}}, "tax on every group"),
    ("rules", {"rules": {"hasButton": True}}, "button"),
    ("rules", {"rules": {"ko": "NONE"}}, "ko in rules must be one of SIMPLE"),
    ("rules", {"rules": {"komy": 7}}, "no choice 'komy'"),
    ("rules", {"rules": '{"ko":'}, "are no JSON"),
    ("komi", {"komi": 7.25}, "whole or half number"),
    ("komi", {"komi": 151}, "from -150 to 150"),
    ("komi", {"komi": 10**400}, "so large a number"),
    ("whiteHandicapBonus", {"whiteHandicapBonus": "M"}, "one of 0, N, N-1"),
    ("initialPlayer", {"initialPlayer": "red"}, "must be B or W"),
    ("initialStones", {"initialStones": [["B", "pass"]]}, "a pass is no stone"),
    ("initialStones", {"initialStones": [["B", "C3"], ["W", "C3"]]}, "both players have a stone at C3"),
    (
        "initialStones",
        {"initialStones": [["B", "A1"], ["W", "A2"], ["W", "B1"]]},
        "the group at A1 would have no liberty",
    ),
    ("analyzeTurns", {"analyzeTurns": [1]}, "from 0 to 0, not 1"),
    ("analyzeTurns", {"analyzeTurns": []}, "is empty"),
    ("analyzeTurns", {"analyzeTurns": [0, 0]}, "a turn twice"),
    ("priority", {"priority": 0.5}, "whole number"),
    ("priorities", {"priorities": [1]}, "one number for each of analyzeTurns"),
    ("priorities", {"analyzeTurns": [0], "priorities": [1, 2]}, "one number for each of analyzeTurns"),
    ("priorities", {"analyzeTurns": [0], "priorities": [1], "priority": 1}, "not both"),
    ("maxVisits", {"maxVisits": 0}, "from 1 to"),
    ("analysisPVLen", {"analysisPVLen": 0}, "from 1 to"),
    ("reportDuringSearchEvery", {"reportDuringSearchEvery": 0}, "from 0.001"),
    ("firstReportDuringSearchAfter", {"firstReportDuringSearchAfter": "soon"}, "must be a number"),
    ("overrideSettings", {"overrideSettings": {"maxTime": "long"}}, "maxTime must be a number"),
    ("overrideSettings", {"overrideSettings": {"maxVisits": -1}}, "maxVisits must be a whole number"),
    ("overrideSettings", {"overrideSettings": {"reportAnalysisWinratesAs": "RED"}}, "one of BLACK, WHITE, SIDETOMOVE"),
    ("avoidMoves", {"avoidMoves": [{"player": "B", "moves": ["A1"]}]}, "needs untilDepth"),
    ("avoidMoves", {"avoidMoves": [{"player": "B", "moves": ["A1"], "untilDepth": 0}]}, "from 1 to"),
    ("avoidMoves", {"avoidMoves": [{"player": "B", "moves": ["T1"], "untilDepth": 1}]}, "not on the 9x9 board"),
    (
        "allowMoves",
        {"allowMoves": [{"player": "B", "moves": ["A1"], "untilDepth": 1}] * 2},
        "one entry for each player",
    ),
    ("action", {"action": "fly"}, "no action 'fly'"),
    ("terminateId", {"action": "terminate"}, "needs terminateId"),
    ("turnNumbers", {"action": "terminate_all", "turnNumbers": [-1]}, "from 0"),
]


@pytest.mark.parametrize(("field", "changes", "words"), WRONG)
def test_an_error_names_the_field_and_says_what_to_do(
    deaf: Client, field: str, changes: dict[str, Any], words: str
) -> None:
    deaf.send(query(**changes))
    (reply,) = deaf.replies
    assert reply["field"] == field
    assert words in reply["error"]
    assert reply.get("id") == ("q" if field != "id" else None)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "not JSON"),
        ('{"id":"q"', "not JSON"),
        ("[]", "a query is an object, not a list"),
        ('"text"', "not 'text'"),
        ("null", "not null"),
        ("7", "not 7"),
        ("NaN", "NaN is no number"),
        ('{"id":"q","komi":NaN}', "NaN is no number"),
        ('{"id":"q","komi":-Infinity}', "Infinity is no number"),
        ('{"id":"q","action":"query_version","more":1e999}', "1e999 is no number"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"id":"q","komi":' + "9" * 5000 + "}", "not JSON"),
        ("\x00\x01", "not JSON"),
    ],
)
def test_what_is_no_query_is_refused_without_an_id(deaf: Client, line: str, words: str) -> None:
    deaf.send(line)
    (reply,) = deaf.replies
    assert set(reply) == {"error"}
    assert words in reply["error"]


def test_empty_lines_are_nothing(deaf: Client) -> None:
    deaf.send("", "   ", "\r", "\t")
    assert deaf.replies == []


# ---- wrong types, in every field ------------------------------------------------------------


def is_integer(value: Any) -> bool:
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


FIELDS: dict[str, Callable[[Any], bool]] = {  # whether a value might be meant
    "id": lambda v: isinstance(v, str),
    "action": lambda v: isinstance(v, str),
    "moves": lambda v: v == [],
    "initialStones": lambda v: v == [],
    "initialPlayer": lambda v: isinstance(v, str),
    "rules": lambda v: isinstance(v, str) or v == {},
    "komi": is_number,
    "whiteHandicapBonus": lambda v: isinstance(v, str) or v == 0,
    "boardXSize": is_integer,
    "boardYSize": is_integer,
    "analyzeTurns": lambda v: isinstance(v, list) and all(map(is_integer, v)),
    "maxVisits": is_integer,
    "analysisPVLen": is_integer,
    "rootPolicyTemperature": is_number,
    "rootFpuReductionMax": is_number,
    "includeOwnership": lambda v: isinstance(v, bool),
    "includeOwnershipStdev": lambda v: isinstance(v, bool),
    "includeMovesOwnership": lambda v: isinstance(v, bool),
    "includeMovesOwnershipStdev": lambda v: isinstance(v, bool),
    "includeNoResultValue": lambda v: isinstance(v, bool),
    "includePolicy": lambda v: isinstance(v, bool),
    "includePVVisits": lambda v: isinstance(v, bool),
    "avoidMoves": lambda v: v == [],
    "allowMoves": lambda v: v == [],
    "overrideSettings": lambda v: isinstance(v, dict),
    "reportDuringSearchEvery": is_number,
    "firstReportDuringSearchAfter": is_number,
    "priority": is_integer,
    "priorities": lambda v: isinstance(v, list) and all(map(is_integer, v)),
}
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=8
)


@pytest.mark.parametrize("field", FIELDS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(value=VALUES)
def test_a_value_of_a_wrong_type_is_refused_by_its_field(field: str, value: Any) -> None:
    assume(not FIELDS[field](value))
    deaf = Client(0)
    deaf.send(query(**{field: value}))
    (reply,) = deaf.replies
    assert reply["field"] == field
    assert reply["error"]


def test_every_field_that_is_known_is_tried() -> None:
    from tengen.protocols.json_analysis.query import KNOWN_FIELDS

    assert set(FIELDS) == KNOWN_FIELDS | {"action"}


SOME_FIELDS = sorted({*FIELDS, "terminateId", "turnNumbers"} - {"boardYSize"})


@settings(max_examples=150, deadline=None)
@given(st.text() | st.dictionaries(st.sampled_from(SOME_FIELDS), VALUES).map(json.dumps))
def test_whatever_a_line_says_it_is_answered(line: str) -> None:
    deaf = Client(0)
    deaf.send(line)
    if not line.strip():
        assert deaf.replies == []
    # Queries drawn like this lack boardYSize at least; only actions can be carried out.
    elif not any("action" in reply for reply in deaf.replies):
        (reply,) = deaf.replies
        assert "error" in reply
        assert "internal error" not in reply["error"]


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from([*FIELDS]), VALUES))
def test_mixed_queries_never_cause_an_internal_error(changes: dict[str, Any]) -> None:
    deaf = Client(0)
    deaf.send(query(**changes))
    errors = [reply["error"] for reply in deaf.replies if "error" in reply]
    assert len(errors) <= 1
    assert not any("internal error" in error for error in errors)
