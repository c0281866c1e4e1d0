"""What GoGui draws: ladders, groups, priors and criticality, in the forms it reads."""

import re
from collections.abc import Iterator

import pytest

from tengen.engines import create_engine
from tengen.game.color import BLACK
from tengen.game.position import Position
from tengen.protocols.gtp.live_graphics import LiveGraphics
from tengen.protocols.gtp.session import GtpSession
from tengen.search.report import SearchReport
from tengen.wire.syntax import parse_response

# Whoever plays F5 takes the stones in the middle, and the game.
CAPTURE = """
    . . X O . O . O .
    . X X O O O O O O
    . . X X X O . O .
    X X O O O X O O O
    . X O O O . O . O
    X X O O O X O O O
    . . X X X O . O .
    . X X O O O O O O
    . . X O . O . O ."""
LADDERS = """
    . . . . . . . . .
    . . . . . O O . .
    . . . . . X O . .
    . . . . . . . . .
    . . . . . . . . .
    . . O . . . . . .
    . O X . . . . . .
    . . O O . . . . .
    . . . . . . . . ."""


@pytest.fixture
def session() -> Iterator[GtpSession]:
    with create_engine("mcts", seed=1, playouts=200, settings={"memory": 16}) as engine:
        yield GtpSession(engine, size=9)


def ask(session: GtpSession, line: str) -> str:
    response = parse_response(session.answer(line))
    assert response.success, response.text
    return response.text


def draws(session: GtpSession, line: str) -> dict[str, list[str]]:
    """The draw commands of an answer, each with its words; of the colours each is one of its own."""
    found = {}
    for drawn in ask(session, line).split("\n"):
        kind, *words = drawn.split(" ")
        if kind == "COLOR":
            kind, *words = (f"COLOR {words[0]}", *words[1:])
        assert re.fullmatch("MARK|TRIANGLE|LABEL|TEXT|INFLUENCE|COLOR (?:#[0-9a-f]{6}|[a-z]+)", kind)
        found[kind] = words
    return found


def test_ladders(session: GtpSession) -> None:
    session.go_to(Position.from_diagram(LADDERS))
    drawn = draws(session, "tengen-ladders")
    assert drawn["MARK"] == ["C3"]
    assert "C3" not in drawn.get("TRIANGLE", [])
    assert "TEXT" in drawn


def test_groups(session: GtpSession) -> None:
    """Benson proves some alive, and a stone inside an eye of the opponent's is dead."""
    session.go_to(
        Position.from_diagram("""
        . X . X O . O
        X X X X O O O
        . X X X O O .
        X X X X O O O
        . X . X O . O
        X X X X O O O
        O . . X O O .""")
    )
    drawn = draws(session, "tengen-groups")
    assert drawn["COLOR red"] == ["A1"]
    assert {"A2", "E1"} <= set(drawn["COLOR green"])
    labels = dict(zip(drawn["LABEL"][::2], drawn["LABEL"][1::2], strict=True))
    assert labels["A1"] == "1"
    assert len(labels) == 3


def test_priors_are_percent_of_moves_that_can_be_played(session: GtpSession) -> None:
    session.go_to(Position.from_diagram(CAPTURE, BLACK, komi=-5.5))
    words = draws(session, "tengen-priors")["LABEL"]
    shares = {name: int(share) for name, share in zip(words[::2], words[1::2], strict=True)}
    assert set(shares) <= set(ask(session, "all_legal b").split())
    assert 50 <= sum(shares.values()) <= 110
    assert max(shares, key=lambda name: shares[name]) == "F5"


def criticality(session: GtpSession) -> list[list[float]]:
    return [[float(word) for word in row.split(" ")] for row in ask(session, "tengen-criticality").split("\n")]


def test_criticality_is_a_board_of_numbers(session: GtpSession) -> None:
    session.go_to(Position.from_diagram(CAPTURE, BLACK, komi=-5.5))
    rows = criticality(session)
    assert [len(row) for row in rows] == [9] * 9
    assert all(0 <= value <= 1 for row in rows for value in row)
    assert rows[8][8] == 0.0  # J1 is White's in every playout and decides nothing
    ask(session, "boardsize 9")
    assert max(map(max, criticality(session))) > 0.1


def test_live_graphics_are_off_until_somebody_wants_them(
    session: GtpSession, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(session, "tengen-live_gfx") == "off"
    session.engine.options = type(session.engine.options)(seconds=0.3)
    session.think(BLACK, every=0.05)
    assert capsys.readouterr().err == ""
    ask(session, "tengen-live_gfx ON")
    session.think(BLACK, every=0.05)
    told = capsys.readouterr().err
    assert told.startswith("gogui-gfx:\n")
    assert told.endswith("\n\ngogui-gfx: CLEAR\n")
    for drawing in told.split("\n\n")[:-1]:
        head, *lines = drawing.split("\n")
        assert head == "gogui-gfx:"
        assert [line.split()[0] for line in lines][-2:] == ["VAR", "TEXT"]
    response = parse_response(session.answer("tengen-live_gfx maybe"))
    assert response.text.startswith("syntax error: live graphics are on or off")
    assert ask(session, "tengen-live_gfx") == "on"


def test_a_search_that_has_not_begun_draws_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    graphics = LiveGraphics()
    graphics.on = True
    with graphics:
        graphics.show(SearchReport(Position(9)))
    assert capsys.readouterr().err == ""
