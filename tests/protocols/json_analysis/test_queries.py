"""Queries that are answered: positions, perspectives, limits, regions, reports, and ends before their time."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tengen.game.position import Position
from tengen.game.symmetry import Symmetry
from tengen.protocols.json_analysis.game import read_game
from tengen.protocols.json_analysis.reply import position_hashes
from tengen.protocols.json_analysis.rules import read_rules

from .conftest import Client, query

# Black to move takes five stones at F5 and wins; otherwise White does.
CAPTURE = [
    (color, f"{'ABCDEFGHJ'[column]}{9 - row}")
    for row, line in enumerate(
        (
            "..XO.O.O.",
            ".XXOOOOOO",
            "..XXXO.O.",
            "XXOOOXOOO",
            ".XOOO.O.O",
            "XXOOOXOOO",
            "..XXXO.O.",
            ".XXOOOOOO",
            "..XO.O.O.",
        )
    )
    for column, stone in enumerate(line)
    for color in {"X": "B", "O": "W"}.get(stone, "")
]


def test_the_best_move_comes_first_with_all_its_fields(client: Client) -> None:
    reply = client.answer(initialStones=CAPTURE, komi=-5.5, maxVisits=400, includePVVisits=True)
    assert (reply["id"], reply["turnNumber"], reply["isDuringSearch"]) == ("q", 0, False)
    best, root = reply["moveInfos"][0], reply["rootInfo"]
    assert best["move"] == best["pv"][0] == "F5"
    assert best["winrate"] == root["winrate"] > 0.7
    assert best["lcb"] < best["winrate"]
    assert best["utility"] == pytest.approx(2 * best["winrate"] - 1, abs=1e-4)
    assert best["scoreLead"] == best["scoreMean"] == root["scoreLead"] > 1
    assert best["scoreStdev"] > 0
    assert [info["order"] for info in reply["moveInfos"]] == list(range(len(reply["moveInfos"])))
    visits = [info["visits"] for info in reply["moveInfos"]]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == root["visits"] == 400
    assert root["currentPlayer"] == "B"
    for info in reply["moveInfos"]:
        assert len(info["pvVisits"]) == len(info["pv"])
        assert info["pvVisits"][0] == info["visits"]
        assert info["pvVisits"] == sorted(info["pvVisits"], reverse=True)


@pytest.mark.parametrize("to_move", ["B", "W"])
def test_values_are_those_of_whoever_is_asked_for(client: Client, to_move: str) -> None:
    """Black is far ahead, whoever is to move."""
    told = {}
    for perspective in ("BLACK", "WHITE", "SIDETOMOVE"):
        told[perspective] = client.answer(
            initialStones=[["B", f"{letter}5"] for letter in "ABCDEFGHJ"],
            initialPlayer=to_move,
            includeOwnership=True,
            overrideSettings={"reportAnalysisWinratesAs": perspective},
            komi=-20,
        )
    for perspective, reply in told.items():
        blacks = perspective == "BLACK" or (perspective == "SIDETOMOVE" and to_move == "B")
        sign = 1 if blacks else -1
        assert sign * (reply["rootInfo"]["winrate"] - 0.5) > 0.3
        assert sign * reply["rootInfo"]["scoreLead"] > 10
        assert sign * reply["rootInfo"]["utility"] > 0.5
        assert sign * (reply["moveInfos"][0]["winrate"] - 0.5) > 0.3
        assert sign * sum(reply["ownership"]) > 20
        assert reply["rootInfo"]["currentPlayer"] == to_move


def test_ownership_and_policy_run_from_the_top_left(client: Client) -> None:
    """White's wall is at the top, Black's at the bottom; A9 is taken."""
    stones = [["W", f"{letter}7"] for letter in "ABCDEFGHJ"] + [["B", f"{letter}3"] for letter in "ABCDEFGHJ"]
    reply = client.answer(initialStones=[*stones, ["W", "A9"]], includeOwnership=True, includePolicy=True)
    ownership, policy = reply["ownership"], reply["policy"]
    assert len(ownership) == 81
    assert sum(ownership[:27]) < -20
    assert sum(ownership[-27:]) > 20
    assert len(policy) == 82
    assert [index for index, value in enumerate(policy) if value < 0] == [0, *range(18, 27), *range(54, 63)]
    assert sum(value for value in policy if value > 0) == pytest.approx(1, abs=0.01)
    assert policy[81] >= 0  # the pass
    assert "ownership" not in client.answer(maxVisits=40)


def test_the_policy_of_an_empty_board_is_the_same_from_all_sides(client: Client) -> None:
    policy = client.answer(includePolicy=True)["policy"]
    rows = [policy[start : start + 9] for start in range(0, 81, 9)]
    assert policy[40] > 0
    assert rows == [row[::-1] for row in rows] == rows[::-1] == [list(column) for column in zip(*rows, strict=True)]
    assert sum(policy) == pytest.approx(1, abs=0.01)


def test_one_reply_for_each_turn(client: Client) -> None:
    moves = [["B", "E5"], ["W", "C3"], ["B", "G7"], ["W", "pass"]]
    client.send(query(moves=moves, analyzeTurns=[4, 0, 2]))
    replies = {reply["turnNumber"]: reply for reply in client.finals(3)}
    assert sorted(replies) == [0, 2, 4]
    assert {reply["rootInfo"]["currentPlayer"] for reply in replies.values()} == {"B"}
    assert len({reply["rootInfo"]["thisHash"] for reply in replies.values()}) == 3


def test_without_turns_the_last_position_is_meant(client: Client) -> None:
    reply = client.answer(moves=[["B", "E5"], ["B", "E6"]])
    assert reply["turnNumber"] == 2
    assert reply["rootInfo"]["currentPlayer"] == "W"


def test_visits_and_playouts_and_time_are_limits(client: Client) -> None:
    assert client.answer(maxVisits=300, boardXSize=5, boardYSize=5)["rootInfo"]["visits"] == 300
    fewer = client.answer(maxVisits=300, boardXSize=6, boardYSize=6, overrideSettings={"maxPlayouts": 100})
    assert fewer["rootInfo"]["visits"] == 100
    began = time.monotonic()
    timed = client.answer(maxVisits=10_000_000, boardXSize=7, boardYSize=7, overrideSettings={"maxTime": 0.3})
    assert 0.3 <= time.monotonic() - began < 60
    assert timed["rootInfo"]["visits"] > 10


def test_the_tree_serves_the_same_position_and_the_next(client: Client) -> None:
    first = client.answer(maxVisits=300, komi=6)
    again = client.answer(maxVisits=300, komi=6)
    assert first["rootInfo"]["visits"] == 300
    assert again["rootInfo"]["visits"] == 450  # the old ones, and half of what was wanted again
    assert all(isinstance(info["scoreLead"], float) for info in again["moveInfos"])
    client.send({"id": "c", "action": "clear_cache"})
    assert client.answer(maxVisits=300, komi=6)["rootInfo"]["visits"] == 300


def test_moves_that_are_avoided_or_allowed(client: Client) -> None:
    avoid = [{"player": "B", "moves": ["F5", "A1"], "untilDepth": 1}]
    reply = client.answer(initialStones=CAPTURE, avoidMoves=avoid)
    assert "F5" not in {info["move"] for info in reply["moveInfos"]}
    allow = [{"player": "B", "moves": ["E5", "(4,3)"], "untilDepth": 2_000_000_000}]
    reply = client.answer(allowMoves=allow)
    assert {info["move"] for info in reply["moveInfos"]} == {"E5", "E6"}


def test_where_every_move_is_avoided_the_pass_is_left(client: Client) -> None:
    everything = ["pass", *(f"{letter}{number}" for letter in "ABCDEFGHJ" for number in range(1, 10))]
    reply = client.answer(avoidMoves=[{"player": "B", "moves": everything, "untilDepth": 1}], includePolicy=True)
    assert [info["move"] for info in reply["moveInfos"]] == ["pass"]
    assert reply["policy"][-1] == 1


def test_a_game_that_is_over_can_be_analysed(client: Client) -> None:
    reply = client.answer(moves=[["B", "E5"], ["W", "pass"], ["B", "pass"]])
    assert (reply["turnNumber"], reply["rootInfo"]["currentPlayer"]) == (3, "W")
    assert reply["moveInfos"][0]["visits"] > 0


def test_the_smallest_board_and_territory(client: Client) -> None:
    assert client.answer(boardXSize=2, boardYSize=2, rules="japanese")["rootInfo"]["visits"] >= 40


def test_reports_during_the_search(client: Client) -> None:
    client.send(
        query(
            maxVisits=10_000_000,
            reportDuringSearchEvery=0.2,
            firstReportDuringSearchAfter=0.05,
            overrideSettings={"maxTime": 1.0},
            includeOwnership=True,
        )
    )
    client.finals()
    partial, final = client.replies[:-1], client.replies[-1]
    assert 2 <= len(partial) <= 6
    assert all(reply["isDuringSearch"] and len(reply["ownership"]) == 81 for reply in partial)
    visits = [reply["rootInfo"]["visits"] for reply in client.replies]
    assert visits == sorted(visits)
    assert final["isDuringSearch"] is False


def test_variations_are_as_long_as_wished(client: Client) -> None:
    long = client.answer(maxVisits=2000, boardXSize=5, boardYSize=5)
    short = client.answer(maxVisits=2000, boardXSize=5, boardYSize=5, analysisPVLen=1)
    assert max(len(info["pv"]) for info in long["moveInfos"]) > 2
    assert max(len(info["pv"]) for info in short["moveInfos"]) == 2


# ---- actions ---------------------------------------------------------------------------------


def test_actions_are_echoed(client: Client) -> None:
    client.send({"id": "v", "action": "query_version", "more": [1]}, {"id": "m", "action": "query_models"})
    version, models = client.replies
    assert version == {
        "id": "v",
        "action": "query_version",
        "more": [1],
        "version": version["version"],
        "git_hash": "<omitted>",
    }
    assert version["version"][0].isdigit()
    assert models["models"][0]["name"] == "tengen mcts"


def test_terminating_stops_what_runs_and_drops_what_waits(client: Client) -> None:
    endless: dict[str, Any] = {"maxVisits": 1_000_000_000, "reportDuringSearchEvery": 0.05}
    client.send(query("long", **endless), query("wait", moves=[["B", "E5"]], analyzeTurns=[0, 1]), query("kept"))
    client.until(lambda replies: len(replies) > 1)
    client.send({"id": "t1", "action": "terminate", "terminateId": "wait", "turnNumbers": [1]})
    client.send({"id": "t2", "action": "terminate", "terminateId": "nobody"})
    client.send({"id": "t3", "action": "terminate", "terminateId": "long"})
    finals = {(reply["id"], reply["turnNumber"]): reply for reply in client.finals(4)}
    assert finals["wait", 1] == {"id": "wait", "isDuringSearch": False, "noResults": True, "turnNumber": 1}
    assert finals["long", 0]["rootInfo"]["visits"] > 0
    assert finals["wait", 0]["rootInfo"]["visits"] >= 60
    assert finals["kept", 0]["rootInfo"]["visits"] >= 60
    echoes = [reply for reply in client.replies if "action" in reply]
    assert [reply["id"] for reply in echoes] == ["t1", "t2", "t3"]
    assert echoes[0]["turnNumbers"] == [1]


def test_terminating_everything(client: Client) -> None:
    endless: dict[str, Any] = {"maxVisits": 1_000_000_000, "reportDuringSearchEvery": 0.05}
    client.send(query("long", **endless), *(query(f"w{number}") for number in range(5)))
    client.until(lambda replies: len(replies) > 0)
    client.send({"id": "t", "action": "terminate_all"})
    finals = client.finals(6)
    assert sum(reply.get("noResults", False) for reply in finals) == 5
    client.replies.clear()
    assert client.answer()["rootInfo"]["visits"] >= 60


def test_priorities_decide_the_order(client: Client) -> None:
    client.send(query("first", maxVisits=1_000_000_000, reportDuringSearchEvery=0.05))
    client.until(lambda replies: len(replies) > 0)
    client.send(
        query("low", priority=-5),
        query("normal"),
        query("turns", moves=[["B", "E5"]], analyzeTurns=[0, 1], priorities=[-9, 9]),
        {"id": "t", "action": "terminate", "terminateId": "first"},
    )
    order = [(reply["id"], reply["turnNumber"]) for reply in client.finals(5)]
    assert order == [("first", 0), ("turns", 1), ("normal", 0), ("low", 0), ("turns", 0)]


def test_two_workers_work_at_the_same_time(new_client: Callable[..., Client]) -> None:
    client = new_client(2)
    client.send(query("ponder", maxVisits=1_000_000_000))
    assert client.answer(name="beside")["id"] == "beside"
    client.send({"id": "t", "action": "terminate", "terminateId": "ponder"})
    assert {reply["id"] for reply in client.finals(2)} == {"ponder", "beside"}


def test_a_failure_of_ours_is_told_and_the_next_query_answered(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("tengen.protocols.json_analysis.service.analysis_reply", None)
        client.send(query("unlucky"))
        (reply,) = client.until(lambda replies: len(replies) > 0)
    assert (reply["id"], reply["turnNumber"]) == ("unlucky", 0)
    assert "internal error" in reply["error"]
    assert client.answer()["id"] == "q"


# ---- what the fields of a game mean ------------------------------------------------------------


def test_warnings_do_not_keep_a_query_from_its_answer(client: Client) -> None:
    reply = client.answer(
        overrideSettings={"wideRootNoise": 0.04, "playoutDoublingAdvantage": 1, "humanSLProfile": "rank_1d"},
        colour="red",
        rules={"scoring": "TERRITORY", "tax": "NONE"},
    )
    assert reply["rootInfo"]["visits"] >= 60
    warnings = {w["field"]: w["warning"] for w in client.replies if "warning" in w}
    assert set(warnings) == {"overrideSettings", "colour", "rules"}
    assert warnings["overrideSettings"].endswith(": humanSLProfile")


def test_ownership_of_moves_is_warned_of_once(new_client: Callable[..., Client]) -> None:
    client = new_client(1)
    client.send(*(query(str(number), includeMovesOwnership=True) for number in range(3)))
    client.finals(3)
    assert [reply["id"] for reply in client.replies if "warning" in reply] == ["0"]


@pytest.mark.parametrize(
    ("named", "name"),
    [
        ("chinese", "chinese"),
        ("cn", "chinese"),
        ("Japanese", "japanese"),
        ("jp", "japanese"),
        ("korean", "korean"),
        ("ko", "korean"),
        ("aga", "aga"),
        ("bga", "aga"),
        ("tromp-taylor", "tromp-taylor"),
        ("tt", "tromp-taylor"),
        ("new-zealand", "new zealand"),
        ("new zealand", "new zealand"),
        ("new_zealand", "new zealand"),
    ],
)
def test_names_of_rules(named: str, name: str) -> None:
    assert read_rules(named)[0].name == name


def test_rules_as_choices() -> None:
    rules, remarks = read_rules(
        '{"ko":"SITUATIONAL","scoring":"TERRITORY","tax":"SEKI","suicide":true,"whiteHandicapBonus":"N-1",'
        '"hasButton":false,"friendlyPassOk":true}'
    )
    assert rules.to_dict() | {"name": ""} == {
        "name": "",
        "scoring": "territory",
        "ko": "situational",
        "suicide": True,
        "komi": 6.5,
        "compensation": "one less",
        "pass_stones": False,
        "removes_dead": True,
    }
    assert remarks == []


def test_handicap_stones_are_two_black_ones_or_more_alone() -> None:
    def position(**fields: Any) -> Position:
        rules, _ = read_rules("chinese")
        return read_game(query(rules="chinese", **fields), rules)[0].at(0)

    two = [["B", "C3"], ["B", "G7"]]
    given = position(initialStones=two)
    assert (given.handicap, given.points_for_white, given.to_play.letter) == (2, 9, "W")
    assert position(initialStones=two, whiteHandicapBonus="0").points_for_white == 7
    assert position(initialStones=two, whiteHandicapBonus="N-1").points_for_white == 8
    assert position(initialStones=two, initialPlayer="B").to_play.letter == "B"
    assert position(initialStones=two[:1]).handicap == 0
    assert position(initialStones=[*two, ["W", "E5"]]).handicap == 0
    assert position(komi=...).komi == 7.5
    assert position(moves=[["W", "E5"]]).to_play.letter == "W"


def test_repetitions_of_real_games_are_taken_as_they_are_but_a_ko_is_a_ko(client: Client) -> None:
    ko = [["B", "C5"], ["B", "D6"], ["B", "D4"], ["W", "D5"], ["W", "E6"], ["W", "E4"], ["W", "F5"]]
    again = [["B", "E5"], ["W", "pass"], ["B", "pass"], ["W", "D5"]]
    reply = client.answer(initialStones=ko, initialPlayer="B", moves=again, analyzeTurns=[0])
    assert reply["rootInfo"]["thisHash"]
    client.replies.clear()
    client.send(query(initialStones=ko, moves=[["B", "E5"], ["W", "D5"]]))
    (refused,) = client.replies
    assert refused == {"error": "Illegal move 1: W D5 (ko)", "field": "moves", "id": "q"}


def test_hashes_tell_positions_apart_and_symmetric_ones_alike() -> None:
    position = Position(9)
    for vertex in ("C4", "G6", "E5"):
        position.play(vertex)
    names = {position_hashes(position.transformed(symmetry)) for symmetry in Symmetry}
    assert len({this for this, _ in names}) == 8
    assert len({symmetric for _, symmetric in names}) == 1
    other = position.copy()
    other.to_play = "black"
    assert position_hashes(other)[0] != position_hashes(position)[0]


def test_at_most_a_hundred_thousand_positions_wait(deaf: Client) -> None:
    turns = list(range(10_000))
    long = {"moves": [["BW"[turn % 2], "pass"] for turn in turns], "analyzeTurns": turns}
    deaf.send(*(query(str(number), **long) for number in range(10)))
    assert deaf.replies == []
    deaf.send(query("one more"))
    (refused,) = deaf.replies
    assert refused == {
        "error": "more than 100,000 positions would wait: ask again later",
        "field": "analyzeTurns",
        "id": "one more",
    }
    deaf.replies.clear()
    deaf.send({"id": "t", "action": "terminate", "terminateId": "3", "turnNumbers": [17, 5]}, query("fits"))
    assert [reply.get("turnNumber") for reply in deaf.replies] == [None, 5, 17]
    deaf.send(query("fits too"), query("does not"))
    assert [reply.get("id") for reply in deaf.replies[3:]] == ["does not"]
    deaf.replies.clear()
    deaf.send({"id": "t", "action": "terminate_all"})
    assert len(deaf.replies) == 1 + 100_000
    assert [reply["id"] for reply in deaf.replies[-2:]] == ["fits", "fits too"]
