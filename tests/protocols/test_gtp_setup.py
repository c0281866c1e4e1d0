"""Preparing a game over GTP: board, komi, handicap, rules (sections 4.1 and 6.3.2 of GTP 2, draft 2)."""

import json
from typing import Any

import pytest

from tengen.engines import create_engine
from tengen.protocols.gtp.session import GtpSession
from tengen.wire.syntax import parse_response


@pytest.fixture
def session() -> GtpSession:
    return GtpSession(create_engine("random", seed=1), size=9)


def run(session: GtpSession, *lines: str) -> str:
    """The answer to the last of some lines, all of which succeed."""
    responses = [parse_response(session.answer(line)) for line in lines]
    assert all(response.success for response in responses), responses
    return responses[-1].text


def refusal(session: GtpSession, line: str) -> str:
    """The words with which a line is refused."""
    response = parse_response(session.answer(line))
    assert not response.success, f"{line} succeeded: {response.text}"
    return response.text


# ---- the board -------------------------------------------------------------------------


@pytest.mark.parametrize("clearing", ["boardsize 9", "boardsize 13", "clear_board"])
def test_a_cleared_board_is_empty_and_keeps_the_komi_and_the_rules(session: GtpSession, clearing: str) -> None:
    run(session, "komi 5.5", "kgs-rules japanese", "gogui-setup B A1 W B1", "play w A2", clearing)
    assert run(session, "list_stones b") == run(session, "list_stones w") == run(session, "move_history") == ""
    assert run(session, "captures b") == run(session, "captures w") == "0"
    assert run(session, "get_komi") == "5.5"
    assert json.loads(run(session, "kata-get-rules"))["scoring"] == "TERRITORY"
    assert "black to play" in run(session, "showboard")


@pytest.mark.parametrize("size", [2, 3, 9, 13, 18, 19])
def test_every_board_from_2_to_19_has_its_corners(session: GtpSession, size: int) -> None:
    run(session, f"boardsize {size}")
    corner = f"{'ABCDEFGHJKLMNOPQRST'[size - 1]}{size}"
    assert run(session, f"play b {corner.lower()}", "list_stones b") == corner
    assert len(run(session, "all_legal w").split()) == size * size - 1


@pytest.mark.parametrize("size", ["1", "0", "-9", "20", "25", "999999999999"])
def test_other_boards_are_an_unacceptable_size(session: GtpSession, size: str) -> None:
    assert refusal(session, f"boardsize {size}").startswith("unacceptable size")


@pytest.mark.parametrize("size", ["nine", "9.0", "9x9", "1e1", "0x9", "9" * 5000, "٩"])
def test_a_board_size_is_a_whole_number(session: GtpSession, size: str) -> None:
    assert refusal(session, f"boardsize {size}").startswith("syntax error")


def test_a_rectangular_board_is_an_unacceptable_size(session: GtpSession) -> None:
    assert refusal(session, "rectangular_boardsize 9 13").startswith("unacceptable size")


@pytest.mark.parametrize("komi", ["0", "0.5", "-7.5", "7.25", "100", "-50"])
def test_komi(session: GtpSession, komi: str) -> None:
    assert run(session, f"komi {komi}", "get_komi") == komi


@pytest.mark.parametrize("komi", ["nan", "inf", "-infinity", "1e400", "seven", "6,5", "1_0"])
def test_a_komi_is_a_number(session: GtpSession, komi: str) -> None:
    assert refusal(session, f"komi {komi}").startswith("syntax error")


# ---- handicap --------------------------------------------------------------------------

FIXED_19 = {
    2: "D4 Q16",
    3: "D4 D16 Q16",
    4: "D4 D16 Q4 Q16",
    5: "D4 D16 Q4 Q16 K10",
    6: "D4 D10 D16 Q4 Q10 Q16",
    7: "D4 D10 D16 Q4 Q10 Q16 K10",
    8: "D4 D10 D16 K4 K16 Q4 Q10 Q16",
    9: "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16",
}


@pytest.mark.parametrize("stones", FIXED_19)
def test_fixed_handicap_goes_where_the_specification_says(session: GtpSession, stones: int) -> None:
    answer = run(session, "boardsize 19", f"fixed_handicap {stones}")
    assert sorted(answer.split()) == sorted(FIXED_19[stones].split())
    assert sorted(run(session, "list_stones b").split()) == sorted(answer.split())
    assert run(session, "get_handicap") == str(stones)
    assert "white to play" in run(session, "showboard")


@pytest.mark.parametrize(("size", "most"), [(19, 9), (18, 4), (13, 9), (9, 9), (8, 4), (7, 4)])
def test_fixed_handicap_has_a_limit_for_every_board(session: GtpSession, size: int, most: int) -> None:
    run(session, f"boardsize {size}")
    for stones in (-1, 0, 1, most + 1):
        assert refusal(session, f"fixed_handicap {stones}").startswith("invalid handicap")
    assert len(set(run(session, f"fixed_handicap {most}").split())) == most


def test_small_boards_have_no_fixed_handicap(session: GtpSession) -> None:
    run(session, "boardsize 6")
    assert refusal(session, "fixed_handicap 2").startswith("invalid handicap")


@pytest.mark.parametrize(("size", "stones"), [(2, 2), (2, 3), (5, 24), (9, 2), (9, 10), (9, 80), (19, 9), (19, 60)])
def test_free_handicap_places_as_many_stones_as_were_asked_for(session: GtpSession, size: int, stones: int) -> None:
    """gtp2ogs resigns if the count is wrong."""
    answer = run(session, f"boardsize {size}", f"place_free_handicap {stones}").split()
    assert len(set(answer)) == len(answer) == stones
    assert sorted(run(session, "list_stones b").split()) == sorted(answer)
    assert "white to play" in run(session, "showboard")


@pytest.mark.parametrize("stones", [-2, 0, 1, 81, 82, 361])
def test_free_handicap_leaves_a_point_and_is_more_than_a_move(session: GtpSession, stones: int) -> None:
    assert refusal(session, f"place_free_handicap {stones}").startswith("invalid handicap")


def test_a_free_handicap_may_be_any_points(session: GtpSession) -> None:
    run(session, "set_free_handicap a1 J9 E5")
    assert sorted(run(session, "list_stones b").split()) == ["A1", "E5", "J9"]
    assert run(session, "get_handicap") == "3"
    assert refusal(session, "undo").startswith("cannot undo")
    run(session, "boardsize 2", "set_free_handicap A1 B1 A2")
    assert run(session, "all_legal w") == "B2"


@pytest.mark.parametrize("vertices", ["", "D4", "D4 d4", "D4 C3 E5 C3", "A1 A2 B1 B2", "D4 pass"])
def test_a_bad_vertex_list(session: GtpSession, vertices: str) -> None:
    """Too few, too many, named twice, or no point at all."""
    if vertices == "A1 A2 B1 B2":
        run(session, "boardsize 2")
    assert refusal(session, f"set_free_handicap {vertices}").startswith("bad vertex list")
    assert run(session, "list_stones b") == ""


@pytest.mark.parametrize("handicap", ["fixed_handicap 2", "place_free_handicap 2", "set_free_handicap C3 G7"])
@pytest.mark.parametrize("before", ["play b E5", "play b pass", "gogui-setup W E5", "fixed_handicap 2"])
def test_handicap_is_given_before_all_else(session: GtpSession, handicap: str, before: str) -> None:
    run(session, before)
    assert refusal(session, handicap) == "board not empty"


# ---- rules -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "scoring", "suicide", "bonus"),
    [
        ("chinese", "AREA", False, "N"),
        ("aga", "AREA", False, "N-1"),
        ("japanese", "TERRITORY", False, "0"),
        ("new_zealand", "AREA", True, "0"),
    ],
)
def test_the_four_rules_of_kgs(session: GtpSession, name: str, scoring: str, suicide: bool, bonus: str) -> None:
    rules = json.loads(run(session, f"kgs-rules {name}", "kata-get-rules"))
    assert (rules["scoring"], rules["suicide"], rules["whiteHandicapBonus"]) == (scoring, suicide, bonus)
    assert run(session, "get_komi") == "7.5"  # clients set it themselves


def test_the_rules_hold_from_the_next_move_on(session: GtpSession) -> None:
    run(session, "gogui-setup B A1 W A2 W B2 W C1")
    for rules, legal in (("chinese", "0"), ("new_zealand", "1"), ("japanese", "0"), ("tromp-taylor", "1")):
        assert run(session, f"kata-set-rules {rules}", "is_legal b B1") == legal  # the suicide of two stones


@pytest.mark.parametrize(
    "wanted",
    [
        {"ko": "SIMPLE", "scoring": "TERRITORY", "suicide": False, "whiteHandicapBonus": "0"},
        {"ko": "SITUATIONAL", "scoring": "AREA", "suicide": True, "whiteHandicapBonus": "N-1"},
        {"tax": "NONE", "hasButton": False, "friendlyPassOk": False},
    ],
)
def test_rules_as_katagos_json(session: GtpSession, wanted: dict[str, Any]) -> None:
    rules = json.loads(run(session, f"kata-set-rules {json.dumps(wanted)}", "kata-get-rules"))
    assert {key: rules[key] for key in wanted if key != "friendlyPassOk"} == {
        key: value for key, value in wanted.items() if key != "friendlyPassOk"
    }
    assert run(session, f"kata-set-rules {json.dumps(rules)}", "kata-get-rules") == json.dumps(rules)


@pytest.mark.parametrize(("key", "value"), [("ko", "SIMPLE"), ("suicide", "true"), ("scoring", "TERRITORY")])
def test_one_rule_at_a_time(session: GtpSession, key: str, value: str) -> None:
    before = json.loads(run(session, "kata-get-rules"))
    after = json.loads(run(session, f"kata-set-rule {key} {value}", "kata-get-rules"))
    assert after == {**before, key: True if value == "true" else value}


@pytest.mark.parametrize(
    "line",
    [
        "kgs-rules ing",
        "kata-set-rules checkers",
        "kata-set-rules",
        'kata-set-rules {"ko": "SIMPLE"',
        'kata-set-rules {"ko": "SIMPLE", "tax": "ALL"}',
        'kata-set-rules {"ko": ["SIMPLE"], "suicide": 1}',
        'kata-set-rules {"colour": "green"}',
        "kata-set-rules " + '{"ko":' * 5000,
        "kata-set-rule ko NEVER",
        "go_rules checkers",
        "go_param_rules ko_rule never",
        "go_param_rules ko_rule",
        "go_param_rules colour green",
        "kata-set-rule hasButton true",
    ],
    ids=lambda line: line[:45],
)
def test_rules_that_are_not_played_change_nothing(session: GtpSession, line: str) -> None:
    before = run(session, "kata-get-rules")
    assert "internal error" not in refusal(session, line)
    assert run(session, "kata-get-rules") == before


@pytest.mark.parametrize(
    ("name", "scoring", "removes_dead"),
    [("cgos", "AREA", False), ("kgs", "AREA", True), ("chinese", "AREA", True), ("japanese", "TERRITORY", True)],
)
def test_the_rules_fuego_names(session: GtpSession, name: str, scoring: str, removes_dead: bool) -> None:
    rules = json.loads(run(session, f"go_rules {name}", "kata-get-rules"))
    assert (rules["scoring"], rules["friendlyPassOk"]) == (scoring, removes_dead)
    if scoring == "AREA":
        assert rules["ko"] == "POSITIONAL"


def test_fuegos_rules_one_by_one(session: GtpSession) -> None:
    run(session, "go_rules kgs")
    assert run(session, "go_param_rules").split("\n") == [
        "[bool] allow_suicide 0",
        "[bool] capture_dead 0",
        "[bool] extra_handicap_komi 1",
        "[bool] japanese_scoring 0",
        "[list/simple/superko/pos_superko] ko_rule pos_superko",
    ]
    for name, value in (("allow_suicide", "1"), ("capture_dead", "1"), ("ko_rule", "simple")):
        assert f"{name} {value}" in run(session, f"go_param_rules {name} {value}", "go_param_rules")
    rules = json.loads(run(session, "kata-get-rules"))
    assert (rules["suicide"], rules["friendlyPassOk"], rules["ko"]) == (True, False, "SIMPLE")
