"""Looking at the board over GTP: the commands tell the same story about the same stones."""

import pytest

from tengen.engines import create_engine
from tengen.game.diagram import parse_diagram
from tengen.protocols.gtp.session import GtpSession
from tengen.wire.syntax import parse_response


def new_session(size: int = 9, seed: int = 1, moves: int = 0) -> GtpSession:
    session = GtpSession(create_engine("random", seed=seed), size=size)
    for number in range(moves):
        ask(session, f"genmove {'bw'[number % 2]}")
    return session


def ask(session: GtpSession, line: str) -> str:
    response = parse_response(session.answer(line))
    assert response.success, f"{line}: {response.text}"
    return response.text


def points(session: GtpSession) -> list[str]:
    return [str(vertex) for vertex in session.position.vertices()]


GAMES = pytest.mark.parametrize(("size", "seed", "moves"), [(5, 1, 30), (9, 2, 60), (9, 3, 150), (19, 4, 200)])


@GAMES
def test_stones_colours_and_the_board_agree(size: int, seed: int, moves: int) -> None:
    session = new_session(size, seed, moves)
    stones = {name: ask(session, f"list_stones {name}").split() for name in ("black", "white")}
    told = {point: ask(session, f"color {point}") for point in points(session)}
    assert {point for point, color in told.items() if color != "empty"} == {*stones["black"], *stones["white"]}
    assert all(told[point] == name for name, places in stones.items() for point in places)
    diagram = "\n".join(ask(session, "showboard").split("\n")[:-1])
    drawn = {str(vertex): str(color) for vertex, color in parse_diagram(diagram)[1].items()}
    assert drawn == {point: color for point, color in told.items() if color != "empty"}


@GAMES
def test_legal_moves_agree(size: int, seed: int, moves: int) -> None:
    session = new_session(size, seed, moves)
    for color in ("b", "w"):
        legal = set(ask(session, f"all_legal {color}").split())
        for point in points(session):
            assert ask(session, f"is_legal {color} {point}") == str(int(point in legal))
            assert bool(ask(session, f"tengen-why_illegal {color} {point}")) is (point not in legal)
        assert ask(session, f"is_legal {color} pass") == "1"


@GAMES
def test_liberties_agree(size: int, seed: int, moves: int) -> None:
    session = new_session(size, seed, moves)
    for point in ask(session, "list_stones b").split():
        liberties = ask(session, f"findlib {point}").split()
        assert ask(session, f"countlib {point}") == str(len(liberties)) != "0"
        assert {ask(session, f"color {liberty}") for liberty in liberties} == {"empty"}


@GAMES
def test_captures_and_stones_add_up_to_the_moves(size: int, seed: int, moves: int) -> None:
    session = new_session(size, seed, moves)
    history = ask(session, "move_history").split("\n")
    for name, other in (("black", "white"), ("white", "black")):
        played = sum(line.startswith(name) and not line.endswith("pass") for line in history)
        left = len(ask(session, f"list_stones {name}").split())
        assert ask(session, f"captures {other}") == str(played - left)
    assert ask(session, "last_move") == history[0]


def test_an_empty_board() -> None:
    session = new_session()
    assert ask(session, "list_stones b") == ask(session, "move_history") == ""
    assert ask(session, "captures w") == "0"
    assert len(ask(session, "all_legal b").split()) == 81
    assert session.answer("last_move").startswith("?")
    assert session.answer("countlib A1").startswith("? vertex must not be empty")
    assert ask(session, "tengen-ownership").split() == ["0.00"] * 81


def test_ownership_is_told_row_by_row_from_the_top() -> None:
    session = GtpSession(create_engine("montecarlo", seed=1, playouts=200), size=5)
    ask(session, "gogui-setup W A1 W B1 W C1 W D1 W E1 B A5 B B5 B C5 B D5 B E5 B A4 B B4 B C4 B D4 B E4")
    ask(session, "reg_genmove b")
    rows = [list(map(float, row.split())) for row in ask(session, "tengen-ownership").split("\n")]
    assert [len(row) for row in rows] == [5] * 5
    assert min(rows[0]) > max(rows[-1])


def test_a_new_board_has_no_ownership_of_the_old_one() -> None:
    session = GtpSession(create_engine("montecarlo", seed=1, playouts=200), size=9)
    ask(session, "genmove b")
    for line in ("clear_board", "boardsize 13"):
        ask(session, line)
        assert set(ask(session, "tengen-ownership").split()) == {"0.00"}
