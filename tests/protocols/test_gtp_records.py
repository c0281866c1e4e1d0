"""Files over GTP: loadsgf sets up the position before a move, printsgf writes one that can be loaded again."""

import os
import stat
from pathlib import Path

import pytest

from tengen.engines import create_engine
from tengen.protocols.gtp.session import GtpSession
from tengen.records import load, loads
from tengen.wire.syntax import parse_response

GAME = "(;SZ[9]KM[5.5]RU[Japanese]PB[Ann]PW[Bob];B[ee];W[gc];B[cc];W[];B[gg](;W[aa])(;W[bb]))"


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GtpSession:
    """A session that works in an empty folder."""
    monkeypatch.chdir(tmp_path)
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


def everything(session: GtpSession) -> list[str]:
    """All that a client can see of the game."""
    looks = ("showboard", "move_history", "list_stones b", "list_stones w", "all_legal b", "all_legal w")
    return [session.answer(look) for look in (*looks, "get_komi", "get_handicap", "kata-get-rules")]


# ---- loadsgf ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "moves", "player"),
    [
        ("1", [], "black"),
        ("2", ["E5"], "white"),
        ("4", ["E5", "G7", "C7"], "white"),
        ("5", ["E5", "G7", "C7", "pass"], "black"),
        ("6", ["E5", "G7", "C7", "pass", "G3"], "white"),
        ("7", ["E5", "G7", "C7", "pass", "G3", "A9"], "black"),
        ("100", ["E5", "G7", "C7", "pass", "G3", "A9"], "black"),
        ("", ["E5", "G7", "C7", "pass", "G3", "A9"], "black"),
    ],
)
def test_the_number_is_that_of_the_next_move(session: GtpSession, number: str, moves: list[str], player: str) -> None:
    Path("game.sgf").write_text(GAME)
    run(session, f"loadsgf game.sgf {number}")
    history = run(session, "move_history").split("\n")[::-1] if moves else []
    assert [line.split()[1] for line in history] == moves
    assert f"{player} to play" in run(session, "showboard")


def test_size_komi_rules_and_handicap_come_from_the_file(session: GtpSession) -> None:
    Path("game.sgf").write_text("(;SZ[13]KM[0.5]RU[AGA]HA[2]AB[dd][jj];W[gg])")
    run(session, "loadsgf game.sgf 1")
    assert run(session, "query_boardsize") == "13"
    assert run(session, "get_komi") == "0.5"
    assert run(session, "get_handicap") == "2"
    assert run(session, "list_stones b") == "K4 D10"
    assert '"N-1"' in run(session, "kata-get-rules")
    assert "white to play" in run(session, "showboard")


@pytest.mark.parametrize(
    ("line", "scoring"),
    [
        ("kgs-rules chinese", "TERRITORY"),  # the file's own
        ("go_rules chinese", "AREA"),
        ("go_param_rules ko_rule simple", "AREA"),
    ],
)
def test_fuegos_rules_hold_for_games_loaded_later(session: GtpSession, line: str, scoring: str) -> None:
    """Its test files name the rules first and then load games that name others."""
    Path("game.sgf").write_text(GAME)
    assert f'"{scoring}"' in run(session, line, "loadsgf game.sgf", "kata-get-rules")
    run(session, "kgs-rules aga", "loadsgf game.sgf")  # other commands let the file speak again
    assert '"TERRITORY"' in run(session, "kata-get-rules")


def test_a_loaded_game_goes_on(session: GtpSession) -> None:
    Path("game.sgf").write_text(GAME)
    run(session, "loadsgf game.sgf 3", "undo", "play w A1", "play b A2")
    assert run(session, "move_history").split("\n") == ["black A2", "white A1", "black E5"]


BROKEN = {
    "empty.sgf": "",
    "text.sgf": "This is a letter, not a game.",
    "cut.sgf": "(;SZ[9];B[ee];W[",
    "chess.sgf": "(;GM[2];B[ee])",
    "large.sgf": "(;SZ[25];B[ee])",
    "outside.sgf": "(;SZ[9];B[ee];W[ss])",
    "illegal.sgf": "(;SZ[9];B[ee];W[ee])",
    "deep.sgf": "(" * 100_000,
}


@pytest.mark.parametrize("name", [*BROKEN, "missing.sgf", "folder", "x" * 300, "no/such/folder/game.sgf"])
def test_what_cannot_be_loaded_leaves_the_game_as_it_is(session: GtpSession, name: str) -> None:
    if name in BROKEN:
        Path(name).write_text(BROKEN[name])
    Path("folder").mkdir()
    run(session, "komi 3.5", "play b D4", "play w E5")
    before = everything(session)
    assert refusal(session, f"loadsgf {name}").startswith("cannot load file")
    assert everything(session) == before
    run(session, "undo")


@pytest.mark.parametrize("number", ["-1", "one", "1.5", "9" * 400])
def test_a_move_number_is_a_whole_number(session: GtpSession, number: str) -> None:
    Path("game.sgf").write_text(GAME)
    assert refusal(session, f"loadsgf game.sgf {number}").startswith("syntax error")


@pytest.mark.timeout(60)
def test_a_pipe_is_no_game_record(session: GtpSession) -> None:
    """Reading it would wait for a writer for ever."""
    os.mkfifo("pipe.sgf")
    assert refusal(session, "loadsgf pipe.sgf").startswith("cannot load file")


# ---- printsgf --------------------------------------------------------------------------

GAMES = {
    "moves": ["play b E5", "play w G7", "play b pass", "play w pass"],
    "no move": [],
    "out of turn": ["play w E5", "play w G7", "play b C3", "play b A1"],
    "handicap": ["fixed_handicap 4", "play w E5"],
    "a set-up position": ["gogui-setup B C3 W G7 W G6", "gogui-setup_player w", "play w E5"],
    "captures and a ko": ["gogui-play_sequence B C3 W C2 B B2 W B1 B D2 W D1 B C1"],
    "White begins": ["gogui-setup_player w"],
    "japanese": ["kgs-rules japanese", "play b E5"],
    "new zealand": ["kgs-rules new_zealand", "play b E5"],
    "aga": ["kgs-rules aga", "play b E5"],
    "19x19": ["boardsize 19", "play b Q16", "play w T19", "play b A1"],
    "2x2": ["boardsize 2", "gogui-play_sequence B A1 W B1 B A2 W B2 B A1"],
    "changed rules": ["kata-set-rule ko SIMPLE", "kata-set-rule suicide true", "play b E5"],
}


@pytest.mark.parametrize("lines", GAMES.values(), ids=GAMES)
def test_what_is_printed_can_be_loaded(session: GtpSession, lines: list[str]) -> None:
    run(session, "komi 6.5", *lines, "printsgf game.sgf")
    before = everything(session)
    run(session, "boardsize 13", "komi 0", "kgs-rules chinese", "loadsgf game.sgf")
    assert everything(session) == before


@pytest.mark.parametrize("komi", ["0", "0.5", "-7.5", "7", "3.75", "7.25", "100", "-80"])
def test_the_komi_is_printed_and_loaded(session: GtpSession, komi: str) -> None:
    run(session, f"komi {komi}", "printsgf game.sgf", "komi 1", "loadsgf game.sgf")
    assert run(session, "get_komi") == komi


def test_without_a_file_the_record_is_the_answer(session: GtpSession) -> None:
    text = run(session, "gogui-play_sequence B E5 W G7 B pass", "printsgf")
    assert [str(move) for move in loads(text).moves] == ["B E5", "W G7", "B pass"]
    assert os.listdir() == []


def test_the_file_is_replaced_whole_and_nothing_else_is_left(session: GtpSession) -> None:
    run(session, "play b E5", "printsgf game.sgf", "play w G7", "printsgf game.sgf")
    assert os.listdir() == ["game.sgf"]
    assert len(load("game.sgf").moves) == 2


@pytest.mark.parametrize(
    "name", ["/", ".", "..", "folder", "no/such/folder/game.sgf", "x" * 300, "y" * 300 + "/game.sgf"]
)
def test_where_nothing_can_be_written(session: GtpSession, name: str) -> None:
    Path("folder").mkdir()
    run(session, "play b E5")
    before = everything(session)
    assert "internal error" not in refusal(session, f"printsgf {name}")
    assert everything(session) == before
    assert os.listdir() == ["folder"]


@pytest.mark.timeout(60)
def test_a_pipe_or_a_device_is_not_replaced_by_a_file(session: GtpSession) -> None:
    """`printsgf /dev/null`, sent by a program that runs as root, must not do away with /dev/null."""
    os.mkfifo("pipe")
    session.answer("printsgf pipe")
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


def test_what_a_file_does_not_say_stays_as_it_was(session: GtpSession) -> None:
    Path("silent.sgf").write_text("(;SZ[9];B[ee])")
    run(session, "kgs-rules japanese", "komi 3.5", "loadsgf silent.sgf")
    assert run(session, "get_komi") == "3.5"
    assert '"scoring": "TERRITORY"' in run(session, "kata-get-rules")
    Path("telling.sgf").write_text("(;SZ[9]RU[Chinese]KM[5.5];B[ee])")
    run(session, "loadsgf telling.sgf")
    assert run(session, "get_komi") == "5.5"
    assert '"scoring": "AREA"' in run(session, "kata-get-rules")
