"""The page docs/analysis-protocol.md is true: its queries are answered, its table has every field."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from tengen.protocols.json_analysis.query import KNOWN_FIELDS

from .conftest import Client

PAGE = Path(__file__).resolve().parents[3] / "docs" / "analysis-protocol.md"


def test_the_queries_of_the_page_are_answered_as_it_says(new_client: Callable[..., Client]) -> None:
    client = new_client(2)
    (block,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    lines = block.splitlines()
    asked = [json.loads(line) for line in lines]
    client.send(*lines)
    positions = sum(len(query.get("analyzeTurns", [0])) for query in asked if "action" not in query)
    client.finals(positions)
    assert not any({"error", "warning"} & set(reply) for reply in client.replies)
    assert {reply["id"] for reply in client.replies} == {query["id"] for query in asked}
    problem = next(reply for reply in client.finals() if reply["id"] == "problem")
    assert {info["move"] for info in problem["moveInfos"]} <= {"A1", "B1", "C2", "pass"}
    handicap = next(reply for reply in client.finals() if reply["id"] == "handicap")
    assert handicap["rootInfo"]["currentPlayer"] == "W"


def test_every_field_and_every_key_of_a_reply_is_on_the_page(new_client: Callable[..., Client]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for field in KNOWN_FIELDS:
        assert f"`{field}`" in text, field
    reply = new_client(1).answer(includeOwnership=True, includePolicy=True, includePVVisits=True)
    for key in {*reply, *reply["rootInfo"], *reply["moveInfos"][0]}:
        assert f"`{key}`" in text, key
