"""Other programs as engines: GNU Go plays, judges and takes back; those that misbehave are told of in one sentence."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.gtp import GtpEngine, IllegalAnswer
from tengen.engines.interface import EngineOptions
from tengen.engines.request import Limit
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.session import GtpSession
from tengen.search.clock import Clock
from tengen.wire.client import GtpClosed, GtpTimeout
from tengen.wire.gnugo import find_gnugo

PLAYER = Path(__file__).with_name("gtp_player.py")
GNUGO = find_gnugo()
needs_gnugo = pytest.mark.skipif(GNUGO is None, reason="GNU Go is missing: install the package gnugo")


def program(*words: str) -> str:
    return shlex.join([sys.executable, "-S", str(PLAYER), *words])


@contextmanager
def engine(command: str, patience: float | None = None) -> Iterator[GtpEngine]:
    with GtpEngine(EngineOptions(settings={"command": command}), patience=patience) as made:
        assert isinstance(made, GtpEngine)
        yield made
    assert made.pid is None


@pytest.fixture
def gnugo() -> Iterator[GtpEngine]:
    with engine(f"{GNUGO} --mode gtp --level 1 --chinese-rules") as made:
        yield made


def heard(made: GtpEngine, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the program is told from here on."""
    told: list[str] = []
    ask = made._ask

    def listen(command: str, patience: float | None = None) -> str:
        told.append(command)
        return ask(command, patience)

    monkeypatch.setattr(made, "_ask", listen)
    return told


def board(made: GtpEngine) -> set[str]:
    """The stones on the program's board."""
    return set(f"{made._ask('list_stones black')} {made._ask('list_stones white')}".split())


# ---- a program that behaves ----------------------------------------------------------------------


@needs_gnugo
def test_gnu_go_plays_a_game_with_itself_and_counts_it(gnugo: GtpEngine) -> None:
    position = Position(5, komi=0.5)
    while not position.is_over and position.move_number < 60:
        report = gnugo.choose_move(position)
        assert report.color is position.to_play
        if report.vertex.is_resign:
            break
        position.play(report.vertex)
        assert board(gnugo) == {str(vertex) for vertex in position.stones}
    assert gnugo.version.startswith("GNU Go")
    judgement = gnugo.judge(position)
    assert str(judgement.score) == gnugo.final_score(position)


@needs_gnugo
def test_one_move_is_all_that_is_told_and_moves_are_taken_back(
    gnugo: GtpEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = Position(9)
    gnugo.synchronise(position)
    told = heard(gnugo, monkeypatch)
    for move in ("E5", "C3", "G7"):
        position.play(move)
        gnugo.synchronise(position)
    assert told == ["play B E5", "play W C3", "play B G7"]
    told.clear()
    position.undo()
    position.play("C7")
    position.komi = 3.5
    gnugo.synchronise(position)
    assert told == ["undo", "komi 3.5", "play B C7"]
    assert board(gnugo) == {"E5", "C3", "C7"}
    told.clear()
    position.undo(3)
    gnugo.synchronise(position)  # that many are not taken back one by one
    assert told[:2] == ["boardsize 9", "clear_board"]


@needs_gnugo
def test_a_move_that_was_only_a_hint_is_taken_back(gnugo: GtpEngine) -> None:
    position = Position(9)
    gnugo.choose_move(position)
    position.play("A1")
    position.play("J9")
    gnugo.choose_move(position)
    assert {"A1", "J9"} < board(gnugo)
    assert len(board(gnugo)) == 3


@needs_gnugo
@pytest.mark.parametrize(
    ("diagram", "to_play"),
    [
        (". X O .\nX X O O\nX X O X\n. X O .", WHITE),
        (". O X .\nO O X .\nX X X .\n. . . .", BLACK),  # a group in atari
    ],
)
def test_stones_that_are_set_up_stand_on_its_board(gnugo: GtpEngine, diagram: str, to_play: object) -> None:
    position = Position.from_diagram(diagram, to_play=str(to_play))
    gnugo.synchronise(position)
    assert board(gnugo) == {str(vertex) for vertex in position.stones}
    report = gnugo.choose_move(position)
    assert report.color is to_play


@needs_gnugo
def test_handicap_is_given_as_such(gnugo: GtpEngine) -> None:
    position = Position(9, komi=0.5)
    position.give_handicap(["C3", "G7", "E5"])
    assert gnugo.choose_move(position).color is WHITE
    assert gnugo._ask("get_handicap") == "3"


@needs_gnugo
def test_dead_stones_are_gnu_gos_opinion(gnugo: GtpEngine) -> None:
    position = Position(5, komi=0.5)
    for move in ("C3", "A1", "C2", "pass", "C4", "pass", "B3", "pass", "D3", "pass", "pass"):
        position.play(move)
    judgement = gnugo.judge(position)
    assert judgement.dead == {Vertex.parse("A1", 5)}
    assert str(judgement.score) == "B+24.5"


def test_who_says_nothing_of_dead_stones_is_judged_for() -> None:
    position = Position(5, komi=0.5)
    position.play("C3")
    with engine(program()) as made:
        assert str(made.judge(position).score) == "B+24.5"


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (Limit(clock=Clock(main=60)), ["time_settings 60 0 0", "time_left B 60 0"]),
        (Limit(clock=Clock(period=30, stones=5)), ["time_settings 0 30 5", "time_left B 30 5"]),
        (Limit(seconds=2), ["time_settings 0 2 1", "time_left B 2 1"]),
        (Limit(), []),
    ],
)
def test_the_time_is_told(monkeypatch: pytest.MonkeyPatch, limit: Limit, told: list[str]) -> None:
    with engine(program("knows=time_settings", "knows=time_left")) as made:
        position = Position(9)
        made.synchronise(position)
        listened = heard(made, monkeypatch)
        position.play(made.choose_move(position, limit).vertex)
        assert listened == [*told, "genmove B"]
        listened.clear()
        made.choose_move(position, limit)
        assert not any(line.startswith("time_settings") for line in listened)  # once is enough


def test_what_it_thought_is_in_the_report() -> None:
    thoughts = '{"winrate": 0.25, "score": 3.5, "visits": 100}'
    with engine(program(f"cgos-genmove_analyze={thoughts}\nplay C3")) as made:
        report = made.choose_move(Position(9))
    assert (str(report.vertex), report.winrate, report.score, report.playouts) == ("C3", 0.25, 3.5, 100)


def test_it_is_an_engine_by_name_and_plays_in_a_session() -> None:
    with create_engine("gtp", settings={"command": program("genmove=C3")}) as made:
        session = GtpSession(made, size=9)
        assert session.answer("genmove b") == "= C3\n\n"
        assert session.answer("genmove w") == "? gtp_player: white C3 is illegal: the point is occupied\n\n".replace(
            "gtp_player", Path(sys.executable).name
        )
        assert session.answer("showboard").startswith("=")


# ---- programs that do not ------------------------------------------------------------------------

WRONG = {
    "die": ("genmove=die", GtpClosed, "ended with exit status 1 at 'genmove B'; its last words: the ladder was broken"),
    "hang": ("genmove=hang", GtpTimeout, "did not answer 'genmove B' within 2 s"),
    "refuse": ("genmove=refuse", TengenError, "refused 'genmove B'"),
    "wrong id": ("genmove=wrong-id", TengenError, "the answer has id 99, not id"),
    "no move": ("genmove=the corner", TengenError, "answered 'the corner', which is no move"),
    "off the board": ("genmove=T19", IllegalAnswer, "black T19 is illegal: it is not on the board"),
    "no board": ("boardsize=refuse", TengenError, "refused 'boardsize 9'"),
    "no CGOS": ("cgos-genmove_analyze=C3", TengenError, "without a line 'play …'"),
}


@pytest.mark.parametrize(("word", "kind", "said"), WRONG.values(), ids=WRONG)
def test_what_goes_wrong_is_one_sentence_and_the_next_move_is_another_try(
    word: str, kind: type[TengenError], said: str
) -> None:
    with engine(program(word), patience=2.0) as made:
        for _ in range(2):
            with pytest.raises(kind, match=said) as raised:
                made.choose_move(Position(9))
            assert "\n" not in str(raised.value)
        made.change_settings({"command": program()})  # another program, in the place of the last
        assert made.choose_move(Position(9)).vertex.is_pass


def test_a_list_of_stones_that_is_none_is_told_of() -> None:
    with engine(program("final_status_list=C3 and others")) as made, pytest.raises(TengenError, match="wrongly: "):
        made.judge(Position(9))


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "no program is named: give its command line, as in --set command='gnugo --mode gtp'"),
        ("/no/such/program", "cannot start program .* no such program; is it on the PATH?"),
        ("'", "cannot read the engine's command"),
    ],
)
def test_what_cannot_be_started_says_why(command: str, said: str) -> None:
    with engine(command) as made, pytest.raises(TengenError, match=said):
        made.choose_move(Position(9))


def test_closing_ends_the_process() -> None:
    with engine(program("genmove=hang"), patience=2.0) as made:
        made.synchronise(Position(9))
        client = made._client
        assert client is not None
        assert client.alive
    assert not client.alive
    assert client.exit_status is not None
