"""Fuego's regression suite about free handicap: with nine stones given, White knows that he is losing.

The suite is written for Fuego's own `sg_compare_float` and its `uct_value`, which are adapted here: the value
is the mover's win rate in the session's last report, and `sg_compare_float A VALUE` answers -1, 0 or 1 as
VALUE is less than, equal to or greater than A. Komi stays at our default, 7.5, as the file does not set it;
the rules are those that give White nothing else for the stones, as Fuego's default rules do.
"""

import re
from pathlib import Path

import pytest

from tengen.engines import create_engine
from tengen.protocols.gtp.session import GtpSession
from tengen.wire.syntax import parse_response

SUITE = Path(__file__).resolve().parents[3] / "shared" / "suites" / "fuego" / "free_handicap.tst"


def new_session() -> GtpSession:
    return GtpSession(
        create_engine("montecarlo", seed=1, playouts=10_000, settings={"playout": "mogo"}),
        size=19,
        rules="tromp-taylor",
    )


def uct_value(session: GtpSession) -> float:
    """The mover's chance of winning in the last thinking."""
    assert session.last_report is not None
    assert session.last_report.winrate is not None
    return session.last_report.winrate


def suite_lines() -> list[str]:
    if not SUITE.exists():
        pytest.skip(f"the test suite {SUITE} is missing")
    return SUITE.read_text().splitlines()


def test_free_handicap_suite() -> None:
    session = new_session()
    answers: list[str] = []
    checked = 0
    for line in suite_lines():
        if expected := re.match(r"#\? \[(.*)\]", line):
            assert answers[-1] == expected[1], f"White's chance is {uct_value(session):.3f}"
            checked += 1
        elif comparison := re.match(r"\d+ sg_compare_float (\S+) uct_value", line):
            value, threshold = uct_value(session), float(comparison[1])
            answers.append(str((value > threshold) - (value < threshold)))
        elif response := session.answer(line):
            assert parse_response(response).success, f"{line}: {response}"
    assert checked == 1
    assert session.position.komi == 7.5


def test_the_stones_count_in_the_thinking() -> None:
    """What went wrong in Fuego once: the stones stood on the board but White thought the game was even."""
    even, handicap = new_session(), new_session()
    given = next(line for line in suite_lines() if line.startswith("set_free_handicap"))
    assert handicap.answer(given).startswith("=")
    for session in (even, handicap):
        assert session.answer("reg_genmove w").startswith("=")
    assert uct_value(handicap) < uct_value(even) - 0.1
