"""A game under way: set-up, clocks of every kind, the end, and when an engine ponders."""

import pytest

from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.play import Clocks, GameSetup, GameUnderWay, Phase, Player
from tengen.play.player import ponders
from tengen.search.clock import Clock
from tengen.search.clock_text import format_clock, parse_clock


def game_of(*moves: str, clock: str = "") -> GameUnderWay:
    game = GameUnderWay(Position(5), parse_clock(clock) if clock else None)
    for move in moves:
        game.play(Vertex.parse(move, 5))
    return game


# ---- set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "komi", "stones", "to_play"),
    [
        (GameSetup(), 7.5, 0, BLACK),
        (GameSetup(rules="japanese"), 6.5, 0, BLACK),
        (GameSetup(13, handicap=4), 0.5, 4, WHITE),
        (GameSetup(handicap=1), 0.5, 0, BLACK),  # one stone is only Black's first move
        (GameSetup(komi=3.5, handicap=2), 3.5, 2, WHITE),
    ],
)
def test_a_board_is_set_up(setup: GameSetup, komi: float, stones: int, to_play: object) -> None:
    position = setup.position()
    assert (position.komi, len(position.stones), position.to_play) == (komi, stones, to_play)


def test_handicap_stones_may_be_placed() -> None:
    places = [Vertex.parse("A1"), Vertex.parse("B2")]
    assert set(GameSetup(handicap=2).position(places).stones) == set(places)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"size": 1}, "choose 2 to 19"),
        ({"handicap": 81}, "choose 0 to 80"),
        ({"rules": "chess"}, "no rules are called 'chess'"),
        ({"komi": 1e9}, "a komi of 1e\\+09 is not possible"),
    ],
)
def test_what_could_not_be_played_is_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(TengenError, match=said):
        GameSetup(**wrong)  # type: ignore[arg-type]


# ---- clocks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "seconds", "shown", "is_out"),
    [
        ("1:00", 12, "0:48", False),
        ("1:00", 61, "0:00", True),
        ("0:10+3x0:30", 25, "3x0:15", False),
        ("0:10+3x0:30", 45, "2x0:25", False),
        ("0:10+3x0:30", 101, "0:00", True),
        ("0:10+3x0:00", 11, "0:00", True),  # periods of no time
        ("0:10+2:00/15", 40, "1:30/15", False),
        ("0:10+2:00/15", 131, "0:00/15", True),
        ("0:10+0:05", 4, "0:06 +0:05", False),
        ("0:10+0:05", 11, "0:00 +0:05", True),
    ],
)
def test_a_clock_while_its_player_thinks(clock: str, seconds: float, shown: str, is_out: bool) -> None:
    now = [0.0]
    clocks = Clocks(parse_clock(clock), lambda: now[0])
    clocks.start(BLACK)
    now[0] = seconds
    assert (format_clock(clocks.shown(BLACK)), clocks.is_out(BLACK)) == (shown, is_out)
    assert clocks.of(BLACK) == parse_clock(clock)  # as at the beginning of the move
    assert not clocks.is_out(WHITE)


def test_time_is_spent_by_moves_that_are_made() -> None:
    now = [0.0]
    clocks = Clocks(Clock(main=60, increment=5), lambda: now[0])
    with clocks.timed(BLACK):
        now[0] = 20.0
    clocks.forget(BLACK)  # it was no move of the game
    assert clocks.spent(BLACK) == 0
    with clocks.timed(BLACK):
        now[0] = 30.0
    clocks.move(BLACK)
    assert clocks.of(BLACK) == Clock(main=55, increment=5)


def test_without_time_nobody_runs_out() -> None:
    clocks = Clocks()
    clocks.start(BLACK)
    with clocks.timed(BLACK):
        pass
    clocks.move(BLACK)
    clocks.press()
    clocks.pause()
    assert not clocks
    assert clocks.running is None
    assert clocks.of(BLACK) is None
    assert not clocks.is_out(BLACK)


# ---- the end -------------------------------------------------------------------------------------


def test_passes_end_a_game_and_are_taken_back() -> None:
    game = game_of("C3", "C2", "pass", "pass")
    assert game.phase is Phase.SCORING
    game.take_back_passes()
    assert (game.phase, game.position.move_number) == (Phase.PLAYING, 2)


@pytest.mark.parametrize(("how", "result"), [("lose_by_resignation", "W+R"), ("lose_on_time", "W+T")])
def test_a_player_loses(how: str, result: str) -> None:
    game = game_of("C3")
    getattr(game, how)(BLACK)
    assert (game.phase, game.result) == (Phase.OVER, result)
    assert f"RE[{result}]" in game.to_record({BLACK: "a", WHITE: "b"}).to_sgf()


def test_a_judgement_is_asked_for_once() -> None:
    game, engine = game_of("C3"), create_engine("random", seed=1)
    judgement = game.judge(engine)
    assert game.judge(engine) is judgement
    game.position.komi = 0.5
    assert game.judge(engine).score != judgement.score
    game.position = Position(7, komi=0.5)
    assert str(game.judge(engine).score) == "W+0.5"


# ---- players -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "clock", "moves", "expected"),
    [
        ("yes", "", ["C3"], True),
        ("yes", "", [], False),  # there is nothing to think about yet
        ("yes", "", ["C3", "pass", "pass"], False),  # nor when it is over
        ("no", "1:00", ["C3"], False),
        ("auto", "1:00", ["C3"], True),
        ("auto", "", ["C3"], False),
    ],
)
def test_when_an_engine_ponders(wanted: str, clock: str, moves: list[str], expected: bool) -> None:
    game = game_of(*moves, clock=clock)
    with create_engine(seed=1, settings={"ponder": wanted, "memory": 10}) as engine:
        assert ponders(engine, game, game.position.to_play.other) is expected
        game.lose_by_resignation(BLACK)
        assert not ponders(engine, game, game.position.to_play.other)


def test_an_engine_without_the_setting_does_not_ponder() -> None:
    assert not Player(create_engine("random", seed=1)).ponder(game_of("C3", clock="1:00"))


def test_a_player_thinks_on_its_clock() -> None:
    game = game_of(clock="1:00")
    report = Player(create_engine("random", seed=1)).choose(game, WHITE)
    assert report.color is WHITE
    assert game.clocks.spent(WHITE) > 0
    assert game.clocks.spent(BLACK) == 0
    assert game.position.move_number == 0  # it is not played yet
    game.play(PASS)
    assert game.clocks.spent(WHITE) > 0  # Black's move presses Black's clock alone
