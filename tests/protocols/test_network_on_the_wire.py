"""What protocols say with the network: its policy, its first sight, and sane numbers at few visits."""

import json
from typing import Any

import pytest

from tengen.engines import create_engine
from tengen.protocols.gtp.session import GtpSession
from tengen.protocols.json_analysis.service import AnalysisService
from tengen.protocols.json_analysis.settings import Settings
from tengen.search.network.model import network_model
from tengen.wire.syntax import parse_response

# Black has the whole board but a corner, where White lives.
WON = [["B", v] for v in ("D4", "D5", "D6", "E3", "F3", "C7", "D7", "G3", "H3", "J3", "E6")]
WON += [["W", v] for v in ("A9", "B8", "A7", "B6", "A5", "C9")]


def analysis(**fields: Any) -> dict[str, Any]:
    """The reply to a query at fifty visits."""
    replies: list[dict[str, Any]] = []
    with create_engine("mcts", seed=1, settings={"network": "yes", "memory": 8}) as engine:
        service = AnalysisService([engine], replies.append, settings=Settings(visits=50))
        asked = {"id": "q", "moves": [], "rules": "chinese", "komi": 7, "boardXSize": 9, "boardYSize": 9, **fields}
        service.receive(json.dumps(asked))
        service.close()
        assert service.wait(60)
    return replies[-1]


def test_the_numbers_of_fifty_visits() -> None:
    reply = analysis(moves=[["B", "E5"], ["W", "C3"], ["B", "G4"]], includePolicy=True, includeOwnership=True)
    root, moves = reply["rootInfo"], reply["moveInfos"]
    assert root["visits"] == 50
    assert abs(root["winrate"] - root["rawWinrate"]) < 0.25
    assert abs(root["scoreLead"] - root["rawLead"]) < 5
    assert 1 < root["scoreStdev"] < 30
    assert 1 < root["rawScoreSelfplayStdev"] < 30
    assert [move["order"] for move in moves] == list(range(len(moves)))
    assert [move["visits"] for move in moves] == sorted((move["visits"] for move in moves), reverse=True)
    assert all(move["pv"][0] == move["move"] for move in moves)
    policy = reply["policy"]
    assert len(policy) == 82
    assert sum(chance for chance in policy if chance > 0) == pytest.approx(1, abs=1e-3)
    likeliest = max(range(81), key=policy.__getitem__)
    assert policy[likeliest] == pytest.approx(max(move["prior"] for move in moves), abs=0.01)
    assert policy[4 * 9 + 4] == -1  # there is a stone on E5


def test_the_policy_of_a_symmetric_position_is_the_networks() -> None:
    reply = analysis(moves=[["B", "E5"]], includePolicy=True)
    likely = {move["move"] for move in reply["moveInfos"]}
    assert len(likely) < 20  # of moves that are the same one is looked at
    assert sum(chance > 0.001 for chance in reply["policy"][:81]) > len(likely)


def test_whites_numbers_are_the_other_side_of_blacks() -> None:
    told = {"moves": [], "initialStones": WON, "initialPlayer": "W", "includeOwnership": True}
    black, white = (
        analysis(**told, overrideSettings={"reportAnalysisWinratesAs": side})["rootInfo"] for side in ("BLACK", "WHITE")
    )
    assert black["rawWinrate"] > 0.7
    for name in ("winrate", "rawWinrate"):
        assert black[name] == pytest.approx(1 - white[name], abs=1e-4)
    assert black["rawLead"] == pytest.approx(-white["rawLead"], abs=1e-4)


def test_raw_values_over_gtp() -> None:
    with create_engine("mcts", seed=1, settings={"network": "yes"}) as engine:
        session = GtpSession(engine, size=9)
        session.answer("play b E5")
        for symmetry in ("0", "all"):
            lines = parse_response(session.answer(f"kata-raw-nn {symmetry}")).text.split("\n")
            told = {words[0]: words[1] for line in lines if len(words := line.split()) == 2}
            assert told["symmetry"] == symmetry
            assert float(told["whiteWin"]) + float(told["whiteLoss"]) == pytest.approx(1, abs=1e-5)
            first = lines.index("policy") + 1
            rows = [line.split() for line in lines[first : first + 9]]
            assert rows[4][4] == "NAN"
            chances = [float(chance) for row in rows for chance in row if chance != "NAN"]
            assert sum(chances) + float(told["policyPass"]) == pytest.approx(1, abs=1e-3)
            assert len(lines[lines.index("whiteOwnership") + 1 :]) == 9
        assert len({session.answer(f"kata-raw-nn {symmetry}").split("\n", 1)[1] for symmetry in range(8)}) > 1
        assert "0 to 7" in session.answer("kata-raw-nn 8")
        session.answer("tengen-set network no")
        assert "there is no network" in session.answer("kata-raw-nn")


def test_criticality_is_of_playouts_all_the_same() -> None:
    """A network says nothing of it, and GoGui would draw an empty board; the game's own tree stays as it is."""
    with create_engine("mcts", seed=1, settings={"network": "yes", "level": "2k"}) as engine:
        session = GtpSession(engine, size=7)
        rows = parse_response(session.answer("tengen-criticality")).text.split("\n")
        assert max(float(word) for row in rows for word in row.split()) > 0.1
        assert engine.settings()["network"] == "yes"


def test_priors_are_there_at_once() -> None:
    with create_engine("mcts", seed=1, settings={"network": "yes"}) as engine:
        session = GtpSession(engine, size=9)
        assert "LABEL" in parse_response(session.answer("tengen-priors")).text
        report = engine.analyze(session.position, visits=1)
        assert report.reused < 10


def test_a_network_that_cannot_be_used_is_refused_and_all_stays(tmp_path: Any) -> None:
    bad = tmp_path / "bad.onnx"
    bad.write_text("junk")
    with create_engine("mcts", seed=1, playouts=10, settings={"network": "yes"}) as engine:
        session = GtpSession(engine, size=9)
        assert session.answer(f"tengen-set network {bad}").startswith("? bad.onnx cannot be used as a network")
        assert engine.settings()["network"] == "yes"
        assert network_model("yes") is not None
        assert parse_response(session.answer("genmove b")).success
