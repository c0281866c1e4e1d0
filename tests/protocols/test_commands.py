"""Every command once: what is asked, and what must come back.

The table is complete or `test_the_table_has_every_command` fails: a new command gets a row here, and
its finer points a test in the file of its family beside this one.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tengen.engines import create_engine
from tengen.protocols.gtp.session import GtpSession
from tengen.wire.syntax import parse_response


@dataclass(frozen=True)
class Row:
    """`command`, sent after the lines `before` on a fresh 9x9 board, answers what `answer` matches.

    If it is a command that changes something, `look` is sent then, and what it tells must match `seen`.
    """

    command: str
    answer: str = ""
    before: tuple[str, ...] = ()
    look: str = ""
    seen: str = ""


VERTEX = r"[A-HJ][1-9]"
CORNER = ("boardsize 3", "gogui-setup B A1 W B1 W A3")
PLAYED = ("play b C3", "play w G7", "play b pass")
BLACK = "B A4 B B4 B C4 B D4 B B5 B D5"  # eyes at A5 and C5
WHITE = "W E5 W E4 W A3 W B3 W C3 W D3 W E3 W B2 W D2 W E2 W A1 W B1 W C1 W D1 W E1"  # eyes at A2 and C2
ENDED = ("boardsize 5", "komi 0.5", f"gogui-setup {BLACK} {WHITE}")

FIGHT = ("boardsize 7", "gogui-setup W D7 W A6 W B6 W C6 W D6 B E7 B E6 B A5 B B5 B C5 B D5 B E5")

NO_TREE = "the engine montecarlo keeps no search tree"
REFUSED = {"loadsgf", "tengen-dump_tree", "tengen-dump_tree_json", "tengen-report"}
NUMBERS = r"(?:(?:-?[01]\.\d\d ?){9}\n?){9}"
TOLD = rf"info move {VERTEX} .* pv {VERTEX}"
INFO = rf"(info move {VERTEX} .* pv {VERTEX}\n)+play {VERTEX}"

ROWS = [
    # administration
    Row("protocol_version", "2"),
    Row("name", "Tengen"),
    Row("version", r"\d+\.\d+.*"),  # Lizzie reads two numbers
    Row("known_command genmove", "true"),
    Row("known_command gen_move", "false"),
    Row("list_commands", r"all_legal\nboardsize\n(.+\n)+version"),
    Row("help play", "play COLOR VERTEX: .+"),
    Row("quit"),
    Row("echo a word  or two", "a word or two"),
    Row("cputime", r"\d+\.\d+"),
    Row("gogui-title", r"Tengen \(montecarlo\)"),
    Row("tengen-pid", str(os.getpid())),
    Row(
        "tengen-settings",
        r"opening_effort=1\.0\nopening_moves=6\nall_moves_as_first=True\nopponents_moves=False\nplayout=light"
        r"\nresign_below=0\.02",
    ),
    Row("tengen-set resign_below 0.1", look="tengen-settings", seen=r"(?s).*resign_below=0\.1"),
    # setting up
    Row("boardsize 13", look="query_boardsize", seen="13"),
    Row("rectangular_boardsize 13 13", look="query_boardsize", seen="13"),
    Row("query_boardsize", "9"),
    Row("clear_board", before=PLAYED, look="move_history"),
    Row("komi 5.5", look="get_komi", seen=r"5\.5"),
    Row("get_komi", r"7\.5"),
    Row("fixed_handicap 2", "C3 G7", look="list_stones b", seen="C3 G7"),
    Row("place_free_handicap 3", f"{VERTEX} {VERTEX} {VERTEX}", look="get_handicap", seen="3"),
    Row("set_free_handicap D4 E5", ".*", look="list_stones b", seen="D4 E5"),
    Row("get_handicap", "4", before=("fixed_handicap 4",)),
    Row("kgs-rules japanese", look="kata-get-rules", seen='.*"TERRITORY".*'),
    Row("kata-set-rules tromp-taylor", look="kata-get-rules", seen='.*"suicide": true.*'),
    Row("kata-set-rule ko SITUATIONAL", look="kata-get-rules", seen='.*"SITUATIONAL".*'),
    Row("kata-get-rules", r'\{"ko": "POSITIONAL", "scoring": "AREA", .*\}'),
    Row("go_rules cgos", look="kata-get-rules", seen='.*"friendlyPassOk": false.*'),
    Row("go_param_rules ko_rule superko", look="kata-get-rules", seen='.*"SITUATIONAL".*'),
    # moves
    Row("play w D5", look="list_stones w", seen="D5"),
    Row("genmove b", VERTEX, look="move_history", seen=f"black {VERTEX}"),
    Row("reg_genmove b", VERTEX, look="move_history"),
    Row("kgs-genmove_cleanup b", "pass", look="move_history", seen="black pass"),
    Row("undo", before=PLAYED, look="last_move", seen="white G7"),
    Row("gg-undo 2", before=PLAYED, look="last_move", seen="black C3"),
    Row("gogui-play_sequence B A1 W B2", look="move_history", seen="white B2\nblack A1"),
    Row("gogui-setup B A1 W B2", look="list_stones w", seen="B2"),
    Row("gogui-setup_player w", look="showboard", seen="(?s).*white to play.*"),
    # looking
    Row("showboard", r"   A B C(.*\n)+ 3 \. \. X (.*\n)+.*captures: black 0, white 0", PLAYED),
    Row("list_stones w", "G7", PLAYED),
    Row("captures w", "1", ("gogui-setup B A1 W B1", "play w A2")),
    Row("is_legal b G7", "0", PLAYED),
    Row("all_legal w", "A2 B2", ("boardsize 2", "gogui-setup B A1 W B1")),
    Row("tengen-why_illegal b A1", "suicide", ("gogui-setup W A2 W B1",)),
    Row("color C3", "black", PLAYED),
    Row("countlib A1", "1", CORNER),
    Row("findlib A1", "A2", CORNER),
    Row("last_move", "black pass", PLAYED),
    Row("move_history", "black pass\nwhite G7\nblack C3", PLAYED),
    Row("tengen-unconditional b", "A1 A2 A3 B1 B2 B3 C1 C2 C3", ("boardsize 3", "gogui-setup B A2 B B2 B C2")),
    Row("uct_patterns", "E4", ("gogui-setup W D4 W F4 B E5",)),
    Row("uct_patterns", "C5 D5 C7 D7", ("gogui-setup B C6 W D6",)),  # corners count
    # the search, of which this engine has none: see test_gtp_search.py
    Row("tengen-dump_tree 10 2", NO_TREE),
    Row("tengen-dump_tree_json", NO_TREE),
    Row("tengen-report", NO_TREE),
    Row("uct_evaluate b", r"(?:[A-C][1-3] [01]\.\d{4}\n?){9}", ("boardsize 3",)),
    # analysis: see test_gtp_analysis.py
    Row("lz-analyze b 10", TOLD),
    Row("kata-analyze 10 ownership true", rf"{TOLD} ownership( -?\d\.\d{{4}}){{81}}"),
    Row("kata-raw-nn all", r"symmetry all\nwhiteWin 0\.\d+\n(?s:.*)policyPass 0\.\d+\nwhiteOwnership\n(?s:.*)"),
    Row("tengen-solve", r"B7 takes White's 5 stones at A6, by a nakade \(proved; .*\n(?s:.*)", FIGHT),
    Row(
        "tengen-solve A6",
        r"Black first, B7: White's 5 .* taken, by a nakade\.\n(?s:.*)alive with two eyes\.\n.*",
        FIGHT,
    ),
    Row("lz-genmove_analyze b 10", INFO, look="move_history", seen=f"black {VERTEX}"),
    Row("kata-genmove_analyze", INFO, look="move_history", seen=f"black {VERTEX}"),
    Row("cgos-genmove_analyze w 100", rf"{{.*}}\nplay {VERTEX}", look="move_history", seen=f"white {VERTEX}"),
    Row("tengen-criticality", NUMBERS),
    Row("tengen-priors", r"(?s)COLOR .*LABEL .*TEXT Priors .*"),
    Row("tengen-ladders", r"MARK A1\nTRIANGLE A3\nLABEL B3 L\nTEXT .*", CORNER),
    Row("tengen-groups", r"COLOR green A1 .*\nLABEL A1 2 A4 2\nTEXT Groups: 2, .*", ENDED),
    Row("tengen-live_gfx on", look="tengen-live_gfx", seen="on"),
    Row("tengen-live_gfx off", look="tengen-live_gfx", seen="off"),
    # clocks: that they reach the engine is told in test_gtp_clocks.py
    Row("time_settings 60 10 5"),
    Row("time_left b 12 0"),
    Row("kgs-time_settings byoyomi 60 10 5"),
    Row("kata-list_time_settings", ".*fischer-capped.*"),
    Row("kata-time_settings fischer 60 5"),
    # the end of the game
    Row("final_score", r"W\+9\.5", ENDED),
    Row("final_status_list alive", r"A1 .* E5\nA4 B4 B5 C4 D4 D5", ENDED),
    Row("final_status C5", "black_territory", ENDED),
    Row("static_score tromp_taylor_score", r"[BW]\+\d+\.5", ENDED),
    # files: see test_gtp_records.py
    Row("loadsgf no-such-file.sgf", r"cannot load file: .*no such file"),
    Row("printsgf", r"\(;.*B\[cg\];W\[gc\];B\[\]\)", PLAYED),
    # what some clients want
    Row("gogui-analyze_commands", r"(?:\w+/[\w ]+/[\w %-]+\n?)+"),
    Row("gogui-interrupt"),
    Row("kgs-game_over", before=PLAYED, look="list_stones b", seen="C3"),
    Row("tengen-ownership", NUMBERS, ("genmove b",)),
]


def name_of(row: Row) -> str:
    return row.command.split()[0]


@pytest.fixture(scope="module")
def session() -> Iterator[GtpSession]:
    with create_engine("montecarlo", seed=1, playouts=200) as engine:
        yield GtpSession(engine, size=9)


@pytest.mark.parametrize("row", ROWS, ids=[row.command for row in ROWS])
def test_command(session: GtpSession, row: Row) -> None:
    for line in ("kgs-rules chinese", "komi 7.5", "boardsize 9", *row.before):
        assert session.answer(line).startswith("="), line
    response = parse_response(session.answer(f"17 {row.command}"))
    assert response.id == 17
    assert response.success is (name_of(row) not in REFUSED)
    assert re.fullmatch(row.answer, response.text), response.text
    if row.look:
        seen = parse_response(session.answer(row.look))
        assert seen.success
        assert re.fullmatch(row.seen, seen.text), seen.text


def test_the_table_has_every_command(session: GtpSession) -> None:
    listed = parse_response(session.answer("list_commands")).text.split("\n")
    assert {name_of(row) for row in ROWS} == set(listed)
    assert listed == sorted(set(listed))


def test_what_is_listed_is_known_and_explained(session: GtpSession) -> None:
    for name in parse_response(session.answer("list_commands")).text.split("\n"):
        assert session.answer(f"known_command {name}") == "= true\n\n"
        assert re.match(rf"= {re.escape(name)}( [^:]+)?: \w.+\.\n\n$", session.answer(f"help {name}"))


def test_no_command_that_makes_a_client_stumble_is_listed(session: GtpSession) -> None:
    """Sabaki would read `analyze` as integers; the KGS client can crash over kgs-chat."""
    listed = parse_response(session.answer("list_commands")).text.split("\n")
    assert {"analyze", "kgs-chat"}.isdisjoint(listed)


def test_gogui_is_offered_commands_that_exist(session: GtpSession) -> None:
    commands = session.answer("list_commands").split()
    for line in parse_response(session.answer("gogui-analyze_commands")).text.split("\n"):
        kind, _, command = line.split("/")
        assert kind in {"string", "hstring", "plist", "dboard", "gfx", "bwboard", "none"}
        assert command.split()[0] in commands


def test_the_rules_are_json(session: GtpSession) -> None:
    rules = json.loads(parse_response(session.answer("kata-get-rules")).text)
    assert set(rules) >= {"ko", "scoring", "suicide", "whiteHandicapBonus"}


@pytest.mark.parametrize("line", ["boardsize", "play b", "play b D4 C3", "komi", "genmove", "undo 3", "time_left b 3"])
def test_a_wrong_number_of_arguments_is_told_with_the_right_form(session: GtpSession, line: str) -> None:
    response = parse_response(session.answer(line))
    assert not response.success
    assert re.match(rf"syntax error: write {line.split()[0]}\b", response.text)
