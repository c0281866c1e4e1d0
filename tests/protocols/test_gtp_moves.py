"""Playing over GTP: play, genmove and its kin, undo, setting up."""

import re
from typing import Any

import pytest

from tengen.engines import create_engine
from tengen.game.move import Move
from tengen.game.position import Position
from tengen.game.vertex import PASS, RESIGN
from tengen.protocols.gtp.session import GtpSession
from tengen.wire.syntax import parse_response


def new_session(engine: str = "random", size: int = 9, **options: Any) -> GtpSession:
    return GtpSession(create_engine(engine, **{"seed": 1, **options}), size=size)


@pytest.fixture
def session() -> GtpSession:
    return new_session()


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


def set_up(diagram: str) -> list[str]:
    """The lines that put a diagram on the board."""
    position = Position.from_diagram(diagram)
    stones = " ".join(f"{color.letter} {vertex}" for vertex, color in position.stones.items())
    return [f"boardsize {position.size}", f"gogui-setup {stones}"]


# ---- play ------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["play b D4", "play B d4", "play black D4", "play BLACK d4", "play Black d4"])
def test_colours_and_vertices_in_any_case(session: GtpSession, line: str) -> None:
    assert run(session, line, "list_stones black") == "D4"


def test_commands_are_written_as_they_are(session: GtpSession) -> None:
    assert refusal(session, "PLAY b D4") == "unknown command"


def test_a_player_may_move_twice_or_pass(session: GtpSession) -> None:
    run(session, "play b D4", "play b E5", "play w PASS", "play w F6")
    assert run(session, "move_history").split("\n") == ["white F6", "white pass", "black E5", "black D4"]
    assert "black to play" in run(session, "showboard")


@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("play w D4", ["play b D4"]),
        ("play w C2", ["gogui-play_sequence B C3 W C2 B B2 W B1 B D2 W D1 B C1"]),
        ("play b A1", ["gogui-setup W A2 W B1"]),
        ("play b A1", ["boardsize 2", "gogui-play_sequence B A1 W B1 B A2 W B2 B A1 W A2"]),
    ],
    ids=["occupied", "ko", "suicide", "superko"],
)
def test_an_illegal_move_is_called_one(session: GtpSession, line: str, before: list[str]) -> None:
    run(session, *before)
    _, color, vertex = line.split()
    reason = run(session, f"tengen-why_illegal {color} {vertex}")
    assert reason
    assert run(session, f"is_legal {color} {vertex}") == "0"
    assert refusal(session, line).startswith("illegal move")


@pytest.mark.parametrize(
    "vertex", ["I5", "U1", "A20", "A0", "D", "4D", "D-4", "D4.0", "resign", "tt", "D٤", "Ｄ4", "ﬆ1", "ſ1"]
)
def test_no_vertex_of_this_board(session: GtpSession, vertex: str) -> None:
    run(session, "boardsize 19")
    assert re.match(r"(invalid vertex|syntax error)", refusal(session, f"play b {vertex}"))


@pytest.mark.parametrize("color", ["green", "x", "blackwhite", "1", "ｂ"])
def test_no_colour(session: GtpSession, color: str) -> None:
    assert refusal(session, f"play {color} D4").startswith("syntax error")


# ---- undo ------------------------------------------------------------------------------


def test_undo_gives_back_captured_stones_the_ko_and_the_turn(session: GtpSession) -> None:
    run(session, "gogui-play_sequence B C3 W C2 B B2 W B1 B D2 W D1")
    before = run(session, "showboard")
    run(session, "play b C1")
    assert run(session, "is_legal w C2") == "0"
    run(session, "undo")
    assert run(session, "showboard") == before
    assert run(session, "color C2") == "white"
    assert run(session, "captures b") == "0"


def test_there_is_nothing_to_undo_on_an_empty_board(session: GtpSession) -> None:
    assert refusal(session, "undo") == "cannot undo"
    run(session, "play b D4", "undo")
    assert refusal(session, "undo") == "cannot undo"


def test_several_moves_are_undone_or_none(session: GtpSession) -> None:
    run(session, "gogui-play_sequence B C3 W G7 B E5")
    assert refusal(session, "gg-undo 4").startswith("cannot undo")
    assert refusal(session, "gg-undo -1").startswith("cannot undo")
    for wrong in ("x", "1.5", "1e9", "99999999999999999999"):
        refusal(session, f"gg-undo {wrong}")
    assert run(session, "gg-undo 0", "move_history") == "black E5\nwhite G7\nblack C3"
    assert run(session, "gg-undo 2", "move_history") == "black C3"
    assert run(session, "gg-undo", "move_history") == ""


def test_moves_are_undone_in_one_replay(session: GtpSession, monkeypatch: pytest.MonkeyPatch) -> None:
    run(session, "gogui-play_sequence " + "B pass W pass " * 100)
    undo, calls = Position.undo, list[int]()

    def counted(position: Position, count: int = 1) -> Move:
        calls.append(count)
        return undo(position, count)

    monkeypatch.setattr(Position, "undo", counted)
    run(session, "gg-undo 150")
    assert calls == [150]
    assert len(session.position.moves) == 50


# ---- genmove ---------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["random", "montecarlo"])
def test_genmove_plays_and_reg_genmove_only_tells(engine: str) -> None:
    session = new_session(engine, playouts=100)
    run(session, "play b E5")
    before = run(session, "showboard")
    for color in ("w", "b"):
        assert run(session, f"is_legal {color} {run(session, f'reg_genmove {color}')}") == "1"
    assert run(session, "showboard") == before  # the turn included
    vertex = run(session, "genmove w")
    assert run(session, "last_move") == f"white {vertex}"
    assert "black to play" in run(session, "showboard")


@pytest.mark.parametrize("engine", ["random", "montecarlo"])
def test_genmove_out_of_turn(engine: str) -> None:
    session = new_session(engine, playouts=100)
    moves = [run(session, f"genmove {color}") for color in "wwwb"]
    history = [f"{color} {vertex}" for color, vertex in zip(["white"] * 3 + ["black"], moves, strict=True)]
    assert run(session, "move_history").split("\n") == history[::-1]


def test_a_resignation_is_not_a_move_on_the_board() -> None:
    """Black has nothing; White has everything."""
    session = new_session("montecarlo", size=5, playouts=2000)
    run(session, *set_up("O . O . O / O O O O O / O . O O O / O O O O . / O O O . .".replace(" / ", "\n")))
    answer = run(session, "genmove b")
    assert answer in {str(RESIGN), str(PASS)}
    assert run(session, "move_history") == ("" if answer == str(RESIGN) else "black pass")


def test_engine_and_opponent_finish_a_game() -> None:
    session = new_session(size=5)
    moves: list[str] = []
    while moves[-2:] != ["pass", "pass"] and len(moves) < 300:
        moves.append(run(session, f"genmove {'bw'[len(moves) % 2]}"))
    assert moves[-2:] == ["pass", "pass"]
    assert session.position.is_over


@pytest.mark.parametrize(("engine", "count"), [("random", 60), ("montecarlo", 16)])
def test_the_same_seed_gives_the_same_game(engine: str, count: int) -> None:
    lines = [f"genmove {'bw'[number % 2]}" for number in range(count)]
    first, second, third = (new_session(engine, seed=seed, playouts=300) for seed in (5, 5, 6))
    answers = [first.answer(line) for line in lines]
    assert [second.answer(line) for line in lines] == answers
    assert [third.answer(line) for line in lines] != answers


# ---- cleaning up and setting up ----------------------------------------------------------

DEAD_STONES = """
    . X . X O . O
    X X X X O O O
    O . X X O X .
    X X X X O O O
    X X X X O . O
    X X X X O O .
    X X X X O O O"""  # A5 and F5 are dead


@pytest.mark.parametrize("engine", ["random", "montecarlo"])
@pytest.mark.parametrize(("color", "other", "dead"), [("b", "w", "A5"), ("w", "b", "F5")])
def test_cleanup_captures_what_is_dead_and_then_passes(engine: str, color: str, other: str, dead: str) -> None:
    session = new_session(engine, playouts=200)
    run(session, *set_up(DEAD_STONES))
    assert dead in run(session, "final_status_list dead").split()
    moves: list[str] = []
    while not moves or moves[-1] != "pass":
        moves.append(run(session, f"kgs-genmove_cleanup {color}"))
        run(session, f"play {other} pass")
        assert len(moves) < 5, moves
    assert len(moves) == 2
    assert run(session, f"color {dead}") == "empty"
    assert run(session, f"captures {color}") == "1"


def test_set_up_stones_begin_the_game_anew(session: GtpSession) -> None:
    run(session, "play b A1", "play w J9", "gogui-setup B E5 W E6 E A1")
    assert run(session, "list_stones b") == "E5"
    assert run(session, "list_stones w") == "E6 J9"
    assert refusal(session, "undo") == "cannot undo"


@pytest.mark.parametrize(
    "line",
    [
        "gogui-setup B D4 W",
        "gogui-setup B D4 W Z99",
        "gogui-setup B D4 G E5",
        "gogui-setup B D4 W pass",
        "gogui-setup B D4 W A1 B A2 B B1",  # White's stone would have no liberty
        "gogui-play_sequence B D4 W D4",
        "gogui-play_sequence B D4 W",
        "gogui-play_sequence B D4 E E5",
        "gogui-play_sequence B D4 W E5 B resign",
    ],
)
def test_all_stones_or_none(session: GtpSession, line: str) -> None:
    run(session, "play b C3", "play w G7")
    before = run(session, "showboard"), run(session, "move_history")
    assert "internal error" not in refusal(session, line)
    assert (run(session, "showboard"), run(session, "move_history")) == before


@pytest.mark.parametrize(("color", "name"), [("b", "black"), ("w", "white")])
def test_whose_turn_it_is_may_be_said(session: GtpSession, color: str, name: str) -> None:
    assert f"{name} to play" in run(session, f"gogui-setup_player {color}", "showboard")
