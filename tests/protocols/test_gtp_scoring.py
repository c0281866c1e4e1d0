"""The end of the game over GTP: who is dead, who is alive, who lives together, and the count."""

import re

import pytest

from tengen.engines import create_engine
from tengen.game.position import Position
from tengen.protocols.gtp.session import GtpSession
from tengen.wire.syntax import parse_response

# Row 7 is dame. White's stone in the upper left corner is dead, and Black's on E5. Below, Black's ring
# and White's six stones share the liberties C1 and F1: whoever plays there first is captured.
FINISHED = """
       A B C D E F G H J
     9 O . X . X X X X X 9
     8 X X X X X X X X X 8
     7 . . . . . . . . . 7
     6 O O O O O O O O O 6
     5 O O O . X . O O O 5
     4 O O O O O O O O O 4
     3 O X X X X X X O . 3
     2 O X O O O O X O O 2
     1 O X . O O . X O . 1
       A B C D E F G H J"""

STATUS = {
    "dead": "A9 E5",
    "seki": "B1 B2 B3 C3 D3 E3 F3 G1 G2 G3 C2 D1 D2 E1 E2 F2",
    "black_territory": "B9 D9",
    "white_territory": "D5 F5 J1 J3",
    "dame": "A7 B7 C7 D7 E7 F7 G7 H7 J7 C1 F1",
}

# Two eyes each, nothing dead, nothing shared: 8 points for Black, 17 for White.
PLAIN = """
    . X . X O
    X X X X O
    O O O O O
    . O . O O
    O O O O O"""


def session_at(diagram: str, engine: str = "montecarlo", komi: float = 7.5) -> GtpSession:
    session = GtpSession(create_engine(engine, seed=1), size=9)
    position = Position.from_diagram(diagram)
    stones = " ".join(f"{color.letter} {vertex}" for vertex, color in position.stones.items())
    ask(session, f"boardsize {position.size}", f"gogui-setup {stones}", f"komi {komi}")
    return session


def ask(session: GtpSession, *lines: str) -> str:
    """The answer to the last of some lines, all of which succeed."""
    responses = [parse_response(session.answer(line)) for line in lines]
    assert all(response.success for response in responses), responses
    return responses[-1].text


@pytest.mark.parametrize("engine", ["montecarlo", "random"])
@pytest.mark.parametrize("status", STATUS)
def test_status_list(engine: str, status: str) -> None:
    session = session_at(FINISHED, engine)
    assert sorted(ask(session, f"final_status_list {status}").split()) == sorted(STATUS[status].split())


@pytest.mark.parametrize("engine", ["montecarlo", "random"])
def test_the_living_are_all_other_stones(engine: str) -> None:
    session = session_at(FINISHED, engine)
    alive = set(ask(session, "final_status_list alive").split())
    stones = set(ask(session, "list_stones b").split()) | set(ask(session, "list_stones w").split())
    assert alive == stones - set(STATUS["dead"].split()) - set(STATUS["seki"].split())


def test_stones_are_listed_a_group_a_line() -> None:
    session = session_at(FINISHED)
    assert ask(session, "final_status_list dead").split("\n") == ["A9", "E5"]
    lines = [sorted(line.split()) for line in ask(session, "final_status_list seki").split("\n")]
    assert sorted(map(len, lines)) == [6, 10]


def test_every_point_has_one_status() -> None:
    session = session_at(FINISHED)
    listed = {status: ask(session, f"final_status_list {status}").split() for status in (*STATUS, "alive")}
    assert sorted(point for points in listed.values() for point in points) == sorted(
        str(vertex) for vertex in session.position.vertices()
    )
    for point, status in [("A9", "dead"), ("C1", "dame"), ("C2", "seki"), ("B9", "black_territory"), ("H1", "alive")]:
        assert ask(session, f"final_status {point}") == status


@pytest.mark.parametrize(
    ("rules", "komi", "score"),
    [
        # Area: 18 and 10 stones and points for Black, 36 and 6 for White; dame and shared liberties are nobody's.
        ("chinese", 7.5, "W+21.5"),
        ("chinese", -14, "0"),
        ("chinese", -20, "B+6"),
        ("aga", 0.5, "W+14.5"),
        # Territory: Black has A9, B9 and D9 and one prisoner; White D5, E5, F5, J1 and J3 and one prisoner.
        ("japanese", 6.5, "W+8.5"),
        ("japanese", 0, "W+2"),
    ],
)
def test_final_score(rules: str, komi: float, score: str) -> None:
    session = session_at(FINISHED, komi=komi)
    assert ask(session, f"kgs-rules {rules}", "final_score") == score


def test_a_finished_board_without_dead_stones() -> None:
    session = session_at(PLAIN, komi=0.5)
    for status in ("dead", "seki", "dame"):
        assert ask(session, f"final_status_list {status}") == ""
    assert ask(session, "final_status_list black_territory") == "A5 C5"
    assert ask(session, "final_status_list white_territory") == "A2 C2"
    assert ask(session, "final_score") == "W+9.5"


def test_handicap_stones_are_paid_for_under_chinese_rules() -> None:
    session = GtpSession(create_engine("random", seed=1), size=5)
    ask(session, "komi 0.5", "set_free_handicap B1 B2 B3 B4 B5 D1 D2 D3 D4 D5")
    assert ask(session, "final_score") == "B+14.5"  # 25 points, less 10 and the komi
    assert ask(session, "kgs-rules aga", "final_score") == "B+15.5"


def test_an_empty_board_is_whites_by_the_komi() -> None:
    session = GtpSession(create_engine("montecarlo", seed=1), size=9)
    assert ask(session, "final_score") == "W+7.5"
    assert ask(session, "final_status_list alive") == ask(session, "final_status_list dead") == ""


def test_judging_changes_nothing() -> None:
    session = session_at(FINISHED)
    ask(session, "play w pass")
    before = ask(session, "showboard"), ask(session, "move_history")
    for command in ("final_score", "final_status_list dead", "final_status A1"):
        ask(session, command)
        assert (ask(session, "showboard"), ask(session, "move_history")) == before


def test_a_score_can_be_told_in_the_middle_of_a_game() -> None:
    session = GtpSession(create_engine("random", seed=3), size=9)
    for number in range(20):
        ask(session, f"genmove {'bw'[number % 2]}")
    assert re.fullmatch(r"[BW]\+\d+(\.5)?|0", ask(session, "final_score"))


@pytest.mark.parametrize("status", ["undead", "DEAD", "territory", "x" * 1000])
def test_no_such_status(status: str) -> None:
    session = GtpSession(create_engine("random", seed=1), size=9)
    response = parse_response(session.answer(f"final_status_list {status}"))
    assert not response.success
    assert "dead, alive, seki" in response.text


def test_the_board_as_it_stands_is_counted_by_two_methods() -> None:
    """With no stone dead: 8 against 17 by area; by territory three eyes of White's less two of Black's."""
    session = session_at(PLAIN, komi=0.5)
    assert ask(session, "static_score tromp_taylor_score") == "W+9.5"
    assert ask(session, "static_score japanese_score") == "W+0.5"
    assert session.answer("static_score by_heart").startswith("? invalid method")
